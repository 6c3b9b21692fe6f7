# SPDX-License-Identifier: MIT
"""TensorFlow on the device against TensorFlow on the CPU, in one process; each case by itself.  `cases.py [NAME...]`
chooses some."""

import os
import sys
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")
import numpy as np
import tensorflow as tf

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import operations
import training
from both_devices import run_cases

tf.config.experimental.enable_tensor_float_32_execution(False)
ROUNDING_OF_TRAINING = 2e-2


def results(function, device):
    with tf.device(device):
        return [np.asarray(leaf) for leaf in tf.nest.flatten(function())]


def main():
    devices = tf.config.list_logical_devices("GPU")
    if not devices:
        sys.exit(f"TensorFlow {tf.__version__} has found no GPU")
    about = tf.config.experimental.get_device_details(tf.config.list_physical_devices("GPU")[0])
    print(f"TensorFlow {tf.__version__}: {about}, CUDA {tf.sysconfig.get_build_info()['cuda_version']}", flush=True)

    def pair(function):
        most = ROUNDING_OF_TRAINING if function in training.CASES.values() else None
        return results(function, devices[0].name), results(function, "/CPU:0"), most

    run_cases(operations.CASES | training.CASES, pair)


if __name__ == "__main__":
    main()
