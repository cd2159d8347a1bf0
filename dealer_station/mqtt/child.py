"""Child processes that must not outlive whoever started them."""

import ctypes
import signal
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


def end_with_parent() -> None:
    """Let the kernel end this child when its parent is killed: nobody else would.

    For `preexec_fn`: it calls the kernel and nothing else. What the kernel watches is the thread
    that starts the child, so that thread has to live as long as the child may.
    """
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
