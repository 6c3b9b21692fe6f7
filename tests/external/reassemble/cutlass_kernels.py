#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cubins of CUTLASS: dense products of matrices of its examples for the CuTe DSL, compiled without a GPU.

usage: cutlass_kernels.py EXAMPLES FOLDER     # EXAMPLES: examples/python/CuTeDSL of a checkout of CUTLASS

Each is compiled in a process of its own, as the DSL reads the target from the environment."""
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

HOPPER, BLACKWELL, GEFORCE = "cute/hopper/kernel/dense_gemm/", "cute/blackwell/kernel/dense_gemm/", \
    "cute/blackwell_geforce/kernel/dense_gemm/"
# Name, file, class, what it is made with behind the type of sums, types of factors and of the result, targets.  A number
# of clusters is the argument of persistent ones.
KERNELS = (
    ("hopper_128x128", HOPPER + "dense_gemm.py", "HopperWgmmaGemmKernel", ((128, 128), (1, 1)), "Float16", None, ("sm_90a",)),
    ("hopper_128x256", HOPPER + "dense_gemm.py", "HopperWgmmaGemmKernel", ((128, 256), (2, 1)), "Float8E4M3FN", None,
     ("sm_90a",)),
    ("hopper_64x64", HOPPER + "dense_gemm.py", "HopperWgmmaGemmKernel", ((64, 64), (1, 2)), "Int8", None, ("sm_90a",)),
    ("hopper_persistent", HOPPER + "dense_gemm_persistent.py", "HopperWgmmaGemmPersistentKernel",
     ((128, 128), (2, 1), 1, True), "Float16", 66, ("sm_90a",)),
    ("hopper_persistent_256", HOPPER + "dense_gemm_persistent.py", "HopperWgmmaGemmPersistentKernel",
     ((128, 256), (1, 1), 2, False), "Float8E5M2", 132, ("sm_90a",)),
    ("blackwell_128x128", BLACKWELL + "dense_gemm.py", "DenseGemmKernel", (False, (128, 128), (1, 1), True), "Float16", None,
     ("sm_100a", "sm_103a", "sm_110a")),
    ("blackwell_256x128", BLACKWELL + "dense_gemm.py", "DenseGemmKernel", (True, (256, 128), (2, 1), True), "Float8E4M3FN",
     None, ("sm_100a", "sm_103a")),
    ("blackwell_persistent", BLACKWELL + "dense_gemm_persistent.py", "PersistentDenseGemmKernel",
     (True, (256, 256), (2, 1), True), "Float16", 74, ("sm_100a", "sm_103a")),
    ("blackwell_tf32", BLACKWELL + "dense_gemm_persistent.py", "PersistentDenseGemmKernel",
     (False, (128, 64), (1, 1), False), "TFloat32", 148, ("sm_100a",)),
    ("geforce_128x128", GEFORCE + "dense_gemm.py", "Sm120GemmKernel", ((128, 128, 64),), "Float16", 170,
     ("sm_120a", "sm_121a")),
    ("geforce_64x128", GEFORCE + "dense_gemm.py", "Sm120GemmKernel", ((64, 128, 64),), "BFloat16", 170, ("sm_120a",)),
)


def module_of(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_one(examples, number):
    import cutlass
    from cutlass import cute
    from cutlass.cute.runtime import make_fake_compact_tensor, make_fake_stream

    _, file, kernel, arguments, factors, clusters, _ = KERNELS[number]
    factors = getattr(cutlass, factors)
    sums = cutlass.Int32 if factors == cutlass.Int8 else cutlass.Float32
    result = sums if factors in (cutlass.Int8, cutlass.TFloat32) else cutlass.Float16
    a, b, c = (make_fake_compact_tensor(kind, (m, n, 1), stride_order=(1, 0, 2), assumed_align=16)
               for kind, m, n in ((factors, 1024, 512), (factors, 2048, 512), (result, 1024, 2048)))
    made = getattr(module_of(Path(examples) / file), kernel)(sums, *arguments)
    cute.compile(made, a, b, c, *([clusters] if clusters else []), make_fake_stream())


def main():
    if len(sys.argv) == 4:
        compile_one(sys.argv[1], int(sys.argv[3]))
        return
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for number, (name, *_, targets) in enumerate(KERNELS):
        for target in targets:
            dump = folder / f"{name}.{target}"
            dump.mkdir(exist_ok=True)
            settings = {"CUTE_DSL_ARCH": target, "CUTE_DSL_KEEP": "cubin", "CUTE_DSL_DUMP_DIR": str(dump),
                        "CUTE_DSL_DISABLE_FILE_CACHING": "1"}
            done = subprocess.run([sys.executable, __file__, *sys.argv[1:], str(number)], env=os.environ | settings,
                                  capture_output=True, text=True, check=False)
            made = list(dump.glob("*.cubin"))
            for file in made:
                file.rename(folder / f"{name}.{target}.cubin")
            if not made:
                print(f"{name} for {target}: {(done.stderr.strip() or 'nothing came').splitlines()[-1]}", file=sys.stderr)


if __name__ == "__main__":
    main()
