/* SPDX-License-Identifier: MIT */
/* What differs between two cubins beside the code of their kernels. */
#include "cli/diff.h"

#include <string.h>

static const char *const names[HW_BESIDE_COUNT] = {"targets", "constants", "constants of kernels",
                                                   "initial values of variables",
                                                   "addresses in constants and variables"};

const char *hw_diff_beside_name(enum hw_diff_beside beside)
{
    return names[beside];
}

/* Constants of a module with their values, and of its kernels. */
static bool same_consts(struct hw_const *const *a, size_t a_count, struct hw_const *const *b, size_t b_count)
{
    bool same = a_count == b_count;

    for (size_t i = 0; same && i < a_count; i++)
        same = a[i]->bank == b[i]->bank && a[i]->offset == b[i]->offset && a[i]->bytes == b[i]->bytes &&
               !a[i]->data == !b[i]->data &&
               (!a[i]->data || memcmp(a[i]->data, b[i]->data, a[i]->bytes) == 0);
    return same;
}

static bool same_kernel_consts(const struct hw_diff_pairs *pairs)
{
    bool same = true;

    for (size_t i = 0; same && i < pairs->count; i++) {
        const struct hw_kernel *a = pairs->pair[i].a, *b = pairs->pair[i].b;
        same = !a || !b || same_consts(a->consts, a->const_count, b->consts, b->const_count);
    }
    return same;
}

static bool same_data(const struct hw_section *a, const struct hw_section *b)
{
    return (!a && !b) || (a && b && a->bytes == b->bytes && !a->data == !b->data &&
                          (!a->data || memcmp(a->data, b->data, a->bytes) == 0));
}

static bool same_values(const struct hw_module *a, const struct hw_module *b)
{
    static const char *const sections[] = {".nv.global.init", ".nv.constant3", ".nv.constant4"};
    bool same = true;

    for (size_t i = 0; same && i < sizeof sections / sizeof *sections; i++)
        same = same_data(hw_module_find_section(a, sections[i]), hw_module_find_section(b, sections[i]));
    return same;
}

/* --- data that a loader fills --- */

static bool is_of_data(const struct hw_reloc *reloc)
{
    return strncmp(reloc->section, ".nv.global", 10) == 0 || strncmp(reloc->section, ".nv.constant", 12) == 0;
}

static bool same_reloc(const struct hw_reloc *a, const struct hw_reloc *b)
{
    return strcmp(a->section, b->section) == 0 && a->offset == b->offset && a->type == b->type &&
           a->addend == b->addend && strcmp(a->symbol ? a->symbol : "", b->symbol ? b->symbol : "") == 0;
}

/* Relocations of data are in the order of their places in both. */
static bool same_addresses(const struct hw_module *a, const struct hw_module *b)
{
    size_t i = 0, j = 0;

    for (;; i++, j++) {
        while (i < a->reloc_count && !is_of_data(&a->relocs[i]))
            i++;
        while (j < b->reloc_count && !is_of_data(&b->relocs[j]))
            j++;
        if (i == a->reloc_count || j == b->reloc_count)
            return i == a->reloc_count && j == b->reloc_count;
        if (!same_reloc(&a->relocs[i], &b->relocs[j]))
            return false;
    }
}

unsigned hw_diff_beside_code(const struct hw_module *a, const struct hw_module *b,
                             const struct hw_diff_pairs *pairs)
{
    const bool same[HW_BESIDE_COUNT] = {strcmp(a->target, b->target) == 0,
                                        same_consts(a->consts, a->const_count, b->consts, b->const_count),
                                        same_kernel_consts(pairs), same_values(a, b), same_addresses(a, b)};
    unsigned differ = 0;

    for (unsigned i = 0; i < HW_BESIDE_COUNT; i++)
        differ |= same[i] ? 0 : 1u << i;
    return differ;
}
