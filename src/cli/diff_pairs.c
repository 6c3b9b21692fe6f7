/* SPDX-License-Identifier: MIT */
/* See diff.h.  Code is near if at least half of its instructions are those of the other kernel, whatever
 * their registers and order. */
#include "cli/diff.h"

#include <stdlib.h>

/* The instructions of a kernel without a counterpart, in the order of their keys. */
struct key_bag {
    const struct hw_kernel *kernel;
    uint64_t *key;
    uint32_t count;
    bool taken;
};

static int compare_keys(const void *a, const void *b)
{
    const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;

    return first < second ? -1 : first > second;
}

static hw_status fill_bag(const struct hw_module *module, struct key_bag *bag, struct hw_error *error)
{
    struct hw_diff_code code;
    hw_status status = hw_diff_code_read(module, bag->kernel, &code, error);

    if (status == HW_OK && !(bag->key = malloc((code.count + 1) * sizeof *bag->key)))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory to compare kernels");
    for (uint32_t i = 0; status == HW_OK && i < code.count; i++)
        bag->key[bag->count++] = code.insn[i].shape;
    if (bag->count)
        qsort(bag->key, bag->count, sizeof *bag->key, compare_keys);
    hw_diff_code_free(&code);
    return status;
}

/* Instructions of both, by all of them: 1 for the same code. */
static double nearness(const struct key_bag *a, const struct key_bag *b)
{
    uint32_t both = 0, i = 0, j = 0;

    while (i < a->count && j < b->count) {
        const int order = compare_keys(&a->key[i], &b->key[j]);
        both += order == 0;
        i += order <= 0;
        j += order >= 0;
    }
    return a->count + b->count ? 2.0 * both / ((double)a->count + b->count) : 1;
}

/* The kernels of one module whose names the other lacks. */
static struct key_bag *bags_of(const struct hw_module *module, const struct hw_module *other, size_t *count,
                               hw_status *status, struct hw_error *error)
{
    struct key_bag *bag = calloc(module->kernel_count + 1, sizeof *bag);

    *count = 0;
    if (!bag)
        *status = hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory to compare kernels");
    for (size_t i = 0; bag && i < module->kernel_count && *status == HW_OK; i++) {
        if (hw_module_find_kernel(other, module->kernels[i]->name))
            continue;
        bag[*count].kernel = module->kernels[i];
        *status = fill_bag(module, &bag[(*count)++], error);
    }
    return bag;
}

static void free_bags(struct key_bag *bag, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(bag[i].key);
    free(bag);
}

static void add(struct hw_diff_pairs *pairs, const struct hw_kernel *a, const struct hw_kernel *b)
{
    pairs->pair[pairs->count++] = (struct hw_diff_pair){a, b};
}

/* Each kernel of the first with the nearest one that is left. */
static void pair_bags(struct hw_diff_pairs *pairs, struct key_bag *a, size_t a_count, struct key_bag *b,
                      size_t b_count)
{
    for (size_t i = 0; i < a_count; i++) {
        struct key_bag *best = NULL;
        double nearest = 0.5;
        for (size_t j = 0; j < b_count; j++) {
            const double near =
                b[j].taken || a[i].kernel->function != b[j].kernel->function ? 0 : nearness(&a[i], &b[j]);
            if (near > nearest || (near == nearest && !best && near > 0)) {
                best = &b[j];
                nearest = near;
            }
        }
        if (best)
            best->taken = true;
        add(pairs, a[i].kernel, best ? best->kernel : NULL);
    }
    for (size_t j = 0; j < b_count; j++)
        if (!b[j].taken)
            add(pairs, NULL, b[j].kernel);
}

hw_status hw_diff_pair_up(const struct hw_module *a, const struct hw_module *b, const char *const symbol[2],
                          struct hw_diff_pairs *pairs, struct hw_error *error)
{
    hw_status status = HW_OK;
    size_t a_count = 0, b_count = 0;

    *pairs =
        (struct hw_diff_pairs){.pair = calloc(a->kernel_count + b->kernel_count + 1, sizeof *pairs->pair)};
    if (!pairs->pair)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory to compare kernels");
    if (symbol[0]) {
        add(pairs, hw_module_find_kernel(a, symbol[0]), hw_module_find_kernel(b, symbol[1]));
        return HW_OK;
    }
    for (size_t i = 0; i < a->kernel_count; i++) {
        const struct hw_kernel *same = hw_module_find_kernel(b, a->kernels[i]->name);
        if (same)
            add(pairs, a->kernels[i], same);
    }
    struct key_bag *of_a = bags_of(a, b, &a_count, &status, error);
    struct key_bag *of_b = bags_of(b, a, &b_count, &status, error);
    if (status == HW_OK)
        pair_bags(pairs, of_a, a_count, of_b, b_count);
    free_bags(of_a, a_count);
    free_bags(of_b, b_count);
    return status;
}
