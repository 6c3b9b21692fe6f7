# SPDX-License-Identifier: MIT
"""What a driver says to calls while streams are captured, and to odd uses of graphs: one line for each.

    python3 probe.py > real.txt                              # on a machine with a GPU
    halfwarp run -- python3 probe.py | diff - real.txt

Nothing but libcuda.so.1 is needed.  A line has the numbers that calls returned, the status of the stream that is
captured behind them (0: not, 1: captured, 2: invalid), and what ending the capture returned.  Calls that end NVIDIA's
driver with a segmentation fault (null pointers, mostly) are left out."""
import ctypes
import threading
from ctypes import byref, c_int, c_size_t, c_uint, c_uint64, c_void_p

cuda = ctypes.CDLL("libcuda.so.1")
context = c_void_p()


class Fill(ctypes.Structure):
    _fields_ = [("to", c_uint64), ("pitch", c_size_t), ("value", c_uint), ("element", c_uint), ("width", c_size_t),
                ("height", c_size_t)]


class Alloc(ctypes.Structure):
    _fields_ = [("kind", c_int), ("handles", c_int), ("place", c_int), ("device", c_int), ("rest", c_size_t * 9),
                ("rights", c_void_p), ("count", c_size_t), ("bytes", c_size_t), ("address", c_uint64)]


class Updated(ctypes.Structure):
    _fields_ = [("result", c_int), ("node", c_void_p), ("other", c_void_p)]


class Array(ctypes.Structure):
    _fields_ = [("width", c_size_t), ("height", c_size_t), ("format", c_uint), ("channels", c_uint)]


def made(call, *arguments, kind=c_void_p):
    """What a function gives by its first argument."""
    thing = kind()
    getattr(cuda, call)(byref(thing), *arguments)
    return thing


def stream(flags=1):
    return made("cuStreamCreate", flags)


def begin(captured, mode=0):
    return cuda.cuStreamBeginCapture_v2(captured, mode)


def end(captured):
    graph = c_void_p(1)
    return cuda.cuStreamEndCapture(captured, byref(graph)), bool(graph.value)


def status(captured):
    number = c_int(-1)
    return cuda.cuStreamIsCapturing(captured, byref(number)), number.value


def fill(captured):
    return cuda.cuMemsetD32Async(memory, 0, c_size_t(4), captured)


def in_thread(call):
    answers = []

    def run():
        cuda.cuCtxSetCurrent(context)
        answers.append(call())
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return answers[0]


cuda.cuInit(0)
cuda.cuDevicePrimaryCtxRetain(byref(context), 0)
cuda.cuCtxSetCurrent(context)
one, other, blocking = stream(), stream(), stream(0)
memory = made("cuMemAlloc_v2", c_size_t(4096), kind=c_uint64)
host = (c_uint * 64)()
event, outside, never = (made("cuEventCreate", 0) for _ in range(3))
cuda.cuEventRecord(outside, other)
cuda.cuCtxSynchronize()
pages = [ctypes.create_string_buffer(8192) for _ in range(16)]

CALLS = {
    "synchronize another stream": lambda: cuda.cuStreamSynchronize(other),
    "query another stream": lambda: cuda.cuStreamQuery(other),
    "synchronize the default stream": lambda: cuda.cuStreamSynchronize(None),
    "query an event": lambda: cuda.cuEventQuery(outside),
    "synchronize an event": lambda: cuda.cuEventSynchronize(outside),
    "record an event in another stream": lambda: cuda.cuEventRecord(outside, other),
    "the time between events": lambda: cuda.cuEventElapsedTime(byref(ctypes.c_float()), outside, outside),
    "synchronize the context": cuda.cuCtxSynchronize,
    "allocate": lambda: cuda.cuMemAlloc_v2(byref(c_uint64()), c_size_t(64)),
    "free": lambda: cuda.cuMemFree_v2(block.pop()),
    "allocate of the host": lambda: cuda.cuMemAllocHost_v2(byref(c_void_p()), c_size_t(64)),
    "free of the host": lambda: cuda.cuMemFreeHost(locked.pop()),
    "register of the host": lambda: cuda.cuMemHostRegister_v2(pages.pop(), c_size_t(4096), 0),
    "create an array": lambda: cuda.cuArrayCreate_v2(byref(c_void_p()), byref(Array(16, 0, 32, 1))),
    "copy": lambda: cuda.cuMemcpyHtoD_v2(memory, host, c_size_t(64)),
    "copy back": lambda: cuda.cuMemcpyDtoH_v2(host, memory, c_size_t(64)),
    "fill": lambda: cuda.cuMemsetD32_v2(memory, 0, c_size_t(4)),
    "fill in the default stream": lambda: fill(None),
    "fill in another stream": lambda: fill(other),
    "create a stream": lambda: cuda.cuStreamCreate(byref(c_void_p()), 1),
    "create an event": lambda: cuda.cuEventCreate(byref(c_void_p()), 0),
    "ask for memory": lambda: cuda.cuMemGetInfo_v2(byref(c_size_t()), byref(c_size_t())),
}
block = [made("cuMemAlloc_v2", c_size_t(64), kind=c_uint64) for _ in range(12)]
locked = [made("cuMemAllocHost_v2", c_size_t(64)) for _ in range(12)]
for where, run in (("the same thread", lambda call: call()), ("another thread", in_thread)):
    for mode in range(3):
        for captured in (one, blocking):
            for name, call in CALLS.items():
                begin(captured, mode)
                answer = run(call)
                print(where, "mode", mode, "blocking" if captured is blocking else "alone", f"{name}:", answer,
                      status(captured)[1], end(captured)[0])
cuda.cuCtxSynchronize()


def fork():
    return cuda.cuEventRecord(event, one), cuda.cuStreamWaitEvent(other, event, 0)


def say(name, *answers):
    print(f"{name}:", *answers, flush=True)


say("end what was not begun", end(one))
say("begin in default streams", begin(None), begin(c_void_p(1)), begin(c_void_p(2), 1), end(c_void_p(2)))
say("wrong modes", begin(one, 3), begin(one, -1))
say("begin twice", begin(one), begin(one), status(one), end(one))
say("synchronize the stream", begin(one), cuda.cuStreamSynchronize(one), status(one), fill(one), end(one))
say("end into nowhere", begin(one), cuda.cuStreamEndCapture(one, None), status(one), end(one))
say("query its event", begin(one), cuda.cuEventRecord(event, one), cuda.cuEventQuery(event), status(one), end(one))
say("an event of a capture that is over", begin(one), cuda.cuEventRecord(event, one), end(one),
    cuda.cuEventQuery(event), cuda.cuEventSynchronize(event), cuda.cuStreamWaitEvent(other, event, 0),
    begin(one), cuda.cuStreamWaitEvent(one, event, 0), status(one), end(one))
say("wait for an event outside", begin(one), cuda.cuStreamWaitEvent(one, outside, 0), status(one), end(one))
say("wait for what never was", begin(one), cuda.cuStreamWaitEvent(one, never, 0), status(one), end(one))
say("end in the other", begin(one), fork(), end(other), status(one), status(other), end(one), status(other))
say("a fork without work", begin(one), fork(), end(one), begin(one), fill(one), fork(), end(one), status(other))
say("not joined", begin(one), fork(), fill(other), end(one), status(other))
say("two captures", begin(one), begin(other), cuda.cuEventRecord(event, one),
    cuda.cuStreamWaitEvent(other, event, 0), status(one), status(other), end(one), end(other))
say("an invalid one", begin(one), cuda.cuEventRecord(event, one), cuda.cuStreamQuery(one), status(one),
    cuda.cuStreamWaitEvent(other, event, 0), status(other), cuda.cuEventRecord(event, one), begin(one), end(one))
say("the default stream works", begin(blocking), fill(None), status(blocking), end(blocking))
say("the default stream waits", begin(one), cuda.cuEventRecord(event, one), cuda.cuStreamWaitEvent(None, event, 0),
    status(one), end(one))
say("the default stream is asked about", begin(blocking), status(None), end(blocking), begin(one), status(None),
    end(one))
say("another thread ends it", begin(one, 1), in_thread(lambda: end(one)), status(one), end(one))
say("another thread ends it, relaxed", begin(one, 2), in_thread(lambda: end(one)), status(one))
say("an external event", begin(one), cuda.cuEventRecordWithFlags(event, one, 1), end(one),
    cuda.cuEventRecordWithFlags(event, other, 1))

graph, second = (made("cuGraphCreate", 0) for _ in range(2))
executable = made("cuGraphInstantiateWithFlags", second, c_uint64(0))
say("launch a graph", begin(one), cuda.cuGraphLaunch(executable, one), status(one), end(one))
say("into a graph", cuda.cuStreamBeginCaptureToGraph(one, graph, None, None, c_size_t(0), 0),
    cuda.cuStreamBeginCaptureToGraph(other, graph, None, None, c_size_t(0), 0), status(other), end(one))


def add_fill(into, before=None, **changed):
    values = {"to": memory.value, "pitch": 0, "value": 1, "element": 4, "width": 4, "height": 1, **changed}
    node = c_void_p()
    result = cuda.cuGraphAddMemsetNode(byref(node), into, byref(before) if before else None,
                                       c_size_t(1 if before else 0), byref(Fill(**values)), context)
    return result, node


for changed in ({"element": 3}, {"to": 0}, {"width": 0}, {"height": 0}, {"height": 2, "pitch": 8}):
    say(f"a fill with {changed}", add_fill(graph, **changed)[0])
say("an event that is none", cuda.cuGraphAddEventRecordNode(byref(c_void_p()), graph, None, c_size_t(0), None))
a, b = add_fill(second)[1], add_fill(second)[1]
for name, function, nodes in (("an edge", "Add", (a, b)), ("again", "Add", (a, b)), ("to itself", "Add", (a, a)),
                              ("a circle", "Add", (b, a))):
    say(name, getattr(cuda, f"cuGraph{function}Dependencies")(second, *(byref(c_void_p(n.value)) for n in nodes),
                                                            c_size_t(1)))
say("instantiate a circle", cuda.cuGraphInstantiateWithFlags(byref(c_void_p()), second, c_uint64(0)))
plain = made("cuGraphCreate", 0)
add_fill(plain)
say("flags", [cuda.cuGraphInstantiateWithFlags(byref(c_void_p()), plain, c_uint64(flags)) for flags in (1, 2, 3, 8, 16)])
say("no room for nodes", cuda.cuGraphGetNodes(plain, (c_void_p * 1)(), byref(c_size_t(0))))
executable = made("cuGraphInstantiateWithFlags", plain, c_uint64(0))
for changed in ({}, {"width": 8}, {"element": 2}, {"height": 2, "pitch": 64}):
    like, updated = made("cuGraphCreate", 0), Updated()
    add_fill(like, **changed)
    say(f"update a fill with {changed}", cuda.cuGraphExecUpdate_v2(executable, like, byref(updated)), updated.result)
owner, alloc, node = made("cuGraphCreate", 0), Alloc(kind=1, place=1, bytes=256), c_void_p()
say("memory", cuda.cuGraphAddMemAllocNode(byref(node), owner, None, c_size_t(0), byref(alloc)),
    cuda.cuGraphClone(byref(c_void_p()), owner), cuda.cuGraphDestroyNode(node),
    cuda.cuGraphAddChildGraphNode(byref(c_void_p()), graph, None, c_size_t(0), owner))
executable = made("cuGraphInstantiateWithFlags", owner, c_uint64(0))
say("memory, instantiated twice", cuda.cuGraphInstantiateWithFlags(byref(c_void_p()), owner, c_uint64(1)))
say("memory, launched twice", cuda.cuGraphLaunch(executable, one), cuda.cuGraphLaunch(executable, one))
address = c_uint64(alloc.address)
say("memory, freed twice", cuda.cuMemFree_v2(address), cuda.cuMemFree_v2(address))
value = (c_uint64 * 8)()
say("attributes of streams", [cuda.cuStreamGetAttribute(one, number, value) for number in range(16)])
