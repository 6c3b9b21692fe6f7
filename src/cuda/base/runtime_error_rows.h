/* SPDX-License-Identifier: MIT */
/* The errors of CUDA's runtime. */
#ifndef HW_CUDA_BASE_RUNTIME_ERROR_ROWS_H
#define HW_CUDA_BASE_RUNTIME_ERROR_ROWS_H

/* Every error of the runtimes up to 5.0 (of 4.2: up to 62), and those of later ones that functions return:
 * number, name, what cudaGetErrorString says. */
/* clang-format off */
#define HW_CUDA_ERRORS(ERROR) \
    ERROR(0, cudaSuccess, "no error") \
    ERROR(1, cudaErrorMissingConfiguration, "__global__ function call is not configured") \
    ERROR(2, cudaErrorMemoryAllocation, "out of memory") \
    ERROR(3, cudaErrorInitializationError, "initialization error") \
    ERROR(4, cudaErrorLaunchFailure, "unspecified launch failure") \
    ERROR(5, cudaErrorPriorLaunchFailure, "unspecified launch failure in prior launch") \
    ERROR(6, cudaErrorLaunchTimeout, "the launch timed out and was terminated") \
    ERROR(7, cudaErrorLaunchOutOfResources, "too many resources requested for launch") \
    ERROR(8, cudaErrorInvalidDeviceFunction, "invalid device function ") \
    ERROR(9, cudaErrorInvalidConfiguration, "invalid configuration argument") \
    ERROR(10, cudaErrorInvalidDevice, "invalid device ordinal") \
    ERROR(11, cudaErrorInvalidValue, "invalid argument") \
    ERROR(12, cudaErrorInvalidPitchValue, "invalid pitch argument") \
    ERROR(13, cudaErrorInvalidSymbol, "invalid device symbol") \
    ERROR(14, cudaErrorMapBufferObjectFailed, "mapping of buffer object failed") \
    ERROR(15, cudaErrorUnmapBufferObjectFailed, "unmapping of buffer object failed") \
    ERROR(16, cudaErrorInvalidHostPointer, "invalid host pointer") \
    ERROR(17, cudaErrorInvalidDevicePointer, "invalid device pointer") \
    ERROR(18, cudaErrorInvalidTexture, "invalid texture reference") \
    ERROR(19, cudaErrorInvalidTextureBinding, "texture is not bound to a pointer") \
    ERROR(20, cudaErrorInvalidChannelDescriptor, "invalid channel descriptor") \
    ERROR(21, cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy") \
    ERROR(22, cudaErrorAddressOfConstant, "address of constant") \
    ERROR(23, cudaErrorTextureFetchFailed, "fetch from texture failed") \
    ERROR(24, cudaErrorTextureNotBound, "cannot fetch from a texture that is not bound") \
    ERROR(25, cudaErrorSynchronizationError, "incorrect use of __syncthreads()") \
    ERROR(26, cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type") \
    ERROR(27, cudaErrorInvalidNormSetting, "read as normalized float not supported for 32-bit non float type") \
    ERROR(28, cudaErrorMixedDeviceExecution, "device emulation mode and device execution mode cannot be mixed") \
    ERROR(29, cudaErrorCudartUnloading, "driver shutting down") \
    ERROR(30, cudaErrorUnknown, "unknown error") \
    ERROR(31, cudaErrorNotYetImplemented, "feature not yet implemented") \
    ERROR(32, cudaErrorMemoryValueTooLarge, "memory size or pointer value too large to fit in 32 bit") \
    ERROR(33, cudaErrorInvalidResourceHandle, "invalid resource handle") \
    ERROR(34, cudaErrorNotReady, "device not ready") \
    ERROR(35, cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version") \
    ERROR(36, cudaErrorSetOnActiveProcess, "cannot set while device is active in this process") \
    ERROR(37, cudaErrorInvalidSurface, "invalid surface reference") \
    ERROR(38, cudaErrorNoDevice, "no CUDA-capable device is detected") \
    ERROR(39, cudaErrorECCUncorrectable, "uncorrectable ECC error encountered") \
    ERROR(40, cudaErrorSharedObjectSymbolNotFound, "shared object symbol not found") \
    ERROR(41, cudaErrorSharedObjectInitFailed, "shared object initialization failed") \
    ERROR(42, cudaErrorUnsupportedLimit, "limit is not supported on this architecture") \
    ERROR(43, cudaErrorDuplicateVariableName, "duplicate global variable looked up by string name") \
    ERROR(44, cudaErrorDuplicateTextureName, "duplicate texture looked up by string name") \
    ERROR(45, cudaErrorDuplicateSurfaceName, "duplicate surface looked up by string name") \
    ERROR(46, cudaErrorDevicesUnavailable, "all CUDA-capable devices are busy or unavailable") \
    ERROR(47, cudaErrorInvalidKernelImage, "device kernel image is invalid") \
    ERROR(48, cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device") \
    ERROR(49, cudaErrorIncompatibleDriverContext, "incompatible driver context") \
    ERROR(50, cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled") \
    ERROR(51, cudaErrorPeerAccessNotEnabled, "peer access has not been enabled") \
    ERROR(54, cudaErrorDeviceAlreadyInUse, "exclusive-thread device already in use by a different thread") \
    ERROR(55, cudaErrorProfilerDisabled, "profiler disabled while using external profiling tool") \
    ERROR(56, cudaErrorProfilerNotInitialized, "profiler not initialized: call cudaProfilerInitialize()") \
    ERROR(57, cudaErrorProfilerAlreadyStarted, "profiler already started") \
    ERROR(58, cudaErrorProfilerAlreadyStopped, "profiler already stopped") \
    ERROR(59, cudaErrorAssert, "device-side assert triggered") \
    ERROR(60, cudaErrorTooManyPeers, "peer mapping resources exhausted") \
    ERROR(61, cudaErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped") \
    ERROR(62, cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region") \
    ERROR(63, cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS") \
    ERROR(64, cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices") \
    ERROR(65, cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches") \
    ERROR(66, cudaErrorLaunchFileScopedTex, "launch failed because kernel uses unsupported, file-scoped textures") \
    ERROR(67, cudaErrorLaunchFileScopedSurf, "launch failed because kernel uses unsupported, file-scoped surfaces") \
    ERROR(68, cudaErrorSyncDepthExceeded, "cudaDeviceSynchronize failed because caller's grid depth is too great") \
    ERROR(69, cudaErrorLaunchPendingCountExceeded, "launch failed because too many launches are pending") \
    ERROR(70, cudaErrorNotPermitted, "operation not permitted") \
    ERROR(71, cudaErrorNotSupported, "operation not supported") \
    ERROR(72, cudaErrorHardwareStackError, "hardware stack error") \
    ERROR(73, cudaErrorIllegalInstruction, "an illegal instruction was encountered") \
    ERROR(74, cudaErrorMisalignedAddress, "misaligned address") \
    ERROR(75, cudaErrorInvalidAddressSpace, "operation not supported on global/shared address space") \
    ERROR(76, cudaErrorInvalidPc, "invalid program counter") \
    ERROR(77, cudaErrorIllegalAddress, "an illegal memory access was encountered") \
    ERROR(82, cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch") \
    ERROR(127, cudaErrorStartupFailure, "startup failure in cuda runtime") \
    ERROR(201, cudaErrorDeviceUninitialized, "invalid device context") \
    ERROR(218, cudaErrorInvalidPtx, "a PTX JIT compilation failed") \
    ERROR(221, cudaErrorJitCompilerNotFound, "PTX JIT compiler library not found") \
    ERROR(301, cudaErrorFileNotFound, "file not found") \
    ERROR(500, cudaErrorSymbolNotFound, "named symbol not found") \
    ERROR(401, cudaErrorIllegalState, "the operation cannot be performed in the present state") \
    ERROR(402, cudaErrorLossyQuery, "attempted introspection would be semantically lossy") \
    ERROR(900, cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing") \
    ERROR(901, cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture") \
    ERROR(902, cudaErrorStreamCaptureMerge, "operation would result in a merge of separate capture sequences") \
    ERROR(903, cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began") \
    ERROR(904, cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work") \
    ERROR(905, cudaErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream") \
    ERROR(906, cudaErrorStreamCaptureImplicit, "operation would make the legacy stream depend on a capturing blocking stream") \
    ERROR(907, cudaErrorCapturedEvent, "operation not permitted on an event last recorded in a capturing stream") \
    ERROR(908, cudaErrorStreamCaptureWrongThread, "attempt to terminate a thread-local capture sequence from another thread") \
    ERROR(910, cudaErrorGraphExecUpdateFailure, "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update")
/* clang-format on */

#endif
