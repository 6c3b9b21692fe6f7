# SPDX-License-Identifier: MIT
"""tools/batchgen: which files come together, and what a batch is."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "batchgen"
sys.path.insert(0, str(TOOL))
import batchgen  # noqa: E402


class Files:
    """A folder with files: name -> text."""

    def __init__(self, files):
        self.files = files

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        for name, text in self.files.items():
            Path(self.folder.name, name).write_text(text)
        return Path(self.folder.name)

    def __exit__(self, *_):
        self.folder.cleanup()


def parted(one, other, /, **headers):
    with Files({"one.c": one, "other.c": other, **{f"{name}.h": text for name, text in headers.items()}}) as folder:
        return len(batchgen.batches_of([folder / "one.c", folder / "other.c"])) == 2


def text_of(definitions, **sources):
    """The batch of these sources without its first line, a remark."""
    with Files({f"{name}.c": text for name, text in sources.items()}) as folder:
        batch = [folder / f"{name}.c" for name in sources]
        text = batchgen.text_of(batch, {path: definitions.get(path.stem, []) for path in batch})
        return text.replace(f"{folder}/", "").splitlines()[1:]


class Together(unittest.TestCase):
    def test_a_batch_includes_files_and_ends_their_macros(self):
        self.assertFalse(parted("#define SIZE 3\n", "#define SIZE 4\n"))
        self.assertEqual(text_of({}, a="#define SIZE 3\n", b="#define SIZE 4\n"),
                         ['#include "a.c"', "#undef SIZE", '#include "b.c"', "#undef SIZE"])

    def test_definitions_are_for_their_file(self):
        self.assertEqual(text_of({"a": ["main=main_of_a", "TWO"]}, a="int a;\n", b="int b;\n"),
                         ["#define main main_of_a", "#define TWO 1", '#include "a.c"', "#undef main", "#undef TWO",
                          '#include "b.c"'])

    def test_a_batch_has_one_target_and_one_set_of_options(self):
        with Files({f"{name}.c": f"int {name};\n" for name in "abcdef"}) as folder:
            lines = (f"{target}\t{options}\t\t{folder / name}.c\n" for target, options, name in (
                ("x", "", "a"), ("x", "-O0", "b"), ("x", "", "c"), ("x", "-O0", "d"), ("y", "", "e"), ("y", "", "f")))
            (folder / "list").write_text("".join(lines))
            subprocess.run([sys.executable, TOOL / "batchgen.py", folder / "list", "-o", folder / "made"], check=True)
            commands = (folder / "made/batches.cmake").read_text().replace(f"{folder}/", "").splitlines()
        self.assertEqual(commands, ['hw_batch(x "made/x_a.c" "" a.c c.c)', 'hw_batch(x "made/x_b.c" "-O0" b.c d.c)',
                                    'hw_batch(y "made/y_e.c" "" e.c f.c)'])

    def test_a_long_file_is_alone(self):
        self.assertTrue(parted("int a;\n" * 2500, "int b;\n" * 2500))

    def test_local_names_may_be_the_same(self):
        self.assertFalse(parted("static int find(int at)\n{\n    return at;\n}\n",
                                "int hw_b(int find)\n{\n    int at = find;\n    return at;\n}\n"))

    def test_a_header_may_be_everybody_s(self):
        self.assertFalse(parted('#include "h.h"\nint a;\n', '#include "h.h"\nint b = SIZE;\n',
                                h="#define SIZE 3\nstatic inline int get(void)\n{\n    return 1;\n}\nenum { ONE };\n"))


class Parted(unittest.TestCase):
    def test_what_is_defined_twice(self):
        for one, other in (
                ("static int find(void)\n{\n}\n", "static void find(int at)\n{\n}\n"),
                ("HW_INLINE int find(void)\n{\n}\n", "static __attribute__((noinline)) int find(int at)\n{\n}\n"),
                ("static void say(int at)\n{\n}\n", "__attribute__((format(printf, 1, 2))) static void say(const char *what, ...)\n{\n}\n"),
                ("static int last;\n", "static char *first, **last = &first;\n"),
                ("static int table[3];\n", "static const struct line a = {{1}, 2}, table = {{1}, 2};\n"),
                ("typedef unsigned wide;\n", "__extension__ typedef unsigned __int128 wide;\n"),
                ("static const struct {\n    int a;\n} all[] = {\n    {1},\n};\n", "static int all;\n"),
                ("enum { FEW, MANY };\n", "enum {\n    MANY = 3,\n};\n"),
                ("struct point {\n    int x;\n};\n", "struct point {\n    int y;\n};\n"),
                ("TEST(first, 1)\n", "TEST(first, 2)\n")):
            self.assertTrue(parted(one, other), (one, other))

    def test_what_headers_define(self):
        header = "static inline int get(void)\n{\n    return 1;\n}\n"
        self.assertTrue(parted('#include "one.h"\n', '#include "two.h"\n', one=header, two=header))
        self.assertTrue(parted('#include "one.h"\n', "static int get(int at)\n{\n}\n", one="int get(void);\n"))

    def test_a_macro_of_a_header_is_another_s_word(self):
        self.assertTrue(parted('#include "h.h"\n', "#define COUNT 3\n", h="#define COUNT 4\n"))
        self.assertFalse(parted('#include "h.h"\n', "#define COUNT 3\n", h="#define COUNT 4\n#undef COUNT\n"))

    def test_macros_for_what_is_included(self):
        self.assertTrue(parted('#define REAL float\n#include "h.h"\n', "int b;\n", h="REAL a;\n#undef REAL\n"))

    def test_names_that_macros_make(self):
        self.assertTrue(parted("#define ADD(type) \\\n    static int add_##type(void)\n", "int b;\n"))


if __name__ == "__main__":
    unittest.main()
