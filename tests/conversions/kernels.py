# SPDX-License-Identifier: MIT
"""Kernels of the rows of rows.py: sixteen results of one type each, beside each other in memory, in three ways.

A thread reads its inputs from memory and writes its results to out[thread * 16]; with `_packed` behind a kernel's name
as words of 16 bytes, so that the compiler has to pack them in registers; with `_constant` the inputs are parameters."""
import random
import re

from rows import FIELDS, all_rows

ROOM = 16
WAYS = ("", "_packed", "_constant")
CTYPES = {"f": "float", "d": "double", "I": "unsigned", "i": "int", "q": "long long"}
SIZES = {"F16": ("__half", 2), "BF16": ("__nv_bfloat16", 2), "F32": ("float", 4), "E4M3": ("unsigned char", 1),
         "E5M2": ("unsigned char", 1), "int": ("int", 4), "unsigned": ("unsigned", 4), "short": ("short", 2),
         "unsigned short": ("unsigned short", 2), "long long": ("long long", 8),
         "unsigned long long": ("unsigned long long", 8), "signed char": ("signed char", 1),
         "unsigned char": ("unsigned char", 1)}


def type_name(result):
    return result if isinstance(result, str) else result.name


def kernels():
    """(name, C type, bytes of a result, rows), in groups of ROOM: in the order of the rows, and mixed."""
    groups, by_type = [], {}
    for row in all_rows():
        by_type.setdefault(SIZES[type_name(row[1])], []).append(row)
    for (ctype, size), rows in by_type.items():
        mixed = rows[:]
        random.Random(49).shuffle(mixed)
        for kind, order in (("plain", rows), ("mixed", mixed)):
            for start in range(0, len(order), ROOM):
                name = f"{ctype.strip('_').replace(' ', '_')}_{kind}_{start // ROOM}"
                groups.append((name, ctype, size, order[start:start + ROOM]))
    return groups


def has_all(expression, without):
    """Whether an expression uses none of the functions that a toolkit lacks."""
    return without.isdisjoint(re.findall(r"\w+", expression))


def body(name, way, ctype, rows, without):
    fields = [f"{CTYPES[code]} {field}" for field, code in FIELDS]
    out = f"results<{ctype}>" if way == "_packed" else ctype
    inputs = ", ".join(fields) if way == "_constant" else "const input *in"
    yield f'extern "C" __global__ void {name}{way}({inputs}, {out} *out)'
    yield "{"
    if way != "_constant":
        yield from (f"    const {field} = in[threadIdx.x].{field.split()[-1]};" for field in fields)
    yield from (f"    (void){field};" for field, _ in FIELDS)
    yield f"    results<{ctype}> r = {{}};" if way == "_packed" else "    out += threadIdx.x * 16;"
    for place, (expression, _, _) in enumerate(rows):
        if has_all(expression, without):
            yield f"    {'r.of' if way == '_packed' else 'out'}[{place}] = {expression};"
    if way == "_packed":
        yield "    out[threadIdx.x] = r;"
    yield "}"


def source(wanted=lambda name: True, without=frozenset()):
    lines = ["#include <cuda_fp16.h>", "#include <cuda_bf16.h>", "#include <cuda_fp8.h>", "struct input {"]
    lines += [f"    {CTYPES[code]} {name};" for name, code in FIELDS]
    lines += ["};", "template <class T> struct __align__(16) results { T of[16]; };"]
    for name, ctype, _, rows in kernels():
        for way in WAYS:
            if wanted(name + way):
                lines += body(name, way, ctype, rows, without)
    return "\n".join(lines)


# Of these targets the repository keeps a cubin, with the kernels where compilers fold most.
KEPT = ("sm_75", "sm_86", "sm_89")


def is_kept(target, name):
    folded = name.startswith(("half_", "nv_bfloat16_")) or (target == "sm_89" and name.startswith("unsigned_char_"))
    return folded and name.endswith(("_packed", "_constant"))
