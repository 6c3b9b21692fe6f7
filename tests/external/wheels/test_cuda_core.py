# SPDX-License-Identifier: MIT
"""cuda-core and cuda-bindings: a program compiled by NVRTC, buffers, streams, events, a graph, NVML's and the driver's calls."""
import numpy as np
from check import check, finish
from cuda.bindings import driver, nvrtc, runtime
from cuda.core import Device, LaunchConfig, Program, ProgramOptions, launch

device = Device()
device.set_current()


def right(result):
    assert result[0] == 0, result[0]
    return result[1] if len(result) == 2 else result[1:]


@check
def program():
    code = 'template<typename T> __global__ void scale(T *x, T by, size_t n) { size_t i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= by; }'
    major, minor = device.compute_capability
    module = Program(code, "c++", ProgramOptions(std="c++17", arch=f"sm_{major}{minor}")).compile("cubin", name_expressions=("scale<float>",))
    kernel, stream = module.get_kernel("scale<float>"), device.create_stream()
    buffer = device.allocate(4000, stream=stream)
    x = np.arange(1000, dtype=np.float32)
    right(driver.cuMemcpyHtoD(int(buffer.handle), x.ctypes.data, 4000))
    begin, end = stream.record(options={"timing_enabled": True}), None
    launch(stream, LaunchConfig(grid=8, block=128), kernel, buffer, np.float32(3), np.uint64(1000))
    end = stream.record(options={"timing_enabled": True})
    stream.sync()
    found = np.empty_like(x)
    right(driver.cuMemcpyDtoH(found.ctypes.data, int(buffer.handle), 4000))
    assert (found == 3 * x).all() and end - begin >= 0
    return f"{device.name}, compute capability {major}.{minor}"


@check
def runtime_calls():
    count = right(runtime.cudaGetDeviceCount())
    free, total = right(runtime.cudaMemGetInfo())
    pointer = right(runtime.cudaMalloc(1024))
    right(runtime.cudaMemset(pointer, 7, 1024))
    host = np.zeros(1024, np.uint8)
    right(runtime.cudaMemcpy(host.ctypes.data, pointer, 1024, runtime.cudaMemcpyKind.cudaMemcpyDeviceToHost))
    right(runtime.cudaFree(pointer))
    assert (host == 7).all() and count >= 1 and free <= total
    return f"{total >> 20} MiB"


@check
def nvml():
    from cuda.bindings import nvml
    nvml.init_v2()
    handle = nvml.device_get_handle_by_index_v2(0)
    return f"{nvml.device_get_name(handle)}, driver {nvml.system_get_driver_version()}"


@check
def captured_graph():
    stream = device.create_stream()
    builder = stream.create_graph_builder()
    builder.begin_building()
    builder.end_building()
    builder.complete().launch(stream)
    stream.sync()


finish()
