extension UsageCase {
    static let reading: [UsageCase] = [
        UsageCase(["history", "--tip"], "--tip is no option of till history. See till help."),
        UsageCase(
            ["history", "--json", "--csv"], "--json and --csv do not go together. Leave one of them out."),
        UsageCase(
            ["history", "colour:red"],
            "“colour:” is not a word of the search. Use amount, card, ref, auth, id, after, before, on or is."),
        UsageCase(
            ["history", "on:2026-02-30"], "“2026-02-30” is no day. Type it as year, month and day: on:2026-11-01."),
        UsageCase(
            ["history", "declined", "card:11"], "“11” is no card. Type the last four digits: card:1111."),
        UsageCase(
            ["history", "--currency", "gbp"],
            "\"gbp\" is no currency. Use a code of ISO 4217 in capitals, such as GBP."),
        UsageCase(["show"], "till show needs an operation's number or reference. See till help."),
        UsageCase(["show", "1", "2"], "till show does not know what to do with \"2\"."),
        UsageCase(["show", "T1-000001"], "No operation \"T1-000001\" stands in these books. See till history."),
        UsageCase(["show", "\u{1B}[2J\""], "No operation \"[2J\"\" stands in these books. See till history."),
        UsageCase(["show", ""], "No operation \"\" stands in these books. See till history."),
        UsageCase(["report", "--day", "today"], "--day takes a day as year, month and day: --day 2026-11-01."),
        UsageCase(["report", "--day", "2026-02-29"], "--day takes a day as year, month and day: --day 2026-11-01."),
        UsageCase(
            ["report", "--day", "2026-11-01", "--close"],
            "--day, --close and --closed do not go together. Give one of them."),
        UsageCase(["report", "--by", "Ann"], "--by says who closes the day. Give it with --close."),
        UsageCase(["report", "--closed", "0"], "--closed takes a whole number from 1 to 2147483647."),
        UsageCase(["report", "now"], "till report does not know what to do with \"now\"."),
        UsageCase(["report", "--sim-model", "x"], "--sim-model takes hilite, hipro or old."),
        UsageCase(
            ["report", "--reader", "sim:x"], "\"sim:x\" is no simulated reader. Use sim: with hilite, hipro or old."),
        UsageCase(
            ["report", "--reader", "sim:"], "\"sim:\" is no simulated reader. Use sim: with hilite, hipro or old."),
        UsageCase(
            ["report", "--reader", "sim:old", "--sim-model", "hipro"],
            "--reader and --sim-model name different models. Leave one of them out."),
        UsageCase(["day"], "till day needs to know what: start. The day is ended by till report --close."),
        UsageCase(["day", "end"], "till day needs to know what: start. The day is ended by till report --close."),
        UsageCase(["day", "start", "now"], "till day start does not know what to do with \"now\"."),
        UsageCase(["day", "start", "--by", "Ann"], "--by is no option of till day start. See till help."),
        UsageCase(["export", "--format", "xml"], "--format takes csv or json."),
        UsageCase(["export", "--from", "1.11.2026"], "--from takes a day as year, month and day: --from 2026-11-01."),
        UsageCase(
            ["export", "--from", "2026-11-02", "--to", "2026-11-01"], "--to is before --from. Turn them round."),
        UsageCase(["export", "--json"], "--json is no option of till export. See till help."),
    ]

    static let returns: [UsageCase] = [
        UsageCase(["refund"], "till refund needs a sale's number or reference. See till help."),
        UsageCase(["refund", "1", "2", "3"], "till refund does not know what to do with \"3\"."),
        UsageCase(["refund", "1"], "No operation \"1\" stands in these books. See till history."),
        UsageCase(["refund", "1", "--currency", "GBP"], "--currency is no option of till refund. See till help."),
        UsageCase(["refund", "1", "--signature", "maybe"], "--signature takes accept, reject or ask."),
        UsageCase(["reverse"], "till reverse needs an operation's number or reference. See till help."),
        UsageCase(["reverse", "1", "5.00"], "till reverse does not know what to do with \"5.00\"."),
        UsageCase(["reverse", "T1-000001"], "No operation \"T1-000001\" stands in these books. See till history."),
    ]

    static let care: [UsageCase] = [
        UsageCase(["journal"], "till journal needs to know what: check, backup or set-aside. See till help."),
        UsageCase(
            ["journal", "mend"],
            "\"mend\" is no command of till journal: check, backup or set-aside. See till help."),
        UsageCase(["journal", "check", "it"], "till journal check does not know what to do with \"it\"."),
        UsageCase(["journal", "backup"], "till journal backup needs a file that is not there yet. See till help."),
        UsageCase(
            ["journal", "set-aside"], "till journal set-aside takes the books out of use. Say so with --yes."),
        UsageCase(["journal", "check", "--yes"], "--yes is no option of till journal check. See till help."),
        UsageCase(["decide"], "till decide needs an operation's number or reference. See till help."),
        UsageCase(["decide", "1"], "till decide needs approved or failed. See till help."),
        UsageCase(["decide", "1", "paid"], "\"paid\" is no decision. Use approved or failed."),
        UsageCase(
            ["decide", "1", "failed", "--evidence", "x"], "till decide needs the name of who decides: --by NAME."),
        UsageCase(
            ["decide", "1", "failed", "--by", " ", "--evidence", "x"],
            "till decide needs the name of who decides: --by NAME."),
        UsageCase(
            ["decide", "1", "failed", "--by", "Ann"],
            "till decide needs what the decision rests on: --evidence TEXT."),
        UsageCase(
            ["decide", "1", "failed", "--by", "Ann", "--evidence", "x"],
            "No operation \"1\" stands in these books. See till history."),
    ]
}
