# SPDX-License-Identifier: MIT
"""What the kernels of set A (dvfs_kernels.tsv) are given: parameters, buffers, textures, dynamic shared memory.

The programs are NVIDIA's SDK 8, Rodinia and mixbench; their arguments stand in a row's `args`.  Where a counter depends on
values, a recipe has those of the program: the Windows programs draw them from Microsoft's rand(), a linear congruence whose
constants are public.  Lists of more than 16 million numbers repeat: they take too long to draw.
"""
import array
import math
import random
import struct

MEGA = 1 << 20

DRAWN_MOST = 1 << 24 # longer lists of drawn numbers are cut


class Recipe:
    """How to launch a kernel; `kernel` is a part of its name.  An argument is text for --arg or a buffer (bytes, content);
    `textures` are (name, buffer, size, format); `constants` go to bank 3; `maps` are buffers at fixed addresses, `symbols`
    variables that lie there."""

    def __init__(self, kernel, arguments, shared=0, textures=(), constants=None, maps=(), symbols=()):
        self.kernel, self.arguments, self.shared, self.textures, self.constants = kernel, arguments, shared, textures, constants
        self.maps, self.symbols = maps, symbols


def zeros(count):
    """A buffer of words."""
    return (count * 4, None)


def filled(key, content):
    """A buffer with what the function returns; buffers of one key are the same file."""
    return (None, (key, content))


def values(count, low, high):
    """Floats between two numbers: 65,536 of them, again and again."""
    def content():
        numbers = random.Random(1)
        some = struct.pack("65536f", *(numbers.uniform(low, high) for _ in range(65536)))
        return (some * (count // 65536 + 1))[:count * 4]
    return filled(f"{low}_{high}_{count}", content)


def drawn(seed, count):
    """Microsoft's rand() after srand(seed)."""
    state, numbers = seed, array.array("H", bytes(2 * count))
    for i in range(count):
        state = (state * 214013 + 2531011) & 0xffffffff
        numbers[i] = state >> 16 & 0x7fff
    return numbers


AREA = 0x700000000 # of buffers at fixed addresses


def repeated(content, size):
    return (content * (size // len(content) + 1))[:size]


def floats(numbers):
    return array.array("f", numbers).tobytes()


def u32(value):
    return f"u32:{value}"


def f32(value):
    return f"f32:{value!r}"


def options(row):
    """`-W=3072` and `--kernel=2` among a row's arguments."""
    return dict(word.lstrip("-").split("=") for word in row["args"].split() if "=" in word)


def number(row, name):
    return int(options(row)[name])


def word(row, place):
    return int(row["args"].split()[place])


# --- SDK ---

def black_scholes(row, _):
    count = number(row, "optN")
    cut = min(count, DRAWN_MOST // 4)
    cache = {}

    def content(which, low, high):
        def make():
            if "all" not in cache:
                cache["all"] = drawn(5347, 3 * cut)
            return repeated(floats((1 - t / 32767) * low + t / 32767 * high for t in cache["all"][which::3]), count * 4)
        return filled(f"options{which}_{count}", make)
    return Recipe("BlackScholesGPU", [zeros(count), zeros(count), content(0, 5, 30), content(1, 1, 100), content(2, 0.25, 10),
                                      f32(0.02), f32(0.30), u32(count)])


def binomial_options(row, _):
    count, steps, rate, volatility = number(row, "optN"), 2048, 0.06, 0.10
    numbers, constants = drawn(123, 3 * count), b""
    for i in range(count):
        price, strike, years = ((1 - t / 32767) * low + t / 32767 * high
                                for t, (low, high) in zip(numbers[3 * i:3 * i + 3], ((5, 30), (1, 100), (0.25, 10))))
        step = years / steps
        up, down = math.exp(volatility * math.sqrt(step)), math.exp(-volatility * math.sqrt(step))
        chance = (math.exp(rate * step) - down) / (up - down)
        constants += struct.pack("5d", price, strike, volatility * math.sqrt(step), chance * math.exp(-rate * step),
                                 (1 - chance) * math.exp(-rate * step))
    return Recipe("binomialOptionsKernel", [], constants=constants, maps=[(AREA, zeros(8 * MEGA))], symbols=[("d_CallBuffer", AREA)])


def matrices(row, _):
    width_a, height_a, width_b = (number(row, name) for name in ("wA", "hA", "wB"))
    return Recipe("matrixMulCUDAILi32", [zeros(height_a * width_b), values(width_a * height_a, 0, 1), values(width_a * width_b, 0, 1),
                                         u32(width_a), u32(width_b)])


def convolution_rows(row, _):
    width, height = number(row, "W"), number(row, "H")
    return Recipe("convolutionRowsKernel", [zeros(width * height), values(width * height, 0, 1), u32(width), u32(height), u32(width)])


def convolution_texture(row, _):
    width, height = number(row, "W"), number(row, "H")
    return Recipe("convolutionRowsKernel", [zeros(width * height), u32(width), u32(height)],
                  textures=[("texSrc", zeros(width * height), f"{width}x{height}", "f32:point")])


def stereo(row, _):
    grid = [int(number) for number in row["grid"].split("x")]
    width, height = grid[0] * 32, grid[1] * 8
    image = zeros(width * height)
    return Recipe("stereoDisparityKernel", [image, image, image, u32(width), u32(height), "s32:-16", "s32:0"],
                  textures=[(name, image, f"{width}x{height}", "u32:point:clamp") for name in ("tex2Dleft", "tex2Dright")])


def transpose(row, _):
    width, height = number(row, "dimX"), number(row, "dimY")
    return Recipe("transposeCoalesced", [zeros(width * height), zeros(width * height), u32(width), u32(height)])


def walsh(row, _):
    count = 1 << number(row, "log2D")
    return Recipe("fwtBatch2Kernel", [zeros(count), zeros(count), u32(count // 4)])


def quasirandom(row, _):
    count = number(row, "N") * MEGA
    return Recipe("quasirandomGeneratorKernel", [zeros(3 * count), u32(0), u32(count)])


def sobol(row, _):
    vectors, dimensions = number(row, "N") * 1024, 1000
    return Recipe("sobolGPU_kernel", [u32(vectors), u32(dimensions), zeros(32 * dimensions), zeros(vectors * dimensions)])


def merge_sort(row, threads):
    count = threads * 2

    def keys():
        return repeated(array.array("I", drawn(2009, min(count, DRAWN_MOST))).tobytes(), count * 4)
    return Recipe("mergeSortSharedKernelILj1", [zeros(count), zeros(count), filled(f"merge{count}", keys), zeros(count), u32(1024)])


def bitonic_sort(_, threads):
    count = threads * 2

    def keys():
        return repeated(array.array("I", (key % 65536 for key in drawn(2001, min(count, DRAWN_MOST)))).tobytes(), count * 4)
    return Recipe("bitonicSortShared1", [zeros(count), zeros(count), filled(f"bitonic{count}", keys), zeros(count)])


def histogram(row, _):
    size = number(row, "bytes") * 64

    def content(): # its low eight bits come again after 2^24 numbers
        return repeated(bytes(drawn_number & 255 for drawn_number in drawn(2009, min(size, 1 << 24))), size)
    return Recipe("histogram256Kernel", [zeros(240 * 256), filled(f"bytes{size}", content), u32(size // 4)])


def scalar_products(row, _):
    vectors = int(float(row["gst_transactions"]))
    return Recipe("scalarProdGPU", [zeros(vectors), values(vectors * 4096, 0, 1), values(vectors * 4096, 0, 1), u32(vectors), u32(4096)])


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def eigenvalues(row, _):
    size = number(row, "matrix-size")
    numbers = [single(2 * (drawn_number / 32767 - 0.5)) for drawn_number in drawn(278217421, 2 * size)]
    diagonal, beside = numbers[0::2], [0.0] + numbers[1::2][1:]
    reach = [single(abs(one) + abs(other)) for one, other in zip(beside, beside[1:] + [0.0])]
    low, high = min(single(a - b) for a, b in zip(diagonal, reach)), max(single(a + b) for a, b in zip(diagonal, reach))
    most, epsilon = max(abs(low), abs(high)), 2.0 ** -23
    widen, more = single(most * 2 * size * epsilon), single(single(11 * epsilon) * most)
    low, high = single(single(low - widen) - more), single(single(high + widen) + more)
    return Recipe("_Z12bisectKernelP", [filled(f"diagonal{size}", lambda: floats(diagonal)),
                                        f"u64:{AREA + 4}", u32(size), zeros(4096), zeros(4096),
                                        zeros(4096), zeros(4096), f32(low), f32(high), u32(0), u32(size),
                                        f32(0.00001)], maps=[(AREA, filled(f"beside{size}", lambda: floats(beside + [0.0])))])


# --- Rodinia ---

def adjust_weights(row, _):
    count = word(row, 0)
    return Recipe("adjust_weights", [values(17, 0, 1), u32(16), values(count + 1, 0, 1), u32(count), values((count + 1) * 17, 0, 1),
                                     values((count + 1) * 17, 0, 1)])


def layer_forward(row, _):
    count = word(row, 0)
    return Recipe("layerforward", [values(count + 1, 0, 1), zeros(17), values((count + 1) * 17, 0, 1), zeros(count), u32(count), u32(16)])


def gaussian(row, _):
    size = number(row, "size")
    return Recipe("Fan2", [values(size * size, 0, 1), values(size * size, 0, 1), values(size, 0, 1), u32(size), u32(size), u32(0)])


def pathfinder(row, _):
    columns, rows, height = word(row, 0), word(row, 1), word(row, 2)
    return Recipe("dynproc", [u32(height), zeros(columns * rows), zeros(columns), zeros(columns), u32(columns), u32(rows), u32(0), u32(height)])


def hotspot(row, _):
    size, height = word(row, 0), word(row, 1)
    return Recipe("calculate_temp", [u32(height), values(size * size, 0, 0.001), values(size * size, 320, 340), zeros(size * size), u32(size),
                                     u32(size), u32(height), u32(height), f32(0.5), f32(0.1), f32(0.1), f32(0.1), f32(0.0001)])


def srad(row, _):
    rows, columns = word(row, 0), word(row, 1)
    top, bottom, left, right = (word(row, place) for place in range(2, 6))
    count, margin = rows * columns, 4 * columns * 16 # it reads the neighbours of border blocks, wherever they are
    cut = min(count, DRAWN_MOST // 16)
    image = array.array("f", (math.exp(single(t / 32767)) for t in drawn(7, cut)))

    def content():
        return bytes(margin) + repeated(image.tobytes(), 4 * count) + bytes(margin)
    part = [image[(i * columns + j) % cut] for i in range(top, bottom + 1) for j in range(left, right + 1)] if bottom >= top else [1.0]
    mean = sum(part) / len(part)
    spread = sum(value * value for value in part) / len(part) - mean * mean
    return Recipe("srad_cuda_1", [zeros(count), zeros(count), zeros(count), zeros(count), f"u64:{AREA + margin}", zeros(count),
                                  u32(columns), u32(rows), f32(single(spread / (mean * mean)))],
                  maps=[(AREA, filled(f"srad{count}", content))])


# --- synthetic ---

def mixbench(row, threads):
    kind = {"float": "f", "int": "i", "double": "d"}[options(row)["type"]]
    seed = {"f": "f32:-1", "i": "s32:-1", "d": "f64:-1"}[kind]
    return Recipe(f"benchmark_funcI{kind}", [seed, zeros(threads * 32 * (2 if kind == "d" else 1)), u32(options(row)["ratio"])])


def shmembench(row, threads):
    size = 4 << number(row, "type")
    return Recipe(f"benchmark_shmemI{('fE', '6float2', '6float4')[number(row, 'type')]}",
                  [zeros(threads * size * 16), u32(options(row)["ratio"])], 6 * 256 * size)


def cachebench(row, _):
    return Recipe(f"benchmark_funcI{('iE', '4int2', '4int4')[number(row, 'type')]}",
                  [zeros(16 * MEGA), "u8:0", u32(256), u32(options(row)["step"]), u32(options(row)["idxClamp"])])


def cachebench_textures(row, threads):
    recipe, kind = cachebench(row, threads), number(row, "type")
    recipe.textures = [(f"texdataI{1 << kind}", recipe.arguments[0], 16 * MEGA >> kind, ("s32", "s32x2", "s32x4")[kind])]
    return recipe


# Of each program: row, threads -> Recipe.  csrMv_kernel of conjugateGradient is cuSPARSE's, which the repository lacks, and the
# data set of cfd is not there, either.
RECIPES = {
    "BlackScholes": black_scholes,
    "SobolQRNG": sobol,
    "backpropBackward": adjust_weights,
    "backpropForward": layer_forward,
    "binomialOptions": binomial_options,
    "cachebench": cachebench,
    "cachebench-l2-only": cachebench,
    "cachebench-tex-loads": cachebench_textures,
    "convolutionSeparable": convolution_rows,
    "convolutionTexture": convolution_texture,
    "eigenvalues": eigenvalues,
    "fastWalshTransform": walsh,
    "gaussian": gaussian,
    "histogram": histogram,
    "hotspot": hotspot,
    "matrixMulGlobal": matrices,
    "matrixMulShared": matrices,
    "mergeSort": merge_sort,
    "mixbench-cuda-alt": mixbench,
    "mixbench-cuda-ro": mixbench,
    "nn": lambda _, n: Recipe("euclid", [values(n * 2, 0, 1), zeros(n), u32(n), f32(30.0), f32(90.0)]),
    "pathfinder": pathfinder,
    "quasirandomGenerator": quasirandom,
    "reduction": lambda _, n: Recipe("reduce2If", [values(n, 0, 1), zeros(n // 256), u32(n)], 1024),
    "scalarProd": scalar_products,
    "scanScanExclusiveShared": lambda _, n: Recipe("scanExclusiveSharedP", [zeros(n * 4), zeros(n * 4), u32(1024)]),
    "scanUniformUpdate": lambda _, n: Recipe("uniformUpdate", [zeros(n * 4), zeros(n // 256)]),
    "shmembench": shmembench,
    "sortingNetworks": bitonic_sort,
    "srad": srad,
    "stereoDisparity": stereo,
    "transpose": transpose,
    "vectorAdd": lambda _, n: Recipe("vectorAdd", [values(n, 0, 1), values(n, 0, 1), zeros(n), u32(n)]),
}
