import EventLogging
import HeftKit
import HeftTransport
import HeftWire
import Synchronization
import Testing

/// A manager with one reader that a script plays, connected.
final class ScriptedReader: Sendable {
    let manager = HeftManager()
    let recorder = Recorder()
    let timers = TestTimers()
    let activities = EventLog<HeftActivity>()
    let device: HeftRemoteDevice

    /// - Parameters:
    ///   - kind: how it is reached.
    ///   - answers: what it says to each message of the till after the init and the log level.
    init(_ kind: ReaderDevice.Kind = .wired, answers: [[ReaderMessage]] = []) throws {
        let all = try ScriptedReader.beginning() + answers.map(ScriptedReader.bytes)
        let device = ReaderDevice(name: "HiPro 1", address: "/dev/ttyACM0", kind: kind)
        self.device = HeftRemoteDevice(device)
        manager.environment.timers = timers
        manager.callbacks.setSpecific(key: Recorder.queueMark, value: true)
        manager.delegate = recorder
        manager.activityObserver = { [activities] _, activity in activities.append(activity) }
        manager.register(
            ScriptedSource(
                presentDevices: kind == .wired ? [device] : [], open: { _ in ScriptedChannel(answers: all) }))
    }

    func connect() throws -> any HeftClient {
        manager.client(for: device, sharedSecret: Shop.secret, delegate: recorder)
        try #require(recorder.log.wait(where: { $0 == .status(0x9999) }), "the reader does not connect")
        return try #require(recorder.client)
    }

    /// The messages that the till sent with this command, whole.
    func sent(_ command: String) -> [String] {
        activities.entries.compactMap { activity in
            guard case .message(.sent, let message) = activity, message.command == command else { return nil }
            return String(decoding: message.bytes, as: UTF8.self)
        }
    }

    static func beginning(xml: String = "<InitResponse/>") throws -> [[UInt8]] {
        let body = InitResponse.Body(
            bufferSize: 1024, serialNumber: "000012348421", publicKeyVersion: 1, emvParameterVersion: 2,
            generalParameterVersion: 3, manufacturerCode: 0, modelCode: 1, applicationName: Array("HPEFT   ".utf8),
            applicationVersion: 0x0107, xml: Array(xml.utf8))
        return try [
            bytes([.initialised(InitResponse(status: .success, body: body))]),
            bytes([.plain(.logLevelSet, .success)]),
        ]
    }

    static func bytes(_ messages: [ReaderMessage]) throws -> [UInt8] {
        try ControlSymbol.ack.bytes + messages.flatMap { FrameEncoder.initial.frames(of: try $0.encoded()).joined() }
    }
}
