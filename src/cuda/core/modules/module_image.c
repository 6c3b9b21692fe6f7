/* SPDX-License-Identifier: MIT */
/* See module_image.h.  An image's own header tells its length: an ELF file by the place of its sections, a
 * fat binary by its payload.  Headers are input like any other and may be wrong.  So they are followed only
 * by reads through the operating system's kernel, which fail where memory ends. */
#include "cuda/core/modules/module_image.h"

#include "cuda/core/modules/fatbin_select.h"
#include "cuda/core/modules/ptx_text.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define IMAGE_BYTES_MAX ((size_t)256 << 20)
#define PAGE_BYTES      4096u

/* Copy memory of this process that may not be there; false where it is not.  Where the system forbids the
 * question, as sandboxes may, memory is taken to be there. */
static bool copy_memory(void *to, const void *from, size_t bytes)
{
    const struct iovec there = {to, bytes}, here = {(void *)(uintptr_t)from, bytes};
    const ssize_t got = process_vm_readv(getpid(), &there, 1, &here, 1, 0);

    if (got < 0 && (errno == EPERM || errno == ENOSYS))
        memcpy(to, from, bytes);
    else if (got < 0 || (size_t)got != bytes)
        return false;
    return true;
}

/* The larger of the two ends; an end that is beyond everything stays so. */
static uint64_t further(uint64_t end, uint64_t offset, uint64_t bytes)
{
    const uint64_t other = offset > UINT64_MAX - bytes ? UINT64_MAX : offset + bytes;

    return other > end ? other : end;
}

/* Headers may say anything: no place in an object that the compiler knows of. */
static const void *at(const uint8_t *image, uint64_t offset)
{
    return (const void *)((uintptr_t)image + offset);
}

/* The length of an ELF file whose sections' headers are of `type`, of 32 or 64 bits. */
#define ELF_LENGTH(name, header_type, section_type)                                                     \
    static uint64_t name(const uint8_t *image)                                                          \
    {                                                                                                   \
        header_type header;                                                                             \
        section_type section;                                                                           \
        uint64_t end;                                                                                   \
                                                                                                        \
        if (!copy_memory(&header, image, sizeof header) || header.e_shentsize != sizeof section)        \
            return 0;                                                                                   \
        end = further(sizeof header, header.e_shoff, (uint64_t)header.e_shnum * sizeof section);        \
        end = further(end, header.e_phoff, (uint64_t)header.e_phnum * header.e_phentsize);              \
        for (unsigned i = 0; i < header.e_shnum && end <= IMAGE_BYTES_MAX; i++) {                       \
            if (!copy_memory(&section, at(image, header.e_shoff + i * sizeof section), sizeof section)) \
                return 0;                                                                               \
            if (section.sh_type != SHT_NOBITS)                                                          \
                end = further(end, section.sh_offset, section.sh_size);                                 \
        }                                                                                               \
        return end;                                                                                     \
    }
ELF_LENGTH(length_of_elf32, Elf32_Ehdr, Elf32_Shdr)
ELF_LENGTH(length_of_elf64, Elf64_Ehdr, Elf64_Shdr)

static uint64_t length_of_container(const uint8_t *image)
{
    struct hw_cuda_container_head head;

    return copy_memory(&head, image, sizeof head) ? further(0, head.head_bytes, head.payload_bytes) : 0;
}

/* Text ends with a NUL; it is looked at page by page. */
static uint64_t length_of_text(const uint8_t *image)
{
    uint8_t page[PAGE_BYTES];
    size_t length = 0;

    while (length <= IMAGE_BYTES_MAX) {
        const size_t bytes = PAGE_BYTES - (uintptr_t)(image + length) % PAGE_BYTES;
        if (!copy_memory(page, image + length, bytes))
            return 0;
        const uint8_t *end = memchr(page, 0, bytes);
        if (end)
            return length + (size_t)(end - page);
        length += bytes;
    }
    return 0;
}

static uint64_t length_of(const uint8_t *image, const uint8_t magic[4])
{
    uint32_t number;
    uint8_t class = ELFCLASSNONE;

    memcpy(&number, magic, sizeof number);
    if (memcmp(magic, ELFMAG, SELFMAG) == 0)
        return !copy_memory(&class, image + EI_CLASS, 1) ? 0
               : class == ELFCLASS32                     ? length_of_elf32(image)
                                                         : length_of_elf64(image);
    return number == HW_CUDA_CONTAINER_MAGIC ? length_of_container(image) : length_of_text(image);
}

static cudaError_t allocate(struct hw_cuda_image *copy, size_t length)
{
    *copy = (struct hw_cuda_image){calloc(1, length + 1), length};
    return copy->bytes ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t hw_cuda_image_copy(const void *image, struct hw_cuda_image *copy)
{
    struct hw_cuda_wrapper wrapper;
    uint8_t magic[4];

    *copy = (struct hw_cuda_image){NULL, 0};
    if (copy_memory(&wrapper, image, sizeof wrapper) && wrapper.magic == HW_CUDA_WRAPPER_MAGIC)
        image = wrapper.container;
    if (!copy_memory(magic, image, sizeof magic))
        return cudaErrorInvalidKernelImage;
    const uint64_t length = length_of(image, magic);
    if (length == 0 || length > IMAGE_BYTES_MAX)
        return cudaErrorInvalidKernelImage;
    const cudaError_t result = allocate(copy, length);
    if (result == cudaSuccess && !copy_memory(copy->bytes, image, length)) {
        hw_cuda_image_free(copy);
        return cudaErrorInvalidKernelImage;
    }
    return result;
}

cudaError_t hw_cuda_image_read(const char *path, struct hw_cuda_image *copy)
{
    FILE *file = fopen(path, "rb");
    cudaError_t result = (cudaError_t)HW_CUDA_ERROR_FILE_NOT_FOUND;

    *copy = (struct hw_cuda_image){NULL, 0};
    if (!file)
        return result;
    const long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (length >= 0 && (size_t)length <= IMAGE_BYTES_MAX) {
        result = length == 0 ? cudaErrorInvalidKernelImage : allocate(copy, (size_t)length);
        rewind(file);
        if (result == cudaSuccess && fread(copy->bytes, 1, copy->length, file) != copy->length) {
            hw_cuda_image_free(copy);
            result = (cudaError_t)HW_CUDA_ERROR_FILE_NOT_FOUND;
        }
    }
    fclose(file);
    return result;
}

void hw_cuda_image_free(struct hw_cuda_image *image)
{
    free(image->bytes);
    *image = (struct hw_cuda_image){NULL, 0};
}

bool hw_cuda_image_is_ptx(const void *image)
{
    return hw_cuda_ptx_version(image) != NULL;
}
