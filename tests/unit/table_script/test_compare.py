"""What an expectation means: subset maps, equal lists, numbers as decimals, null as nothing."""

import pytest

from dealer_station.table_script.compare import differences


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        # maps: the named keys
        ({"phase": "settled"}, {"phase": "settled", "version": 7}),
        ({"net": {"1": {"ante": "10"}}}, {"net": {"1": {"ante": "10.00", "bet": "0.00"}, "2": {}}}),
        ({}, {"a": 1}),
        ({}, None),
        # numbers: as decimals
        ("10", "10.00"),
        ("10.0", "10"),
        ("-0", "0.00"),
        ("1e2", "100"),
        ("7", 7),
        ("99999", "99999.00"),
        # text and truth
        ("Ah Kh", "Ah Kh"),
        ("true", True),
        ("false", False),
        # lists: equal, entry by entry
        ([], []),
        (["1", "2"], [1, 2]),
        ([{"a": "1"}], [{"a": 1, "b": 2}]),
        ([], None),
        # null: absent, empty or null
        ("null", None),
        ("~", ""),
        ("", {}),
        ("null", []),
        ({"by": "null"}, {}),
        ({"blinds": {"small": "null"}}, {"blinds": {"small": None, "big": 3}}),
        ({"button": "null"}, None),
    ],
)
def test_it_holds(expected, got):
    assert list(differences(expected, got)) == []


@pytest.mark.parametrize(
    ("expected", "got", "misses"),
    [
        ({"phase": "settled"}, {"phase": "void"}, [("phase", "settled", "void")]),
        ({"phase": "settled"}, {}, [("phase", "settled", None)]),
        (
            {"net": {"1": {"ante": "10", "bet": "20"}}},
            {"net": {"1": {"ante": "-10.00", "bet": "20.00"}}},
            [("net.1.ante", "10", "-10.00")],
        ),
        (
            {"net": {"1": {"ante": "10"}, "2": {"ante": "5"}}},
            {"net": {"2": {"ante": "6.00"}}},
            [("net.1.ante", "10", None), ("net.2.ante", "5", "6.00")],
        ),
        ({"net": {"1": "x"}}, {"net": "y"}, [("net", {"1": "x"}, "y")]),
        ("10", "10.001", [("", "10", "10.001")]),
        ("10", "ten", [("", "10", "ten")]),
        ("0", False, [("", "0", False)]),
        ("1", True, [("", "1", True)]),
        ("yes", True, [("", "yes", True)]),
        ("x", None, [("", "x", None)]),
        ("x", [], [("", "x", [])]),
        ("x", {}, [("", "x", {})]),
        (["1"], ["1", "2"], [("", ["1"], ["1", "2"])]),
        (["1", "2"], ["2", "1"], [("[0]", "1", "2"), ("[1]", "2", "1")]),
        ({"a": ["1"]}, {"a": None}, [("a", ["1"], None)]),
        ({"a": []}, {"a": [1]}, [("a", [], [1])]),
        (
            {"rulings": [{"by": "dealer"}]},
            {"rulings": [{"by": None}]},
            [("rulings[0].by", "dealer", None)],
        ),
        ("null", "x", [("", None, "x")]),
        ("null", 0, [("", None, 0)]),
        ("null", False, [("", None, False)]),
        ({"a": "null"}, {"a": {"b": 1}}, [("a", None, {"b": 1})]),
        ("NaN", "0", [("", "NaN", "0")]),
    ],
)
def test_every_place_that_differs_is_named(expected, got, misses):
    found = [(one.key, one.expected, one.got) for one in differences(expected, got)]
    assert found == misses
