"""``python -m trustmh``: the command line where the ``trustmh`` script is not on the path."""

from trustmh.cli import main

if __name__ == "__main__":
    main()
