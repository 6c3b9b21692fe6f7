/* SPDX-License-Identifier: MIT */
/* See timed_run.h. */
#include "timing/report/timed_run.h"

#include "module/debug_lines.h"
#include "names/shown.h"

#include <halfwarp/isa.h>

#include <stdlib.h>
#include <string.h>

/* --- one instruction --- */

/* Operations of a lane, as nvprof defines flop_count_sp, _dp and _hp: additions and multiplications count 1,
 * both together 2; packed halves twice that. */
static unsigned flops_of(uint16_t op, bool *is_double)
{
    *is_double = op == HW_OP_DADD || op == HW_OP_DMUL || op == HW_OP_DFMA;
    switch (op) {
    case HW_OP_FADD:
    case HW_OP_FMUL:
    case HW_OP_DADD:
    case HW_OP_DMUL: return 1;
    case HW_OP_FMAD:
    case HW_OP_FFMA:
    case HW_OP_DFMA:
    case HW_OP_HADD2:
    case HW_OP_HMUL2: return 2;
    case HW_OP_HFMA2: return 4;
    default: return 0;
    }
}

static void count_flops(struct hw_timed_run *run, const struct hw_insn *insn, uint64_t lanes)
{
    struct hw_semantics view;
    bool is_double;

    hw_insn_semantics(insn, &view);
    const uint64_t flops = flops_of((uint16_t)view.op, &is_double) * lanes;
    *(is_double ? &run->double_flops : &run->flops) += flops;
}

/* --- where code comes from --- */

static void find_source(struct hw_timed_run *run, const struct hw_image *image,
                        const struct hw_debug_lines *lines, const char **function,
                        struct hw_report_line *line)
{
    uint64_t address = 0;
    const struct hw_section *section = hw_image_code_at(image, line->pc, &address);

    if (!section)
        return;
    const char *name = section->name + strlen(".text.");
    if (!*function || strcmp(*function, name) != 0)
        line->function = *function = name;
    const struct hw_debug_row *row = hw_debug_lines_find(lines, section, address);
    if (row && row->file < run->file_count) {
        line->file = row->file;
        line->line = row->line;
    }
}

/* --- the whole --- */

/* The timer's list as one of the run's; false: no memory. */
static bool copy_list(const void **list, uint32_t *count, size_t size)
{
    void *copy = *count ? malloc(*count * size) : NULL;
    const bool ok = copy || !*count;

    if (copy)
        memcpy(copy, *list, *count * size);
    else
        *count = 0;
    *list = copy;
    return ok;
}

static bool copy_lists(struct hw_timed_run *run)
{
    struct hw_launch_time *time = &run->time;
    const void *issue = time->issue, *interval = time->interval;
    bool ok = copy_list(&issue, &time->issue_count, sizeof *time->issue);

    ok = copy_list(&interval, &time->interval_count, sizeof *time->interval) && ok;
    time->insn = NULL; /* they are in the lines of the code */
    time->insn_count = 0;
    time->issue = issue;
    time->interval = interval;
    return ok;
}

static bool add_line(struct hw_timed_run *run, uint32_t *room, const struct hw_report_line *line)
{
    if (run->code_count == *room) {
        const uint32_t wanted = *room ? *room * 2 : 256;
        struct hw_report_line *grown = realloc(run->code, wanted * sizeof *grown);
        if (!grown)
            return false;
        run->code = grown;
        *room = wanted;
    }
    run->code[run->code_count++] = *line;
    return true;
}

/* What the lines of the code are made from. */
struct report_sources {
    const struct hw_module *module; /* NULL: nobody knows */
    const struct hw_image *image;
    const struct hw_launch_code *code;
    const struct hw_launch_time *time;
    const struct hw_active_lanes *lanes;
    const struct hw_debug_lines *lines;
    const char *function; /* of the line before */
    uint32_t room, next;  /* next: of time->insn */
};

static bool read_insn(struct hw_timed_run *run, struct report_sources *from, const struct hw_insn *insn,
                      uint32_t pc)
{
    const struct hw_launch_time *time = from->time;
    struct hw_report_line line = {.pc = pc, .lanes = hw_active_lanes_at(from->lanes, pc)};
    char text[HW_TEXT_MAX] = "?";

    hw_print(insn, hw_target_syntax(&from->code->target), pc, text, sizeof text);
    while (from->next < time->insn_count && time->insn[from->next].pc < pc)
        from->next++;
    if (from->next < time->insn_count && time->insn[from->next].pc == pc)
        line.cost = time->insn[from->next];
    if (line.lanes && insn->form)
        count_flops(run, insn, line.lanes);
    if (from->module)
        find_source(run, from->image, from->lines, &from->function, &line);
    line.text = strdup(text);
    if (line.text && add_line(run, &from->room, &line))
        return true;
    free(line.text);
    return false;
}

static bool read_piece(struct hw_timed_run *run, struct report_sources *from,
                       const struct hw_code_piece *piece)
{
    const uint8_t *code = (const uint8_t *)from->code->data + piece->offset;
    struct hw_insn insn;
    bool ok = true;

    for (size_t at = 0; ok && at < piece->bytes &&
                        hw_decode_code(&from->code->target, code, piece->bytes, &at, &insn) == HW_OK;
         at += insn.bytes)
        ok = read_insn(run, from, &insn, piece->address + (uint32_t)at);
    return ok;
}

static bool read_code(struct hw_timed_run *run, struct report_sources *from)
{
    bool ok = true;

    for (uint32_t i = 0; ok && i < hw_code_pieces(from->code); i++) {
        const struct hw_code_piece piece = hw_code_piece(from->code, i);
        ok = read_piece(run, from, &piece);
    }
    return ok;
}

/* Names of functions belong to the module. */
static bool keep_names(struct hw_timed_run *run)
{
    bool ok = true;

    for (uint32_t i = 0; i < run->code_count; i++)
        if (run->code[i].function) {
            run->code[i].function = strdup(run->code[i].function);
            ok = ok && run->code[i].function;
        }
    return ok;
}

hw_status hw_timed_run_make(const struct hw_module *module, const struct hw_image *image,
                            const struct hw_launch *launch, const struct hw_launch_time *time,
                            const struct hw_active_lanes *lanes, struct hw_timed_run **run,
                            struct hw_error *error)
{
    struct hw_timed_run *made = calloc(1, sizeof *made);
    struct hw_debug_lines lines = {.file = NULL};
    hw_status status = made && module ? hw_debug_lines_read(module, &lines, error) : HW_OK;
    bool ok = made && status == HW_OK;

    if (ok) {
        memcpy(made->grid, launch->grid, sizeof made->grid);
        memcpy(made->block, launch->block, sizeof made->block);
        made->registers = launch->code.registers;
        made->shared_bytes = launch->shared_bytes;
        made->warp_lanes = launch->lanes ? launch->lanes : 32;
        made->time = *time;
        made->kernel = strdup(image && image->kernel ? image->kernel->name : "kernel");
        made->name = made->kernel ? hw_shown_name(made->kernel) : NULL;
        made->file = lines.file;
        made->file_count = lines.file_count;
        lines.file = NULL;
        lines.file_count = 0;
        struct report_sources sources = {.module = module,
                                         .image = image,
                                         .code = &launch->code,
                                         .time = time,
                                         .lanes = lanes,
                                         .lines = &lines};
        ok = made->name && copy_lists(made) && read_code(made, &sources);
        ok = keep_names(made) && ok;
    }
    hw_debug_lines_free(&lines);
    *run = made;
    if (ok)
        return HW_OK;
    hw_timed_run_free(made);
    *run = NULL;
    return hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for the report");
}

void hw_timed_run_free(struct hw_timed_run *run)
{
    if (!run)
        return;
    for (uint32_t i = 0; i < run->code_count; i++) {
        free(run->code[i].text);
        free((char *)run->code[i].function);
    }
    for (size_t i = 0; i < run->file_count; i++)
        free(run->file[i]);
    free(run->file);
    free(run->code);
    free((struct hw_time_issue *)run->time.issue);
    free((struct hw_time_interval *)run->time.interval);
    free(run->kernel);
    free(run->name);
    free(run);
}

/* --- looking things up --- */

const struct hw_report_line *hw_timed_run_line(const struct hw_timed_run *run, uint32_t pc)
{
    uint32_t low = 0, high = run->code_count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (run->code[middle].pc < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low < run->code_count && run->code[low].pc == pc ? &run->code[low] : NULL;
}

uint64_t hw_time_part_of(const struct hw_time_part *parts, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(parts[i].name, name) == 0)
            return parts[i].value;
    return 0;
}

uint64_t hw_report_line_clocks(const struct hw_report_line *line)
{
    return line->cost.issues + line->cost.stalled;
}

unsigned hw_report_line_cause(const struct hw_report_line *line, const struct hw_launch_time *time)
{
    unsigned most = 0;

    for (unsigned i = 1; i < time->stall_count; i++)
        if (line->cost.stall[i] > line->cost.stall[most])
            most = i;
    return most;
}
