/* SPDX-License-Identifier: MIT */
/* Every error of the driver API of CUDA 4.2, and those of later toolkits that functions of theirs return:
 * number, name, what cuGetErrorString says, and the runtime's error that means the same (-1: there is none,
 * or another row is the one that it becomes). */
#ifndef HW_CUDA_BASE_DRIVER_ERRORS_H
#define HW_CUDA_BASE_DRIVER_ERRORS_H

/* clang-format off */
#define HW_CU_ERRORS(ERROR) \
    ERROR(0, CUDA_SUCCESS, "no error", cudaSuccess) \
    ERROR(1, CUDA_ERROR_INVALID_VALUE, "invalid argument", cudaErrorInvalidValue) \
    ERROR(2, CUDA_ERROR_OUT_OF_MEMORY, "out of memory", cudaErrorMemoryAllocation) \
    ERROR(3, CUDA_ERROR_NOT_INITIALIZED, "initialization error", cudaErrorInitializationError) \
    ERROR(4, CUDA_ERROR_DEINITIALIZED, "driver shutting down", cudaErrorCudartUnloading) \
    ERROR(5, CUDA_ERROR_PROFILER_DISABLED, "profiler disabled while an external profiler is used", cudaErrorProfilerDisabled) \
    ERROR(6, CUDA_ERROR_PROFILER_NOT_INITIALIZED, "profiler not initialized", cudaErrorProfilerNotInitialized) \
    ERROR(7, CUDA_ERROR_PROFILER_ALREADY_STARTED, "profiler already started", cudaErrorProfilerAlreadyStarted) \
    ERROR(8, CUDA_ERROR_PROFILER_ALREADY_STOPPED, "profiler already stopped", cudaErrorProfilerAlreadyStopped) \
    ERROR(100, CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected", cudaErrorNoDevice) \
    ERROR(101, CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal", cudaErrorInvalidDevice) \
    ERROR(200, CUDA_ERROR_INVALID_IMAGE, "device kernel image is invalid", cudaErrorInvalidKernelImage) \
    ERROR(201, CUDA_ERROR_INVALID_CONTEXT, "invalid device context", cudaErrorIncompatibleDriverContext) \
    ERROR(202, CUDA_ERROR_CONTEXT_ALREADY_CURRENT, "context is already current", -1) \
    ERROR(205, CUDA_ERROR_MAP_FAILED, "mapping of buffer object failed", cudaErrorMapBufferObjectFailed) \
    ERROR(206, CUDA_ERROR_UNMAP_FAILED, "unmapping of buffer object failed", cudaErrorUnmapBufferObjectFailed) \
    ERROR(207, CUDA_ERROR_ARRAY_IS_MAPPED, "array is mapped", -1) \
    ERROR(208, CUDA_ERROR_ALREADY_MAPPED, "resource already mapped", -1) \
    ERROR(209, CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for execution on the device", cudaErrorNoKernelImageForDevice) \
    ERROR(210, CUDA_ERROR_ALREADY_ACQUIRED, "resource already acquired", -1) \
    ERROR(211, CUDA_ERROR_NOT_MAPPED, "resource not mapped", -1) \
    ERROR(212, CUDA_ERROR_NOT_MAPPED_AS_ARRAY, "resource not mapped as array", -1) \
    ERROR(213, CUDA_ERROR_NOT_MAPPED_AS_POINTER, "resource not mapped as pointer", -1) \
    ERROR(214, CUDA_ERROR_ECC_UNCORRECTABLE, "uncorrectable ECC error encountered", cudaErrorECCUncorrectable) \
    ERROR(215, CUDA_ERROR_UNSUPPORTED_LIMIT, "limit is not supported on this architecture", cudaErrorUnsupportedLimit) \
    ERROR(216, CUDA_ERROR_CONTEXT_ALREADY_IN_USE, "exclusive-thread device already in use by a different thread", cudaErrorDeviceAlreadyInUse) \
    ERROR(218, CUDA_ERROR_INVALID_PTX, "a PTX JIT compilation failed", -1) \
    ERROR(221, CUDA_ERROR_JIT_COMPILER_NOT_FOUND, "PTX JIT compiler library not found", -1) \
    ERROR(300, CUDA_ERROR_INVALID_SOURCE, "device kernel source is invalid", -1) \
    ERROR(301, CUDA_ERROR_FILE_NOT_FOUND, "file not found", -1) \
    ERROR(302, CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, "shared object symbol not found", cudaErrorSharedObjectSymbolNotFound) \
    ERROR(303, CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, "shared object initialization failed", cudaErrorSharedObjectInitFailed) \
    ERROR(304, CUDA_ERROR_OPERATING_SYSTEM, "OS call failed or operation not supported on this OS", cudaErrorOperatingSystem) \
    ERROR(400, CUDA_ERROR_INVALID_HANDLE, "invalid resource handle", cudaErrorInvalidResourceHandle) \
    ERROR(401, CUDA_ERROR_ILLEGAL_STATE, "the operation cannot be performed in the present state", cudaErrorIllegalState) \
    ERROR(402, CUDA_ERROR_LOSSY_QUERY, "attempted introspection would be semantically lossy", cudaErrorLossyQuery) \
    ERROR(500, CUDA_ERROR_NOT_FOUND, "named symbol not found", cudaErrorInvalidSymbol) \
    ERROR(600, CUDA_ERROR_NOT_READY, "device not ready", cudaErrorNotReady) \
    ERROR(700, CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered", cudaErrorIllegalAddress) \
    ERROR(701, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch", cudaErrorLaunchOutOfResources) \
    ERROR(702, CUDA_ERROR_LAUNCH_TIMEOUT, "the launch timed out and was terminated", cudaErrorLaunchTimeout) \
    ERROR(703, CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, "launch with incompatible texturing", -1) \
    ERROR(704, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, "peer access is already enabled", cudaErrorPeerAccessAlreadyEnabled) \
    ERROR(705, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, "peer access has not been enabled", cudaErrorPeerAccessNotEnabled) \
    ERROR(708, CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, "cannot set while device is active in this process", cudaErrorSetOnActiveProcess) \
    ERROR(709, CUDA_ERROR_CONTEXT_IS_DESTROYED, "context is destroyed", -1) \
    ERROR(710, CUDA_ERROR_ASSERT, "device-side assert triggered", cudaErrorAssert) \
    ERROR(711, CUDA_ERROR_TOO_MANY_PEERS, "peer mapping resources exhausted", cudaErrorTooManyPeers) \
    ERROR(712, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "part or all of the requested memory range is already mapped", cudaErrorHostMemoryAlreadyRegistered) \
    ERROR(713, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, "pointer does not correspond to a registered memory region", cudaErrorHostMemoryNotRegistered) \
    ERROR(714, CUDA_ERROR_HARDWARE_STACK_ERROR, "hardware stack error", cudaErrorHardwareStackError) \
    ERROR(715, CUDA_ERROR_ILLEGAL_INSTRUCTION, "an illegal instruction was encountered", cudaErrorIllegalInstruction) \
    ERROR(716, CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned address", cudaErrorMisalignedAddress) \
    ERROR(717, CUDA_ERROR_INVALID_ADDRESS_SPACE, "operation not supported on global/shared address space", cudaErrorInvalidAddressSpace) \
    ERROR(718, CUDA_ERROR_INVALID_PC, "invalid program counter", cudaErrorInvalidPc) \
    ERROR(719, CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure", cudaErrorLaunchFailure) \
    ERROR(720, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, "too many blocks in cooperative launch", cudaErrorCooperativeLaunchTooLarge) \
    ERROR(800, CUDA_ERROR_NOT_PERMITTED, "operation not permitted", cudaErrorNotPermitted) \
    ERROR(801, CUDA_ERROR_NOT_SUPPORTED, "operation not supported", cudaErrorNotSupported) \
    ERROR(900, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "operation not permitted when stream is capturing", cudaErrorStreamCaptureUnsupported) \
    ERROR(901, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "operation failed due to a previous error during capture", cudaErrorStreamCaptureInvalidated) \
    ERROR(902, CUDA_ERROR_STREAM_CAPTURE_MERGE, "operation would result in a merge of separate capture sequences", cudaErrorStreamCaptureMerge) \
    ERROR(903, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, "capture was not ended in the same stream as it began", cudaErrorStreamCaptureUnmatched) \
    ERROR(904, CUDA_ERROR_STREAM_CAPTURE_UNJOINED, "capturing stream has unjoined work", cudaErrorStreamCaptureUnjoined) \
    ERROR(905, CUDA_ERROR_STREAM_CAPTURE_ISOLATION, "dependency created on uncaptured work in another stream", cudaErrorStreamCaptureIsolation) \
    ERROR(906, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, "operation would make the legacy stream depend on a capturing blocking stream", cudaErrorStreamCaptureImplicit) \
    ERROR(907, CUDA_ERROR_CAPTURED_EVENT, "operation not permitted on an event last recorded in a capturing stream", cudaErrorCapturedEvent) \
    ERROR(908, CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, "attempt to terminate a thread-local capture sequence from another thread", cudaErrorStreamCaptureWrongThread) \
    ERROR(910, CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update", cudaErrorGraphExecUpdateFailure) \
    ERROR(999, CUDA_ERROR_UNKNOWN, "unknown error", cudaErrorUnknown)
/* clang-format on */

typedef enum cudaError_enum {
#define HW_CU_NUMBER(number, name, text, runtime) name = number,
    HW_CU_ERRORS(HW_CU_NUMBER)
#undef HW_CU_NUMBER
} CUresult;

#endif
