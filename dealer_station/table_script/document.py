"""YAML with line numbers: every scalar stays text, and every error names file, line and reason."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.reader import ReaderError


class ScriptError(Exception):
    """A file that is no valid script; says where and why."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of a document: text, a list of nodes, or a mapping of text to nodes."""

    file: str
    line: int
    value: "str | tuple[Node, ...] | dict[str, Node]"

    def error(self, reason: str) -> ScriptError:
        """Return an error that points here."""
        return ScriptError(self.file, self.line, reason)

    @property
    def text(self) -> str:
        """The text of a scalar; anything else is an error."""
        if not isinstance(self.value, str):
            raise self.error("expected a single value")
        return self.value

    @property
    def items(self) -> "tuple[Node, ...]":
        """The nodes of a list; anything else is an error."""
        if not isinstance(self.value, tuple):
            raise self.error("expected a list")
        return self.value

    @property
    def mapping(self) -> "dict[str, Node]":
        """The entries of a mapping; anything else is an error."""
        if not isinstance(self.value, dict):
            raise self.error("expected a mapping")
        return self.value

    def plain(self) -> Any:
        """Return the node as plain text, lists and dicts."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        return self.value


class _Loader(yaml.BaseLoader):
    """Composes nodes; an alias is an error, since a script says everything where it stands."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call] # yaml has no types
            raise yaml.composer.ComposerError(None, None, "a script has no aliases", mark)
        node: yaml.Node | None = super().compose_node(parent, index)
        return node


def documents(text: str, file: str) -> Iterator[Node]:
    """Yield the non-empty documents of a YAML text."""
    try:
        loader = _Loader(text)
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise ScriptError(file, line, f"no valid YAML: character {error.character:#x}") from None
    try:
        while loader.check_node():
            root = loader.get_node()
            assert root is not None, "check_node has seen one"
            if not (isinstance(root, yaml.ScalarNode) and root.value == ""):
                yield _node(root, file)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ScriptError(file, line, f"no valid YAML: {error.problem}") from None
    except RecursionError:
        raise ScriptError(file, loader.line + 1, "nested too deeply") from None
    except (ValueError, OverflowError):  # a character or a number that Python cannot make
        raise ScriptError(file, loader.line + 1, "no valid YAML: a number out of range") from None
    finally:
        loader.dispose()


def _text(text: str, file: str, line: int) -> str:
    """Return a scalar's text; what no record can hold (an escaped NUL or surrogate) is an error."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ScriptError(file, line, "a character that is no text") from None
    if "\0" in text:
        raise ScriptError(file, line, "a character that is no text")
    return text


def _node(node: yaml.Node, file: str) -> Node:
    line = node.start_mark.line + 1
    if isinstance(node, yaml.ScalarNode):
        return Node(file, line, _text(str(node.value), file, line))
    if isinstance(node, yaml.SequenceNode):
        return Node(file, line, tuple(_node(item, file) for item in node.value))
    entries: dict[str, Node] = {}
    for key_node, value_node in node.value:
        key = _node(key_node, file)
        if key.text in entries:
            raise key.error(f"{key.text!r} stands twice")
        entries[key.text] = _node(value_node, file)
    return Node(file, line, entries)
