# SPDX-License-Identifier: MIT
"""tools/exportgen: what is made of a table of a library's functions, and what it refuses."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "exportgen" / "exportgen.py"
HEAD = """\
result status_t
uses "cuda/x.h"
type S  T = float
type D  T = double
let INT = int
form _64 [12.0-] INT = long
form _ptsz [7.0-]
    stream = own(stream);
    return NAME(ARGUMENTS);
frame call
    return WORK;
frame run(END)
    return END(WORK);
"""


def made(command, table, *options):
    """The two files made of a table, or what the tool complains of."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "lib.api").write_text(table)
        done = subprocess.run([sys.executable, TOOL, command, path / "lib.api", "-o", path / "lib", *options],
                              capture_output=True, text=True)
        if done.returncode:
            return done.stderr
        return (path / "lib.c").read_text(), (path / "lib.h" if command == "calls" else path / "lib.map").read_text()


def calls(rows):
    return made("calls", HEAD + rows)


def exports(table, toolkit="12.4", node=""):
    return made("exports", table, "--toolkit", toolkit, "--library", "lib.so", "--function", "missing", f"--node={node}")


class Entries(unittest.TestCase):
    TABLE = ("result status_t\ninject cuda/x.h end_call 7 LIBRARY\ninject 3 *Create\ninject never xWho\nframe call\n    return WORK;\n[11.0-]\n"
             "xDo(int n)\n    call do_it(n)\nxWho(int n)\nxCreate(int *made)\nxName(int n) -> const char *\nxList(int n, ...)\nxAbsent\n")

    def test_functions_with_a_status_have_an_entry(self):
        code, header = made("calls", self.TABLE)
        for name in ("xDo", "xCreate"):
            self.assertIn(f"HW_API_BODY({name});", header)
            self.assertIn(f"HW_API_ENTRY({name});", code)
        self.assertIn("return (status_t)end_call(injected);\n    return xDo(n);", code)
        for name in ("xName", "xList", "xAbsent", "xWho"):
            self.assertNotIn(f"({name})", header + code)

    def test_their_statuses_are_listed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            (path / "lib.api").write_text(self.TABLE)
            subprocess.run([sys.executable, TOOL, "inject", path / "lib.api", "-o", path / "rows"], check=True)
            rows = (path / "rows").read_text().splitlines()[1:]
        self.assertEqual(rows, ['{"xCreate", HW_INJECT_LIBRARY, 3},', '{"xDo", HW_INJECT_LIBRARY, 7},'])


class Names(unittest.TestCase):
    def names(self, table, toolkit):
        return [line.strip(" ;") for line in exports(table, toolkit)[1].splitlines() if line.startswith("        ")]

    def test_a_library_has_the_names_of_its_major_version(self):
        table = "[11.0-]\nalways\n[12.2-]\nlate\n[13.0-]\nnext\n[11.0-12.0]\ngone\n# a remark\n[10.0-11.8]\nold\n[-10.2]\nolder\n"
        self.assertEqual(self.names(table, "11.8"), ["always", "gone", "old"])
        self.assertEqual(self.names(table, "12.4"), ["always", "gone", "late"])
        self.assertEqual(self.names(table, "12.1"), ["always", "gone"])
        self.assertEqual(self.names(table, "13.0"), ["always", "late", "next"])

    def test_forms_are_names_too(self):
        table = HEAD + "[11.0- _64]\nf(INT n)\ng(INT n) [12.2- _64]\nh(int n) [11.0-]\n"
        self.assertEqual(self.names(table, "11.8"), ["f", "h"])
        self.assertEqual(self.names(table, "12.1"), ["f", "f_64", "h"])
        self.assertEqual(self.names(table, "12.2"), ["f", "f_64", "g", "g_64", "h"])

    def test_a_stub_says_which_name_is_missing(self):
        stubs, script = exports("[11.0-]\nnumber\nother(int n)\n", node="libx.so.12")
        self.assertIn('return missing("lib.so", "number", &told);', stubs)
        self.assertNotIn("other", stubs)
        self.assertTrue(script.startswith("libx.so.12 {"))


class Calls(unittest.TestCase):
    def test_a_row_has_a_function_for_each_type_and_form(self):
        code, header = calls("[11.0- S D _64]\nSdot Ddot\n        (INT n, T *x) -> void\n    call hw_dot(n,\n        x)\n")
        self.assertIn('#include "cuda/x.h"', code)
        self.assertIn("void Sdot(int n, float *x)\n{\n    return hw_dot(n, x);\n}", code)
        self.assertIn("void Ddot_64(long n, double *x)\n{\n    return hw_dot(n, x);\n}", code)
        self.assertIn("void Sdot_64(long n, float *x);", header)

    def test_what_no_row_makes_is_only_declared(self):
        code, header = calls("[11.0-]\nf(int n)\n")
        self.assertNotIn("f(", code)
        self.assertIn("status_t f(int n);", header)

    def test_arguments_that_are_not_used_are_said_to_be(self):
        code, _ = calls("[11.0-]\nf(int n, void (*free)(void *memory))\n    call hw_f(n)\n")
        self.assertIn("    (void)free;\n    return hw_f(n);", code)

    def test_shared_arguments_stand_for_themselves_and_their_names(self):
        code, header = calls("arguments PAIR = int m, int n\n[11.0-]\nf(PAIR, int k)\n    call hw_f(PAIR)\n"
                             "g(PAIR)\n    run(hw_end) hw_begin(ARGUMENTS)\n")
        self.assertIn("status_t f(int m, int n, int k)\n{\n    (void)k;\n    return hw_f(m, n);", code)
        self.assertIn("return hw_end(hw_begin(m, n));", code)
        self.assertIn("#define HW_LIB_PAIR int m, int n\n", header)

    def test_a_form_may_have_a_body_of_its_own(self):
        code, _ = calls("[11.0- _ptsz]\nf(int n, int stream)\n    call hw_f(n)\n"
                        "g(int n) [11.0-]\n    call hw_g(n)\n    _ptds [7.0-] call f(n, 2)\n")
        self.assertIn("f_ptsz(int n, int stream)\n{\n    stream = own(stream);\n    return f(n, stream);\n}", code)
        self.assertIn("g_ptds(int n)\n{\n    return f(n, 2);\n}", code)


class Refused(unittest.TestCase):
    def test_wrong_lines_have_their_number(self):
        self.assertIn("lib.api:2: f has a row already", made("calls", "f\nf\n"))
        self.assertIn("neither a setting nor a row: 12f", made("calls", "12f\n"))
        self.assertIn("X is no toolkit, no type and no form", calls("[11.0- X]\nf(int n)\n"))
        self.assertIn("2 names for 1 types", calls("[11.0- S]\nf g(int n)\n"))
        self.assertIn("no frame is called what", calls("[11.0-]\nf(int n)\n    what hw_f(n)\n"))
        self.assertIn("run wants 1 words: END", calls("[11.0-]\nf(int n)\n    run hw_f(n)\n"))


class Page(unittest.TestCase):
    ROOT = TOOL.parents[2]
    TABLES = ("driver/cuda", "runtime/cudart", "cublas/cublas", "cublaslt/cublasLt", "fft/cufft", "rand/curand",
              "solver/cusolver", "sparse/cusparse", "dnn/cudnn", "nvml/nvidia-ml", "nvrtc/nvrtc", "cupti/cupti")

    def test_it_is_what_the_tables_say(self):
        tables = [self.ROOT / "src" / "cuda" / f"{name}.api" for name in self.TABLES]
        self.assertEqual(set(tables), set((self.ROOT / "src" / "cuda").glob("*/*.api")))
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.md"
            subprocess.run([sys.executable, TOOL, "page", *tables, "-o", page], check=True)
            self.assertEqual(page.read_text(), (self.ROOT / "docs" / "cuda-functions.md").read_text(),
                             f"docs/cuda-functions.md is old; make it again: {TOOL} page")

    def test_forms_are_one_name(self):
        with tempfile.TemporaryDirectory() as folder:
            table, page = Path(folder) / "some.api", Path(folder) / "page.md"
            table.write_text(HEAD + "[7.0-]\nsomeCopy(int n)\n\n[7.0-]\nsomeFill someFill_ptsz someFill_v2\n"
                             "[7.0-9.0]\nsomeOld\n")
            subprocess.run([sys.executable, TOOL, "page", table, "-o", page], check=True)
            self.assertIn("1 of 4 functions and forms are written. The others:\n\n`someFill`, `someFill_v2`\n",
                          page.read_text())


if __name__ == "__main__":
    unittest.main()
