/* SPDX-License-Identifier: MIT */
/* The small assembler and launcher of kernel.h: two passes over the lines, the second knows all labels. */
#include "kernel.h"

#include <halfwarp/sched.h>

struct kernel_label {
    char name[32];
    uint32_t pc;
};

/* Replace @label by its address (0 while it is not known).  What a line begins with is a guard. */
static void kernel_resolve(char *line, const struct kernel_label *label, unsigned count)
{
    char *at = *line ? strchr(line + 1, '@') : NULL, rest[160];
    uint32_t pc = 0;
    if (!at)
        return;
    size_t length = strcspn(at + 1, " ,)");
    for (unsigned i = 0; i < count; i++)
        if (strlen(label[i].name) == length && strncmp(label[i].name, at + 1, length) == 0)
            pc = label[i].pc;
    snprintf(rest, sizeof rest, "%s", at + 1 + length);
    sprintf(at, "0x%x%s", pc, rest);
}

/* One pass over the source; the second knows all labels. */
static uint32_t kernel_assemble(struct kernel *k, const char *source, struct kernel_label *label,
                                unsigned *labels)
{
    uint32_t pc = 0;
    for (const char *at = source; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        char line[HW_TEXT_MAX + 40], *text = line;
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        char *comment = strstr(line, "//");
        if (comment)
            *comment = '\0';
        text += strspn(text, " ");
        if (hw_code_next_offset(&k->target, pc) != pc) {
            const uint64_t word = hw_code_control_word(&k->target);
            for (unsigned i = 0; i < 8; i++)
                k->code[pc++] = (uint8_t)(word >> (8 * i));
        }
        size_t length = strcspn(text, ":");
        if (text[length] == ':' && strcspn(text, " ") > length) {
            snprintf(label[*labels].name, sizeof label[0].name, "%.*s", (int)length, text);
            label[(*labels)++].pc = pc;
            text += length + 1;
            text += strspn(text, " ");
        }
        if (!*text)
            continue;
        struct hw_insn insn;
        kernel_resolve(text, label, *labels);
        if (hw_parse(&k->target, hw_target_syntax(&k->target), text, pc, &insn, &k->error) != HW_OK)
            fail_msg("%s: %s (column %u)", text, k->error.text, k->error.column);
        hw_insn_store(&insn, k->code + pc);
        pc += insn.bytes;
    }
    return pc;
}

void kernel_make(struct kernel *k, const char *chip, const char *source)
{
    struct kernel_label label[128];
    unsigned labels = 0;

    memset(k, 0, sizeof *k);
    assert_int_equal(hw_chip_find(chip, &k->chip, &k->error), HW_OK);
    assert_int_equal(hw_target_find(k->chip->variant, &k->target, &k->error), HW_OK);
    assert_int_equal(hw_memory_create(&k->memory, &k->error), HW_OK);
    hw_memory_fit(k->memory, &k->target, k->chip->capability < 30 ? 32 : 64);
    assert_int_equal(hw_memory_alloc(k->memory, OUT_WORDS * 4, &k->out_address, &k->error), HW_OK);
    k->out = hw_memory_host(k->memory, k->out_address, OUT_WORDS * 4);
    hw_launch_init(&k->launch, &k->target, k->chip, k->memory);
    kernel_assemble(k, source, label, &labels);
    uint32_t bytes = kernel_assemble(k, source, label, &labels); /* now every label is known */
    k->launch.code.data = k->code;
    k->launch.code.bytes = bytes;
    k->launch.code.registers = 16;
    k->params[0] = (uint32_t)k->out_address;
    k->params[1] = (uint32_t)(k->out_address >> 32);
    k->launch.params = k->params;
    k->launch.param_bytes = 16;
    k->launch.shared_bytes = 1024;
    k->launch.host.workers = 1;
    k->launch.limits.max_instructions = 1000000;
}

hw_status kernel_run(struct kernel *k)
{
    return hw_launch_run(&k->launch, &k->result, &k->error);
}

void kernel_expect_ok(struct kernel *k)
{
    if (kernel_run(k) != HW_OK)
        fail_msg("%s [%s]", k->error.text, k->result.fault.instruction);
}

void kernel_expect_fault(struct kernel *k, unsigned kind)
{
    hw_status status = kernel_run(k);
    if (k->result.fault.kind != kind)
        fail_msg("expected %s, got %s", hw_fault_name(kind), status == HW_OK ? "no fault" : k->error.text);
}

void kernel_free(struct kernel *k)
{
    hw_memory_destroy(k->memory);
}

void kernel_listen(struct kernel *k, void (*written)(void *context, const struct hw_written_event *event),
                   void *context)
{
    k->listener = (struct hw_listener){.context = context, .written = written, .one_worker = true};
    k->launch.listeners = &k->listener;
    k->launch.listener_count = 1;
}
