import HeftWire

/// A link with a record of what came out of it, and its timers.
struct LinkUnderTest {
    var link: FrameLink
    private(set) var outputs: [FrameLink.Output] = []
    private(set) var written: [[UInt8]] = []
    private(set) var messages: [[UInt8]] = []
    private(set) var deliveries = 0
    private(set) var messageTimeouts = 0
    private(set) var failure: LinkFailure?
    /// Seconds of the timers that run.
    private(set) var timers: [FrameLink.Timer: Int] = [:]

    init(crossing: FrameLink.CrossingPolicy) {
        link = FrameLink(crossing: crossing)
    }

    /// Seconds of the timer that would run out first.
    var shortestWait: Int? { timers.values.min() }

    /// Lets one thing happen to the link, and gives back what came out.
    @discardableResult
    mutating func take(_ event: (inout FrameLink) -> [FrameLink.Output]) -> [FrameLink.Output] {
        let new = event(&link)
        outputs += new
        for output in new {
            switch output {
            case .write(let bytes): written.append(bytes)
            case .startTimer(let timer, let seconds): timers[timer] = seconds
            case .stopTimer(let timer): timers[timer] = nil
            case .message(let bytes): messages.append(bytes)
            case .delivered: deliveries += 1
            case .messageTimeout: messageTimeouts += 1
            case .failed(let reason): failure = reason
            case .observed: break
            }
        }
        return new
    }

    mutating func fire(_ timer: FrameLink.Timer) {
        timers[timer] = nil
        take { $0.timerFired(timer) }
    }

    mutating func fireShortest() {
        guard let timer = timers.min(by: { $0.value < $1.value })?.key else { return }
        fire(timer)
    }
}
