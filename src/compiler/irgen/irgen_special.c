/* SPDX-License-Identifier: MIT */
/* Maps special registers of PTX: a table row each. */
#include "compiler/irgen/irgen_state.h"

#include <string.h>

static const struct special_row {
    const char *name;
    enum hw_ir_special first;
    bool parts;         /* .x .y .z .w */
    unsigned count;     /* with a number after the name; 0: none */
    const char *suffix; /* the number; NULL: nothing */
    enum hw_ir_kind kind;
    bool changes;
    const char *needs;
} specials[] = {
    {.name = "%tid", HW_IR_SPECIAL_TID_X, .parts = true, .kind = HW_IR_KIND_32},
    {.name = "%ntid", HW_IR_SPECIAL_NTID_X, .parts = true, .kind = HW_IR_KIND_32},
    {.name = "%ctaid", HW_IR_SPECIAL_CTAID_X, .parts = true, .kind = HW_IR_KIND_32},
    {.name = "%nctaid", HW_IR_SPECIAL_NCTAID_X, .parts = true, .kind = HW_IR_KIND_32},
    {.name = "%laneid", HW_IR_SPECIAL_LANEID, .kind = HW_IR_KIND_32},
    {.name = "%warpid", HW_IR_SPECIAL_WARPID, .kind = HW_IR_KIND_32},
    {.name = "%nwarpid", HW_IR_SPECIAL_NWARPID, .kind = HW_IR_KIND_32},
    {.name = "%smid", HW_IR_SPECIAL_SMID, .kind = HW_IR_KIND_32},
    {.name = "%nsmid", HW_IR_SPECIAL_NSMID, .kind = HW_IR_KIND_32},
    {.name = "%gridid", HW_IR_SPECIAL_GRIDID, .kind = HW_IR_KIND_64},
    {.name = "%lanemask_eq", HW_IR_SPECIAL_LANEMASK_EQ, .kind = HW_IR_KIND_32},
    {.name = "%lanemask_le", HW_IR_SPECIAL_LANEMASK_LE, .kind = HW_IR_KIND_32},
    {.name = "%lanemask_lt", HW_IR_SPECIAL_LANEMASK_LT, .kind = HW_IR_KIND_32},
    {.name = "%lanemask_ge", HW_IR_SPECIAL_LANEMASK_GE, .kind = HW_IR_KIND_32},
    {.name = "%lanemask_gt", HW_IR_SPECIAL_LANEMASK_GT, .kind = HW_IR_KIND_32},
    {.name = "%clock", HW_IR_SPECIAL_CLOCK, .kind = HW_IR_KIND_32, .changes = true},
    {.name = "%clock_hi", HW_IR_SPECIAL_CLOCK_HI, .kind = HW_IR_KIND_32, .changes = true},
    {.name = "%clock64", HW_IR_SPECIAL_CLOCK64, .kind = HW_IR_KIND_64, .changes = true},
    {.name = "%globaltimer", HW_IR_SPECIAL_GLOBALTIMER, .kind = HW_IR_KIND_64, .changes = true},
    {.name = "%globaltimer_lo", HW_IR_SPECIAL_GLOBALTIMER_LO, .kind = HW_IR_KIND_32, .changes = true},
    {.name = "%globaltimer_hi", HW_IR_SPECIAL_GLOBALTIMER_HI, .kind = HW_IR_KIND_32, .changes = true},
    {.name = "%total_smem_size", HW_IR_SPECIAL_TOTAL_SMEM_SIZE, .kind = HW_IR_KIND_32},
    {.name = "%dynamic_smem_size", HW_IR_SPECIAL_DYNAMIC_SMEM_SIZE, .kind = HW_IR_KIND_32},
    {.name = "%pm", HW_IR_SPECIAL_PM, .count = 8, .kind = HW_IR_KIND_32, .changes = true},
    {.name = "%pm", HW_IR_SPECIAL_PM, .count = 8, .suffix = "_64", .kind = HW_IR_KIND_64, .changes = true},
    {.name = "%envreg", HW_IR_SPECIAL_ENVREG, .count = 32, .kind = HW_IR_KIND_32},
    {.name = "%is_explicit_cluster", .needs = "sm_90"},
    {.name = "%clusterid", .needs = "sm_90"},
    {.name = "%nclusterid", .needs = "sm_90"},
    {.name = "%cluster_ctaid", .needs = "sm_90"},
    {.name = "%cluster_nctaid", .needs = "sm_90"},
    {.name = "%cluster_ctarank", .needs = "sm_90"},
    {.name = "%cluster_nctarank", .needs = "sm_90"},
    {.name = "%aggr_smem_size", .needs = "sm_90"},
    {.name = "%reserved_smem_offset_begin", .needs = "sm_80"},
    {.name = "%reserved_smem_offset_end", .needs = "sm_80"},
    {.name = "%reserved_smem_offset_cap", .needs = "sm_80"},
    {.name = "%reserved_smem_offset_", .count = 2, .needs = "sm_80"},
    {.name = "%current_graph_exec", HW_IR_SPECIAL_CURRENT_GRAPH_EXEC, .kind = HW_IR_KIND_64},
};

/* The row of a name, and the number after it. */
static const struct special_row *row_of(const char *name, unsigned *number)
{
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        const size_t length = strlen(specials[i].name);
        if (strncmp(name, specials[i].name, length))
            continue;
        *number = 0;
        const char *digit = name + length, *suffix = specials[i].suffix ? specials[i].suffix : "";
        for (; specials[i].count && *digit >= '0' && *digit <= '9'; digit++)
            *number = 10 * *number + (unsigned)(*digit - '0') % 100;
        if (specials[i].count ? digit > name + length && *number < specials[i].count && !strcmp(digit, suffix)
                              : !name[length])
            return &specials[i];
    }
    return NULL;
}

static unsigned part_of(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                        const struct special_row *special)
{
    static const char names[] = "xyzwrgba";
    const char part = operand->part && !operand->part[1] ? operand->part[0] : '\0';

    if (!special->parts && !operand->part)
        return 0;
    const char *found = special->parts && part ? strchr(names, part) : NULL;
    if (!found)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "found %s%s%s, expected %s", operand->word,
                      operand->part ? "." : "", operand->part ? operand->part : "",
                      special->parts ? ".x, .y, .z or .w of it" : "no part of it");
    return (unsigned)(found - names) % 4;
}

struct hw_ir_value *hw_irgen_special(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                     enum hw_ir_kind kind, bool is_float)
{
    unsigned number;
    const struct special_row *special = row_of(operand->word, &number);

    if (!special)
        hw_irgen_fail(builder, operand->location, HW_ERR_RANGE, "found %s, expected a special register",
                      operand->word);
    if (special->needs)
        hw_irgen_fail(builder, operand->location, HW_ERR_UNSUPPORTED,
                      "%s needs %s, which this compiler has not as a target", operand->word, special->needs);
    if (kind == HW_IR_KIND_PRED)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "found %s, expected a predicate",
                      operand->word);
    if (is_float)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found %s, expected a value of a floating-point type", operand->word);
    const unsigned part = part_of(builder, operand, special);
    if (part > 2) /* there is no fourth dimension */
        return hw_irgen_constant(builder, kind, 0);
    const struct hw_ir_modifiers how = {.number = special->first + number + part};
    const uint8_t own = (uint8_t)special->kind;
    struct hw_ir_insn *insn =
        hw_irgen_ops(builder, special->changes ? HW_IR_CLOCK : HW_IR_SPECIAL, &how, 1, &own, 0, NULL);
    return hw_irgen_resize(builder, insn->result, kind, false);
}
