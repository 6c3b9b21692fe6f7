/* SPDX-License-Identifier: MIT */
/* Implements the scheduling model: see target_sched_model.h.  A row describes the instructions whose names
 * begin with its text; the first that fits counts, and an instruction without a row is arithmetic.  Latencies
 * are the chip's own (chips/). */
#include "compiler/codegen/target_sched_model.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/codegen/calling_convention.h"
#include "compiler/codegen/isel.h"

struct row {
    const char *name;
    uint16_t latency; /* where in struct hw_microarchitecture */
    uint8_t reads, writes;
    bool is_barrier;
};

/* clang-format off */
#define CLOCKS(name) offsetof(struct hw_microarchitecture, latency_##name)
#define ALL          HW_MIR_ALL
static const struct row rows[] = {
    {"LDG",    CLOCKS(l2),       HW_MIR_GLOBAL, 0, false},
    {"LDS",    CLOCKS(shared),   HW_MIR_SHARED, 0, false},
    {"LDL",    CLOCKS(l2),       HW_MIR_LOCAL,  0, false},
    {"LDC",    CLOCKS(constant), 0,              0, false},
    {"LD",     CLOCKS(l2),       ALL,            0, false},
    {"STG",    CLOCKS(int),      0, HW_MIR_GLOBAL, false},
    {"STS",    CLOCKS(int),      0, HW_MIR_SHARED, false},
    {"STL",    CLOCKS(int),      0, HW_MIR_LOCAL,  false},
    {"ST",     CLOCKS(int),      0,            ALL, false},
    {"ATOM",   CLOCKS(l2),       ALL,          ALL, false},
    {"RED",    CLOCKS(int),      ALL,          ALL, false},
    {"BAR",    CLOCKS(barrier),  ALL,          ALL, false},
    {"MEMBAR", CLOCKS(barrier),  ALL,          ALL, false},
    {"SU",     CLOCKS(l2),       ALL,          ALL, false},
    {"TEX",    CLOCKS(texture),  0,              0, false},
    {"TLD",    CLOCKS(texture),  0,              0, false},
    {"SHFL",   CLOCKS(shuffle),  0,              0, false},
    {"VOTE",   CLOCKS(int),      0,              0, false},
    {"S2R",    CLOCKS(special),  0,              0, false},
    {"MUFU",   CLOCKS(sfu),      0,              0, false},
    {"RRO",    CLOCKS(sfu),      0,              0, false},
    {"F2",     CLOCKS(convert),  0,              0, false},
    {"I2",     CLOCKS(convert),  0,              0, false},
    {"FLO",    CLOCKS(count),    0,              0, false},
    {"POPC",   CLOCKS(count),    0,              0, false},
    {"IMUL",   CLOCKS(multiply), 0,              0, false},
    {"IMAD",   CLOCKS(multiply), 0,              0, false},
    {"D",      CLOCKS(fp64),     0,              0, false},
    {"BPT",    CLOCKS(int),      0,              0, true},
    {"",       CLOCKS(int),      0,              0, false},
};
/* clang-format on */

#define ANTI_LATENCY \
    24u /* about the clocks for which an access to memory needs its address, and what it stores */

static const char *after_guard(const char *line)
{
    return *line == '@' ? strchr(line, ' ') + 1 : line;
}

static const struct row *row_of(const char *line)
{
    unsigned i = 0;

    line = after_guard(line);
    while (strncmp(line, rows[i].name, strlen(rows[i].name)) != 0)
        i++;
    return &rows[i];
}

static unsigned clocks_of(const struct hw_codegen_sched_model *model, const struct row *row)
{
    uint32_t clocks;

    memcpy(&clocks, (const char *)&model->chip->micro + row->latency, sizeof clocks);
    return clocks;
}

static bool contains_text(const char *line, size_t length, const char *word)
{
    const char *found = strstr(line, word);

    return found && found < line + length;
}

/* Of an access at most.  Atomic operations say it with their type. */
static unsigned bytes_of(const char *line, size_t length)
{
    static const char *const wide[] = {".64", ".U64", ".S64", ".F64"};
    unsigned bytes = 4;

    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        bytes = contains_text(line, length, wide[i]) ? 8 : bytes;
    return contains_text(line, length, ".128") ? 16 : bytes;
}

/* `[%1+0x10]`, `[RZ]`: what is added to which operand. */
static bool find_location(const char *line, size_t length, struct hw_mir_sched_info *info)
{
    const char *at = strchr(line, '[');

    if (!at || at >= line + length || at[1] != '%' || at[2] < '0' || at[2] > '9' ||
        (at[3] != ']' && at[3] != '+') || at[4] == '%')
        return false;
    info->base = (uint8_t)(at[2] - '0');
    info->offset = at[3] == '+' ? strtoll(at[4] == '-' ? at + 5 : at + 4, NULL, 16) : 0;
    if (at[3] == '+' && at[4] == '-')
        info->offset = -info->offset;
    info->bytes = (uint8_t)bytes_of(line, length);
    return true;
}

static void add_carry(const char *line, size_t length, struct hw_mir_sched_info *info)
{
    if (contains_text(line, length, ".X") && !info->writes_carry)
        info->reads_carry = true;
    if (contains_text(line, length, ".CC"))
        info->writes_carry = true;
}

/* The lines of a template wait for each other, so its results are there when the last line's are. */
static void add_line(const struct hw_codegen_sched_model *model, const char *line, size_t length,
                     struct hw_mir_sched_info *info)
{
    const struct row *row = row_of(line);
    const unsigned clocks = clocks_of(model, row), predicate = model->chip->micro.latency_predicate;

    info->lines++;
    info->latency[HW_MIR_FILE_GENERAL] += (uint16_t)clocks;
    info->latency[HW_MIR_FILE_PREDICATES] += (uint16_t)(clocks > predicate ? clocks : predicate);
    if (row->reads || row->writes)
        info->has_location = !info->reads && !info->writes && find_location(line, length, info);
    if (row->reads || row->writes)
        info->anti_latency = ANTI_LATENCY;
    info->reads |= row->reads;
    info->writes |= row->writes;
    info->is_barrier |= row->is_barrier || contains_text(line, length, "SR_CLOCK") ||
                        contains_text(line, length, "SR_GLOBALTIMER") || contains_text(line, length, "$") ||
                        contains_text(line, length, " R1");
    add_carry(line, length, info);
}

static bool is_end(const char *template)
{
    return template == hw_codegen_jump || template == hw_codegen_branch || template == hw_codegen_exit ||
           template == hw_codegen_return;
}

/* Registers in which values are passed are named anew for each call: their order is that of the text. */
static bool is_passed(const struct hw_codegen_sched_model *model, const struct hw_mir_insn *insn)
{
    for (unsigned i = 0; i < insn->operands; i++) {
        const struct hw_mir_reg *reg = &model->function->reg[insn->operand[i].reg];
        if (hw_mir_is_reg(&insn->operand[i]) && reg->is_precolored && reg->phys >= HW_CALL_FIRST)
            return true;
    }
    return insn->implicit != NULL;
}

struct hw_mir_sched_info hw_codegen_sched_info(void *context, const struct hw_mir_insn *insn)
{
    const struct hw_codegen_sched_model *model = context;
    struct hw_mir_sched_info info = {.lines = 0};
    const char *line = insn->template;

    info.is_barrier = is_passed(model, insn);
    if (hw_mir_is_copy(insn)) {
        const struct hw_mir_reg *reg = &model->function->reg[insn->operand[0].reg];
        for (unsigned i = 0; i < reg->words; i++)
            add_line(model, "MOV", 3, &info);
        info.latency[HW_MIR_FILE_GENERAL] = (uint16_t)model->chip->micro.latency_int;
        return info;
    }
    if (is_end(insn->template)) {
        info.lines = 1;
        info.is_barrier = true;
        return info;
    }
    while (*line) {
        const size_t length = strcspn(line, "\n");
        add_line(model, line, length, &info);
        line += length + (line[length] != '\0');
    }
    if (insn->template == hw_codegen_sink) /* spill code needs the address at once */
        info.is_barrier = true;
    if (insn->has_side_effects && info.reads && !info.writes) { /* volatile loads keep their order */
        info.writes = info.reads;
        info.has_location = false;
    }
    return info;
}

bool hw_codegen_can_rematerialise(const struct hw_mir_insn *insn)
{
    static const char *const names[] = {"MOV ",
                                        "MOV32I ",
                                        "IADD",
                                        "ISCADD ",
                                        "SHL",
                                        "SHR",
                                        "LOP",
                                        "FADD",
                                        "FMUL",
                                        "S2R %0, SR_TID.",
                                        "S2R %0, SR_CTAID."};

    if (insn->guard.kind != HW_MIR_OPERAND_NONE || strpbrk(insn->template, "\n@[") ||
        strstr(insn->template, ".CC") || strstr(insn->template, ".X "))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(insn->template, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}
