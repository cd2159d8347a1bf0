"""The configuration file of a sign's driver: `config/devices/meter_display.toml` explains it."""

from typing import Annotated, Self

from pydantic import Field, field_validator, model_validator

from dealer_station.messages.meter_signature import keys_by_id
from dealer_station.settings import Name, Section
from drivers.link.serial_port import LineSettings
from drivers.link.settings import DriverSettings
from drivers.link.usb_port import UsbSettings
from drivers.meter_display.models.alpha.instructions import (
    BOTTOM,
    FILL,
    MIDDLE,
    STRING_SIZE_MAX,
    TOP,
    Colour,
    Look,
)
from drivers.meter_display.models.alpha.profile import SignProfile
from drivers.meter_display.picture import AT_CAP, LABEL_LENGTH_MAX, DisplayRules, LevelOnSign
from drivers.meter_display.wording import AmountStyle

_POSITIONS = {"middle": MIDDLE, "top": TOP, "bottom": BOTTOM, "fill": FILL}

Affix = Annotated[str, Field(pattern=r"^[ -/:-}]{0,8}$")]
"""A few letters that every sign has; no digits, which would make another number."""

ColourName = Annotated[str, Field(pattern=f"^({'|'.join(c.name.lower() for c in Colour)})$")]


Label = Annotated[
    str, Field(pattern=r"^[!-/:-}]([ -/:-}]*[!-/:-}])?$", max_length=LABEL_LENGTH_MAX)
]
"""Words beside an amount on the glass: no digits, which would look like part of it."""


class LevelSettings(Section):
    """A level of a sign that shows several, and what stands before its amount."""

    level: Name = Field(description="The level whose amount is shown.")
    label: Label = Field(description="What the sign calls it, without digits.")


class MeterSettings(Section):
    """Which meter the sign shows, and whom it believes."""

    progressive: Name = Field(description="The progressive whose meter is shown.")
    level: Name | None = Field(
        default=None, description="The level whose amount is shown, alone and without a name, or …"
    )
    levels: tuple[LevelSettings, ...] | None = Field(
        default=None,
        min_length=1,
        max_length=16,
        description="… the levels that take turns in this order, each with its name.",
    )
    dwell_ms: int = Field(
        default=4_000,
        ge=3_000,
        le=60_000,
        description="How long each page stands where several take turns.",
    )
    at_cap: Label = Field(
        default=AT_CAP,
        description="What says that a level has reached its cap, beside its amount or on a page "
        "after it; without digits.",
    )
    currency: str | None = Field(
        default=None,
        pattern=r"^[A-Z]{3}$",
        description="The currency to show it in, where tables play in another than the "
        "progressive's. Left out: the progressive's.",
    )
    keys: tuple[str, ...] = Field(
        min_length=1,
        max_length=16,
        description="Public keys of the stations that sign the meter, 64 hexadecimal digits each.",
    )
    shows_suspended: bool = Field(
        default=False, description="Show the amount of a level that cannot be won at present."
    )

    @field_validator("keys")
    @classmethod
    def _check_keys(cls, keys: tuple[str, ...]) -> tuple[str, ...]:
        try:
            keys_by_id(keys)
        except ValueError as error:
            raise ValueError("a key is no Ed25519 public key in hexadecimal") from error
        return keys

    @model_validator(mode="after")
    def _check_levels(self) -> Self:
        if (self.level is None) == (self.levels is None):
            raise ValueError("one of level and levels must be given, and one only")
        for name in ("level", "label"):
            values = [getattr(each, name) for each in self.levels or ()]
            twice = next((value for value in values if values.count(value) > 1), None)
            if twice is not None:
                raise ValueError(f"levels has the {name} {twice!r} twice: which is which?")
        return self

    def shown(self) -> tuple[LevelOnSign, ...]:
        """Return the levels in their order, as the picture takes them."""
        if self.level is not None:
            return (LevelOnSign(self.level),)
        return tuple(LevelOnSign(each.level, each.label) for each in self.levels or ())


class AmountSettings(Section):
    """How an amount is written. Seven-bit letters only: a sign has no others for sure."""

    thousands: Affix = Field(default=",", description="Between groups of three digits.")
    decimal: str = Field(
        default=".",
        pattern=r"^[.,]$",
        description="Before the two decimals: . or , and not what stands between groups.",
    )
    before: Affix = Field(default="", description="Before the amount, such as $.")
    after: Affix = Field(default="", description="After the amount, such as ' EUR'.")
    width: int = Field(
        default=14,
        ge=7,
        le=STRING_SIZE_MAX,
        description="Characters that stand side by side on the glass; a longer amount is not "
        "shown at all.",
    )

    @model_validator(mode="after")
    def _check_decimal(self) -> Self:
        if self.decimal in self.thousands:
            raise ValueError(
                f"decimal {self.decimal!r} also stands in thousands {self.thousands!r}: nobody "
                "could tell where the decimals begin"
            )
        return self

    def style(self) -> AmountStyle:
        """Return the style as the wording takes it."""
        return AmountStyle(self.thousands, self.decimal, self.before, self.after)


class AlphaSettings(Section):
    """The sign's side of the Alpha protocol. Durations in milliseconds."""

    sign_type: str = Field(
        default="Z", pattern=r"^[!-~]$", description="Type code of the sign; Z is all signs."
    )
    address: str = Field(
        default="00", pattern=r"^[0-9A-F?]{2}$", description="Address; 00 is all signs."
    )
    position: str = Field(
        default="middle",
        pattern=f"^({'|'.join(_POSITIONS)})$",
        description="Where the text stands on a sign of several lines.",
    )
    colour: ColourName = Field(default="red", description="Colour of the amount.")
    hit_colour: ColourName = Field(default="amber", description="Colour of the message of a hit.")
    read_back_every: int = Field(
        default=1,
        ge=0,
        le=100,
        description="Read the amount back after every so many writes. 0: the sign cannot be asked "
        "(a cable without a return wire, several signs on one line).",
    )
    repeat_ms: int = Field(
        default=3_000,
        ge=1_000,
        le=60_000,
        description="A sign that cannot be asked: time after which dashes are written again, and "
        "twice more a message or its release.",
    )
    repeat_amount_ms: int = Field(
        default=10_000,
        ge=1_000,
        le=3_600_000,
        description="A sign that cannot be asked: time after which an amount that stays is written "
        "again, with the release of any message; it may flicker.",
    )
    renew_ms: int = Field(
        default=300_000,
        ge=60_000,
        le=86_400_000,
        description="A sign that cannot be asked: time of dashes after which its memory is "
        "written anew; it is dark for twice clear_ms, and settle_ms.",
    )
    write_gap_ms: int = Field(
        default=250, ge=250, le=5_000, description="Least time from a write to what follows it."
    )
    reply_timeout_ms: int = Field(
        default=500, ge=100, le=2_000, description="How long an answer may take."
    )
    check_ms: int = Field(
        default=5_000, ge=1_000, le=60_000, description="Time between two looks at its memory."
    )
    register_ms: int = Field(
        default=60_000,
        ge=5_000,
        le=3_600_000,
        description="Time between two looks at its error register and at the amount.",
    )
    has_clear: bool = Field(
        default=True, description="Clear the memory before its table is written."
    )
    clear_ms: int = Field(
        default=10_000, ge=100, le=60_000, description="Wait after the clear: the sign resets."
    )
    settle_ms: int = Field(
        default=2_000, ge=100, le=60_000, description="Wait after the memory's table."
    )
    value_size: int = Field(
        default=32, ge=8, le=STRING_SIZE_MAX, description="Bytes of the file with the amount."
    )
    text_size: int = Field(
        default=64, ge=32, le=1_024, description="Bytes of the file with the text around it."
    )
    pauses_always: bool | None = Field(
        default=None,
        description="Pause within every packet, not only in those with several commands. Left "
        "out: on USB only.",
    )


class MeterDisplaySettings(DriverSettings):
    """Everything about one sign and its driver."""

    device: Name = Field(description="The sign's name.")
    line: LineSettings | None = Field(default=None, description="The serial line, or …")
    usb: UsbSettings | None = Field(default=None, description="… the USB device.")
    meter: MeterSettings
    amount: AmountSettings = AmountSettings()
    alpha: AlphaSettings = AlphaSettings()

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.line is None) == (self.usb is None):
            raise ValueError("one of line and usb must be given, and one only")
        if self.amount.width > self.alpha.value_size:
            raise ValueError("amount.width is more than alpha.value_size: such a value empties it")
        words = [
            (f"meter.levels.{number}.label", each.label)
            for number, each in enumerate(self.meter.shown())
        ]
        for key, text in (*words, ("meter.at_cap", self.meter.at_cap)):
            if len(text) > self.amount.width:
                raise ValueError(
                    f"{key} {text!r} is wider than amount.width, {self.amount.width}: it would "
                    "not fit the glass"
                )
        return self

    def profile(self) -> SignProfile:
        """Return the settings as the protocol's host takes them."""
        alpha = self.alpha
        position = _POSITIONS[alpha.position]
        pauses = self.usb is not None if alpha.pauses_always is None else alpha.pauses_always
        return SignProfile(
            sign_type=alpha.sign_type,
            address=alpha.address,
            look=Look(position, Colour[alpha.colour.upper()]),
            hit_look=Look(position, Colour[alpha.hit_colour.upper()]),
            read_back_every=alpha.read_back_every,
            repeat_ms=alpha.repeat_ms,
            repeat_amount_ms=alpha.repeat_amount_ms,
            renew_ms=alpha.renew_ms,
            write_gap_ms=alpha.write_gap_ms,
            reply_timeout_ms=alpha.reply_timeout_ms,
            check_ms=alpha.check_ms,
            register_ms=alpha.register_ms,
            has_clear=alpha.has_clear,
            clear_ms=alpha.clear_ms,
            settle_ms=alpha.settle_ms,
            value_size=alpha.value_size,
            text_size=alpha.text_size,
            baud=0 if self.line is None else self.line.baud,
            pauses_always=pauses,
        )

    def rules(self) -> DisplayRules:
        """Return what this sign is for."""
        return DisplayRules(
            device=self.device,
            progressive=self.meter.progressive,
            levels=self.meter.shown(),
            currency=self.meter.currency,
            at_cap=self.meter.at_cap,
            style=self.amount.style(),
            width=self.amount.width,
            shows_suspended=self.meter.shows_suspended,
        )
