"""What is between this computer's radio and the reader's: distance.

It joins the kernel's Bluetooth (/dev/vhci) to an emulated controller (a socket of btvirt) and passes every packet on,
unless the reader is out of reach: then data is lost, and a call of the reader fails after 5.12 s, as with a real radio.

A search is answered here, with what the reader's radio has left in the file /tmp/answer: btvirt uses memory that it has
given back when a search is called off while it answers, and dies of it.

It takes commands, a word each, from the pipe /tmp/air:
  part    the reader is out of reach, and nobody is told
  lose    this computer's radio notices that
  leave   the reader is out of reach as soon as the connection that there is has ended
  doubt   the reader knows no pairing with this computer
  meet    it is near again, and knows its pairing
"""

import os
import select
import socket
import time

COMMAND, DATA, SYNCHRONOUS, EVENT, VENDOR = 1, 2, 3, 4, 0xFF
SEARCH_COMPLETE, FOUND = 0x01, 0x2F
CONNECTION_COMPLETE, DISCONNECTION_COMPLETE, AUTHENTICATION_COMPLETE = 0x03, 0x05, 0x06
COMMAND_COMPLETE, COMMAND_STATUS = 0x0E, 0x0F
SEARCH, CALL_OFF = bytes([0x01, 0x04]), bytes([0x02, 0x04])
CREATE_CONNECTION, AUTHENTICATE = bytes([0x05, 0x04]), bytes([0x11, 0x04])
PAGE_TIMEOUT, KEY_MISSING, CONNECTION_TIMEOUT = 0x04, 0x06, 0x08
PAGE_SECONDS = 5.12
ANSWER_SECONDS = 0.3
# Of which a search's length is told in numbers.
SEARCH_SECONDS = 1.28
CONTROLLER = "/tmp/bt-server-bredrle"


def length(packet):
    """Of the packet that the bytes begin with; None where that is not known yet."""
    if packet[0] == EVENT:
        return 3 + packet[2] if len(packet) > 2 else None
    if packet[0] == DATA:
        return 5 + int.from_bytes(packet[3:5], "little") if len(packet) > 4 else None
    return 4 + packet[3] if len(packet) > 3 else None


class Air:
    def __init__(self, commands):
        self.kernel = os.open("/dev/vhci", os.O_RDWR)
        # A controller of the classic kind and of low energy.
        os.write(self.kernel, bytes([VENDOR, 0]))
        self.controller = socket.socket(socket.AF_UNIX)
        self.controller.connect(CONTROLLER)
        self.commands = commands
        self.heard = b""
        self.late = []  # (when, packet)
        self.connection = bytes(2)
        self.loses_data = False
        self.loses_calls = False
        self.loses_key = False

    def run(self):
        while True:
            self.late.sort()
            wait = max(0, self.late[0][0] - time.monotonic()) if self.late else None
            ready, _, _ = select.select([self.kernel, self.controller, self.commands], [], [], wait)
            while self.late and self.late[0][0] <= time.monotonic():
                os.write(self.kernel, self.late.pop(0)[1])
            if self.commands in ready:
                for word in os.read(self.commands, 256).decode().split():
                    self.obey(word)
            if self.kernel in ready:
                self.send(os.read(self.kernel, 4096))
            if self.controller in ready:
                heard = self.controller.recv(65536)
                if not heard:
                    return
                self.hear(heard)

    def obey(self, word):
        if word == "lose":
            self.tell(DISCONNECTION_COMPLETE, 0, *self.connection, CONNECTION_TIMEOUT)
        else:
            self.loses_data = word == "part"
            self.loses_calls = word in ("part", "leave")
            self.loses_key = word == "doubt"

    def tell(self, event, *parameters, after=0):
        """Has the controller tell the kernel an event, now or so many seconds later."""
        packet = bytes([EVENT, event, len(parameters), *parameters])
        if after:
            self.late.append((time.monotonic() + after, packet))
        else:
            os.write(self.kernel, packet)

    def send(self, packet):
        command = packet[1:3] if packet[0] == COMMAND else None
        if packet[0] == VENDOR or self.loses_data and packet[0] == DATA:
            return
        if command == SEARCH:
            self.tell(COMMAND_STATUS, 0, 1, *SEARCH)
            if not self.loses_calls:
                self.tell(FOUND, *self.answer(), after=ANSWER_SECONDS)
            self.tell(SEARCH_COMPLETE, 0, after=packet[7] * SEARCH_SECONDS)
        elif command == CALL_OFF:
            self.late = [(when, late) for when, late in self.late if late[1] not in (FOUND, SEARCH_COMPLETE)]
            self.tell(COMMAND_COMPLETE, 1, *CALL_OFF, 0)
        elif command == CREATE_CONNECTION and self.loses_calls:
            self.tell(COMMAND_STATUS, 0, 1, *CREATE_CONNECTION)
            # No connection, of the classic kind, without encryption, to that address.
            self.tell(CONNECTION_COMPLETE, PAGE_TIMEOUT, 0, 0, *packet[4:10], 1, 0, after=PAGE_SECONDS)
        elif command == AUTHENTICATE and self.loses_key:
            self.tell(COMMAND_STATUS, 0, 1, *AUTHENTICATE)
            self.tell(AUTHENTICATION_COMPLETE, KEY_MISSING, *packet[4:6])
        else:
            self.controller.sendall(packet)

    def answer(self):
        """One answer, as the event has it."""
        with open("/tmp/answer", "rb") as file:
            address, device_class, texts = file.read(6), file.read(3), file.read(240)
        # Found quickly when it is called, clock as ours, -60 dBm.
        return [1, *address, 1, 0, *device_class, 0, 0, 256 - 60, *texts.ljust(240, b"\0")]

    def hear(self, heard):
        self.heard += heard
        while self.heard:
            end = length(self.heard)
            if end is None or len(self.heard) < end:
                return
            packet, self.heard = self.heard[:end], self.heard[end:]
            self.pass_on(packet)

    def pass_on(self, packet):
        if packet[0] == EVENT and packet[1] == CONNECTION_COMPLETE and packet[3] == 0:
            self.connection = packet[4:6]
        if not (self.loses_data and packet[0] == DATA):
            os.write(self.kernel, packet)


os.mkfifo("/tmp/air")
# Open for writing too: the pipe outlives whoever writes to it.
Air(os.open("/tmp/air", os.O_RDWR | os.O_NONBLOCK)).run()
