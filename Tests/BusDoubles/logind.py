"""systemd's login service as a double, as far as it rules sleep, on the bus that DBUS_SYSTEM_BUS_ADDRESS names.

usage: logind.py SCENARIO      (JSON)

It says on standard output, a line each, when it is ready, what it was asked, and when what it gave was given back; in
brackets, what it did by itself. It takes commands on standard input, a line each, and ends with it.

What a scenario may hold:
  refused          modes that are not allowed, as to a user who sits elsewhere
  slow             modes that are given only by the command "give"
  power            true (the default), false: whether there is power from outside

Commands:
  sleep, wake      it tells that it prepares for sleep, or that it does no more
  intrude          another program tells whoever asked last of a sleep
  give             gives what was asked for and not given
"""

import json
import os
import sys

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.login1"
MANAGER = NAME + ".Manager"
PATH = "/org/freedesktop/login1"

scenario = json.loads(sys.argv[1])
held = {}  # our end of a pipe -> mode
waiting = []  # what is to be given
strangers = []  # their connections to the bus
callers = []
loop = GLib.MainLoop()
typed = ""  # of a command, so far


def say(*words):
    print(*words, flush=True)


class Manager(dbus.service.Object):
    @dbus.service.method(
        MANAGER, in_signature="ssss", out_signature="h", sender_keyword="sender", async_callbacks=("ok", "fail"))
    def Inhibit(self, what, who, why, mode, sender=None, ok=None, fail=None):
        callers.append(sender)
        say("Inhibit", what, who, mode, why)
        if mode in scenario.get("refused", []):
            return fail(dbus.exceptions.DBusException("no", name="org.freedesktop.DBus.Error.AccessDenied"))
        if mode in scenario.get("slow", []):
            return waiting.append((mode, ok))
        return self.give(mode, ok)

    def give(self, mode, ok):
        ours, theirs = os.pipe()
        held[ours] = mode
        GLib.io_add_watch(ours, GLib.IO_HUP, self.given_back)
        ok(dbus.types.UnixFd(theirs))
        os.close(theirs)

    def given_back(self, ours, condition):
        os.close(ours)
        say("released", held.pop(ours))
        return False

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        say("Get", name)
        return dbus.Boolean(scenario.get("power", True), variant_level=1)

    @dbus.service.signal(MANAGER, signature="b")
    def PrepareForSleep(self, begins):
        pass


def intrude(receiver):
    stranger = dbus.bus.BusConnection(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])
    strangers.append(stranger)
    lie = dbus.lowlevel.SignalMessage(PATH, MANAGER, "PrepareForSleep")
    lie.set_destination(receiver)
    lie.append(True, signature="b")
    stranger.send_message(lie)
    stranger.flush()
    say("(intruded)")


def obey(line):
    command = line.strip()
    if command == "sleep":
        manager.PrepareForSleep(True)
    elif command == "wake":
        manager.PrepareForSleep(False)
    elif command == "intrude":
        intrude(callers[-1])
    elif command == "give":
        while waiting:
            manager.give(*waiting.pop(0))
    elif command == "sync":
        say("(synchronised)")
    else:
        sys.exit("no such command: " + command)


def read(channel, condition):
    global typed
    data = os.read(0, 4096).decode()
    if not data:
        loop.quit()
        return False
    typed += data
    while "\n" in typed:
        line, typed = typed.split("\n", 1)
        obey(line)
    return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.bus.BusConnection(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])
name = dbus.service.BusName(NAME, bus, do_not_queue=True)
manager = Manager(name, PATH)
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, read)
say("ready")
loop.run()
