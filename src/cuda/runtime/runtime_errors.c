/* SPDX-License-Identifier: MIT */
/* Error numbers that CUDA 10.1 changed, by the number that they had; the others are what they were.
 * (driver_types.h of CUDA 11.8 and 13.0) */
#include "cuda/runtime/soname/soname.h"

#include "cuda/core/cuda_abi.h"

const uint16_t hw_soname_later_errors[HW_SONAME_ERRORS] = {
    [cudaErrorMissingConfiguration] = 52,
    [cudaErrorLaunchFailure] = 719,
    [cudaErrorPriorLaunchFailure] = 53,
    [cudaErrorLaunchTimeout] = 702,
    [cudaErrorLaunchOutOfResources] = 701,
    [cudaErrorInvalidDeviceFunction] = 98,
    [cudaErrorInvalidDevice] = 101,
    [cudaErrorInvalidValue] = 1,
    [cudaErrorMapBufferObjectFailed] = 205,
    [cudaErrorUnmapBufferObjectFailed] = 206,
    [cudaErrorCudartUnloading] = 4,
    [cudaErrorUnknown] = 999,
    [cudaErrorInvalidResourceHandle] = 400,
    [cudaErrorNotReady] = 600,
    [cudaErrorSetOnActiveProcess] = 708,
    [cudaErrorNoDevice] = 100,
    [cudaErrorECCUncorrectable] = 214,
    [cudaErrorSharedObjectSymbolNotFound] = 302,
    [cudaErrorSharedObjectInitFailed] = 303,
    [cudaErrorUnsupportedLimit] = 215,
    [cudaErrorInvalidKernelImage] = 200,
    [cudaErrorNoKernelImageForDevice] = 209,
    [cudaErrorPeerAccessAlreadyEnabled] = 704,
    [cudaErrorPeerAccessNotEnabled] = 705,
    [cudaErrorDeviceAlreadyInUse] = 216,
    [cudaErrorProfilerDisabled] = 5,
    [cudaErrorProfilerNotInitialized] = 6,
    [cudaErrorProfilerAlreadyStarted] = 7,
    [cudaErrorProfilerAlreadyStopped] = 8,
    [cudaErrorAssert] = 710,
    [cudaErrorTooManyPeers] = 711,
    [cudaErrorHostMemoryAlreadyRegistered] = 712,
    [cudaErrorHostMemoryNotRegistered] = 713,
    [cudaErrorOperatingSystem] = 304,
    [cudaErrorPeerAccessUnsupported] = 217,
    [cudaErrorNotPermitted] = 800,
    [cudaErrorNotSupported] = 801,
    [cudaErrorCooperativeLaunchTooLarge] = 720,
};
