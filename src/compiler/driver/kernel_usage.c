/* SPDX-License-Identifier: MIT */
/* Prints the resource usage of kernels, as `halfwarp cc -v` and the driver's logs show it.  The wording is
 * that of NVIDIA's assembler, which scripts parse. */
#include <halfwarp/compiler.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static void add_constants(struct hw_kernel_usage *usage, struct hw_const **list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t end = list[i]->offset + list[i]->bytes;
        if (list[i]->bank < HW_USAGE_BANKS && end > usage->constant[list[i]->bank])
            usage->constant[list[i]->bank] = end;
    }
}

void hw_kernel_usage(const struct hw_module *module, const struct hw_kernel *kernel,
                     struct hw_kernel_usage *usage)
{
    const uint32_t parameters = kernel->param_bytes > 0 ? (uint32_t)kernel->param_bytes : 0;

    *usage = (struct hw_kernel_usage){.name = kernel->name,
                                      .is_function = kernel->function,
                                      .registers = kernel->registers,
                                      .stack = kernel->local_bytes,
                                      .shared = kernel->shared_bytes,
                                      .barriers = kernel->barriers};
    add_constants(usage, module->consts, module->const_count);
    add_constants(usage, kernel->consts, kernel->const_count);
    if (kernel->param_base && kernel->param_base + parameters > usage->constant[0])
        usage->constant[0] = kernel->param_base + parameters;
}

/* Text so far, and what there is room for. */
struct usage_text {
    char *text;
    size_t size;
    int length;
};

__attribute__((format(printf, 2, 3))) static void print_text(struct usage_text *to, const char *format, ...)
{
    const size_t used = (size_t)to->length < to->size ? (size_t)to->length : to->size;
    va_list list;

    va_start(list, format);
    to->length += vsnprintf(to->text + used, to->size - used, format, list);
    va_end(list);
}

int hw_kernel_usage_text(const struct hw_kernel_usage *usage, const char *target, char *text, size_t size)
{
    struct usage_text to = {.text = text, .size = size};

    print_text(&to, "halfwarp info    : Compiling %sfunction '%s' for '%s'\n",
               usage->is_function ? "" : "entry ", usage->name, target);
    print_text(&to, "halfwarp info    : Function properties for %s\n", usage->name);
    print_text(&to,
               "    %" PRIu32 " bytes stack frame, %" PRIu64 " bytes spill stores, %" PRIu64
               " bytes spill loads\n",
               usage->stack, usage->spill_stores, usage->spill_loads);
    print_text(&to, "halfwarp info    : Used %" PRIu32 " registers", usage->registers);
    if (usage->barriers)
        print_text(&to, ", %" PRIu32 " barriers", usage->barriers);
    if (usage->shared)
        print_text(&to, ", %" PRIu32 " bytes smem", usage->shared);
    for (unsigned bank = 0; bank < HW_USAGE_BANKS; bank++)
        if (usage->constant[bank])
            print_text(&to, ", %" PRIu32 " bytes cmem[%u]", usage->constant[bank], bank);
    print_text(&to, "\n");
    return to.length;
}
