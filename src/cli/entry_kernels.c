/* SPDX-License-Identifier: MIT */
/* See entry_kernels.h.  PTX is not parsed, since it may be of a version that the compiler does not know: a
 * kernel is the word behind `.entry`. */
#include "cli/entry_kernels.h"
#include "names/search.h"
#include "names/shown.h"

#include <halfwarp/module.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LISTED_MAX 8 /* names that are listed rather than counted */

bool hw_kernel_names_add(struct hw_kernel_names *names, const char *name, size_t length)
{
    char **grown = realloc(names->name, (names->count + 1) * sizeof *grown);
    if (!grown)
        return false;
    names->name = grown;
    char *copy = strndup(name, length);
    if (copy)
        names->name[names->count++] = copy;
    return copy != NULL;
}

static hw_status no_memory(struct hw_error *error)
{
    return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for the names of kernels");
}

static hw_status cubin_kernels(const uint8_t *bytes, size_t length, struct hw_kernel_names *names,
                               struct hw_error *error)
{
    struct hw_module *module = NULL;
    hw_status status = hw_module_read(bytes, length, &module, error);
    for (size_t i = 0; !status && i < module->kernel_count; i++) {
        const struct hw_kernel *kernel = module->kernels[i];
        if (!kernel->function && !hw_kernel_names_add(names, kernel->name, strlen(kernel->name)))
            status = no_memory(error);
    }
    hw_module_free(module);
    return status;
}

static hw_status ptx_kernels(const uint8_t *bytes, size_t length, struct hw_kernel_names *names,
                             struct hw_error *error)
{
    static const char mark[] = ".entry";
    const char *at = (const char *)bytes, *end = at + length;
    while ((at = memmem(at, (size_t)(end - at), mark, sizeof mark - 1)) != NULL) {
        at += sizeof mark - 1;
        const char *name = at + strspn(at, " \t\r\n"); /* a NUL stands behind the text */
        at = name + strcspn(name, " \t\r\n(){};,");
        if (at > name && !hw_kernel_names_add(names, name, (size_t)(at - name)))
            return no_memory(error);
    }
    return HW_OK;
}

hw_status hw_code_kernels(enum hw_entry_kind kind, const uint8_t *bytes, size_t length,
                          struct hw_kernel_names *names, struct hw_error *error)
{
    *names = (struct hw_kernel_names){NULL, 0};
    switch (kind) {
    case HW_ENTRY_CUBIN: return cubin_kernels(bytes, length, names, error);
    case HW_ENTRY_PTX: return ptx_kernels(bytes, length, names, error);
    case HW_ENTRY_OTHER: break;
    }
    return HW_OK;
}

hw_status hw_entry_kernels(const struct hw_archive *archive, size_t index, struct hw_kernel_names *names,
                           struct hw_error *error)
{
    uint8_t *bytes = NULL;
    size_t length;
    *names = (struct hw_kernel_names){NULL, 0};
    if (archive->entries[index].kind == HW_ENTRY_OTHER)
        return HW_OK;
    hw_status status = hw_entry_unpack(archive, index, &bytes, &length, error);
    if (!status)
        status = hw_code_kernels(archive->entries[index].kind, bytes, length, names, error);
    free(bytes);
    return status;
}

void hw_kernel_names_clear(struct hw_kernel_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->name[i]);
    free(names->name);
    *names = (struct hw_kernel_names){NULL, 0};
}

bool hw_kernel_names_have(const struct hw_kernel_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->name[i], name) == 0)
            return true;
    return false;
}

bool hw_kernel_names_fit(const struct hw_kernel_names *names, const char *wanted)
{
    for (size_t i = 0; i < names->count; i++)
        if (hw_name_fits(names->name[i], wanted))
            return true;
    return false;
}

bool hw_kernel_names_equal(const struct hw_kernel_names *a, const struct hw_kernel_names *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (!hw_kernel_names_have(b, a->name[i]))
            return false;
    return a->count == b->count;
}

const char *hw_kernel_names_list(const struct hw_kernel_names *names, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < names->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", HW_SHOWN(names->name[i]));
    return text;
}

/* "a or b"; empty where none is near. */
static void write_near(const struct hw_kernel_names *names, const char *wanted, char *text, size_t size)
{
    struct hw_symbol_name *name = calloc(names->count + 1, sizeof *name);
    struct hw_nearest nearest;

    hw_nearest_begin(&nearest, wanted);
    for (size_t i = 0; i < names->count && name; i++) {
        name[i] = hw_name_of(names->name[i]);
        if (name[i].text)
            hw_name_offer(&nearest, &name[i]);
    }
    hw_nearest_write(&nearest, text, size);
    for (size_t i = 0; i < names->count && name; i++)
        free(name[i].text);
    free(name);
}

const char *hw_kernel_names_advise(const struct hw_kernel_names *names, const char *wanted, char *text,
                                   size_t size)
{
    char list[1024];

    write_near(names, wanted, list, sizeof list);
    if (list[0])
        snprintf(text, size, "; did you mean %s?", list);
    else if (names->count > LISTED_MAX)
        snprintf(text, size, "; there are %zu others, which `halfwarp extract FILE` lists", names->count);
    else if (names->count)
        snprintf(text, size, "; there are %s", hw_kernel_names_list(names, list, sizeof list));
    else
        snprintf(text, size, "; there are none");
    return text;
}
