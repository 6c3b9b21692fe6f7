/* Fat binaries that the program registers before main, and what host code calls their contents.
 *
 * Names are not unique: a program may be built from the same source twice, in single and double precision. So
 * everything is known by its host address, and a name counts within one fat binary; only a host address that
 * nobody registered is taken for a name, as interfaces before CUDA 5 allow it. */
#include "cuda/state.h"

#include <halfwarp/archive.h>

#include <stdlib.h>
#include <string.h>

/* In the program: what __cudaRegisterFatBinary gets, and the head of the container it points to. */
#define WRAPPER_MAGIC 0x466243b1u
#define CONTAINER_MAGIC 0xba55ed50u

struct wrapper {
    uint32_t magic, version;
    const uint8_t *container;
    const void *unused;
};

struct container_head {
    uint32_t magic;
    uint16_t version, head_bytes;
    uint64_t payload_bytes;
};

struct hw_cuda_fatbin *hw_cuda_fatbin_add(const void *wrapper)
{
    struct hw_cuda_fatbin *fatbin = calloc(1, sizeof *fatbin);
    struct wrapper outer;
    struct container_head head = {.magic = 0};

    if (!fatbin)
        return NULL;
    memcpy(&outer, wrapper, sizeof outer);
    if (outer.magic == WRAPPER_MAGIC && outer.container)
        memcpy(&head, outer.container, sizeof head);
    if (head.magic == CONTAINER_MAGIC) {
        fatbin->bytes = outer.container;
        fatbin->length = head.head_bytes + head.payload_bytes;
    } else {
        hw_cuda_say(
            "the program registers a fat binary of another kind than CUDA 4 has; its kernels are not there");
        fatbin->trouble = cudaErrorInvalidKernelImage;
    }
    fatbin->next = hw_cuda.fatbins;
    hw_cuda.fatbins = fatbin;
    return fatbin;
}

/* Frees a list whose elements begin with a pointer to the next. */
static void free_list(void *list)
{
    while (list) {
        void *next = *(void **)list;
        free(list);
        list = next;
    }
}

void hw_cuda_fatbin_remove(struct hw_cuda_fatbin *fatbin)
{
    struct hw_cuda_fatbin **link = &hw_cuda.fatbins;

    while (*link && *link != fatbin)
        link = &(*link)->next;
    if (!*link)
        return;
    *link = fatbin->next;
    hw_cuda_fatbin_unload(fatbin);
    hw_module_free(fatbin->module);
    free_list(fatbin->kernels);
    free_list(fatbin->variables);
    free_list(fatbin->textures);
    free_list(fatbin->surfaces);
    free(fatbin);
}

void hw_cuda_add_kernel(struct hw_cuda_fatbin *fatbin, const void *host, const char *name)
{
    struct hw_cuda_kernel *made = calloc(1, sizeof *made);

    if (!made)
        return;
    *made = (struct hw_cuda_kernel){.next = fatbin->kernels, .fatbin = fatbin, .host = host, .name = name};
    fatbin->kernels = made;
}

void hw_cuda_add_variable(struct hw_cuda_fatbin *fatbin, const void *host, const char *name, size_t bytes,
                          bool constant)
{
    struct hw_cuda_variable *made = calloc(1, sizeof *made);

    if (!made)
        return;
    *made = (struct hw_cuda_variable){.next = fatbin->variables,
                                      .fatbin = fatbin,
                                      .host = host,
                                      .name = name,
                                      .bytes = bytes,
                                      .constant = constant};
    fatbin->variables = made;
}

void hw_cuda_add_texture(struct hw_cuda_fatbin *fatbin, const struct textureReference *host, const char *name,
                         int read_mode)
{
    struct hw_cuda_texture *made = calloc(1, sizeof *made);

    if (!made)
        return;
    *made = (struct hw_cuda_texture){
        .next = fatbin->textures, .host = host, .name = name, .normalized_read = read_mode != 0};
    fatbin->textures = made;
}

void hw_cuda_add_surface(struct hw_cuda_fatbin *fatbin, const struct surfaceReference *host, const char *name)
{
    struct hw_cuda_surface *made = calloc(1, sizeof *made);

    if (!made)
        return;
    *made = (struct hw_cuda_surface){.next = fatbin->surfaces, .host = host, .name = name};
    fatbin->surfaces = made;
}

/* --- finding --- */

/* Whether host code that passes `asked` means this; by name only in a second search. */
static bool is_meant(const void *asked, bool by_name, const void *host, const char *name)
{
    return by_name ? strcmp(asked, name) == 0 : asked == host;
}

struct hw_cuda_kernel *hw_cuda_find_kernel(const void *host)
{
    for (int by_name = 0; host && by_name < 2; by_name++)
        for (struct hw_cuda_fatbin *fatbin = hw_cuda.fatbins; fatbin; fatbin = fatbin->next)
            for (struct hw_cuda_kernel *kernel = fatbin->kernels; kernel; kernel = kernel->next)
                if (is_meant(host, by_name, kernel->host, kernel->name))
                    return kernel;
    return NULL;
}

struct hw_cuda_variable *hw_cuda_find_variable(const void *host)
{
    for (int by_name = 0; host && by_name < 2; by_name++)
        for (struct hw_cuda_fatbin *fatbin = hw_cuda.fatbins; fatbin; fatbin = fatbin->next)
            for (struct hw_cuda_variable *variable = fatbin->variables; variable; variable = variable->next)
                if (is_meant(host, by_name, variable->host, variable->name))
                    return variable;
    return NULL;
}

struct hw_cuda_texture *hw_cuda_find_texture(const struct textureReference *host)
{
    for (struct hw_cuda_fatbin *fatbin = hw_cuda.fatbins; fatbin; fatbin = fatbin->next)
        for (struct hw_cuda_texture *texture = fatbin->textures; texture; texture = texture->next)
            if (texture->host == host)
                return texture;
    return NULL;
}

struct hw_cuda_surface *hw_cuda_find_surface(const struct surfaceReference *host)
{
    for (struct hw_cuda_fatbin *fatbin = hw_cuda.fatbins; fatbin; fatbin = fatbin->next)
        for (struct hw_cuda_surface *surface = fatbin->surfaces; surface; surface = surface->next)
            if (surface->host == host)
                return surface;
    return NULL;
}

/* --- choosing a cubin --- */

/* The capability that a cubin is for, 0 for other entries. */
static unsigned capability_of(const struct hw_entry *entry)
{
    if (entry->kind != HW_ENTRY_CUBIN || strncmp(entry->target, "sm_", 3) != 0)
        return 0;
    return (unsigned)strtoul(entry->target + 3, NULL, 10);
}

/* A device runs code of its own major number and of no higher minor one (CUDA C Programming Guide, binary
 * compatibility); the highest of those is best.  entry_count: none. */
static size_t best_entry(const struct hw_archive *archive, unsigned device)
{
    size_t best = archive->entry_count;
    unsigned best_capability = 0;

    for (size_t i = 0; i < archive->entry_count; i++) {
        const unsigned capability = capability_of(&archive->entries[i]);
        if (capability / 10 == device / 10 && capability <= device && capability > best_capability) {
            best = i;
            best_capability = capability;
        }
    }
    return best;
}

static cudaError_t read_best(struct hw_cuda_fatbin *fatbin, const struct hw_archive *archive,
                             struct hw_error *error)
{
    const size_t best = best_entry(archive, hw_cuda.chip->capability);
    uint8_t *bytes = NULL;
    size_t length;

    if (best == archive->entry_count) {
        hw_fail(error, HW_ERR_NOT_FOUND, "cuda", "a fat binary of the program has no cubin for %s (sm_%u)",
                hw_cuda.chip->name, hw_cuda.chip->capability);
        return cudaErrorInvalidDeviceFunction;
    }
    hw_status status = hw_entry_unpack(archive, best, &bytes, &length, error);
    if (status == HW_OK)
        status = hw_module_read(bytes, length, &fatbin->module, error);
    free(bytes);
    return status == HW_OK ? cudaSuccess : cudaErrorInvalidKernelImage;
}

cudaError_t hw_cuda_fatbin_open(struct hw_cuda_fatbin *fatbin)
{
    struct hw_archive *archive;
    struct hw_error error;

    if (fatbin->module || fatbin->trouble != cudaSuccess)
        return fatbin->trouble;
    if (hw_archive_open(fatbin->bytes, fatbin->length, &archive, &error) != HW_OK)
        fatbin->trouble = cudaErrorInvalidKernelImage;
    else
        fatbin->trouble = read_best(fatbin, archive, &error);
    hw_archive_close(archive);
    if (fatbin->trouble != cudaSuccess)
        hw_cuda_say("%s", error.text);
    return fatbin->trouble;
}

unsigned hw_cuda_fatbin_capability(void)
{
    unsigned most = 0;

    for (struct hw_cuda_fatbin *fatbin = hw_cuda.fatbins; fatbin; fatbin = fatbin->next) {
        struct hw_archive *archive;
        if (!fatbin->bytes || hw_archive_open(fatbin->bytes, fatbin->length, &archive, NULL) != HW_OK)
            continue;
        for (size_t i = 0; i < archive->entry_count; i++) {
            const unsigned capability = capability_of(&archive->entries[i]);
            most = capability > most ? capability : most;
        }
        hw_archive_close(archive);
    }
    return most;
}
