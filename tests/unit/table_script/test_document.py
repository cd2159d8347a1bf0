"""YAML with line numbers: every scalar is text, every fault names file, line and reason."""

import pytest

from dealer_station.table_script.document import Node, ScriptError, documents


def read(text):
    return list(documents(text, "s.yaml"))


def plain(text):
    (node,) = read(text)
    return node.plain()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.00", "10.00"),
        ("1e3", "1e3"),
        ("yes", "yes"),
        ("null", "null"),
        ("~", "~"),
        ("0x10", "0x10"),
        ("2026-01-01", "2026-01-01"),
        ("!!int 7", "7"),
        ("'??'", "??"),
        ('"Zoë ♠"', "Zoë ♠"),
        ("a: ", {"a": ""}),
        ("1: x", {"1": "x"}),
        ("true: x", {"true": "x"}),
        ("[1, [2], {a: b}]", ["1", ["2"], {"a": "b"}]),
        ("a: |\n  x\n  y\n", {"a": "x\ny\n"}),
        ("a: &anchor 1", {"a": "1"}),
    ],
)
def test_every_scalar_stays_text(text, expected):
    assert plain(text) == expected


def test_every_piece_knows_its_line():
    (node,) = read("a: 1\nb:\n  - x\n  -\n    c: 2\n")
    assert node.line == 1
    assert node.mapping["b"].line == 3
    assert [item.line for item in node.mapping["b"].items] == [3, 5]
    assert node.mapping["b"].items[1].mapping["c"].line == 5
    assert {node.file, node.mapping["a"].file} == {"s.yaml"}


def test_documents_are_told_apart_and_empty_ones_left_out():
    assert [node.plain() for node in read("---\na: 1\n---\n---\nb: 2\n")] == [
        {"a": "1"},
        {"b": "2"},
    ]
    assert [node.line for node in read("---\na: 1\n---\n# nothing\n---\nb: 2\n")] == [2, 6]
    assert read("") == read("# a comment\n") == []


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("a: 1\nb: [1\n", 3, "no valid YAML: expected ',' or ']'"),
        ("a: 1\n  b: 2\n", 2, "no valid YAML: mapping values are not allowed here"),
        ("a:\n\t- 1\n", 2, "no valid YAML: found character '\\t'"),
        ("a: 1\na: 2\n", 2, "'a' stands twice"),
        ("a:\n  b: 1\n  c: 1\n  b: 2\n", 4, "'b' stands twice"),
        ("a: &x 1\nb: *x\n", 2, "no valid YAML: a script has no aliases"),
        ("? [a]\n: b\n", 1, "expected a single value"),
        ("a: 1\nb: \x07\n", 2, "no valid YAML: character 0x7"),
        ('a: 1\nb: "\\UFFFFFFFF"\n', 2, "no valid YAML: a number out of range"),
        ("%YAML " + "1" * 5000 + ".1\n---\na: 1", 1, "no valid YAML: a number out of range"),
        ("%YAML 9.0\n---\na: 1", 1, "no valid YAML: found incompatible YAML document"),
        ('a: 1\nb: "\\ud800"\n', 2, "a character that is no text"),
        ('a: 1\nb: "x\\0"\n', 2, "a character that is no text"),
        ("[" * 5000, 1, "nested too deeply"),
    ],
)
def test_a_fault_names_file_line_and_reason(text, line, reason):
    with pytest.raises(ScriptError) as caught:
        read(text)
    error = caught.value
    assert (error.file, error.line) == ("s.yaml", line)
    assert error.reason.startswith(reason)
    assert str(error) == f"s.yaml:{line}: {error.reason}"


def test_documents_before_a_fault_are_given():
    given = documents("a: 1\n---\nb: [\n", "s.yaml")
    assert next(given).plain() == {"a": "1"}
    with pytest.raises(ScriptError):
        next(given)


@pytest.mark.parametrize("wanted", ["text", "items", "mapping"])
def test_a_node_of_another_kind_is_an_error_where_it_stands(wanted):
    kinds = {"text": "x", "items": (), "mapping": {}}
    says = {
        "text": "expected a single value",
        "items": "expected a list",
        "mapping": "expected a mapping",
    }
    for kind, value in kinds.items():
        node = Node("s.yaml", 7, value)
        if kind == wanted:
            assert getattr(node, wanted) == value
            continue
        with pytest.raises(ScriptError, match=rf"s\.yaml:7: {says[wanted]}"):
            getattr(node, wanted)


def test_many_references_cannot_make_a_script_large():
    """The doubling of aliases that takes a machine's memory ends at the first of them."""
    lines = ["a0: &a0 x"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 50)]
    with pytest.raises(ScriptError, match=r"s\.yaml:2: .*no aliases"):
        read("\n".join(lines))
