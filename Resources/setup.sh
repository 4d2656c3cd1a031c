#!/bin/sh
# Sets Till up from its source: see usage() for the commands.
#
# Standard output belongs to the program (run) or to the checks (test). All that is said about packages and the
# build goes to standard error. With no package missing nothing here asks the network.
set -eu

# Debian's packages, and what each is for.
#   g++, libcurl4    what the Swift toolchain links with, and what its package manager starts with
#   pkg-config       how SwiftPM finds the libraries below
#   libncurses-dev   the screen
#   libxml2-dev      the reader's XML, receipts' HTML
#   libsqlite3-dev   the journal
#   libcurl4-openssl-dev
#                    the bank's host, tips and transaction list by HTTPS
#   libssl-dev       HMAC-SHA256 for the reader's challenge, hashes of PINs
#   libyaml-dev      the configuration
#   libchafa-dev     signature pictures as characters or graphics
#   libspng-dev      signature pictures in PNG
#   libturbojpeg0-dev  signature pictures in JPEG
#   libicu-dev       other letters for those that a receipt printer lacks
#   libsystemd-dev   the system's D-Bus, to talk to its Bluetooth and login services
#   libpangocairo-1.0-0, fonts-dejavu-core  receipts as PDF, and their letters
packages_run='g++ libcurl4 pkg-config libncurses-dev libxml2-dev libsqlite3-dev libcurl4-openssl-dev libssl-dev
    libyaml-dev libchafa-dev libspng-dev libturbojpeg0-dev libicu-dev libsystemd-dev libpangocairo-1.0-0
    fonts-dejavu-core'
#   libmicrohttpd-dev
#                    the test host's server
packages_gateway='libmicrohttpd-dev'
#   libvterm-dev     a terminal emulator to test the screen in
#   ncurses-term     descriptions of the terminals that are tested
#   openssl          certificates to test HTTPS with
#   poppler-utils    reads and draws the PDF files that are made
#   fonts-droid-fallback  Chinese and Japanese letters for them
#   dbus             a bus of the tests' own
#   python3-dbusmock a double of the Bluetooth service on it
#   xdg-utils, desktop-file-utils  what desktops open addresses with
packages_test='libvterm-dev ncurses-term openssl poppler-utils fonts-droid-fallback dbus python3-dbusmock
    xdg-utils desktop-file-utils'
#   qemu-system-x86, seabios  the virtual machine
#   busybox-static, cpio, kmod, xz-utils  what it starts with
#   dbus             its bus
#   python3-pip, python3-cryptography  the radio of its card reader
packages_bluetooth='qemu-system-x86 seabios busybox-static cpio kmod xz-utils dbus python3-pip python3-cryptography'

# From sysexits.h.
status_usage=64
status_unavailable=69

swift_major_min=6

usage() {
    cat <<'END'
usage: sh Resources/setup.sh run [arguments]      build the release configuration and start till with the arguments
       sh Resources/setup.sh gateway [arguments]  the same with till-gateway, a bank to test with
       sh Resources/setup.sh reader [arguments]   the same with till-reader, a simulated reader of its own
       sh Resources/setup.sh test                 check the format, build and run every test
       sh Resources/setup.sh test-bluetooth       no part of test: pair and sell over the real Bluetooth of Linux, in a
                                                  virtual machine with emulated radios; fetches 120 MB the first time
       sh Resources/setup.sh install              for this user: build, put till and charge-demo into ~/.local/bin,
                                                  and have the desktop open charge requests with till
       sh Resources/setup.sh uninstall            take that away again; books and settings stay

All but uninstall first install those of Debian's packages that are missing, as root or by sudo.
END
}

say() {
    printf 'setup: %s\n' "$*" >&2
}

stop_unavailable() {
    say "$@"
    exit "$status_unavailable"
}

# Prints those of its arguments that are not installed, each with a space before it.
missing_packages() {
    # It fails when it does not know one of the names; what it knows it prints all the same.
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null) || :
    for package in "$@"; do
        if ! printf '%s\n' "$installed" | grep -Fqx "installed $package"; then
            printf ' %s' "$package"
        fi
    done
}

# Standard input stays the program's: nothing that runs before it may read from there.
apt_get() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" </dev/null >&2
}

install_missing() {
    missing=$(missing_packages "$@")
    if [ -z "$missing" ]; then
        return
    fi
    if ! command -v apt-get >/dev/null; then
        stop_unavailable "these packages are missing (Debian's names):$missing." \
            'There is no apt-get here to install them: install them yourself, then try again.'
    fi
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            stop_unavailable "these packages are missing:$missing." \
                "As root: apt-get install$missing"
        fi
        as_root=sudo
    fi
    say "installing these Debian packages${as_root:+ by sudo}:$missing"
    apt_get update || say 'apt-get could not renew its lists. Trying with those it has.'
    # Unquoted on purpose: a list of names without special characters.
    # shellcheck disable=SC2086
    apt_get install -y --no-install-recommends $missing || stop_unavailable "apt-get could not install:$missing."
}

# Sets `swift` to the first toolchain that is new enough.
find_swift() {
    found_old=
    for swift in "$(command -v swift || :)" /opt/swift/usr/bin/swift "${HOME:-}/.local/share/swiftly/bin/swift"; do
        if [ ! -x "$swift" ]; then
            continue
        fi
        version=$("$swift" --version 2>/dev/null </dev/null) || continue
        case $version in
        *'Swift version '[0-9]*) ;;
        *) continue ;;
        esac
        version=${version#*Swift version }
        version=${version%%[!0-9.]*}
        if [ "${version%%.*}" -ge "$swift_major_min" ]; then
            return
        fi
        found_old=${found_old:-"$swift is $version"}
    done
    stop_unavailable "Till needs Swift $swift_major_min.0 or later${found_old:+ ($found_old)}." \
        'Install it from https://www.swift.org/install/linux/ and have swift on your PATH.'
}

# build_release PROGRAM: prints nothing when there is nothing to build.
build_release() {
    stamp=.build/$1-release-built
    quiet=--quiet
    if [ ! -e "$stamp" ] || [ -n "$(find Package.swift Sources -newer "$stamp")" ]; then
        quiet=
        say "building $1; the first time takes a few minutes."
    fi
    # Not the build's own status: for a sale, 1 means declined.
    "$swift" build -c release --product "$1" $quiet </dev/null >&2 || stop_unavailable "$1 could not be built."
    : >"$stamp"
}

# What is installed for one user: programs, and what the desktop starts them for.
installed_programs='till charge-demo'
schemes_of() {
    case $1 in
    till) echo com-innerfence-ccterminal ;;
    charge-demo) echo com-innerfence-ChargeDemo com-innerfence-chargedemo ;;
    esac
}

# Sets `bin`, `applications` and `associations`.
find_places() {
    if [ -z "${HOME:-}" ]; then
        stop_unavailable 'HOME is not set, so there is no place to install to.'
    fi
    bin=$HOME/.local/bin
    applications=${XDG_DATA_HOME:-$HOME/.local/share}/applications
    associations=${XDG_CONFIG_HOME:-$HOME/.config}/mimeapps.list
    case $bin in
    *[\"\\\$\`%]*) stop_unavailable "$bin has signs that no desktop entry can name." ;;
    esac
}

# Prints the desktop entry of a program with the place where that is now. It is quoted only where it must be: where no
# desktop environment runs, xdg-open takes the quotes for a part of the name.
desktop_entry() {
    quote=
    case $bin in
    *[!A-Za-z0-9/._+-]*) quote='"' ;;
    esac
    while IFS= read -r line; do
        case $line in
        "Exec=$1 "*) printf 'Exec=%s%s/%s%s %s\n' "$quote" "$bin" "$1" "$quote" "${line#Exec="$1" }" ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$root/Resources/$1.desktop"
}

renew_desktop() {
    if command -v update-desktop-database >/dev/null; then
        update-desktop-database "$applications" </dev/null >&2 || :
    fi
}

install_all() {
    find_places
    (
        cd "$root"
        say 'building till and charge-demo; the first time takes a few minutes.'
        for program in $installed_programs; do
            "$swift" build -c release --product "$program" </dev/null >&2 ||
                stop_unavailable "$program could not be built."
        done
    )
    mkdir -p "$bin" "$applications" || stop_unavailable 'The folders of this user cannot be made.'
    for program in $installed_programs; do
        # A program that runs keeps its own file.
        cp "$root/.build/release/$program" "$bin/.$program.new" && chmod 755 "$bin/.$program.new" &&
            mv -f "$bin/.$program.new" "$bin/$program" || stop_unavailable "$bin/$program cannot be written."
        desktop_entry "$program" >"$applications/$program.desktop" ||
            stop_unavailable "$applications/$program.desktop cannot be written."
    done
    renew_desktop
    if ! command -v xdg-mime >/dev/null; then
        say 'There is no xdg-mime here, so no desktop opens charge requests by itself. Name till where they are opened.'
        return
    fi
    for program in $installed_programs; do
        for scheme in $(schemes_of "$program"); do
            xdg-mime default "$program.desktop" "x-scheme-handler/$scheme" </dev/null >&2 ||
                say "xdg-mime could not give $scheme to $program."
        done
    done
    say "till and charge-demo are in $bin."
}

uninstall_all() {
    find_places
    for program in $installed_programs; do
        rm -f "$bin/$program" "$applications/$program.desktop"
    done
    if [ -f "$associations" ]; then
        # xdg-mime gives schemes and takes none back. Lines that name other programs as well stay.
        grep -Ev '^x-scheme-handler/com-innerfence-[A-Za-z]+=(till|charge-demo)\.desktop;?$' "$associations" \
            >"$associations.new" || :
        cat "$associations.new" >"$associations"
        rm -f "$associations.new"
    fi
    renew_desktop
    say 'till and charge-demo are taken away. Books and settings stay.'
}

# run PROGRAM [arguments]
run() {
    program=$1
    shift
    # In a subshell, so that the program starts in the directory in which it was asked for.
    (
        cd "$root"
        build_release "$program"
    )
    exec "$root/.build/release/$program" "$@"
}

# stage NAME COMMAND...: runs the command and prints how long it took.
stage() {
    name=$1
    shift
    began=$(date +%s)
    status=0
    "$@" || status=$?
    printf 'setup: %s: %d s\n' "$name" "$(($(date +%s) - began))"
    if [ "$status" -ne 0 ]; then
        say "$name failed."
        exit "$status"
    fi
}

test_all() {
    # shellcheck disable=SC2086
    stage packages install_missing $packages_run $packages_gateway $packages_test
    find_swift
    cd "$root"
    stage 'format check' "$swift" format lint --strict --recursive --parallel Package.swift Sources Tests
    stage build "$swift" build --build-tests -Xswiftc -warnings-as-errors
    run_tests
}

# Runs every test. The runner prints its own time; nothing comes after its closing line, and its status is ours. What
# failed stands far above that line among thousands that passed: it is printed once more, the closing line last.
run_tests() {
    record=.build/test-record
    mkdir -p .build
    rm -f "$record.status"
    {
        status=0
        "$swift" test --skip-build --disable-xctest </dev/null 2>&1 || status=$?
        printf '%s\n' "$status" >"$record.status"
    } | tee "$record"
    read -r status <"$record.status"
    if [ "$status" -ne 0 ]; then
        say 'not every test passed. Once more, what did not:'
        grep -a -E '^(✘|↳|error:)' "$record" | cut -c 1-2000 || :
    fi
    exit "$status"
}

test_bluetooth() {
    say 'test-bluetooth is no part of test. It takes some minutes.'
    # shellcheck disable=SC2086
    stage packages install_missing $packages_run $packages_bluetooth
    find_swift
    cd "$root"
    # As test builds them: what it has built is not built again.
    for program in till till-reader; do
        stage "build of $program" "$swift" build --product "$program" -Xswiftc -warnings-as-errors </dev/null
    done
    exec sh Resources/bluetooth-test/run.sh .build/debug .build/bluetooth-test
}

case $0 in
*/*) root=$(CDPATH='' cd -- "${0%/*}/.." && pwd) ;;
*) root=$(CDPATH='' cd -- .. && pwd) ;;
esac

case ${1-} in
run)
    shift
    # shellcheck disable=SC2086
    install_missing $packages_run
    find_swift
    run till "$@"
    ;;
reader)
    shift
    # shellcheck disable=SC2086
    install_missing $packages_run
    find_swift
    run till-reader "$@"
    ;;
gateway)
    shift
    # shellcheck disable=SC2086
    install_missing $packages_run $packages_gateway
    find_swift
    run till-gateway "$@"
    ;;
install)
    if [ $# -gt 1 ]; then
        usage >&2
        exit "$status_usage"
    fi
    # shellcheck disable=SC2086
    install_missing $packages_run
    find_swift
    install_all
    ;;
uninstall)
    if [ $# -gt 1 ]; then
        usage >&2
        exit "$status_usage"
    fi
    uninstall_all
    ;;
test)
    if [ $# -gt 1 ]; then
        usage >&2
        exit "$status_usage"
    fi
    test_all
    ;;
test-bluetooth)
    if [ $# -gt 1 ]; then
        usage >&2
        exit "$status_usage"
    fi
    test_bluetooth
    ;;
*)
    usage >&2
    exit "$status_usage"
    ;;
esac
