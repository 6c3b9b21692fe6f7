/* SPDX-License-Identifier: MIT */
/* The names of the kernels in one entry of an archive: a cubin or PTX. */
#ifndef HW_CLI_ENTRY_KERNELS_H
#define HW_CLI_ENTRY_KERNELS_H

#include <halfwarp/archive.h>

#include <stdbool.h>

struct hw_kernel_names {
    char **name;
    size_t count;
};

/* The kernels of code that stands alone, in its order; functions are none.  The caller clears the names, also
 * after an error. */
hw_status hw_code_kernels(enum hw_entry_kind kind, const uint8_t *bytes, size_t length,
                          struct hw_kernel_names *names, struct hw_error *error);
/* The same of an entry. */
hw_status hw_entry_kernels(const struct hw_archive *archive, size_t index, struct hw_kernel_names *names,
                           struct hw_error *error);
void hw_kernel_names_clear(struct hw_kernel_names *names);

/* Add a copy of a name; false: no memory. */
bool hw_kernel_names_add(struct hw_kernel_names *names, const char *name, size_t length);

bool hw_kernel_names_have(const struct hw_kernel_names *names, const char *name);
/* Whether one of them is meant (names/search.h). */
bool hw_kernel_names_fit(const struct hw_kernel_names *names, const char *wanted);
/* Whether both are the same, in any order. */
bool hw_kernel_names_equal(const struct hw_kernel_names *a, const struct hw_kernel_names *b);

/* "a, b", as users read them; and what to say behind the name of one that is not among them: which are near,
 * or which there are.  Both return `text`. */
const char *hw_kernel_names_list(const struct hw_kernel_names *names, char *text, size_t size);
const char *hw_kernel_names_advise(const struct hw_kernel_names *names, const char *wanted, char *text,
                                   size_t size);

#endif
