"""A card reader at the second emulated radio: is found, pairs, offers a serial service, and joins each link to a
till-reader of its own, whose books outlive it.

It says what happens on standard output, and takes commands, a word each, from the pipe /tmp/radio; each is confirmed by
"did WORD". Pairing is by comparing numbers at first:
  confirm, pin, refuse    pairs by comparing numbers, by the PIN 0000, or not at all
  drop                    ends the connection, as a reader does whose battery is taken out
  break                   does so in place of sending the next result of a payment
  forget                  forgets whom it is paired with
  bare                    offers no serial service; "serial" takes that back

With --modules it prints the files of the modules that it has loaded, and does nothing else.
"""

import asyncio
import os
import sys

import bumble.transport.unix  # loaded late otherwise
from bumble import hci
from bumble.core import UUID
from bumble.device import Device, DeviceConfiguration
from bumble.hci import Address
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.rfcomm import Server, make_service_sdp_records
from bumble.transport import open_transport

NAME = "Card reader 0042"
PIN = "0000"
# Nothing that has a class of its own.
UNCATEGORISED = 0x001F00
SERIAL_PORT = UUID("00001101-0000-1000-8000-00805F9B34FB")
SERVICE_RECORD = 0x00010001
CONTROLLER = "unix:/tmp/bt-server-bredrle"
# What the message begins with that ends a sale.
RESULT = b"F001"
READER = ["till-reader", "--stdio", "--books", "/tmp/reader.json"]


def say(*words):
    print(*words, flush=True)


class Consent(PairingDelegate):
    """Whoever stands at the reader while it pairs."""

    def __init__(self, radio):
        is_typed = radio.pairing == "pin"
        super().__init__(self.KEYBOARD_INPUT_ONLY if is_typed else self.DISPLAY_OUTPUT_AND_YES_NO_INPUT)
        self.radio = radio

    async def accept(self):
        return True

    async def confirm(self, auto=False):
        return self.radio.pairing != "refuse"

    async def compare_numbers(self, number, digits):
        say("compares", number)
        return self.radio.pairing != "refuse"

    async def get_string(self, max_length):
        return PIN


class Link:
    """One serial link, from its beginning to its end, and the reader behind it."""

    def __init__(self, radio, channel):
        self.radio = radio
        self.channel = channel
        self.heard = asyncio.Queue()
        channel.sink = self.heard.put_nowait
        channel.on(channel.EVENT_CLOSE, self.close)
        answer = channel.on_disc_frame

        def ended(frame):
            answer(frame)
            channel.multiplexer.dlcs.pop(channel.dlci, None)
            self.close()

        # The library answers the till that ends a link, and tells nobody.
        channel.on_disc_frame = ended
        self.is_open = True

    def close(self):
        self.is_open = False
        self.heard.put_nowait(None)

    async def run(self):
        reader = await asyncio.create_subprocess_exec(
            *READER, *self.radio.options(), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        say("linked")
        await asyncio.gather(self.listen(reader), self.speak(reader))
        await reader.wait()
        say("unlinked", reader.returncode)

    async def listen(self, reader):
        while (data := await self.heard.get()) is not None:
            reader.stdin.write(data)
            try:
                await reader.stdin.drain()
            except ConnectionError:
                break
        reader.stdin.close()

    async def speak(self, reader):
        while data := await reader.stdout.read(4096):
            if self.radio.breaks_at_result and RESULT in data:
                self.radio.breaks_at_result = False
                await self.radio.drop()
            elif self.is_open:
                self.channel.write(data)
        if self.is_open:
            # The reader broke the link.
            await self.radio.drop()


class Radio:
    def __init__(self, device):
        self.device = device
        self.pairing = "confirm"
        self.connection = None
        self.breaks_at_result = False
        self.links = asyncio.Queue()
        device.keystore = MemoryKeyStore()
        device.pairing_config_factory = lambda connection: PairingConfig(delegate=Consent(self))
        device.on("connection", self.connected)
        self.channel = Server(device).listen(lambda channel: self.links.put_nowait(Link(self, channel)))

    def options(self):
        """What the next till-reader is started with, once."""
        try:
            with open("/tmp/reader.options", encoding="utf-8") as file:
                options = file.read().split()
            os.remove("/tmp/reader.options")
            return options
        except FileNotFoundError:
            return ["--speed", "instant"]

    def connected(self, connection):
        self.connection = connection
        connection.on(connection.EVENT_DISCONNECTION, lambda reason: say("disconnected", reason))

    async def serve(self):
        # One after the other: two readers cannot have the same books.
        while True:
            await (await self.links.get()).run()

    async def drop(self):
        if self.connection is not None:
            connection, self.connection = self.connection, None
            try:
                await connection.disconnect()
            except Exception as problem:  # It was gone already, whatever the library calls that.
                say("not dropped:", problem)

    def offer(self, is_offered=True):
        record = make_service_sdp_records(SERVICE_RECORD, self.channel, SERIAL_PORT)
        self.device.sdp_service_records = {SERVICE_RECORD: record} if is_offered else {}

    async def pair_by(self, way):
        self.pairing = way
        is_simple = 0 if way == "pin" else 1
        await self.device.send_command(hci.HCI_Write_Simple_Pairing_Mode_Command(simple_pairing_mode=is_simple))

    async def obey(self, word):
        if word in ("confirm", "pin", "refuse"):
            await self.pair_by(word)
        elif word in ("bare", "serial"):
            self.offer(word == "serial")
        elif word == "forget":
            await self.device.keystore.delete_all()
        elif word == "drop":
            await self.drop()
        elif word == "break":
            self.breaks_at_result = True
        say("did", word)


async def main():
    async with await open_transport(CONTROLLER) as (source, sink):
        configuration = DeviceConfiguration()
        configuration.name = NAME
        configuration.class_of_device = UNCATEGORISED
        configuration.classic_enabled = True
        configuration.classic_ssp_enabled = True
        configuration.classic_sc_enabled = False
        configuration.le_enabled = False
        device = Device.from_config_with_hci(configuration, source, sink)
        radio = Radio(device)
        radio.offer()
        await device.power_on()
        await device.set_discoverable(True)
        await device.set_connectable(True)
        with open("/tmp/answer", "wb") as file:
            file.write(bytes(device.public_address))
            file.write(device.class_of_device.to_bytes(3, "little"))
            file.write(device.inquiry_response)
        os.mkfifo("/tmp/radio")
        # Open for writing too: the pipe outlives whoever writes to it.
        pipe = os.fdopen(os.open("/tmp/radio", os.O_RDWR | os.O_NONBLOCK), "rb", 0)
        commands = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), pipe)
        serving = asyncio.create_task(radio.serve())
        say("ready", str(device.public_address).removesuffix("/P"))
        while word := (await commands.readline()).decode().strip():
            await radio.obey(word)
        serving.cancel()


if "--modules" in sys.argv:
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None):
            say(os.path.abspath(module.__file__))
else:
    asyncio.run(main())
