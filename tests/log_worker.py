"""Processes that write to an event log until they are killed, or until they are done."""

import threading
from multiprocessing.connection import Connection

from log_builders import event, request, to

from dealer_station.event_log.errors import WrongVersion
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.store import ANY_VERSION, Append, EventLog

THREADS = 3


def parts_of(number: int) -> int:
    """How many events the command of that number writes to its own stream."""
    return number % 3 + 1


def write_until_killed(database: str, run: int, acknowledge: Connection) -> None:
    """Append for ever from several threads; send a command's id when its append has returned."""
    sending = threading.Lock()
    with EventLog(database) as log, GroupWriter(log) as writer:

        def deal(thread: int) -> None:
            stream = f"table/{thread}"
            version, number = log.version(stream), 0
            while True:
                number += 1
                command_id, parts = f"{run}-{thread}-{number}", parts_of(number)
                events = tuple(
                    event(f'{{"command":"{command_id}","of":{parts + 1}}}')
                    for _ in range(parts + 1)
                )
                appends = (
                    Append(stream, version, events[:parts]),
                    Append("progressive/p", ANY_VERSION, events[parts:]),
                )
                fact = (f"shoe-{thread}", run, number)
                writer.append(request(command_id, *appends, received=fact))
                version += parts
                with sending:
                    acknowledge.send_bytes(command_id.encode())

        threads = [threading.Thread(target=deal, args=(one,)) for one in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def write_in_competition(database: str, name: str, commands: int) -> None:
    """Append so many commands to a stream that others write too, deciding again when late."""
    with EventLog(database) as log:
        for number in range(commands):
            while True:
                try:
                    expected = log.version("table/a")
                    log.append(
                        request(f"{name}-{number}", to("table/a", expected), to(f"table/{name}")),
                    )
                    break
                except WrongVersion:
                    continue
