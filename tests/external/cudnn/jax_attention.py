# SPDX-License-Identifier: MIT
"""JAX's attention by cuDNN, the result and three gradients, against XLA on the CPU in float32.

    pip install "jax[cuda13]==0.10.2"
    halfwarp run -- python jax_attention.py

Each case prints the largest difference, relative to the largest element; the exit status is 1 where one is beyond 4
units of the type's precision, or was refused."""
import sys

import jax
import jax.numpy as jnp
import numpy as np

HEADS, WIDE = 4, 64
CASES = {
    "plain": {}, "causal": {"is_causal": True}, "of other lengths": {"rows": 24, "keys": 40}, "bias": {"with_bias": True},
    "shared heads, causal": {"shared": 2, "is_causal": True},
    "a window": {"is_causal": True, "local_window_size": (3, 0)},
    "lengths of sequences": {"lengths": (16, 9)},
}


def attended(kind, how, shared=HEADS, rows=16, keys=16, with_bias=False, lengths=None, **options):
    random = np.random.default_rng(0)
    q, k, v, slope, bias = (jnp.asarray(jnp.asarray(random.normal(size=size), kind), kind if how == "cudnn" else "float32")
                            for size in ((2, rows, HEADS, WIDE), (2, keys, shared, WIDE), (2, keys, shared, WIDE),
                                         (2, rows, HEADS, WIDE), (2, HEADS, rows, keys)))
    if lengths:  # what is beyond them is not compared
        options |= dict.fromkeys(("query_seq_lengths", "key_value_seq_lengths"), jnp.asarray(lengths, jnp.int32))
        slope = slope * (jnp.arange(rows)[None, :] < jnp.asarray(lengths)[:, None])[..., None, None]

    @jax.jit
    def attention(q, k, v):
        o = jax.nn.dot_product_attention(q, k, v, bias=bias if with_bias else None, implementation=how, **options)
        return o * (slope != 0) if lengths else o

    o, gradients = jax.vjp(attention, q, k, v)
    return [np.asarray(one, np.float64) for one in (o, *gradients(slope))]


def main():
    failed = 0
    for kind in ("float16", "bfloat16"):
        for name, options in CASES.items():
            bound = 4 * float(jnp.finfo(kind).eps)
            try:
                with jax.default_device(jax.devices("cpu")[0]):
                    expected = attended(kind, "xla", **options)
                worst = max(np.abs(a - b).max() / np.abs(a).max() for a, b in zip(expected, attended(kind, "cudnn", **options)))
                said = f"{worst:.1g} of {bound:.1g}"
            except Exception as error:
                worst, said = float("inf"), f"{type(error).__name__}: {error}"
            failed += not worst <= bound
            print(f"{'ok' if worst <= bound else 'not ok'} {kind}, {name}: {said}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
