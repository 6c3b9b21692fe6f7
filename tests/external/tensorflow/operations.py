# SPDX-License-Identifier: MIT
"""TensorFlow's operations: `eager` cases run one by one, `xla` cases are the same function compiled for the device."""

import numpy as np
import tensorflow as tf

random = np.random.RandomState(53)
SMALL, SQUARE, LARGE = random.randn(6, 5), random.randn(7, 7), random.randn(3000)
POSITIVE = SQUARE @ SQUARE.T + 7 * np.eye(7)
IMAGES, FILTERS = random.randn(2, 12, 11, 4), random.randn(3, 3, 4, 6)
CASES = {}


def case(name, function, *values, types=("float32", "float64"), xla=True):
    """A function of tensors: operation by operation in each type, and compiled in the first."""
    for dtype in types:
        CASES[f"eager {name} {dtype}"] = lambda dtype=dtype: function(*[tf.cast(tf.constant(v), dtype) for v in values])
    if xla:
        CASES[f"xla {name} {types[0]}"] = lambda: tf.function(function, jit_compile=True, autograph=False)(
            *[tf.cast(tf.constant(v), types[0]) for v in values]
        )


# --- operations ---

HALVES = ("float32", "float64", "float16", "bfloat16")
for group, names in {
    "unary": "sin cos tan exp log1p expm1 sqrt rsqrt tanh sinh atan asinh floor round abs sign sigmoid square",
    "special": "lgamma digamma erf erfc ndtri",
}.items():

    def unary(x, names=names.split()):
        return [getattr(tf.math, name)(tf.abs(x) * 0.9 % 1) for name in names]

    case(group, unary, SMALL, types=HALVES if group == "unary" else ("float32", "float64"))
case(
    "binary",
    lambda x, y: [
        getattr(tf.math, name)(tf.abs(x) + 0.1, y)
        for name in "add subtract multiply divide pow atan2 maximum floormod floordiv squared_difference".split()
    ],
    SMALL,
    SMALL[::-1],
)
for number_type in ("int8", "uint8", "int16", "int32", "int64", "uint32", "uint64"):
    case(
        "integers",
        lambda x, y: (
            x + y,
            x - y,
            x * y,
            x // y,
            x % y,
            tf.bitwise.bitwise_xor(x, y),
            tf.bitwise.left_shift(x, y),
            tf.maximum(x, y),
        ),
        np.arange(1, 34),
        np.arange(33) % 7 + 1,
        types=(number_type,),
    )
case(
    "comparisons",
    lambda x, y: (
        x < y,
        x == y,
        tf.where(x > y, x, y),
        tf.reduce_any(x > 1),
        tf.reduce_all(x < 9, 0),
        tf.math.is_nan(x / (y - y)),
    ),
    SMALL,
    SMALL[::-1],
)
case(
    "casts",
    lambda x: [
        tf.cast(x * 9, to) for to in (tf.int8, tf.int32, tf.int64, tf.float16, tf.bfloat16, tf.float64, tf.bool)
    ],
    SMALL,
)
for name in "sum prod max min mean std variance logsumexp euclidean_norm".split():
    case(
        f"reduce {name}",
        lambda x, reduce=getattr(tf.math, f"reduce_{name}"): [reduce(x, axis) for axis in (None, 0, 1)],
        SMALL,
        xla=name != "euclidean_norm",
    )  # XLA has none
case(
    "reduce large",
    lambda x: (tf.reduce_sum(x), tf.argmax(x), tf.argmin(x), tf.cumsum(x), tf.cumsum(x, reverse=True)),
    LARGE,
)
case("cumprod", lambda x: (tf.math.cumprod(x, 1), tf.math.cumulative_logsumexp(x, 0)), SMALL)
case(
    "matmul",
    lambda x, y: (x @ y, tf.matmul(x, x, transpose_b=True), tf.linalg.matvec(x, y[:, 0])),
    LARGE[:1920].reshape(40, 48),
    LARGE[-2688:].reshape(48, 56),
    types=(*HALVES, "complex64", "complex128"),
)
case(
    "batched matmul",
    lambda x: (x @ tf.transpose(x, (0, 2, 1)), tf.einsum("bij,bkj->bik", x, x)),
    LARGE[:960].reshape(4, 12, 20),
    types=HALVES,
)
case(
    "shapes",
    lambda x: (
        tf.transpose(x, (3, 0, 2, 1)),
        tf.reshape(x, (4, -1)),
        tf.tile(x, (1, 2, 1, 1)),
        tf.reverse(x, (1,)),
        tf.concat((x, x), 2),
        tf.stack((x, x), 1),
        *tf.split(x, 2, 3),
        tf.pad(x, [[0, 0], [1, 2], [2, 1], [0, 0]]),
        tf.pad(x, [[0, 0], [1, 2], [2, 1], [0, 0]], "REFLECT"),
        x[:, 1:9:2, ::-1],
        tf.roll(x, 3, 1),
        tf.nn.space_to_depth(x[:, :, :10], 2),
        tf.broadcast_to(x[:1], x.shape),
        tf.repeat(x, 2, 1),
    ),
    IMAGES,
)
case(
    "gather",
    lambda x: (
        tf.gather(x, [5, 0, 2]),
        tf.gather_nd(x, [[0, 1], [5, 4]]),
        tf.boolean_mask(x, x[:, 0] > 0),
        tf.where(x > 0),
        tf.one_hot([0, 3], 5),
    ),
    SMALL,
    xla=False,
)
case(
    "scatter",
    lambda x: (
        tf.scatter_nd([[1], [3], [1]], x[:3], (6, 5)),
        tf.tensor_scatter_nd_update(x, [[2]], x[:1]),
        tf.math.unsorted_segment_sum(x, [0, 2, 0, 1, 2, 2], 3),
        tf.math.unsorted_segment_max(x, [0, 2, 0, 1, 2, 2], 3),
    ),
    SMALL,
)
case(
    "segments",
    lambda x: (tf.math.segment_sum(x, [0, 0, 1, 1, 1, 2]), tf.math.segment_max(x, [0, 0, 1, 1, 1, 2])),
    SMALL,
    xla=False,
)
case(
    "sorts",
    lambda x: (tf.sort(x), tf.argsort(x, stable=True), tf.math.top_k(x, 17), tf.searchsorted(tf.sort(x), x[:9])),
    LARGE,
)
case(
    "unique",
    lambda x: (tf.unique(tf.cast(x * 2, tf.int32)), tf.math.bincount(tf.abs(tf.cast(x * 2, tf.int32)))),
    LARGE,
    xla=False,
)
case(
    "softmax",
    lambda x: (
        tf.nn.softmax(x),
        tf.nn.log_softmax(x),
        tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(x), x),
        tf.nn.sparse_softmax_cross_entropy_with_logits(tf.constant([0, 1, 2, 3, 4, 0]), x),
    ),
    SMALL,
    types=HALVES[:3],
)
case(
    "activations",
    lambda x: [getattr(tf.nn, name)(x) for name in "relu relu6 elu gelu silu leaky_relu softplus softsign".split()],
    SMALL,
    types=HALVES,
)
case("selu", tf.nn.selu, SMALL, types=("float32",))  # its kernel for doubles has the factor 1.05070102
case(
    "image",
    lambda x: [tf.image.resize(x, (7, 19), method) for method in ("bilinear", "nearest")]
    + [tf.image.rgb_to_grayscale(x[..., :3]), tf.image.adjust_contrast(x, 1.5), tf.image.flip_left_right(x)],
    IMAGES,
    types=("float32",),
)
case(
    "crops",
    lambda x: tf.image.crop_and_resize(x, [[0.0, 0.0, 0.7, 0.8], [0.2, 0.1, 1.0, 0.9]], [0, 1], (5, 6)),
    IMAGES,
    types=("float32",),
    xla=False,
)
for name in "fft ifft fft2d ifft2d".split():
    case(name, getattr(tf.signal, name), IMAGES[0], types=("complex64", "complex128"))
case(
    "rfft",
    lambda x: (tf.signal.rfft(x), tf.signal.irfft(tf.signal.rfft(x)), tf.signal.rfft2d(x), tf.signal.rfft3d(x)),
    IMAGES[0],
)
case("stft", lambda x: tf.signal.stft(x, 128, 64), LARGE, types=("float32",))

# --- linear algebra ---

case(
    "cholesky",
    lambda s: (
        tf.linalg.cholesky(s),
        tf.linalg.cholesky(tf.stack((s, s))),
        tf.linalg.cholesky_solve(tf.linalg.cholesky(s), s[:, :2]),
    ),
    POSITIVE,
)
case(
    "solve",
    lambda a: (
        tf.linalg.solve(a, a[:, :2]),
        tf.linalg.inv(a),
        tf.linalg.det(a),
        tf.linalg.triangular_solve(a, a[:, :1]),
    ),
    SQUARE,
    xla=False,
)
case("lu", tf.linalg.lu, SQUARE, types=("float32", "float64", "complex64"), xla=False)
case("qr", lambda a: [q_r[0] @ q_r[1] for q_r in (tf.linalg.qr(a), tf.linalg.qr(a[:, :3]))], SQUARE)
case("svd", lambda a: tf.linalg.svd(a, compute_uv=False), SQUARE)
case("eigh", lambda s: (lambda w, v: (w, (v * w) @ tf.transpose(v)))(*tf.linalg.eigh(s)), POSITIVE)
case(
    "band",
    lambda a: (
        tf.linalg.band_part(a, 1, 2),
        tf.linalg.diag_part(a),
        tf.linalg.diag(a[0]),
        tf.linalg.trace(a),
        tf.eye(4),
    ),
    SQUARE,
)
case("expm", tf.linalg.expm, SQUARE * 0.3, xla=False)
case(
    "sparse",
    lambda x: tf.sparse.sparse_dense_matmul(tf.sparse.from_dense(tf.nn.relu(x)), tf.transpose(x)),
    SMALL,
    xla=False,
)

# --- layers: cuDNN ---

case(
    "conv",
    lambda x, w: (
        tf.nn.conv2d(x, w, 1, "SAME"),
        tf.nn.conv2d(x, w, 2, "VALID"),
        tf.nn.conv2d(x, w, 1, "SAME", dilations=2),
        tf.nn.conv1d(x[:, 0], w[0], 1, "SAME"),
    ),
    IMAGES,
    FILTERS,
    types=HALVES,
)
case("conv depthwise", lambda x, w: tf.nn.depthwise_conv2d(x, w[..., :2], (1, 1, 1, 1), "SAME"), IMAGES, FILTERS)
case("conv grouped", lambda x, w: tf.nn.conv2d(x, w[:, :, :2], 1, "SAME"), IMAGES, FILTERS)
case(
    "conv transpose",
    lambda x, w: tf.nn.conv2d_transpose(x, tf.transpose(w, (0, 1, 3, 2)), (2, 24, 22, 6), 2),
    IMAGES,
    FILTERS,
)
case("conv3d", lambda x, w: tf.nn.conv3d(x[None], w[None], (1, 1, 1, 1, 1), "SAME"), IMAGES, FILTERS)
case(
    "pools",
    lambda x: (
        tf.nn.max_pool2d(x, 2, 2, "VALID"),
        tf.nn.avg_pool2d(x, 3, 1, "SAME"),
        tf.nn.max_pool2d(x, 3, 2, "SAME"),
    ),
    IMAGES,
    types=("float32", "float64", "float16"),
)
case(
    "pool3d",
    lambda x: (tf.nn.max_pool3d(x[None], 2, 2, "VALID"), tf.nn.avg_pool3d(x[None], 2, 2, "SAME")),
    IMAGES,
    types=("float32",),
)
case(
    "batch norm", lambda x: tf.compat.v1.nn.fused_batch_norm(x, tf.ones(4), tf.zeros(4))[:3], IMAGES, types=("float32",)
)
case("local response", lambda x: tf.nn.local_response_normalization(x, 2), IMAGES, types=("float32",))


# --- gradients ---


def gradients(x, w):
    with tf.GradientTape() as tape:
        tape.watch((x, w))
        y = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, w, 1, "SAME")), 2, 2, "VALID")
        loss = tf.reduce_sum(tf.tanh(y) ** 2) + tf.reduce_sum(tf.nn.avg_pool2d(x, 2, 2, "SAME") ** 2)
    return loss, *tape.gradient(loss, (x, w))


def second(x):
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(tf.sin(x) * tf.exp(x))
        g = inner.gradient(y, x)
    return outer.jacobian(g, x, experimental_use_pfor=False)


case("gradients", gradients, IMAGES, FILTERS)
case("second derivatives", second, SMALL[0], xla=False)
case("while", lambda x: tf.while_loop(lambda i, v: i < 10, lambda i, v: (i + 1, tf.tanh(v @ v) + 1), (0, x)), SQUARE)
case("scan", lambda x: tf.scan(lambda a, v: a * 0.9 + v, x), SMALL)
case("map", lambda x: (tf.map_fn(tf.reduce_sum, x), tf.vectorized_map(lambda v: v * tf.reduce_max(v), x)), SMALL)
case("cond", lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: x * 2, lambda: x - 1), SMALL)
case(
    "random",
    lambda x: (
        tf.random.stateless_uniform((50,), (1, 2)),
        tf.random.stateless_normal((50,), (1, 2)),
        tf.random.stateless_uniform((50,), (1, 2), 0, 99, tf.int32),
    ),
    SMALL,
    types=("float32",),
)
