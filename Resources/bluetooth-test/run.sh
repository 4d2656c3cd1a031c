#!/bin/sh
# Runs Till on a whole Linux of its own: a kernel and BlueZ as Debian ships them, two emulated radios, and a card reader
# at the other one, in a virtual machine: HeftTransport's article Bluetooth.md shows how they hang together. Nothing of this
# computer's own Bluetooth is touched, and no root is needed.
#
# usage: sh Resources/bluetooth-test/run.sh PROGRAMS CACHE
#   PROGRAMS  the folder with till and till-reader
#   CACHE     a folder for what is downloaded: about 120 MB, fetched once
#
# What the machine says, and the result of each case, goes to standard output; all else to standard error.
set -eu

# How long the machine may take before it is stopped, in seconds: several times what it needs.
limit=1200
# What plays the reader's side of the radio. Fixed: no release promises to go on as the one before.
python_packages='bumble==0.0.236 pyee==13.0.1 typing_extensions==4.16.0'
# What the machine needs of the kernel: Bluetooth over a controller that a program plays, and the ciphers of pairing.
modules='bluetooth rfcomm hci_vhci cmac ecb algif_hash algif_skcipher af_alg uhid'

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
programs=$(CDPATH='' cd -- "$1" && pwd)
mkdir -p "$2"
cache=$(CDPATH='' cd -- "$2" && pwd)
# Where depmod and modprobe are.
PATH=$PATH:/usr/sbin:/sbin

say() {
    printf 'test-bluetooth: %s\n' "$*" >&2
}

stop() {
    say "$@"
    exit 69
}

# --- What is downloaded ---

# is_fetched NAME VERSION: whether that is in the cache, in that version.
is_fetched() {
    [ "$(cat "$cache/$1/version" 2>/dev/null)" = "$2" ]
}

# fetch PACKAGE: has one of Debian's packages unpacked in $cache/PACKAGE without installing it.
fetch() {
    available=$(apt-cache show --no-all-versions "$1" 2>/dev/null | sed -n 's/^Version: //p')
    if is_fetched "$1" "$available"; then
        return
    fi
    rm -rf "${cache:?}/$1"
    mkdir -p "$cache/$1"
    say "fetching Debian's package $1."
    # It warns that it cannot become another user here.
    (cd "$cache/$1" && apt-get download -qq "$1" </dev/null >&2 2>/dev/null) ||
        stop "apt-get could not fetch $1. Do: apt-get update, and try again."
    dpkg-deb -x "$cache/$1"/*.deb "$cache/$1"
    rm "$cache/$1"/*.deb
    printf '%s\n' "$available" >"$cache/$1/version"
}

# Prints the newest kernel of a released series. Debian 12's own 6.1 will not do: it loses bluetoothd by a fault in the
# kernel whenever a reader does not answer.
newest_kernel() {
    apt-cache search --names-only '^linux-image-[0-9.]+\+deb[0-9]+-amd64$' | sed 's/ .*//' | sort -V | tail -n 1
}

fetch_python() {
    if is_fetched python "$python_packages"; then
        return
    fi
    rm -rf "$cache/python"
    say "fetching these Python packages: $python_packages."
    # Without what they name beside: most of that is for other radios, and the rest is Debian's.
    # shellcheck disable=SC2086
    /usr/bin/python3 -m pip install -q --root-user-action ignore --no-deps --only-binary :all: \
        --target "$cache/python" $python_packages </dev/null >&2 ||
        stop "pip could not fetch $python_packages. Look at its settings, and try again."
    printf '%s\n' "$python_packages" >"$cache/python/version"
}

# --- What the machine starts with ---

# place FILE PATH: puts a file into the machine, with its own date.
place() {
    mkdir -p "$machine${2%/*}"
    cp -pL "$1" "$machine$2"
}

# libraries FILE...: puts the libraries there that the files are linked with.
libraries() {
    for file in "$@"; do
        ldd "$file" 2>/dev/null || :
    done | sed -n 's|^[^/]*\(/[^ ]*\) (.*|\1|p' | sort -u | while IFS= read -r library; do
        [ -e "$machine$library" ] || place "$library" "$library"
    done
}

# program FILE PATH: puts a program there, its libraries too.
program() {
    place "$1" "$2"
    libraries "$1"
}

place_programs() {
    program /bin/busybox /bin/busybox
    program /usr/bin/dbus-daemon /usr/bin/dbus-daemon
    program /usr/bin/dbus-send /usr/bin/dbus-send
    program "$cache/bluez/usr/libexec/bluetooth/bluetoothd" /usr/bin/bluetoothd
    program "$cache/bluez/usr/bin/bluetoothctl" /usr/bin/bluetoothctl
    program "$cache/bluez-test-tools/usr/bin/btvirt" /usr/bin/btvirt
    for name in till till-reader; do
        program "$programs/$name" "/usr/bin/$name"
        strip "$machine/usr/bin/$name"
    done
    place "$cache/bluez/etc/dbus-1/system.d/bluetooth.conf" /etc/dbus-1/system.d/bluetooth.conf
}

# Python, and those of its modules that the reader's radio has loaded when it stands ready to begin.
place_python() {
    program /usr/bin/python3 /usr/bin/python3
    PYTHONPATH=$cache/python /usr/bin/python3 "$here/guest/reader_radio.py" --modules >"$work/modules" ||
        stop 'the Python modules of the radio cannot be loaded.'
    while IFS= read -r file; do
        target=$file
        case $file in
        "$cache/python/"*) target=/usr/lib/python3/dist-packages/${file#"$cache/python/"} ;;
        esac
        place "$file" "$target"
        case $file in
        *.so) libraries "$file" ;;
        esac
    done <"$work/modules"
}

place_modules() {
    files=$cache/$kernel
    version=${kernel#linux-image-}
    [ -e "$files/lib/modules/$version/modules.dep" ] || depmod -b "$files" "$version"
    mkdir "$machine/modules"
    for module in $modules; do
        # It says nothing of those that are built in.
        modprobe -d "$files" -S "$version" --show-depends "$module" | sed -n 's/^insmod \([^ ]*\).*/\1/p'
    done | awk '!seen[$0]++' | while IFS= read -r file; do
        name=${file##*/}
        case $name in
        *.xz) xz -dc "$file" >"$machine/modules/${name%.xz}" ;;
        *) cp "$file" "$machine/modules/$name" ;;
        esac
        printf '/modules/%s\n' "${name%.xz}" >>"$machine/modules/list"
    done
}

build_image() {
    machine=$work/machine
    mkdir -p "$machine"
    for folder in dev proc sys tmp run root sbin etc var/lib/bluetooth; do
        mkdir -p "$machine/$folder"
    done
    place_programs
    place_python
    place_modules
    for name in init cases.sh bus.conf reader_radio.py air.py; do
        place "$here/guest/$name" "/$name"
    done
    chmod 755 "$machine/init"
    printf 'root:x:0:0::/root:/bin/sh\nmessagebus:x:100:100::/:/bin/false\n' >"$machine/etc/passwd"
    printf 'root:x:0:\nmessagebus:x:100:\nbluetooth:x:101:\n' >"$machine/etc/group"
    (cd "$machine" && find . -print0 | cpio --null --create --format newc --quiet --owner 0:0) >"$work/image"
}

run_machine() {
    # An emulated timer may be late on a busy computer, which the kernel would take for one that does not work.
    options='console=ttyS0 quiet panic=-1 no_timer_check'
    # Without KVM, which many build machines lack: each runs the same machine at much the same pace.
    mkfifo "$work/serial"
    timeout "$limit" qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 -m 1024 \
        -nodefaults -no-reboot -display none -serial stdio -kernel "$cache/$kernel/boot/vmlinuz-$version" \
        -initrd "$work/image" -append "$options" </dev/null >"$work/serial" 2>&1 &
    qemu=$!
    sed -u 's/\r$//' <"$work/serial" | tee "$work/console" &
    # A signal ends the waiting, and with the script the machine.
    wait $!
    qemu=
    # The machine has no status of its own to end with.
    grep -Eq '^[1-9][0-9]* passed, 0 failed$' "$work/console"
}

[ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] ||
    stop 'the machine is a PC whose programs are those of this computer: it takes Debian on amd64.'
for name in apt-get busybox cpio dbus-daemon depmod modprobe python3 qemu-system-x86_64 strip xz; do
    command -v "$name" >/dev/null || stop "there is no $name here. sh Resources/setup.sh test-bluetooth installs it."
done
for name in till till-reader; do
    [ -x "$programs/$name" ] || stop "there is no $name in $programs."
done
kernel=$(newest_kernel)
[ -n "$kernel" ] || stop "Debian's packages are not known here. Do: apt-get update, and try again."
fetch "$kernel"
fetch bluez
fetch bluez-test-tools
fetch_python
began=$(date +%s)
work=$(mktemp -d)
qemu=
trap '[ -z "$qemu" ] || kill "$qemu"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
build_image
say "starting the machine with $kernel."
status=0
run_machine || status=1
say "that took $(($(date +%s) - began)) s."
if [ "$status" -ne 0 ]; then
    say 'some of it failed.'
fi
exit "$status"
