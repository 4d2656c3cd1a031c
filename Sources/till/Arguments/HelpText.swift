extension Invocation {
    /// What `till help` prints.
    static let helpText = """
        till: a point of sale for Handpoint card readers

          till                               the full screen
              --demo                         a throw-away till with a simulated reader: no money moves
              --currency CODE                what amounts are typed in (GBP)
              --ascii                        no line characters
              --no-mouse                     leave the mouse to the terminal
              --theme NAME                   auto, dark, light, high-contrast or mono
              --sound KIND                   how it calls the cashier: off, bell, flash or both (bell)
          till sale AMOUNT --currency CODE   take a payment
              --reference R                  your own reference, at most 25 characters
              --tax RATE [--tax-included]    per cent on top of AMOUNT, or in it
              --tip AMOUNT                   on top, at most half of AMOUNT
              --description TEXT --invoice N what is sold, and your own number for it
              --tokenize                     ask for a token of the card too
              --signature accept|reject|ask  who judges a signature (ask; rejected where nobody can)
              --anyway                       although the same amount is in doubt: it is another customer
              --by NAME --evidence TEXT      who says so, and why; needed where a supervisor's PIN is set
          till charge URL                    a payment that another program asks for, on the full screen, or on the one that
                                             runs already; URL begins with com-innerfence-ccterminal://charge/1.0.0/
              --headless                     charge at once and ask nobody; waits for a full screen that runs
              --print                        print the address of the answer in place of opening it
          till charge --again [REF|last]     give an answer once more, to the letter (last: the newest)
              --print                        print its address in place of opening it
          till refund ID [AMOUNT]            give back what is left of a sale, or a part; the card is needed
              --signature accept|reject|ask  as for a sale
          till reverse ID                    void a sale or a refund of today; no card is needed
          till tip ID AMOUNT                 change the tip of a sale; a second change replaces the first
          till recover                       ask the reader for results that did not arrive; charges nothing
          till decide ID approved|failed     settle what stays in doubt by what was found out elsewhere
              --by NAME --evidence TEXT      who decides, and on what
          till devices                       list the readers that can be connected to
              --scan N                       look for others at Bluetooth, for N seconds
          till pair ADDRESS                  pair a reader at Bluetooth with this computer
          till forget ADDRESS                drop its pairing; the reader need not be there

          till history [WORDS]               list operations, newest first: all, or those that fit the words, as
                                             amount:10.00 card:1111 ref:T1-000418 auth:991122 after:2026-11-01
                                             before:2026-11-02 on:2026-11-01 today declined unknown refund void
              --csv                          as till export prints it
              --currency CODE                of amounts without one (GBP)
          till show ID                       all that the books hold of one operation
          till day start                     start the day on the reader
          till report                        what was taken since the last close (X)
              --day D                        on one day, 2026-11-01
              --close [--by NAME]            end the day on the reader and close it (Z)
              --closed N                     an earlier close
          till export                        operations for other programs, oldest first
              --from D --to D                the first and the last day
              --format csv|json              CSV, or a JSON object a line (csv)
          till reconcile                     compare the books with the bank's list: 0 the same, 1 different
              --day D | --from D --to D      the days (today)
              --list FILE.csv                a file of the bank in place of its list
          till journal check                 look for what is wrong in the books
          till journal backup FILE           copy the books, also while a till runs
          till journal set-aside --yes       rename damaged books, so that new ones are begun

          till pin [--save]                  hash a supervisor's PIN for the configuration, or write it there
          till secret                        whether the shared secret of a real reader is set and right

          till wire decode [HEX|-]           read captured bytes
          till wire frames --max N HEX       cut a message into frames
          till wire crc [--seed N] HEX       the checksum of bytes
          till wire bcd encode TEXT SIZE     or: till wire bcd decode HEX
          till help | version

        ID is an operation's number in the history, its reference, the bank's or the reader's number, or the
        last 6 or more characters of one of these.

        For all but wire, pin, secret, help and version:
          --json                             one JSON document on standard output (sale, charge, refund, reverse,
                                             recover, decide, devices, history, show, day, report)
          --reader sim[:hilite|hipro|old]    the simulated reader that is built in, and which reader it plays
                                             (hilite; a hipro has a scanner): no money moves
          --reader bt:ADDRESS | tty:/PATH    a reader at Bluetooth, or at a serial line such as /dev/ttyACM0
          --reader tcp:HOST:PORT             a reader at a TCP port
          --simulated                        that reader is a simulated one, as till-reader is
          --all-readers                      offer all others beside the named one
          --host URL                         the test host of simulated readers, as till-gateway prints it
          --sim-speed instant|brisk|real     how fast its customer is (instant; on the full screen brisk)
          --sim-seed N                       what a simulation draws its numbers from: same seed, same run
          --sim-model hilite|hipro|old       the same as --reader sim:MODEL
          --time-scale N                     divide all time-outs by N, 1 to 100000, also how long a reader has its
                                             bank waited for; what the till itself asks a host has its full time
          --journal FILE                     keep the books in FILE
          --config FILE                      settings of the full screen and of readers, in place of
                                             $XDG_CONFIG_HOME/till/config.yaml or ~/.config/till/config.yaml

        Exit status of sale, charge --headless, refund, reverse and day start: 0 approved, 1 declined, 2 cancelled, 3 failed or refused by the
        books (no money moved), 4 partly approved, 5 unknown; 64 wrong usage, 69 no reader, no terminal, or books
        or a configuration that cannot be used.

        """
}
