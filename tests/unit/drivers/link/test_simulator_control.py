import selectors
import socket
import threading

import pytest

from drivers.link.simulator_control import ControlClient, ControlError, ControlServer


class Served:
    """A control server in a thread: `echo` answers its words, `fail` fails, `later` waits."""

    def __init__(self, path):
        self.selector = selectors.DefaultSelector()
        self.server = ControlServer(path, self.selector)
        self.waiting = []
        self.is_stopping = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.is_stopping:
            for key, _ in self.selector.select(0.01):
                self.server.serve(key, self.command)
        self.server.close()
        self.selector.close()

    def command(self, client, words):
        match words:
            case ["echo", *rest]:
                return {"words": rest}
            case ["later"]:
                self.waiting.append(client)
                return None
            case ["now"]:
                while self.waiting:
                    self.server.answer(self.waiting.pop(), lambda: {"late": True})
                return {}
            case _:
                raise ControlError("no such thing")

    def stop(self):
        self.is_stopping = True
        self.thread.join(5)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "c"


@pytest.fixture
def served(path):
    made = Served(path)
    yield made
    made.stop()


def test_commands_are_answered_in_order(served, path):
    with ControlClient(path) as client:
        assert client.ask("echo a  b") == {"words": ["a", "b"]}
        with pytest.raises(ControlError, match="no such thing"):
            client.ask("what")
        assert client.ask("echo") == {"words": []}


def test_late_answer_reaches_its_client_only(served, path):
    with ControlClient(path) as patient, ControlClient(path) as other:
        patient._socket.sendall(b"later\n")
        while not served.waiting:
            other.ask("echo")
        other.ask("now")
        assert patient._lines.readline() == 'ok {"late": true}\n'


def test_client_that_left_before_its_answer_harms_nobody(served, path):
    with ControlClient(path) as other:
        hasty = ControlClient(path)
        hasty._socket.sendall(b"later\n")
        while not served.waiting:
            other.ask("echo")
        hasty.close()
        other.ask("echo")
        other.ask("now")
        assert other.ask("echo x") == {"words": ["x"]}


def test_endless_line_and_binary_rubbish_are_cut_off(served, path):
    with ControlClient(path) as rude:
        rude._socket.sendall(b"x" * 3_000)
        with pytest.raises(OSError, match=r"went away|reset|pipe"):
            rude.ask("echo")
    with ControlClient(path) as client:
        client._socket.sendall(b"\xff\xfe\n")
        assert client._lines.readline() == "error no such thing\n"


def test_two_commands_in_one_write(served, path):
    with ControlClient(path) as client:
        client._socket.sendall(b"echo 1\necho 2\n")
        assert client._lines.readline() == 'ok {"words": ["1"]}\n'
        assert client._lines.readline() == 'ok {"words": ["2"]}\n'


def test_socket_is_private_and_removed(path):
    made = Served(path)
    assert path.stat().st_mode & 0o777 == 0o600
    made.stop()
    assert not path.exists()
    with pytest.raises(OSError, match="No such file"):
        ControlClient(path)


def test_stale_socket_of_a_killed_simulator_is_replaced(path):
    stale = socket.socket(socket.AF_UNIX)
    stale.bind(str(path))
    stale.close()
    made = Served(path)
    with ControlClient(path) as client:
        assert client.ask("echo") == {"words": []}
    made.stop()
