"""What can go wrong between a driver and its device.

    DeviceError
    ├── LinkError                 the bytes do not come and go
    │   ├── LinkTimeout           nothing answered in time
    │   ├── LinkClosed            the port vanished or was closed under us
    │   ├── LinkGarbled           bytes came that are no frame
    │   └── PortUnavailable       the port cannot be opened
    │       ├── PortMissing       no such port, no device with that identity
    │       ├── PortBusy          another program holds it (named where it can be found out)
    │       ├── PortDenied        this account may not open it
    │       └── PortMismatch      path and identity name two devices
    ├── ProtocolError             a frame that the protocol does not allow; carries the frame
    └── DeviceFault(code)         the device itself says that it failed; carries the frame
    ProgramError                  the program itself fails, and ends where nobody catches it
    └── JournalError              the driver's own journal fails: nothing may be acknowledged

Every I/O error of a device is a change of state for the driver, never the end of it; a
`JournalError` ends it, because without a journal no card may be accepted.
"""


class DeviceError(Exception):
    """Anything that a device or the way to it did wrong. `frame` is the wire frame, if any."""

    def __init__(self, text: str, *, frame: object | None = None) -> None:
        super().__init__(text)
        self.frame = frame


class LinkError(DeviceError):
    """Bytes do not come and go as they should."""


class LinkTimeout(LinkError):  # noqa: N818 - named after what happened
    """Nothing answered in time."""


class LinkClosed(LinkError):  # noqa: N818 - see LinkTimeout
    """The port vanished (unplugged) or was closed."""


class LinkGarbled(LinkError):  # noqa: N818 - see LinkTimeout
    """Bytes arrived that are no frame of the protocol."""


class PortUnavailable(LinkError):  # noqa: N818 - see LinkTimeout
    """The port cannot be opened now; a later attempt may succeed."""


class PortMissing(PortUnavailable):
    """There is no such port, or no device with the configured identity."""


class PortBusy(PortUnavailable):
    """Another program holds the port."""


class PortDenied(PortUnavailable):
    """The operating system does not let this account open the port."""


class PortMismatch(PortUnavailable):
    """The configured path and the configured identity name two different devices."""


class ProtocolError(DeviceError):
    """A frame that the protocol does not allow here."""


class DeviceFault(DeviceError):  # noqa: N818 - the glossary's word
    """The device reports a failure of its own, by `code`."""

    def __init__(self, code: str, text: str, *, frame: object | None = None) -> None:
        super().__init__(f"{code}: {text}", frame=frame)
        self.code = code


class ProgramError(Exception):
    """The program itself fails: a file that it keeps, a device that it simulates."""


class JournalError(ProgramError):
    """The journal cannot be used (disk, other owner or address): nothing may be acknowledged."""
