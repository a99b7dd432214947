"""The command line: ``trustmh``. Commands hold no logic; they call the rooms below and show what comes back."""

from __future__ import annotations

import sys

#: Status after Ctrl-C, as shells have it.
INTERRUPTED = 130


def main() -> None:
    """Entry point. Every user's mistake ends in one line on standard error and a non-zero status, never a traceback.

    Status: 0 every requested subtask has a figure · 1 done, but a figure is missing or replies were out of order ·
    2 a mistake or a fault from outside · 130 Ctrl-C.
    """
    from trustmh.cli.streams import accept_any_text
    from trustmh.items import TrustmhError

    accept_any_text()
    try:
        from trustmh.cli.app import app

        sys.exit(app(standalone_mode=True))
    except TrustmhError as error:
        fail(str(error))
    except KeyboardInterrupt:
        # Before the command itself began, while packages load.
        _say_interrupted()
        sys.exit(INTERRUPTED)
    except SystemExit as ending:
        if ending.code == INTERRUPTED:
            _say_interrupted()
        raise
    except BrokenPipeError:
        # The reader of our output went away (for example `| head`).
        sys.stderr.close()
        sys.exit(1)
    except RuntimeError as error:
        if "home directory" not in str(error):
            raise
        fail(
            "a path begins with ~ or the cache lies in the home folder, and there is no such home; name paths in full, and the cache with TRUSTMH_CACHE"
        )
    except OSError as error:
        fail(f"{error.filename or 'the system'}: {error.strerror or error}")


def fail(message: str) -> None:
    """Print one line, secrets hidden, and end with status 2."""
    from trustmh.cli.streams import on_one_line
    from trustmh.engine.redact import redact

    print(f"trustmh: {on_one_line(redact(message))}", file=sys.stderr)
    sys.exit(2)


def _say_interrupted() -> None:
    print(
        "\ntrustmh: interrupted; what was answered is stored, run the same command again to continue", file=sys.stderr
    )
