"""The configuration file of a line of acceptors: `config/devices/bet_acceptor.toml` explains it."""

from typing import Annotated, Final, Self

from pydantic import Field, model_validator

from dealer_station.settings import Name, Section
from drivers.bet_acceptor.driver import SeatAddress
from drivers.bet_acceptor.models.cctalk.commands import COIN_ID_LENGTH, POSITIONS
from drivers.bet_acceptor.models.cctalk.profile import (
    ChecksumSetting,
    EchoSetting,
    LampCommand,
    LampProfile,
    LampSense,
    LineProfile,
    Token,
)
from drivers.link.serial_port import LineSettings
from drivers.link.settings import DriverSettings

DEVICES_MAX: Final = 16
# 0 is everybody, 1 is the host.
_ADDRESS_MIN: Final = 2

Bit = Annotated[int, Field(ge=0, le=7)]


class DeviceSettings(Section):
    """One acceptor of the line."""

    name: Name = Field(description="The acceptor's name, as in the table's file.")
    address: int = Field(ge=_ADDRESS_MIN, le=255, description="Its ccTalk address.")


class TokenSettings(Section):
    """One kind of token that the acceptors are taught to know."""

    position: int = Field(ge=1, le=POSITIONS, description="Its position in the acceptor.")
    value_minor: int = Field(ge=1, le=10**9, description="Its worth in the smallest unit.")
    coin_id: str | None = Field(
        default=None,
        min_length=COIN_ID_LENGTH,
        max_length=COIN_ID_LENGTH,
        description="The six characters that the acceptor must call it; else it is refused.",
    )


class LampSettings(Section):
    """The lamp's output line, and what senses it. Bits count from 0."""

    command: LampCommand = Field(
        default=LampCommand.LATCH, description="Latch (header 233) or test (header 238)."
    )
    bit: Bit = Field(default=0, description="Bit of the output line that the lamp hangs on.")
    sense: LampSense = Field(
        default=LampSense.NONE, description="What tells whether the lamp burns, if anything."
    )
    sense_bit: Bit = Field(default=0, description="Bit that senses the lamp.")
    sense_is_inverted: bool = Field(default=False, description="Whether 0 means that it burns.")
    refresh_ms: int = Field(
        default=5_000, ge=0, le=600_000, description="Time between two settings; 0: only changes."
    )

    def profile(self) -> LampProfile:
        """Return the lamp as the rules of the protocol take it."""
        return LampProfile(
            command=self.command,
            bit=self.bit,
            sense=self.sense,
            sense_bit=self.sense_bit,
            sense_is_inverted=self.sense_is_inverted,
            refresh_ms=self.refresh_ms,
        )


class CctalkSettings(Section):
    """The bus. Durations in milliseconds."""

    checksum: ChecksumSetting = Field(
        default=ChecksumSetting.AUTO, description="Checksum of the acceptors; auto tries both."
    )
    echo: EchoSetting = Field(
        default=EchoSetting.AUTO, description="Whether the adapter brings back what was sent."
    )
    has_leading_nul: bool = Field(
        default=False, description="Whether a byte 00 may stand before an answer."
    )
    start_after_ms: int = Field(
        default=250, ge=0, le=10_000, description="Wait after the port was opened."
    )
    reply_timeout_ms: int = Field(
        default=100, ge=20, le=5_000, description="Longest wait for an answer to begin."
    )
    echo_timeout_ms: int = Field(
        default=60, ge=10, le=1_000, description="Longest wait for the echo."
    )
    quiet_ms: int = Field(
        default=60, ge=50, le=5_000, description="Silence after a request without a good answer."
    )
    tries: int = Field(
        default=3, ge=1, le=10, description="Silent probes, each checksum, until it is lost."
    )
    poll_ms: int = Field(
        default=250, ge=20, le=2_000, description="Time between two readings of one acceptor."
    )
    probe_ms: int = Field(
        default=1_000, ge=100, le=60_000, description="Time between two probes of lost acceptors."
    )
    check_ms: int = Field(
        default=5_000, ge=500, le=600_000, description="Time between two checks of the settings."
    )
    self_check_timeout_ms: int = Field(
        default=2_500, ge=100, le=4_000, description="Longest wait for a self-check."
    )
    station_patience_ms: int = Field(
        default=1_000,
        ge=0,
        le=60_000,
        description="How long windows stay open without the station.",
    )
    lamp: LampSettings = LampSettings()


class BetAcceptorSettings(DriverSettings):
    """Everything about one line of acceptors and its driver."""

    line: LineSettings
    cctalk: CctalkSettings = CctalkSettings()
    device: tuple[DeviceSettings, ...] = Field(
        min_length=1, max_length=DEVICES_MAX, description="The acceptors of the line."
    )
    token: tuple[TokenSettings, ...] = Field(
        min_length=1, max_length=POSITIONS, description="The kinds of token that are taken."
    )

    @model_validator(mode="after")
    def _check_doubles(self) -> Self:
        for what, values in (
            ("names", [device.name for device in self.device]),
            ("addresses", [device.address for device in self.device]),
            ("positions", [token.position for token in self.token]),
        ):
            if len(set(values)) != len(values):
                raise ValueError(f"two equal {what}: {', '.join(map(str, sorted(values)))}")
        return self

    def addresses(self) -> tuple[SeatAddress, ...]:
        """Return names and addresses of the devices."""
        return tuple(SeatAddress(device.name, device.address) for device in self.device)

    def profile(self) -> LineProfile:
        """Return times and settings as the rules of the protocol take them."""
        bus = self.cctalk
        return LineProfile(
            baud=self.line.baud,
            checksum=bus.checksum,
            echo=bus.echo,
            has_leading_nul=bus.has_leading_nul,
            start_after_ms=bus.start_after_ms,
            reply_timeout_ms=bus.reply_timeout_ms,
            echo_timeout_ms=bus.echo_timeout_ms,
            quiet_ms=bus.quiet_ms,
            tries=bus.tries,
            poll_ms=bus.poll_ms,
            probe_ms=bus.probe_ms,
            check_ms=bus.check_ms,
            self_check_timeout_ms=bus.self_check_timeout_ms,
            station_patience_ms=bus.station_patience_ms,
            lamp=bus.lamp.profile(),
            tokens=tuple(
                Token(token.position, token.value_minor, token.coin_id) for token in self.token
            ),
        )
