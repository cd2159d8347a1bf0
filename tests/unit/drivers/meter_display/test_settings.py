import tomllib
from pathlib import Path

import pytest
from pydantic import ValidationError

from dealer_station.settings import ConfigurationError, load_model, read_toml
from drivers.meter_display.models.alpha.instructions import FILL, Colour, Look
from drivers.meter_display.models.alpha.profile import SignProfile
from drivers.meter_display.picture import LevelOnSign
from drivers.meter_display.settings import (
    AlphaSettings,
    AmountSettings,
    MeterDisplaySettings,
    MeterSettings,
)
from drivers.meter_display.simulator import SimulatorSettings

CONFIG = Path(__file__).parents[4] / "config" / "devices"
KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
METER = {"progressive": "caribbean", "level": "main", "keys": [KEY]}
LEVELS = [{"level": "grand", "label": "GRAND"}, {"level": "mini", "label": "MINI POT"}]
SEVERAL = {"progressive": "caribbean", "levels": LEVELS, "keys": [KEY]}
NAMES = {"table": "t1", "driver": "sign-driver", "device": "sign-1", "meter": METER}
LINE = {"path": "/dev/x"}
USB = {"vendor_id": 0x8765, "product_id": 0x1234}


def settings(**fields):
    return MeterDisplaySettings(**(NAMES | {"line": LINE} | fields))


def test_shipped_file_loads_and_says_the_defaults():
    shipped = load_model(CONFIG / "meter_display.toml", MeterDisplaySettings)
    assert shipped.alpha == AlphaSettings()
    assert shipped.amount == AmountSettings()
    assert shipped.meter == MeterSettings(**METER)
    assert (shipped.line.bytesize, shipped.line.parity, shipped.line.stopbits) == (7, "even", 1)


def test_shipped_file_names_every_key():
    text = (CONFIG / "meter_display.toml").read_text()
    content = read_toml(CONFIG / "meter_display.toml")
    assert content.keys() == MeterDisplaySettings.model_fields.keys() - {"usb"}
    for name, section in content.items():
        if isinstance(section, dict) and name != "line":
            fields = MeterDisplaySettings.model_fields[name].annotation.model_fields.keys()
            assert section.keys() == fields - {"pauses_always", "currency", "levels"}, name
    for name in (
        "identity",
        "[usb]",
        "vendor_id",
        "interface",
        "pauses_always",
        "currency",
        "levels",
    ):
        assert f"# {name}" in text


def test_shipped_file_s_usb_part_is_right_where_it_is_put_in():
    text = (CONFIG / "meter_display.toml").read_text()
    head, line = text.split("\n[line]\n")
    usb, rest = line.split("\n# [usb]\n")[1].split("\n\n", 1)
    part = "\n".join(each.removeprefix("# ") for each in usb.splitlines() if " = " in each)
    made = MeterDisplaySettings(**tomllib.loads(f"{head}\n[usb]\n{part}\n{rest}"))
    assert (made.usb.vendor_id, made.usb.serial_number) == (0x8765, "SIGN0001")
    assert made.usb.model_dump().keys() == tomllib.loads(part).keys()
    assert made.profile().pauses_always


def test_shipped_simulator_file_names_every_key():
    content = read_toml(CONFIG / "meter_display_simulator.toml")
    assert content.keys() == SimulatorSettings.model_fields.keys()
    SimulatorSettings(**content)


def test_profile_and_rules():
    made = settings(
        alpha={"position": "fill", "colour": "green", "hit_colour": "dim_red", "sign_type": "^"},
        amount={"before": "$"},
    )
    profile = made.profile()
    assert profile.look == Look(FILL, Colour.GREEN)
    assert profile.hit_look == Look(FILL, Colour.DIM_RED)
    assert (profile.sign_type, profile.baud, profile.pauses_always) == ("^", 9_600, False)
    rules = made.rules()
    assert (rules.device, rules.progressive, rules.levels) == (
        "sign-1",
        "caribbean",
        (LevelOnSign("main"),),
    )
    assert rules.style.before == "$"


def test_several_levels_keep_their_order():
    levels = settings(meter=SEVERAL).rules().levels
    assert levels == (LevelOnSign("grand", "GRAND"), LevelOnSign("mini", "MINI POT"))


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("# levels = ", "levels = ", r"sign\.toml: meter: .*one of level and levels"),
        ('level = "main"\n', "", r"sign\.toml: meter: .*one of level and levels"),
        (
            'level = "main"\n# levels = [{level = "grand", label = "GRAND"}',
            'levels = [{level = "grand", label = "GRAND 1"}',
            r"sign\.toml: meter\.levels\.0\.label: ",
        ),
        ("dwell_ms = 4000", "dwell_ms = 1000", r"sign\.toml: meter\.dwell_ms: "),
        ('at_cap = "MAX"', 'at_cap = "MAX 9"', r"sign\.toml: meter\.at_cap: "),
        ('at_cap = "MAX"', 'at_cap = ""', r"sign\.toml: meter\.at_cap: "),
    ],
)
def test_wrong_levels_name_file_and_key(tmp_path, before, after, reason):
    path = tmp_path / "sign.toml"
    text = (CONFIG / "meter_display.toml").read_text()
    assert text.count(before) == 1
    path.write_text(text.replace(before, after))
    with pytest.raises(ConfigurationError, match=reason):
        load_model(path, MeterDisplaySettings)


def test_notice_of_a_cap_is_the_house_s_and_no_wider_than_the_glass():
    assert settings(meter=METER | {"at_cap": "NAJWYZEJ"}).rules().at_cap == "NAJWYZEJ"
    with pytest.raises(ValidationError, match=r"meter\.at_cap 'AT ITS CAP' is wider than"):
        settings(meter=METER | {"at_cap": "AT ITS CAP"}, amount={"width": 9})


def test_shipped_file_s_levels_are_right_where_they_are_put_in(tmp_path):
    path = tmp_path / "sign.toml"
    text = (CONFIG / "meter_display.toml").read_text()
    path.write_text(text.replace('\nlevel = "main"\n# levels', "\nlevels"))
    levels = load_model(path, MeterDisplaySettings).rules().levels
    assert levels == (LevelOnSign("grand", "GRAND"), LevelOnSign("mini", "MINI"))


def test_defaults_are_the_profile_s_own_but_for_the_hit_s_colour():
    assert settings().profile() == SignProfile(hit_look=Look(colour=Colour.AMBER))


@pytest.mark.parametrize(
    ("line", "usb", "given", "expected"),
    [
        (LINE, None, None, False),
        (None, USB, None, True),
        (LINE, None, True, True),
        (None, USB, False, False),
    ],
)
def test_pauses_in_every_frame_are_for_usb_unless_it_is_said(line, usb, given, expected):
    made = settings(line=line, usb=usb, alpha={"pauses_always": given})
    assert made.profile().pauses_always is expected
    assert (made.profile().baud == 0) is (line is None)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"line": None}, "one of line and usb"),
        ({"usb": USB}, "one of line and usb"),
        ({"meter": METER | {"keys": []}}, "keys"),
        ({"meter": METER | {"keys": ["ab"]}}, "no Ed25519 public key"),
        ({"meter": METER | {"keys": ["zz" * 32]}}, "no Ed25519 public key"),
        ({"meter": METER | {"level": None}}, "one of level and levels"),
        ({"meter": METER | {"levels": LEVELS}}, "one of level and levels"),
        ({"meter": SEVERAL | {"levels": []}}, "levels"),
        ({"meter": SEVERAL | {"levels": [LEVELS[0], LEVELS[0]]}}, "the level 'grand' twice"),
        (
            {"meter": SEVERAL | {"levels": [LEVELS[0], LEVELS[1] | {"label": "GRAND"}]}},
            "the label 'GRAND' twice: which is which",
        ),
        ({"meter": SEVERAL | {"dwell_ms": 2_999}}, "dwell_ms"),
        *(
            ({"meter": SEVERAL | {"levels": [LEVELS[0] | {"label": label}]}}, "label")
            for label in ("", "JUMBO 7", " MINI", "MINI ", "MAŁA", "A" * 13)
        ),
        (
            {"meter": SEVERAL, "amount": {"width": 7}},
            r"meter\.levels\.1\.label 'MINI POT' is wider than amount\.width, 7",
        ),
        ({"amount": {"before": "1"}}, "before"),
        ({"amount": {"after": "€"}}, "after"),
        ({"amount": {"after": "~"}}, "after"),
        ({"amount": {"width": 33}}, "empties it"),
        ({"amount": {"decimal": ""}}, "decimal"),
        ({"amount": {"decimal": "-"}}, "decimal"),
        ({"amount": {"decimal": ".."}}, "decimal"),
        ({"amount": {"decimal": ","}}, r"decimal ',' also stands in thousands ','"),
        ({"amount": {"thousands": ". ", "decimal": "."}}, "nobody could tell"),
        ({"alpha": {"address": "1"}}, "address"),
        ({"alpha": {"colour": "pink"}}, "colour"),
        ({"alpha": {"position": "left"}}, "position"),
        ({"alpha": {"write_gap_ms": 100}}, "write_gap_ms"),
    ],
)
def test_wrong_values_are_refused(fields, reason):
    with pytest.raises(ValidationError, match=reason):
        settings(**fields)


@pytest.mark.parametrize(
    ("thousands", "decimal"), [(",", "."), (".", ","), (" ", ","), ("", "."), ("'", ".")]
)
def test_amounts_are_written_as_houses_do(thousands, decimal):
    style = settings(amount={"thousands": thousands, "decimal": decimal}).rules().style
    assert (style.thousands, style.decimal) == (thousands, decimal)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ('""', r"sign\.toml: amount\.decimal: .*pattern"),
        ('","', r"sign\.toml: amount: .*decimal ',' also stands in thousands ','"),
    ],
)
def test_wrong_decimal_names_file_key_and_reason(tmp_path, value, reason):
    path = tmp_path / "sign.toml"
    text = (CONFIG / "meter_display.toml").read_text()
    path.write_text(text.replace('decimal = "."\n', f"decimal = {value}\n"))
    with pytest.raises(ConfigurationError, match=reason):
        load_model(path, MeterDisplaySettings)


def test_unknown_key_names_file_and_key(tmp_path):
    path = tmp_path / "sign.toml"
    text = (CONFIG / "meter_display.toml").read_text()
    path.write_text(text.replace("check_ms =", "chek_ms ="))
    with pytest.raises(ConfigurationError, match=r"sign\.toml: alpha\.chek_ms: unknown key"):
        load_model(path, MeterDisplaySettings)


def test_wrong_fault_word_is_refused():
    with pytest.raises(ValidationError, match="no fault"):
        SimulatorSettings(link="p", ledger="l", faults=("3:fire",))
