"""`python3 -m atlantis_nb ...`: works in a fresh clone with nothing installed."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the sentence is for whoever starts it with an older Python
    sys.exit("atlantis_nb needs Python 3.11 or newer; this is Python " + sys.version.split()[0] + ".")

from atlantis_nb.cli import main

if __name__ == "__main__":
    sys.exit(main())
