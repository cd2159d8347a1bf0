import inspect

from drivers.link import errors


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes():
    assert errors.__doc__ is not None
    for name, kind in inspect.getmembers(errors, inspect.isclass):
        assert name in errors.__doc__
        assert issubclass(kind, errors.DeviceError | errors.ProgramError)


def test_errors_carry_what_is_needed():
    frame = object()
    fault = errors.DeviceFault("jam", "stuck", frame=frame)
    assert (str(fault), fault.code, fault.frame) == ("jam: stuck", "jam", frame)
    assert errors.LinkClosed("gone").frame is None
    assert issubclass(errors.PortBusy, errors.LinkError)
