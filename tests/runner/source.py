# SPDX-License-Identifier: MIT
"""The C files of src/ and include/, for tests that read them.

The headers of CUDA C++ (include/halfwarp-cuda) are another language for another machine: programs read them, and no
file here does."""
import re
from dataclasses import dataclass
from pathlib import Path

CUDA = Path("include/halfwarp-cuda")
COMMENT_OR_TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', flags=re.S)


def without_comments(text):
    """Comments become blanks of as many lines; strings lose what they say, except names of included files."""
    def blank(match):
        found = match.group()
        if found[0] == "/":
            return "\n" * found.count("\n") or " "
        line = match.string[match.string.rfind("\n", 0, match.start()) + 1:match.start()]
        return found if line.lstrip().startswith("#include") else found[0] * 2
    return COMMENT_OR_TEXT.sub(blank, text)


@dataclass(frozen=True)
class File:
    path: Path  # below the root of the repository
    text: str
    code: str   # the text without comments

    @property
    def includes(self):
        """The headers of ours that it includes: "room/name.h" below src, <halfwarp/name.h> below include."""
        found = re.findall(r'^\s*#\s*include\s+(?:"([^"]+)"|<(halfwarp/[^>]+)>)', self.code, flags=re.M)
        return [own or public for own, public in found]


def files(root):
    """All of them, by path."""
    found = []
    for folder in ("include", "src"):
        for path in sorted((root / folder).rglob("*.[ch]")):
            if root / CUDA in path.parents:
                continue
            text = path.read_text(encoding="utf-8")
            found.append(File(path.relative_to(root), text, without_comments(text)))
    return found
