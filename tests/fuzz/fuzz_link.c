/* SPDX-License-Identifier: MIT */
/* Two files from anywhere, linked: the first byte says how (whole or partial), the second file begins at the
 * second magic number of ELF.  Linking is safe, gives the same again, and what it gives can be read. */
#include <halfwarp/linker.h>
#include <halfwarp/module.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAGIC       "\177ELF"
#define MAGIC_BYTES 4

struct linked {
    uint8_t *bytes;
    size_t size;
};

/* Where the second file begins; the end where there is none. */
static size_t find_second(const uint8_t *data, size_t size)
{
    const uint8_t *at = size > MAGIC_BYTES ? memmem(data + 1, size - 1, MAGIC, MAGIC_BYTES) : NULL;
    return at ? (size_t)(at - data) : size;
}

static struct linked link_both(const uint8_t *data, size_t size, bool partial)
{
    const struct hw_linker_options options = {.partial = partial};
    const size_t second = find_second(data, size);
    struct linked linked = {NULL, 0};
    struct hw_linker *linker;
    struct hw_error error;

    if (hw_linker_create(&options, &linker, NULL))
        return linked;
    bool added = !hw_linker_add(linker, "first", data, second, &error);
    if (second < size)
        added &= !hw_linker_add(linker, "second", data + second, size - second, NULL);
    if (added && hw_linker_finish(linker, &linked.bytes, &linked.size, &error) &&
        (!error.text[0] || !memchr(error.text, '\0', sizeof error.text)))
        abort();
    if (strlen(hw_linker_messages(linker)) > (size + 1) * 1000)
        abort();
    hw_linker_free(linker);
    return linked;
}

/* What was linked is a cubin, and one that is relocatable can be linked alone. */
static void check(const struct linked *linked, bool partial)
{
    struct hw_module *module;
    if (hw_module_read(linked->bytes, linked->size, &module, NULL))
        abort();
    if (module->relocatable && !partial)
        abort();
    hw_module_free(module);
    if (partial)
        free(link_both(linked->bytes, linked->size, false).bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    const bool partial = data[0] & 1;
    const struct linked first = link_both(data + 1, size - 1, partial);
    if (!first.bytes)
        return 0;
    const struct linked second = link_both(data + 1, size - 1, partial);
    if (second.size != first.size || memcmp(first.bytes, second.bytes, first.size) != 0)
        abort();
    check(&first, partial);
    free(first.bytes);
    free(second.bytes);
    return 0;
}
