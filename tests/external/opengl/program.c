/* SPDX-License-Identifier: MIT */
/* Shares buffers, textures and a renderbuffer with a real OpenGL through our libcudart: each is made by
 * OpenGL, read and turned over (all bits) through CUDA, and read by OpenGL again.  Run by `run`, under a
 * virtual X server. */
#define GL_GLEXT_PROTOTYPES
#include <GL/freeglut.h>
#include <GL/glext.h>

#include "cuda/runtime/runtime.h"

#include <stdio.h>
#include <string.h>

#define WIDTH  5
#define HEIGHT 3
#define SLICES 4
#define BYTES  4096

static unsigned checks, failures;

#define CHECK(condition)                                           \
    do {                                                           \
        checks++;                                                  \
        if (!(condition)) {                                        \
            failures++;                                            \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
        }                                                          \
    } while (0)
#define CUDA(call) CHECK((call) == cudaSuccess)

static uint8_t given[BYTES], got[BYTES];

static int is_given(const uint8_t *bytes, size_t count, int turned)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != (uint8_t)(turned ? ~given[i] : given[i]))
            return 0;
    return 1;
}

static void buffer(void)
{
    cudaGraphicsResource_t resource;
    unsigned name;
    void *memory;
    size_t bytes;

    glGenBuffers(1, &name);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, BYTES, given, GL_DYNAMIC_DRAW);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    CUDA(cudaGraphicsGLRegisterBuffer(&resource, name, 0));
    CUDA(cudaGraphicsMapResources(1, &resource, NULL));
    CUDA(cudaGraphicsResourceGetMappedPointer(&memory, &bytes, resource));
    CHECK(bytes == BYTES);
    CUDA(cudaMemcpy(got, memory, BYTES, cudaMemcpyDeviceToHost));
    CHECK(is_given(got, BYTES, 0));
    CUDA(cudaMemset(memory, 0x5a, BYTES / 2));
    CUDA(cudaGraphicsUnmapResources(1, &resource, NULL));
    glBindBuffer(GL_ARRAY_BUFFER, name);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, BYTES, got);
    CHECK(got[0] == 0x5a && got[BYTES / 2 - 1] == 0x5a && got[BYTES / 2] == given[BYTES / 2]);
    CUDA(cudaGraphicsUnregisterResource(resource));
}

/* Read a part of an image, which has to be `bytes` from `from` on, and turn it over. */
static void turn(cudaGraphicsResource_t resource, unsigned index, const uint8_t *from, size_t bytes)
{
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent;
    struct cudaArray *array;

    CUDA(cudaGraphicsMapResources(1, &resource, NULL));
    CUDA(cudaGraphicsSubResourceGetMappedArray(&array, resource, index, 0));
    CUDA(cudaArrayGetInfo(&format, &extent, NULL, array));
    const size_t row = extent.width * (size_t)(format.x + format.y + format.z + format.w) / 8;
    struct cudaMemcpy3DParms copy = {.srcArray = array,
                                     .dstPtr = {got, row, extent.width, extent.height},
                                     .extent = {extent.width, extent.height, extent.depth ? extent.depth : 1},
                                     .kind = cudaMemcpyDeviceToHost};
    CHECK(row * copy.extent.height * copy.extent.depth == bytes);
    CUDA(cudaMemcpy3D(&copy));
    CHECK(memcmp(got, from, bytes) == 0);
    for (size_t i = 0; i < bytes; i++)
        got[i] = (uint8_t)~got[i];
    copy = (struct cudaMemcpy3DParms){
        .srcPtr = copy.dstPtr, .dstArray = array, .extent = copy.extent, .kind = cudaMemcpyHostToDevice};
    CUDA(cudaMemcpy3D(&copy));
    CUDA(cudaGraphicsUnmapResources(1, &resource, NULL));
}

/* An image of two dimensions in a format whose pixels are `texel` bytes. */
static void plane(int internal, unsigned format, unsigned type, size_t texel)
{
    const size_t bytes = (size_t)WIDTH * HEIGHT * texel;
    cudaGraphicsResource_t resource = NULL;
    unsigned name;

    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, internal, WIDTH, HEIGHT, 0, format, type, given);
    glBindTexture(GL_TEXTURE_2D, 0);
    CUDA(cudaGraphicsGLRegisterImage(&resource, name, GL_TEXTURE_2D, 0));
    turn(resource, 0, given, bytes);
    glBindTexture(GL_TEXTURE_2D, name);
    glGetTexImage(GL_TEXTURE_2D, 0, format == GL_LUMINANCE ? GL_RED : format, type, got);
    CHECK(is_given(got, bytes, 1));
    CUDA(cudaGraphicsUnregisterResource(resource));
    CHECK(cudaGraphicsGLRegisterImage(&resource, name, GL_TEXTURE_3D, 0) == cudaErrorInvalidResourceHandle);
}

/* A layer among others, and a volume. */
static void deep(unsigned target)
{
    const size_t slice = (size_t)4 * 4 * 4;
    const unsigned layer = target == GL_TEXTURE_2D_ARRAY ? 2 : 0;
    cudaGraphicsResource_t resource = NULL;
    unsigned name;

    glGenTextures(1, &name);
    glBindTexture(target, name);
    glTexImage3D(target, 0, GL_RGBA8, 4, 4, SLICES, 0, GL_RGBA, GL_UNSIGNED_BYTE, given);
    CUDA(cudaGraphicsGLRegisterImage(&resource, name, target, 0));
    turn(resource, layer, given + layer * slice, layer ? slice : SLICES * slice);
    glGetTexImage(target, 0, GL_RGBA, GL_UNSIGNED_BYTE, got);
    for (size_t i = 0; i < SLICES * slice; i++)
        CHECK(got[i] == (uint8_t)(!layer || i / slice == layer ? ~given[i] : given[i]));
    CUDA(cudaGraphicsUnregisterResource(resource));
}

static void renderbuffer(void)
{
    cudaGraphicsResource_t resource;
    unsigned name, frame;
    uint8_t pixels[8 * 8 * 4];

    glGenRenderbuffers(1, &name);
    glBindRenderbuffer(GL_RENDERBUFFER, name);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 8, 8);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
    glClearColor(1, 0.5f, 0.25f, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glEnable(GL_SCISSOR_TEST); /* which must not count, and stay */
    glScissor(0, 0, 1, 1);
    CUDA(cudaGraphicsGLRegisterImage(&resource, name, GL_RENDERBUFFER, 0));
    turn(resource, 0, pixels, sizeof pixels);
    glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, got);
    for (size_t i = 0; i < sizeof pixels; i++)
        CHECK(got[i] == 255 - pixels[i]);
    CHECK(glIsEnabled(GL_SCISSOR_TEST));
    CUDA(cudaGraphicsUnregisterResource(resource));
}

int main(int count, char **words)
{
    cudaGraphicsResource_t resource;

    for (size_t i = 0; i < BYTES; i++)
        given[i] = (uint8_t)(i * 7 % 61);
    CHECK(cudaGraphicsGLRegisterBuffer(&resource, 1, 0) == cudaErrorUnknown); /* there is no context yet */
    glutInit(&count, words);
    glutCreateWindow("halfwarp");
    printf("OpenGL %s\n", (const char *)glGetString(GL_VERSION));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    buffer();
    plane(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4);
    plane(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 4);
    plane(GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, 8);
    plane(GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16);
    plane(GL_RG16UI, GL_RG_INTEGER, GL_UNSIGNED_SHORT, 4);
    plane(GL_R32I, GL_RED_INTEGER, GL_INT, 4);
    plane(GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1);
    plane(GL_ALPHA8, GL_ALPHA, GL_UNSIGNED_BYTE, 1);
    plane(GL_LUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE, 1);
    plane(GL_INTENSITY8, GL_LUMINANCE, GL_UNSIGNED_BYTE, 1);
    deep(GL_TEXTURE_2D_ARRAY);
    deep(GL_TEXTURE_3D);
    renderbuffer();
    CHECK(glGetError() == GL_NO_ERROR);
    printf("%u checks, %u failures\n", checks, failures);
    return failures > 0;
}
