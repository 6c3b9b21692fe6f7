/* SPDX-License-Identifier: MIT */
/* Errors: the runtime's, which the state returns, as the driver's, and their names. */
#include "cuda/driver/driver_call.h"

static const struct error {
    CUresult number;
    const char *name, *text;
    int runtime;
} errors[] = {
#define HW_CU_ROW(number, name, text, runtime) {name, #name, text, runtime},
    HW_CU_ERRORS(HW_CU_ROW)
#undef HW_CU_ROW
};

/* Other errors of the state that are one of the driver's; what is left are bad arguments. */
static const struct {
    int state;
    CUresult driver;
} others[] = {
    {HW_CUDA_ERROR_NO_CONTEXT, CUDA_ERROR_INVALID_CONTEXT},
    {HW_CUDA_ERROR_CONTEXT_DESTROYED, CUDA_ERROR_CONTEXT_IS_DESTROYED},
    {HW_CUDA_ERROR_PTX_ONLY, CUDA_ERROR_NO_BINARY_FOR_GPU},
    {HW_CUDA_ERROR_NOT_FOUND, CUDA_ERROR_NOT_FOUND},
    {HW_CUDA_ERROR_FILE_NOT_FOUND, CUDA_ERROR_FILE_NOT_FOUND},
    {HW_CUDA_ERROR_INVALID_PTX, CUDA_ERROR_INVALID_PTX},
    {HW_CUDA_ERROR_NO_COMPILER, CUDA_ERROR_JIT_COMPILER_NOT_FOUND},
    {HW_CUDA_ERROR_CONTEXT_IN_USE, CUDA_ERROR_CONTEXT_ALREADY_IN_USE},
    {cudaErrorInvalidDeviceFunction, CUDA_ERROR_INVALID_HANDLE},
    {cudaErrorDeviceUninitialized, CUDA_ERROR_INVALID_CONTEXT},
    {cudaErrorDevicesUnavailable, CUDA_ERROR_NO_DEVICE},
    {cudaErrorNotYetImplemented, CUDA_ERROR_NOT_SUPPORTED},
};

CUresult hw_cu_error(cudaError_t error)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].runtime == (int)error)
            return errors[i].number;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].state == (int)error)
            return others[i].driver;
    return CUDA_ERROR_INVALID_VALUE;
}

static const struct error *find(CUresult number)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].number == number)
            return &errors[i];
    return NULL;
}

const char *hw_cu_error_name(CUresult number)
{
    const struct error *error = find(number);

    return error ? error->name : "an unknown error";
}

CUresult cuGetErrorName(CUresult number, const char **name)
{
    const struct error *error = find(number);

    if (name)
        *name = error ? error->name : NULL;
    return name && error ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult number, const char **text)
{
    const struct error *error = find(number);

    if (text)
        *text = error ? error->text : NULL;
    return text && error ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
