# SPDX-License-Identifier: MIT
"""A 128-bit instruction set with scheduling bits in its words generates, compiles and works: the library knows no
instruction set but from its tables."""
import glob
import os
import shutil
import subprocess
import tempfile
import unittest

from generate import ROOT, isagen

HERE = os.path.dirname(os.path.abspath(__file__))


def library():
    """The library without its tables: objects of the build under test, except isa.c, which names the tables; its
    sources where there is no such build."""
    objects = os.path.join(os.environ.get("HW_BUILD", ""), "CMakeFiles", "isa_objects.dir")
    sources = [os.path.relpath(path, ROOT) for room in ("", "isa", "sched", "flow", "names", "listing", "module", "archive")
               for path in sorted(glob.glob(os.path.join(ROOT, "src", room, "*.c")))]
    for source in sources:
        made = os.path.join(objects, source + ".o")
        yield made if source != "src/isa/isa.c" and os.path.exists(made) else os.path.join(ROOT, source)


@unittest.skipUnless(shutil.which("gcc"), "no gcc")
class Toy128(unittest.TestCase):
    def test_words(self):
        with tempfile.TemporaryDirectory() as folder:
            made = isagen(os.path.join(HERE, "toy128.isa"), folder)
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            program = os.path.join(folder, "toy128")
            names = [os.path.basename(path)[:-len(".isa")] for path in glob.glob(os.path.join(ROOT, "isa", "*.isa"))]
            built = subprocess.run(
                ["gcc", "-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-O0",
                 *(f"-Dhw_isa_{name}=hw_isa_toy" for name in names), "-DHW_ISA_TOY=HW_ISA_TESLA",
                 "-I", os.path.join(ROOT, "include"), "-I", os.path.join(ROOT, "src"), "-o", program,
                 os.path.join(HERE, "toy128.c"), os.path.join(folder, "isa_toy.c"), *library(),
                 "-lelf", "-lz", "-llz4", "-lzstd"], stderr=subprocess.PIPE, text=True)
            self.assertEqual((built.returncode, built.stderr), (0, ""))
            ran = subprocess.run([program], stdout=subprocess.PIPE, text=True)
            self.assertEqual((ran.returncode, ran.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
