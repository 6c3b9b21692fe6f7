/* SPDX-License-Identifier: MIT */
/* See opencl.h.  Buffers stay where they are: the device is the processor. */
#define CL_TARGET_OPENCL_VERSION 120
#include "opencl.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_kernel kernel;

static void must(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "bench: OpenCL: %s: error %d\n", what, status);
    exit(1);
}

/* The first device that is a processor. */
static bool find_device(void)
{
    cl_platform_id platforms[8];
    cl_uint count = 0;
    cl_int status;

    setenv("POCL_MAX_PTHREAD_COUNT", "1", 1);
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
        return false;
    for (cl_uint i = 0; i < count && i < 8 && !device; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL) != CL_SUCCESS)
            device = NULL;
    if (!device)
        return false;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    must(status, "context");
    queue = clCreateCommandQueue(context, device, 0, &status);
    must(status, "queue");
    return true;
}

static cl_program read_program(const char *name)
{
    static char text[1 << 16];
    const char *source = text;
    char path[4096];
    cl_int status;

    snprintf(path, sizeof path, BENCH_SOURCES "/opencl/%s.cl", name);
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    const cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    must(status, path);
    must(clBuildProgram(program, 1, &device, "", NULL, NULL), path);
    return program;
}

bool opencl_make(const char *name, const struct opencl_parameter *parameters, unsigned count)
{
    static bool searched;
    cl_int status;

    if (!searched) {
        searched = true;
        find_device();
    }
    const cl_program program = device ? read_program(name) : NULL;
    if (!program)
        return false;
    kernel = clCreateKernel(program, name, &status);
    must(status, name);
    for (unsigned i = 0; i < count; i++) {
        const struct opencl_parameter *p = &parameters[i];
        if (p->buffer) {
            cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, p->bytes,
                                           p->buffer, &status);
            must(status, "buffer");
            must(clSetKernelArg(kernel, i, sizeof memory, &memory), "parameter");
        } else {
            must(clSetKernelArg(kernel, i, sizeof p->word, &p->word), "parameter");
        }
    }
    return true;
}

void opencl_run(const uint32_t grid[2], const uint32_t block[2])
{
    const size_t local[2] = {block[0], block[1]},
                 global[2] = {(size_t)grid[0] * block[0], (size_t)grid[1] * block[1]};

    must(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL), "launch");
    must(clFinish(queue), "launch");
}
