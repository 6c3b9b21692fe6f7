/* SPDX-License-Identifier: MIT */
/* Launches are watched: each instruction that a warp issues is counted. */
#include "coverage/covered_code.h"

#include "machine/image/image_layout.h"

#include <stdlib.h>

static struct hw_covered_function *function_of(struct hw_covered_module *module, const struct hw_module *code,
                                               const struct hw_kernel *kernel)
{
    for (size_t i = 0; i < module->function_count; i++)
        if (code->kernels[i] == kernel)
            return &module->function[i];
    return NULL;
}

/* The function whose code lies at an address, behind the kernel's. */
static struct hw_covered_function *function_at(struct hw_covered_module *module, const struct hw_image *image,
                                               uint32_t address)
{
    const struct hw_image_layout *layout = image->layout;

    for (size_t i = 0; i < module->function_count; i++)
        if (layout->code[i].section != HW_LAYOUT_NONE &&
            layout->section[layout->code[i].section].address == address)
            return &module->function[i];
    return NULL;
}

static bool make_stripes(struct hw_covered_function *function)
{
    const size_t count = hw_covered_counts(function);

    for (unsigned s = 0; s < HW_THREAD_STRIPES && !function->stripe[0]; s++) {
        const unsigned at =
            HW_THREAD_STRIPES - 1 - s; /* the first one comes last, and says that all are there */
        if (!function->stripe[at])
            function->stripe[at] = calloc(count, sizeof *function->stripe[at]);
        if (!function->stripe[at])
            return false;
    }
    return true;
}

struct hw_covered_image *hw_coverage_watch(struct hw_coverage *coverage, struct hw_covered_module *module,
                                           const struct hw_module *code, const struct hw_image *image)
{
    const uint32_t pieces = image->piece_count ? image->piece_count : 1;
    struct hw_covered_image *made = calloc(1, sizeof *made + pieces * sizeof *made->piece);

    for (uint32_t i = 0; made && i < pieces; i++) {
        struct hw_covered_piece *piece = &made->piece[made->piece_count];
        piece->address = i ? image->piece[i].address : 0;
        piece->function =
            i ? function_at(module, image, piece->address) : function_of(module, code, image->kernel);
        if (!piece->function)
            continue;
        piece->bytes = (uint32_t)piece->function->bytes;
        made->piece_count++;
        if (make_stripes(piece->function))
            continue;
        free(made);
        return NULL;
    }
    if (made) {
        made->next = coverage->images;
        coverage->images = made;
    }
    return made;
}

/* --- counting --- */

static const struct hw_covered_piece *piece_at(const struct hw_covered_image *image, uint32_t pc)
{
    uint32_t low = 0, high = image->piece_count;

    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (image->piece[middle].address <= pc)
            low = middle;
        else
            high = middle;
    }
    return low < high && pc - image->piece[low].address < image->piece[low].bytes ? &image->piece[low] : NULL;
}

static void add(_Atomic uint64_t *count, unsigned more)
{
    if (more)
        atomic_fetch_add_explicit(count, more, memory_order_relaxed);
}

static void count_issue(void *context, const struct hw_issue_event *event)
{
    const struct hw_covered_piece *piece = piece_at(context, event->pc);
    const uint32_t skipped = event->active & ~event->executed;

    if (!piece)
        return;
    const struct hw_covered_function *function = piece->function;
    struct hw_covered_count *count =
        &function->stripe[hw_thread_stripe()][(event->pc - piece->address) / function->unit];
    add(&count->executed, (unsigned)__builtin_popcount(event->executed));
    add(&count->skipped, (unsigned)__builtin_popcount(skipped));
    add(&count->divergent, skipped && event->executed);
}

struct hw_listener hw_coverage_listener(struct hw_covered_image *image)
{
    return (struct hw_listener){.context = image, .issue = count_issue};
}
