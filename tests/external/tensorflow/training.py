# SPDX-License-Identifier: MIT
"""Keras models, trained 30 steps: the losses, and what the model gives then.  cuDNN has the LSTM and the GRU."""

import keras
import numpy as np

CASES = {}


def case(name):
    def put(function):
        CASES[f"keras {name}"] = function

    return put


def train(model, x, y, loss="mse", **how):
    """From weights that are the same on every device."""
    random = np.random.RandomState(3)
    model.set_weights([w + random.randn(*w.shape).astype(w.dtype) * 0.1 for w in model.get_weights()])
    model.compile(keras.optimizers.Adam(0.003), loss, **({"jit_compile": False} | how))
    losses = [model.train_on_batch(x, y) for _ in range(30)]
    assert losses[-1] < losses[0], losses
    return np.array(losses, "float32"), np.asarray(model(x[:4]), "float32")


def cnn(**how):
    layers, random, labels = keras.layers, np.random.RandomState(5), np.arange(32) % 10
    images = (random.randn(10, 14, 14, 1)[labels] + random.randn(32, 14, 14, 1) * 0.3).astype("float32")
    keras.utils.set_random_seed(7)
    model = keras.Sequential(
        [
            keras.Input(images.shape[1:]),
            layers.Conv2D(8, 3, activation="relu"),
            layers.BatchNormalization(),
            layers.MaxPooling2D(),
            layers.Conv2D(16, 3, activation="relu"),
            layers.GlobalAveragePooling2D(),
            layers.Dense(10, dtype="float32"),
        ]
    )
    return train(model, images, labels, keras.losses.SparseCategoricalCrossentropy(from_logits=True), **how)


def sequences(*layers):
    """Sequences of 10 vectors of 8 numbers, and a number for each."""
    random = np.random.RandomState(6)
    x, y = random.randn(16, 10, 8).astype("float32"), random.randn(16).astype("float32")
    return train(keras.Sequential([keras.Input(x.shape[1:]), *layers, keras.layers.Dense(1)]), x, y)


@case("cnn")
def cnn_as_it_is():
    return cnn()


@case("cnn xla")
def cnn_compiled():
    return cnn(jit_compile=True)


@case("cnn mixed_float16")
def cnn_narrow():
    keras.mixed_precision.set_global_policy("mixed_float16")
    try:
        return cnn()
    finally:
        keras.mixed_precision.set_global_policy("float32")


@case("lstm")
def lstm():
    keras.utils.set_random_seed(7)
    return sequences(keras.layers.LSTM(12, return_sequences=True), keras.layers.LSTM(6))


@case("gru")
def gru():
    keras.utils.set_random_seed(7)
    return sequences(keras.layers.Bidirectional(keras.layers.GRU(8)))


class Block(keras.layers.Layer):
    """Of a transformer: attention and two layers, each with what went in and normalised."""

    def __init__(self):
        super().__init__()
        layers = keras.layers
        self.attention, self.first, self.second = (
            layers.MultiHeadAttention(2, 4),
            layers.Dense(32, "gelu"),
            layers.Dense(8),
        )
        self.norms = [layers.LayerNormalization(), layers.LayerNormalization()]

    def call(self, x):
        x = self.norms[0](x + self.attention(x, x))
        return self.norms[1](x + self.second(self.first(x)))


@case("transformer")
def transformer():
    keras.utils.set_random_seed(7)
    return sequences(Block(), Block(), keras.layers.GlobalAveragePooling1D())
