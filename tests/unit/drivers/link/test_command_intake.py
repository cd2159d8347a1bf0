from dealer_station.messages.device import Command, Reply, ReplyResult
from dealer_station.messages.topics import CommandVerb
from drivers.link.command_intake import CommandIntake, Ignore, Obey, Refuse, Repeat


def command(command_id="c1", epoch=3, expires_at=2_000):
    return Command(
        epoch=epoch,
        device="shoe-1",
        command_id=command_id,
        verb=CommandVerb.IDENTIFY,
        sent_at=0,
        expires_at=expires_at,
    )


def reply(command_id="c1"):
    return Reply(device="shoe-1", session=1, command_id=command_id, result=ReplyResult.DONE)


def judge(intake, given, *, retained=False, epoch=3, now=1_000):
    return intake.judge(given, retained=retained, epoch=epoch, now=now)


def test_a_command_is_obeyed_once_and_its_reply_repeated():
    intake = CommandIntake()
    assert judge(intake, command()) == Obey()
    assert isinstance(judge(intake, command()), Ignore)
    assert intake.finished(reply())
    assert not intake.finished(reply())
    assert judge(intake, command(), now=9_000) == Repeat(reply())


def test_expired_retained_and_former_owners_commands_are_not_obeyed():
    intake = CommandIntake()
    assert judge(intake, command(), now=2_000) == Refuse("expired")
    assert judge(intake, command(), now=1_999) == Obey()
    assert isinstance(judge(intake, command("c2"), retained=True), Ignore)
    assert isinstance(judge(intake, command("c3"), epoch=4), Ignore)
    assert judge(intake, command("c4"), epoch=2) == Obey()


def test_unknown_reply_is_not_sent():
    assert not CommandIntake().finished(reply("never"))


def test_old_commands_are_forgotten():
    intake = CommandIntake()
    for number in range(300):
        assert judge(intake, command(f"c{number}")) == Obey()
    assert isinstance(judge(intake, command("c299")), Ignore)
    assert judge(intake, command("c0")) == Obey()
