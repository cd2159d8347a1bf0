"""The configuration file of a card shoe's driver: `config/devices/card_shoe.toml` explains it."""

from typing import Final

from pydantic import Field

from dealer_station.settings import Name, Section
from drivers.card_shoe.models.ssi.profile import LinkProfile
from drivers.card_shoe.symbols import SymbolSettings
from drivers.link.serial_port import LineSettings
from drivers.link.settings import DriverSettings

# Parameters from this number on take a prefix byte and their number less this one.
_EXTENDED: Final = 256
_EXTENDED_PREFIX: Final = 0xF0
_PARAMETER_MAX: Final = 511


class ParameterSetting(Section):
    """One temporary parameter of the scanner, sent after every start of it."""

    number: int = Field(ge=0, le=_PARAMETER_MAX, description="Number of the parameter.")
    value: int = Field(ge=0, le=255, description="Its value, one byte.")

    def to_bytes(self) -> bytes:
        """Return number and value as PARAM_SEND carries them."""
        if self.number < _EXTENDED:
            return bytes((self.number, self.value))
        return bytes((_EXTENDED_PREFIX, self.number - _EXTENDED, self.value))


class SsiSettings(Section):
    """The scanner's side of the serial protocol. Durations in milliseconds."""

    response_timeout_ms: int = Field(
        default=2_000,
        ge=20,
        le=10_000,
        description="Wait for an answer; must equal the scanner's serial response time-out.",
    )
    heartbeat_ms: int = Field(
        default=5_000, ge=100, le=60_000, description="Time between two questions for its revision."
    )
    beep_code: int = Field(
        default=0, ge=0, le=26, description="Beep by which `identify` makes itself heard."
    )
    parameters: tuple[ParameterSetting, ...] = Field(
        default=(),
        max_length=40,
        description="Temporary parameters; they die with the scanner's power.",
    )

    def profile(self) -> LinkProfile:
        """Return the times and settings as the link rules take them."""
        return LinkProfile(
            response_timeout_ms=self.response_timeout_ms,
            heartbeat_ms=self.heartbeat_ms,
            parameters=b"".join(parameter.to_bytes() for parameter in self.parameters),
            beep_code=self.beep_code,
        )


class CardShoeSettings(DriverSettings):
    """Everything about one shoe and its driver."""

    device: Name = Field(description="The shoe's name.")
    line: LineSettings
    ssi: SsiSettings = SsiSettings()
    symbols: SymbolSettings = SymbolSettings()
