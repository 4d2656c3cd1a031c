# The cases. init reads this; $address is the reader's, and await is there.
# shellcheck shell=sh disable=SC2154
passed=0
failed=0

# run COMMAND...: keeps what it says in /tmp/said and its status in $status. Standard input is its own.
run() {
    status=0
    timeout 150 "$@" >/tmp/said 2>&1 || status=$?
}

# check TITLE STATUS [PATTERN...]: whether what ran last ended with the status and said what matches each pattern.
check() {
    title=$1
    problem=
    if [ "$status" -ne "$2" ]; then
        problem="status $status, not $2"
    fi
    shift 2
    for pattern in "$@"; do
        grep -q -e "$pattern" /tmp/said || problem="${problem:+$problem, }nothing said of $pattern"
    done
    if [ -z "$problem" ]; then
        passed=$((passed + 1))
        echo "ok      $title ($(cut -d ' ' -f 1 /proc/uptime) s)"
        return
    fi
    failed=$((failed + 1))
    echo "FAILED  $title: $problem"
    sed 's/^/        | /' /tmp/said
    tail -n 15 /tmp/radio.log /tmp/air.log /tmp/btvirt.log | sed 's/^/        : /'
    grep -v '/mgmt\.c:' /tmp/bluetoothd.log | tail -n 15 | sed 's/^/        : /'
}

# radio WORD...: has the reader's radio do that, one after the other, and waits until it has.
radio() {
    for word in "$@"; do
        before=$(grep -c "^did $word$" /tmp/radio.log)
        echo "$word" >/tmp/radio
        await 60 has_done "$word" "$before"
    done
}

has_done() {
    [ "$(grep -c "^did $1$" /tmp/radio.log)" -gt "$2" ]
}

air() {
    echo "$1" >/tmp/air
}

# sale AMOUNT: takes a payment at the reader.
sale() {
    begin_sale "$1"
    end_sale
}

# begin_sale AMOUNT: for what happens in its middle; end_sale waits for its end.
begin_sale() {
    timeout 150 till sale "$1" --currency GBP --reader "bt:$address" --simulated --json </dev/null >/tmp/said 2>&1 &
    sale=$!
}

end_sale() {
    status=0
    wait "$sale" || status=$?
}

# slowly: the customer at the next link takes some time.
slowly() {
    echo '--speed brisk' >/tmp/reader.options
}

# await_words TEXT: until the sale that runs has said it.
await_words() {
    await 90 grep -q -e "$1" /tmp/said
}

# taken: how many payments the reader has taken.
taken() {
    python3 -c 'import json
payments = json.load(open("/tmp/reader.json"))["payments"]
print(sum(payment["verdict"]["authorisedMinor"] > 0 for payment in payments))'
}

recovered='"isRecovered":true'
approved='"result":"approved"'

# --- Before it is paired ---

run till devices --scan 5
check 'an adapter that is off is told, with what to do' 69 'Bluetooth is switched off. Run bluetoothctl power on'
run bluetoothctl power on
air part
run till pair "$address" --time-scale 10
check 'a reader that is far away is not found' 69 "There is no $address here"
air meet
run till devices --scan 12 --json
check 'a reader is found, and needs pairing' 0 "\"address\":\"$address\",\"isPaired\":false" 'Card reader 0042'
sale 5.00
check 'a sale at a reader that is not paired takes nothing' 69 'No money was taken'

# --- Pairing by comparing numbers ---

run till pair "$address" <<EOF
n
EOF
check 'numbers that differ: a person says no' 2 'Does Card reader 0042 show' 'not paired'
radio refuse
run till pair "$address" <<EOF
y
EOF
check 'the reader says no' 69 'not paired'
radio confirm
run till pair "$address" <<EOF
y
EOF
check 'numbers that are the same' 0 "$address is paired"
run till pair "$address" </dev/null
check 'a reader that is paired already' 0 "$address is paired"
run till devices --json
check 'a paired reader is listed without a search' 0 "\"address\":\"$address\",\"isPaired\":true"

# --- Sales ---

sale 12.50
check 'a sale' 0 "$approved" '"amount":"12.50"'
sale 10.00
check 'a sale that the bank declines' 1 '"result":"declined"'

# --- The link is lost in the middle of a sale ---

radio break
sale 13.00
check 'it is lost with the result on it: the till comes back for the result' 0 "$approved" "$recovered"
radio break
slowly
begin_sale 14.00
await_words 'Waiting for card'
air leave
end_sale
check 'the reader stays away after that: the outcome is unknown' 5 '"result":"unknown"'
air meet
run till recover --reader "bt:$address" --simulated --json
check 'it is near again: recover fetches the result' 0 "$approved" "$recovered" '"inDoubt":\[\]'
slowly
begin_sale 15.00
await_words 'Waiting for card'
air part
air lose
radio drop
air meet
end_sale
check 'out of reach before a card was there: no money moved' 2 '"result":"cancelled"' "$recovered"
slowly
begin_sale 16.00
await_words 'Waiting for card'
kill -9 "$bluetoothd"
start_bluetoothd
end_sale
check 'bluetoothd dies and is started again: the link stays' 0 "$approved" '"isRecovered":false'

# --- What keeps a link from being made ---

radio drop
air part
sale 5.00
check 'a reader that is switched off' 69 'does not answer' 'No money was taken'
air meet
radio bare
sale 5.00
check 'a device without a serial service' 69 'that device is no card reader' 'No money was taken'
radio serial
till-reader --bluetooth --headless --books /tmp/other.json >/tmp/other.log 2>&1 &
other=$!
await 60 grep -q 'waiting at bt:' /tmp/other.log
sale 17.00
check 'another program has the serial service: the kernel connects without it' 0 "$approved"
kill "$other"
wait "$other"
radio drop
air doubt
sale 5.00
check 'a reader that has lost its pairing' 69 'pair' 'No money was taken'
air meet

# --- Pairing by a PIN ---

radio forget
run till forget "$address"
check 'a reader is forgotten' 0 "$address is forgotten"
run till devices --json
check 'it is not listed as paired any more' 0 "^\[[^]]*\"address\":\"sim\"[^]]*\]$"
radio pin
run till pair "$address" <<EOF
1234
EOF
check 'a wrong PIN' 69 'wants its PIN' 'not paired: .*PIN'
run till pair "$address" <<EOF
0000
EOF
check 'the right PIN' 0 'wants its PIN' "$address is paired"
sale 18.00
check 'a sale after that' 0 "$approved"

# --- The books ---

run till history --reader "bt:$address" --simulated --json
echo "$(grep -o "$approved" /tmp/said | wc -l) sales here, $(taken) there" >/tmp/books
mv /tmp/books /tmp/said
check 'what the till has approved is what the reader has taken, nothing twice' 0 '^6 sales here, 6 there$'
