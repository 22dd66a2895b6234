# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that docs and comments name exists: paths, `./dev` commands, the programs' commands and options, links."""
import re
from functools import cache

from cpp_source import comments as cpp_comments

