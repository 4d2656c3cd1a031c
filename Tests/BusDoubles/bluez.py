"""The Bluetooth service BlueZ as a double, on the bus that DBUS_SYSTEM_BUS_ADDRESS names.

usage: bluez.py SCENARIO      (JSON)

It says on standard output, a line each, when it is ready and what it was asked; in brackets, what it did by itself. It
takes commands on standard input, a line each, and ends with it. A link is one end of a pair of sockets, mostly with cat
at the other. How the service behaves (names of errors, what it says of a refusal, that it keeps a copy of every descriptor) is
as BlueZ 5.66 was seen to.

What a scenario may hold:
  adapter          "on" (the default), "off", "none"
  power_error      [name, message]: the adapter cannot be switched on
  known, nearby    devices that are there, and that a search finds: address, name, class, uuids, paired, connected,
                   rssi, battery; late_name: the name comes by a command
  search_error     [name, message]
  remove_error     [name, message]
  pairing          "none", "pin", "passkey", "confirm", "authorise", "show-pin", "show-passkey", "hang"
  pin              the right one
  pair_error       [name, message]
  profile_error    [name, message]
  connect_error    [name, message]
  overtaken        how many links, or pairings, the end of the connection before takes with it
  stale            true: a reader that was not paired here just now holds no pairing
  connect          "link-first" (the default), "answer-first", "hang", "no-link"
  link             "echo" (the default), "silent", "server": who has registered the serial service here
"""

import json
import os
import signal
import socket
import subprocess
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from dbusmock import OBJECT_MANAGER_IFACE, mockobject
from dbusmock.mockobject import DBusMockObject
from gi.repository import GLib

ADAPTER = "org.bluez.Adapter1"
DEVICE = "org.bluez.Device1"
BATTERY = "org.bluez.Battery1"
AGENTS = "org.bluez.AgentManager1"
PROFILES = "org.bluez.ProfileManager1"
HCI = "/org/bluez/hci0"

scenario = json.loads(sys.argv[1])
agents = {}  # sender -> path
default_agent = []  # (sender, path)
profiles = {}  # (sender, path) -> role
strangers = []  # their connections to the bus
links = []  # [our copy of the caller's end, the program or the socket at the other]
loop = GLib.MainLoop()
typed = ""  # of a command, so far


def say(*words):
    print(*words, flush=True)


def error(name, message=""):
    return dbus.exceptions.DBusException(message, name=name)


def bluez_error(name, message=""):
    return error("org.bluez.Error." + name, message or name)


def variant(value, kind):
    return kind(value, variant_level=1)


class Object(DBusMockObject):
    def change(self, interface, changed, gone=()):
        self.props[interface].update(changed)
        for name in gone:
            self.props[interface].pop(name, None)
        self.EmitSignal(
            dbus.PROPERTIES_IFACE, "PropertiesChanged", "sa{sv}as",
            [interface, dbus.Dictionary(changed, signature="sv"), dbus.Array(gone, signature="s")])


def add(item):
    mockobject.objects[item.path] = item
    root.EmitSignal(
        OBJECT_MANAGER_IFACE, "InterfacesAdded", "oa{sa{sv}}", [dbus.ObjectPath(item.path), item.props])


def remove(item, *interfaces):
    item.remove_from_connection()
    del mockobject.objects[item.path]
    root.EmitSignal(OBJECT_MANAGER_IFACE, "InterfacesRemoved", "oas", [dbus.ObjectPath(item.path), interfaces])


class Service(Object):
    """/org/bluez: agents and profiles."""

    @dbus.service.method(AGENTS, in_signature="os", out_signature="", sender_keyword="sender")
    def RegisterAgent(self, path, capability, sender=None):
        say("RegisterAgent", capability)
        agents[sender] = path

    @dbus.service.method(AGENTS, in_signature="o", out_signature="", sender_keyword="sender")
    def UnregisterAgent(self, path, sender=None):
        say("UnregisterAgent")
        agents.pop(sender, None)

    @dbus.service.method(AGENTS, in_signature="o", out_signature="", sender_keyword="sender")
    def RequestDefaultAgent(self, path, sender=None):
        say("RequestDefaultAgent")
        default_agent[:] = [(sender, path)]

    @dbus.service.method(PROFILES, in_signature="osa{sv}", out_signature="", sender_keyword="sender")
    def RegisterProfile(self, path, uuid, options, sender=None):
        say("RegisterProfile", uuid[4:8], options["Role"])
        if "profile_error" in scenario:
            raise error(*scenario["profile_error"])
        profiles[(sender, path)] = options["Role"]

    @dbus.service.method(PROFILES, in_signature="o", out_signature="", sender_keyword="sender")
    def UnregisterProfile(self, path, sender=None):
        say("UnregisterProfile")
        if profiles.pop((sender, path), None) is None:
            raise bluez_error("DoesNotExist")


class Adapter(Object):
    @dbus.service.method(ADAPTER, in_signature="a{sv}", out_signature="")
    def SetDiscoveryFilter(self, options):
        say("SetDiscoveryFilter", *("%s=%s" % item for item in sorted(options.items())))

    @dbus.service.method(ADAPTER, in_signature="", out_signature="")
    def StartDiscovery(self):
        say("StartDiscovery")
        if not self.props[ADAPTER]["Powered"]:
            raise bluez_error("NotReady", "Resource Not Ready")
        if "search_error" in scenario:
            raise error(*scenario["search_error"])
        self.change(ADAPTER, {"Discovering": variant(True, dbus.Boolean)})
        for device in scenario.get("nearby", []):
            GLib.idle_add(appear, device)

    @dbus.service.method(ADAPTER, in_signature="", out_signature="", async_callbacks=("ok", "fail"))
    def StopDiscovery(self, ok=None, fail=None):
        say("StopDiscovery")
        if not self.props[ADAPTER]["Discovering"]:
            return fail(bluez_error("Failed", "No discovery started"))
        # The radio takes a moment; until then it connects to nobody.
        GLib.timeout_add(20, self.stopped, ok)
        return None

    def stopped(self, ok):
        self.change(ADAPTER, {"Discovering": variant(False, dbus.Boolean)})
        for item in devices():
            if "RSSI" in item.props[DEVICE]:
                item.change(DEVICE, {}, ["RSSI"])
        ok()
        return False

    @dbus.service.method(ADAPTER, in_signature="o", out_signature="")
    def RemoveDevice(self, path):
        item = mockobject.objects.get(path)
        if item is None:
            raise bluez_error("DoesNotExist", "Does Not Exist")
        say("RemoveDevice", item.props[DEVICE]["Address"])
        if "remove_error" in scenario:
            raise error(*scenario["remove_error"])
        remove(item, DEVICE)

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ssv", out_signature="")
    def Set(self, interface, name, value):
        say("Set", name, value)
        if name == "Powered" and "power_error" in scenario:
            raise error(*scenario["power_error"])
        self.change(interface, {name: value})


class Device(Object):
    pairing = None  # (ok, fail) of the Pair that runs
    shown = None
    is_fresh = False

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ssv", out_signature="")
    def Set(self, interface, name, value):
        say("Set", name, value)
        self.change(interface, {name: value})

    # Pairing

    @dbus.service.method(
        DEVICE, in_signature="", out_signature="", sender_keyword="sender", async_callbacks=("ok", "fail"))
    def Pair(self, sender=None, ok=None, fail=None):
        say("Pair", "while searching" if adapter().props[ADAPTER]["Discovering"] else "")
        if self.props[DEVICE]["Paired"]:
            return fail(bluez_error("AlreadyExists", "Already Exists"))
        if overtakes():
            return fail(bluez_error("AuthenticationCanceled", "Authentication Canceled"))
        if "pair_error" in scenario:
            return fail(error(*scenario["pair_error"]))
        self.pairing = (ok, fail)
        kind = scenario.get("pairing", "none")
        if kind == "hang":
            return None
        if kind == "none":
            return self.paired()
        if sender not in agents:
            return self.not_paired("AuthenticationFailed", "Authentication Failed")
        return self.ask(kind, sender)

    def ask(self, kind, sender):
        agent = interface(sender, agents[sender], "org.bluez.Agent1")
        path = dbus.ObjectPath(self.path)
        handlers = {"reply_handler": self.answered, "error_handler": self.refused, "timeout": 60}
        if kind == "pin":
            agent.RequestPinCode(path, **handlers)
        elif kind == "passkey":
            agent.RequestPasskey(path, **handlers)
        elif kind == "confirm":
            agent.RequestConfirmation(path, dbus.UInt32(4711), **handlers)
        elif kind == "authorise":
            agent.RequestAuthorization(path, **handlers)
        else:
            self.shown = agent
            handlers = {"reply_handler": lambda: None, "error_handler": self.refused}
            if kind == "show-pin":
                agent.DisplayPinCode(path, "4711", **handlers)
            else:
                for typed in (0, 1):
                    agent.DisplayPasskey(path, dbus.UInt32(4711), dbus.UInt16(typed), **handlers)

    def answered(self, answer=None):
        if answer is None or str(answer) == scenario["pin"]:
            self.paired()
        else:
            self.not_paired("AuthenticationFailed", "Authentication Failed")

    def refused(self, problem):
        say("agent:", problem.get_dbus_name())
        self.not_paired("AuthenticationFailed", "Authentication Failed")

    def paired(self):
        if self.pairing is None:
            return
        ok, _ = self.pairing
        self.pairing = None
        self.is_fresh = True
        self.change(
            DEVICE, {"Paired": variant(True, dbus.Boolean), "Connected": variant(True, dbus.Boolean)})
        ok()

    def not_paired(self, name, message):
        if self.pairing is None:
            return
        _, fail = self.pairing
        self.pairing = None
        fail(bluez_error(name, message))

    @dbus.service.method(DEVICE, in_signature="", out_signature="")
    def CancelPairing(self):
        say("CancelPairing")
        if self.pairing is None:
            raise bluez_error("DoesNotExist", "Does Not Exist")
        self.not_paired("AuthenticationCanceled", "Authentication Canceled")

    # Links

    @dbus.service.method(
        DEVICE, in_signature="s", out_signature="", sender_keyword="sender", async_callbacks=("ok", "fail"))
    def ConnectProfile(self, uuid, sender=None, ok=None, fail=None):
        say("ConnectProfile")
        if adapter().props[ADAPTER]["Discovering"]:
            return fail(bluez_error("InProgress", "br-connection-busy"))
        if "connect_error" in scenario:
            return fail(error(*scenario["connect_error"]))
        if scenario.get("stale") and not self.is_fresh:
            return fail(bluez_error("Failed", "br-connection-key-missing"))
        if overtakes():
            return fail(bluez_error("Failed", "br-connection-canceled"))
        how = scenario.get("connect", "link-first")
        if how == "hang":
            return None
        if how == "no-link":
            return ok()
        paths = [path for (owner, path), role in profiles.items() if owner == sender and role == "client"]
        if not paths:
            return fail(bluez_error("NotAvailable", "br-connection-profile-unavailable"))
        if how == "answer-first":
            ok()
        return self.link(sender, paths[0], ok if how == "link-first" else None, fail)

    def link(self, owner, path, ok, fail):
        theirs, other = socket.socketpair()
        def refused(problem):
            say("link refused:", problem.get_dbus_name())
            if ok:
                fail(bluez_error("Failed", "br-connection-refused"))
        def linked():
            self.change(DEVICE, {"Connected": variant(True, dbus.Boolean)})
            say("linked")
            if ok:
                ok()
        interface(owner, path, "org.bluez.Profile1").NewConnection(
            dbus.ObjectPath(self.path), dbus.types.UnixFd(theirs),
            dbus.Dictionary({"Version": dbus.UInt16(0x102, variant_level=1)}, signature="sv"),
            reply_handler=linked, error_handler=refused, timeout=25)
        if scenario.get("link") == "silent":
            end = other
        elif scenario.get("link") == "server":
            # The reader is another program on the same bus, and the till the device that connects to it.
            server, service = next(key for key, role in profiles.items() if role == "server")
            interface(server, service, "org.bluez.Profile1").NewConnection(
                dbus.ObjectPath(self.path), dbus.types.UnixFd(other), dbus.Dictionary({}, signature="sv"),
                reply_handler=lambda: None, error_handler=lambda problem: say("no reader:", problem))
            end = other
        else:
            end = subprocess.Popen(["/bin/cat"], stdin=other, stdout=other)
            other.close()
        # The service keeps a copy: closing alone does not end a link.
        links.append((theirs, end))

    @dbus.service.method(DEVICE, in_signature="s", out_signature="")
    def DisconnectProfile(self, uuid):
        say("DisconnectProfile")


def overtakes():
    left = scenario.get("overtaken", 0)
    scenario["overtaken"] = max(0, left - 1)
    return left > 0


def adapter():
    return mockobject.objects.get(HCI)


def devices():
    return [item for item in mockobject.objects.values() if isinstance(item, Device)]


def interface(owner, path, name):
    return dbus.Interface(bus.get_object(owner, path, introspect=False), name)


def device_path(address):
    return HCI + "/dev_" + address.replace(":", "_")


def appear(device):
    path = device_path(device["address"])
    if path in mockobject.objects:
        if "rssi" in device:
            mockobject.objects[path].change(DEVICE, {"RSSI": variant(device["rssi"], dbus.Int16)})
        return False
    address = device["address"]
    named = "name" in device and not device.get("late_name")
    properties = {
        "Address": variant(address, dbus.String),
        "AddressType": variant("public", dbus.String),
        "Alias": variant(device["name"] if named else address.replace(":", "-"), dbus.String),
        "Paired": variant(device.get("paired", False), dbus.Boolean),
        "Connected": variant(device.get("connected", False), dbus.Boolean),
        "Trusted": variant(device.get("trusted", False), dbus.Boolean),
        "Blocked": variant(False, dbus.Boolean),
        "LegacyPairing": variant(False, dbus.Boolean),
        "UUIDs": dbus.Array(device.get("uuids", []), signature="s", variant_level=1),
        "Adapter": variant(HCI, dbus.ObjectPath),
    }
    if named:
        properties["Name"] = variant(device["name"], dbus.String)
    if "class" in device:
        properties["Class"] = variant(device["class"], dbus.UInt32)
    if "rssi" in device:
        properties["RSSI"] = variant(device["rssi"], dbus.Int16)
    item = Device(name, path, DEVICE, properties, "/dev/null")
    if "battery" in device:
        item.props[BATTERY] = {"Percentage": variant(device["battery"], dbus.Byte)}
    add(item)
    say("(appeared %s)" % address)
    return False


def add_adapter():
    properties = {
        "Address": variant("00:01:02:03:04:05", dbus.String),
        "Powered": variant(scenario.get("adapter", "on") == "on", dbus.Boolean),
        "Discovering": variant(False, dbus.Boolean),
        "Discoverable": variant(False, dbus.Boolean),
        "DiscoverableTimeout": variant(180, dbus.UInt32),
        "Pairable": variant(True, dbus.Boolean),
    }
    add(Adapter(name, HCI, ADAPTER, properties, "/dev/null"))
    for device in scenario.get("known", []):
        appear(device)


def incoming(address):
    """A till elsewhere opens a link to the profile that is registered here as a server."""
    if device_path(address) not in mockobject.objects:
        appear({"address": address, "name": "A till", "paired": True, "connected": True})
    for (owner, path), role in profiles.items():
        if role == "server":
            return mockobject.objects[device_path(address)].link(owner, path, None, None)
    return say("nobody listens")


def ask_default_agent(address):
    """A till elsewhere begins to pair with this computer."""
    if device_path(address) not in mockobject.objects:
        appear({"address": address, "name": "A till"})
    owner, path = default_agent[0]
    interface(owner, path, "org.bluez.Agent1").RequestConfirmation(
        dbus.ObjectPath(device_path(address)), dbus.UInt32(4711),
        reply_handler=lambda: say("agreed"), error_handler=lambda problem: say("agent:", problem.get_dbus_name()))


def intrude(sender):
    """Another program than the service says that the devices are gone, and calls the profile."""
    stranger = dbus.bus.BusConnection(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])
    strangers.append(stranger)
    for owner, path in profiles:
        for item in devices():
            lie = dbus.lowlevel.SignalMessage("/", OBJECT_MANAGER_IFACE, "InterfacesRemoved")
            lie.set_destination(owner)
            lie.append(dbus.ObjectPath(item.path), [DEVICE], signature="oas")
            stranger.send_message(lie)
        stranger.get_object(owner, path, introspect=False).Release(
            dbus_interface="org.bluez.Profile1", reply_handler=lambda: say("intruded"),
            error_handler=lambda problem: say("kept out:", problem.get_dbus_name()))


def watch():
    """Tells when nobody else is on the bus."""
    daemon = bus.get_object("org.freedesktop.DBus", "/org/freedesktop/DBus", introspect=False)

    def look(*_):
        names = daemon.ListNames(dbus_interface="org.freedesktop.DBus")
        if [other for other in names if other.startswith(":")] == [bus.get_unique_name()]:
            say("alone")

    bus.add_signal_receiver(look, "NameOwnerChanged", "org.freedesktop.DBus")
    look()


def command(line):
    word, _, rest = line.partition(" ")
    if word == "drop":
        for _, end in links:
            end.close() if isinstance(end, socket.socket) else end.kill()
        for copy, _ in links:
            copy.close()
        links.clear()
    elif word == "hear":
        address, rssi = rest.split()
        mockobject.objects[device_path(address)].change(DEVICE, {"RSSI": variant(int(rssi), dbus.Int16)})
    elif word == "name":
        address, _, text = rest.partition(" ")
        mockobject.objects[device_path(address)].change(
            DEVICE, {"Name": variant(text, dbus.String), "Alias": variant(text, dbus.String)})
    elif word == "disconnected":
        mockobject.objects[device_path(rest)].change(DEVICE, {"Connected": variant(False, dbus.Boolean)})
    elif word == "vanish":
        remove(mockobject.objects[device_path(rest)], DEVICE)
    elif word == "unplug":
        for item in devices():
            remove(item, DEVICE)
        remove(adapter(), ADAPTER)
    elif word == "plug":
        add_adapter()
    elif word == "off":
        adapter().change(ADAPTER, {
            "Powered": variant(False, dbus.Boolean), "Discovering": variant(False, dbus.Boolean)})
    elif word == "typed":
        for item in devices():
            item.paired()
    elif word == "withdraw":
        for sender, path in agents.items():
            interface(sender, path, "org.bluez.Agent1").Cancel(reply_handler=lambda: None, error_handler=print)
        for item in devices():
            item.not_paired("AuthenticationTimeout", "Authentication Timeout")
    elif word == "incoming":
        incoming(rest)
    elif word == "pair-here":
        ask_default_agent(rest)
    elif word == "sync":
        say("(synchronised)")
    elif word == "watch":
        watch()
    elif word == "intrude":
        intrude(rest)
    elif word == "release":
        for owner, path in list(profiles):
            interface(owner, path, "org.bluez.Profile1").Release(
                reply_handler=lambda: say("released"), error_handler=print)
        profiles.clear()
    else:
        say("unknown command", line)
        loop.quit()


def readable(source, condition):
    global typed
    read = os.read(source, 4096)
    if not read:
        loop.quit()
        return False
    *lines, typed = (typed + read.decode()).split("\n")
    for line in lines:
        try:
            command(line)
        except Exception:
            # A test that waits for the effect learns that there is none.
            loop.quit()
            raise
    return True


signal.signal(signal.SIGCHLD, signal.SIG_IGN)
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.bus.BusConnection(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])
# The objects are there before the name is: whoever hears of the name finds them.
name = dbus.service.BusName("org.freedesktop.Double%d" % os.getpid(), bus)
root = Object(name, "/", OBJECT_MANAGER_IFACE, {}, "/dev/null", True)
mockobject.objects["/"] = root
service = Service(name, "/org/bluez", AGENTS, {}, "/dev/null")
mockobject.objects["/org/bluez"] = service
if scenario.get("adapter") != "none":
    add_adapter()
owned = dbus.service.BusName("org.bluez", bus, do_not_queue=True)
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, readable)
say("ready")
loop.run()
