# SPDX-License-Identifier: MIT
"""JAX on the device against JAX on the CPU, in one process; each case by itself.  `cases.py [NAME...]` chooses some."""

import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plt

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from both_devices import run_cases

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_default_matmul_precision", "highest")  # else XLA multiplies in TF32
FLOATS = ("float32", "float64", "float16", "bfloat16")
FIELDS = ("float32", "float64", "complex64", "complex128")
INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
random = np.random.RandomState(53)
SMALL, SQUARE, LARGE = random.randn(6, 5), random.randn(7, 7), random.randn(3000)
POSITIVE = SQUARE @ SQUARE.T + 7 * np.eye(7)
IMAGES, FILTERS = random.randn(2, 4, 12, 11), random.randn(6, 4, 3, 3)
CASES = {}


def case(*types):
    """A case, or one for each type."""

    def put(function):
        for dtype in types:
            CASES[f"{function.__name__} {dtype}"] = lambda dtype=dtype: function(dtype)
        if not types:
            CASES[function.__name__] = function

    return put


def matrix(dtype):
    return jnp.asarray(SQUARE + (1j * SQUARE.T if dtype.startswith("complex") else 0), dtype)


# --- transformations ---


@case()
def jit():
    return jax.jit(lambda x, y: jnp.sin(x) @ y)(SMALL, SQUARE[:5]), jax.jit(lambda n: n * 2 + 1)(7)


@case()
def grad():
    cube = lambda x: (x**3).sum()
    return (
        jax.grad(cube)(SMALL),
        jax.hessian(lambda x: jnp.sin(x).prod())(SMALL[0]),
        jax.jacfwd(jnp.tanh)(SMALL[0]),
        jax.jacrev(jnp.tanh)(SMALL[0]),
        jax.jvp(jnp.sin, (1.0,), (2.0,)),
        jax.grad(jax.checkpoint(cube))(SMALL),
    )


@case()
def vmap():
    return (
        jax.vmap(jnp.linalg.norm)(SMALL),
        jax.vmap(jnp.dot, (0, None))(SMALL, SMALL[0]),
        jax.vmap(jnp.linalg.solve)(np.stack([POSITIVE] * 3), np.ones((3, 7, 1))),
        jax.vmap(jax.grad(jnp.tanh))(SMALL[0]),
    )


@case()
def scan():
    return (
        lax.scan(lambda c, x: (c * 0.9 + x, c * x), 0.0, jnp.arange(20.0)),
        lax.scan(
            lambda c, x: (jnp.tanh(c @ x), c.sum()), jnp.eye(7), jnp.stack([SQUARE * 0.1] * 6), reverse=True, unroll=2
        ),
        lax.associative_scan(jnp.add, jnp.asarray(LARGE)),
    )


@case()
def scan_grad():
    loss = lambda w: lax.scan(lambda h, x: (jnp.tanh(h @ w + x), h), jnp.zeros(7), jnp.ones((12, 7)) * 0.1)[0].sum()
    return jax.jit(jax.value_and_grad(loss))(jnp.asarray(SQUARE) * 0.2)


@case()
def while_loops():
    collatz = lambda n: lax.while_loop(
        lambda s: s[0] != 1, lambda s: (jnp.where(s[0] % 2, 3 * s[0] + 1, s[0] // 2), s[1] + 1), (n, 0)
    )[1]
    return collatz(27), jax.vmap(collatz)(jnp.arange(1, 40)), lax.fori_loop(0, 10, lambda i, x: x + i * x, 1.5)


@case()
def cond():
    choose = jax.jit(lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x))
    return (
        [choose(p, 2.0) for p in (True, False)],
        jax.vmap(choose)(SMALL[0] > 0, SMALL[0]),
        jax.grad(choose, 1)(True, 2.0),
        [jax.jit(lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.exp], x))(i, 1.0) for i in range(3)],
    )


# --- arithmetic ---


@case(*FLOATS)
def unary(dtype):
    names = "sin cos tan exp log1p expm1 sqrt cbrt tanh sinh arctan arcsinh floor ceil round abs sign".split()
    return [jax.jit(getattr(jnp, name))(jnp.abs(jnp.asarray(SMALL, dtype))) for name in names]


@case("float32", "float64")
def binary(dtype):
    names = "add subtract multiply divide power arctan2 maximum fmod floor_divide hypot nextafter copysign".split()
    return [getattr(jnp, name)(jnp.abs(jnp.asarray(SMALL, dtype)), jnp.asarray(SMALL[::-1], dtype)) for name in names]


@case(*INTEGERS)
def integers(dtype):
    x, y = np.arange(33).astype(dtype), (np.arange(33) % 7 + 1).astype(dtype)
    names = "add subtract multiply floor_divide remainder bitwise_xor left_shift right_shift maximum gcd power".split()
    return (
        [getattr(jnp, name)(x, y) for name in names],
        jnp.sum(x),
        jnp.sort(-x),
        jnp.argmax(x),
        jnp.cumsum(x),
        lax.population_count(jnp.asarray(x)),
        lax.clz(jnp.asarray(x)),
    )


@case("float32", "float64")
def reductions(dtype):
    names = "sum prod max min mean var std argmax argmin any all cumsum cumprod median nansum ptp".split()
    return [getattr(jnp, name)(jnp.asarray(SMALL, dtype), axis=axis) for name in names for axis in (None, 0, 1)]


@case(*FLOATS, "complex64", "complex128", "int32", "int8")
def products(dtype):
    x, y = (jnp.asarray(random * 3, dtype) for random in (np.resize(LARGE, (40, 48)), np.resize(LARGE[::-1], (48, 56))))
    return x @ y, jnp.einsum("bij,bjk->bik", jnp.stack([x] * 3), jnp.stack([y] * 3))


@case()
def sorts():
    return (
        jnp.sort(LARGE),
        jnp.argsort(LARGE),
        lax.sort((jnp.asarray(LARGE), jnp.arange(3000)), num_keys=1),
        lax.top_k(jnp.asarray(LARGE), 17),
        jnp.unique(jnp.arange(90) * 7 % 31),
        jnp.searchsorted(jnp.sort(LARGE), SMALL),
        jnp.histogram(LARGE, 20),
    )


@case()
def indices():
    return (
        jnp.zeros(10).at[jnp.array([1, 3, 3])].add(2.0),
        jnp.zeros(8).at[jnp.arange(100) % 8].max(LARGE[:100]),
        jnp.zeros((4, 5)).at[jnp.array([0, 2]), jnp.array([1, 4])].set(7.0),
        jnp.asarray(SMALL)[jnp.array([5, 0, 2])],
        jax.ops.segment_sum(jnp.asarray(LARGE[:100]), jnp.arange(100) % 7, 7),
        jnp.bincount(jnp.arange(30) % 7),
        lax.dynamic_slice(jnp.asarray(SMALL), (2, 1), (3, 3)),
        jnp.pad(SMALL, 2, mode="reflect"),
        jnp.roll(SMALL, 2, 1),
    )


@case()
def random_numbers():
    key = jax.random.key(7)
    return (
        jax.random.normal(key, (50,)),
        jax.random.uniform(key, (50,), "float32"),
        jax.random.randint(key, (20,), 0, 99),
        jax.random.permutation(key, 30),
        jax.random.gamma(key, 2.0, (10,)),
        jax.random.poisson(key, 4.0, (10,)),
        jax.random.choice(key, 20, (5,), replace=False),
        jax.random.multivariate_normal(key, jnp.zeros(7), POSITIVE),
    )


# --- libraries ---


@case()
def fft():
    return (
        jnp.fft.fft(SMALL),
        jnp.fft.ifft(SMALL),
        jnp.fft.rfft(SMALL),
        jnp.fft.irfft(jnp.fft.rfft(SMALL)),
        jnp.fft.fft2(SMALL),
        jnp.fft.fft(LARGE[:997]),
        jnp.fft.fftn(jnp.asarray(IMAGES[0])),
        jnp.fft.fft(SMALL.astype("complex64")),
    )


@case(*FIELDS)
def factorisations(dtype):
    a, s = matrix(dtype), jnp.asarray(POSITIVE, dtype)
    u, values, v = jnp.linalg.svd(a)
    w, vectors = jnp.linalg.eigh(a + a.conj().T)
    q, r = jnp.linalg.qr(a)
    return (
        values,
        (u * values) @ v,
        w,
        (vectors * w) @ vectors.conj().T,
        q @ r,
        jnp.linalg.cholesky(s),
        jax.scipy.linalg.lu(a),
        jnp.linalg.solve(a, a[0]),
        jnp.linalg.inv(a),
        jnp.linalg.slogdet(a),
        jnp.linalg.svd(a[:4], compute_uv=False),
        jax.scipy.linalg.solve_triangular(s, s[0], lower=True),
        jnp.linalg.cholesky(jnp.stack([s] * 3)),
        jnp.linalg.inv(jnp.stack([a] * 3)),
        jnp.linalg.eigvalsh(jnp.stack([s] * 3)),
    )


@case(*FIELDS)
def eigenvalues(dtype):
    return jnp.sort(jnp.abs(jnp.linalg.eig(matrix(dtype))[0]))


@case(*FLOATS)
def convolutions(dtype):
    x, w = jnp.asarray(IMAGES, dtype), jnp.asarray(FILTERS, dtype)
    general = lambda w, **how: lax.conv_general_dilated(x, w, (1, 1), "SAME", **how)
    return (
        lax.conv(x, w, (2, 1), "VALID"),
        general(w),
        general(w, rhs_dilation=(2, 2)),
        general(w[:, :2], feature_group_count=2),
        lax.conv_general_dilated(x, w, (1, 1), ((1, 1), (1, 1)), lhs_dilation=(2, 2)),
        lax.conv(x[:, :, 0], w[:, :, 0], (1,), "SAME"),
        jax.grad(lambda x, w: lax.conv(x, w, (1, 1), "SAME").sum(), (0, 1))(x, w),
    )


@case()
def pools():
    window = lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    x = jnp.asarray(IMAGES)
    return (
        window(x),
        jax.grad(lambda x: window(x).sum())(x),
        lax.reduce_window(x, 0.0, lax.add, (1, 1, 3, 3), (1, 1, 1, 1), "SAME"),
    )


@case("float32", "float16", "bfloat16")
def attention(dtype):
    heads = jnp.asarray(LARGE[:2048].reshape(2, 16, 2, 32), dtype)
    return jax.nn.dot_product_attention(heads, heads, heads, is_causal=True, implementation="xla")


@case("float16", "bfloat16")
def attention_cudnn(dtype):
    heads = jnp.asarray(LARGE[:2048].reshape(2, 16, 2, 32), dtype)
    return jax.nn.dot_product_attention(
        heads, heads, heads, is_causal=True, implementation="xla" if on_cpu() else "cudnn"
    )


@case()
def training():
    keys = jax.random.split(jax.random.key(0), 2)
    weights = [jax.random.normal(keys[0], (5, 16)) * 0.3, jax.random.normal(keys[1], (16, 1)) * 0.3]
    loss = lambda w: jnp.mean((jnp.tanh(jnp.asarray(SMALL) @ w[0]) @ w[1] - 1) ** 2)
    step = jax.jit(lambda w: jax.tree.map(lambda a, g: a - 0.1 * g, w, jax.grad(loss)(w)))
    for _ in range(30):
        weights = step(weights)
    return weights, loss(weights)


# --- Pallas, by Triton; on the CPU interpreted ---


def on_cpu():
    return jax.config.jax_default_device.platform == "cpu"


def pallas_call(kernel, *values, **how):
    how |= {"interpret": True} if on_cpu() else {"compiler_params": plt.CompilerParams()}
    return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(values[0].shape, values[0].dtype), **how)(*values)


@case("float32", "float16", "bfloat16")
def pallas_add(dtype):
    def add(x, y, out):
        out[...] = x[...] + y[...]

    x, block = jnp.asarray(LARGE[:1024].reshape(32, 32), dtype), pl.BlockSpec((16, 32), lambda i: (i, 0))
    return pallas_call(add, x, x), pallas_call(add, x, x, grid=(2,), in_specs=[block] * 2, out_specs=block)


@case("float32", "float64")  # Pallas lowers no exponential of float16
def pallas_softmax(dtype):
    def softmax(x, out):
        shifted = jnp.exp(x[...] - x[...].max(axis=-1, keepdims=True))
        out[...] = shifted / shifted.sum(axis=-1, keepdims=True)

    return pallas_call(softmax, jnp.asarray(LARGE[:1024].reshape(32, 32), dtype))


@case("float32", "float16")
def pallas_dot(dtype):
    def product(x, y, out):
        out[...] = pl.dot(x[...], y[...], allow_tf32=False).astype(out.dtype)

    x = jnp.asarray(LARGE[:1024].reshape(32, 32), dtype)
    return pallas_call(product, x, x)


@case()
def pallas_loop():
    def power(x, out):
        out[...] = lax.fori_loop(0, 5, lambda i, v: v * x[...] + i, jnp.ones_like(x))

    return pallas_call(power, jnp.asarray(LARGE[:256].reshape(16, 16), "float32"))


# --- the two devices ---


def results(function, device):
    with jax.default_device(device):
        leaves = jax.tree.leaves(function())
        assert all(
            leaf.device.platform == device.platform for leaf in leaves if isinstance(leaf, jax.Array)
        ), "elsewhere"
        return [np.asarray(leaf) for leaf in leaves]


def main():
    device, cpu = jax.devices("gpu")[0], jax.devices("cpu")[0]
    print(f"JAX {jax.__version__}: {device.device_kind}, compute capability {device.compute_capability}", flush=True)
    run_cases(CASES, lambda function: (results(function, device), results(function, cpu)))


if __name__ == "__main__":
    main()
