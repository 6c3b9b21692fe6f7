/* SPDX-License-Identifier: MIT */
/* See ptx_ops.h: the rows, and the sets of modifiers that they name. */
#include "compiler/ptx/ptx_ops.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const struct hw_ptx_op_row rows[HW_PTX_OP_COUNT] = {
#define ROW(name, text, least, most, modifiers) {text, least, most, modifiers},
    HW_PTX_OPS(ROW)
#undef ROW
};

/* clang-format off */
static const struct { const char *name, *members; } sets[] = {
    {"atomic", ".and .or .xor .cas .exch .add .inc .dec .min .max"},
    {"bits", ".b16 .b32 .b64 .u32 .u64 .s32 .s64"},
    {"cache", ".ca .cg .cs .lu .cv .wb .wt .nc .volatile"},
    {"cache_hint", ".L2::cache_hint"},
    {"clamp", ".trap .clamp .zero"},
    {"compare", ".eq .ne .lt .le .gt .ge .lo .ls .hi .hs .equ .neu .ltu .leu .gtu .geu .num .nan"},
    {"component", ".r .g .b .a"},
    {"evict", ".L1::evict_normal .L1::evict_unchanged .L1::evict_first .L1::evict_last .L1::no_allocate"},
    {"geometry", ".1d .2d .3d .a1d .a2d .cube .acube .2dms .a2dms"},
    {"half", ".lo .hi .wide"},
    {"logic", ".pred .b16 .b32 .b64"},
    {"match", ".any .all"},
    {"number", ".b8 .b16 .b32 .b64 .b128 .u8 .u16 .u32 .u64 .s8 .s16 .s32 .s64 .f16 .f16x2 .bf16 .bf16x2 "
               ".f32 .f64 .pred"},
    {"opaque", ".texref .samplerref .surfref"},
    {"order", ".weak .relaxed .acquire .release .acq_rel .sc .volatile .mmio"},
    {"packed", ".u16 .s16 .u8 .s8 .u4 .s4 .u2 .s2"},
    {"prefetch", ".L1 .L2 .L2::evict_last .L2::evict_normal .tensormap"},
    {"prefetch_size", ".L2::64B .L2::128B .L2::256B"},
    {"prmt", ".f4e .b4e .rc8 .ecl .ecr .rc16"},
    {"query", ".width .height .depth .channel_data_type .channel_order .normalized_coords .array_size "
              ".num_mipmap_levels .num_samples .memory_layout .filter_mode .addr_mode_0 .addr_mode_1 "
              ".addr_mode_2 .force_unnormalized_coords"},
    {"reduction", ".and .or .xor .popc"},
    {"round", ".rn .rz .rm .rp .rna .rni .rzi .rmi .rpi"},
    {"scope", ".cta .cluster .gpu .gl .sys"},
    {"shift", ".shr7 .shr15"},
    {"shuffle", ".up .down .bfly .idx"},
    {"side", ".l .r"},
    {"space", ".const .global .local .param .shared .shared::cta .param::entry .param::func"},
    {"test", ".finite .infinite .number .notanumber .normal .subnormal"},
    {"vector", ".v2 .v4 .v8"},
    {"video", ".add .min .max"},
    {"vote", ".all .any .uni .ballot"},
    {"wrap", ".clamp .wrap"},
};
/* clang-format on */

const struct hw_ptx_op_row *hw_ptx_op_row(enum hw_ptx_op op)
{
    return &rows[op];
}

bool hw_ptx_op_is_refused(enum hw_ptx_op op)
{
    return !strncmp(rows[op].modifiers, "sm_", 3);
}

/* Whether a row's name is a beginning of `name` that ends at a dot or the end. */
static bool begins(const char *name, const char *row)
{
    size_t length = strlen(row);
    return !strncmp(name, row, length) && (!name[length] || name[length] == '.');
}

enum hw_ptx_op hw_ptx_op_find(const char *name)
{
    enum hw_ptx_op best = HW_PTX_OP_COUNT;
    for (enum hw_ptx_op op = 0; op < HW_PTX_OP_COUNT; op++)
        if (rows[op].name[0] == name[0] && begins(name, rows[op].name) &&
            (best == HW_PTX_OP_COUNT || strlen(rows[op].name) > strlen(rows[best].name)))
            best = op;
    return best;
}

/* The members of a word of a row: those of a set, or itself. */
static const char *members_of(const char *word, size_t length, size_t *members_length)
{
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (strlen(sets[i].name) == length && !memcmp(sets[i].name, word, length)) {
            *members_length = strlen(sets[i].members);
            return sets[i].members;
        }
    *members_length = length;
    return word;
}

/* Whether `.modifier` is one of the members. */
static bool has_member(const char *members, size_t length, const char *modifier, size_t modifier_length)
{
    for (const char *at = members, *end = members + length; at < end;) {
        const char *stop = memchr(at, ' ', (size_t)(end - at));
        size_t member = (size_t)((stop ? stop : end) - at);
        if (member == modifier_length + 1 && !memcmp(at + 1, modifier, modifier_length))
            return true;
        at += member + 1;
    }
    return false;
}

/* The word of a row that begins at *at; its length without the mark, which says that it is needed. */
static const char *next_word(const char **at, size_t *length, bool *is_needed)
{
    const char *word = *at;
    *length = strcspn(word, " !");
    *is_needed = word[*length] == '!';
    *at = word + *length + *is_needed;
    *at += **at == ' ';
    return word;
}

/* Take one modifier: the first word that has it and that is not used up. */
static bool take(const char *row, const char *modifier, uint32_t *used, char *expected, size_t size)
{
    size_t modifier_length = strcspn(modifier, "["), length, members_length;
    const char *before = NULL;
    bool is_needed;
    unsigned number = 0;
    expected[0] = '\0';
    for (const char *at = row; *at; number++) {
        const char *word = next_word(&at, &length, &is_needed);
        const char *members = members_of(word, length, &members_length);
        if (*used >> number & 1)
            continue;
        if (has_member(members, members_length, modifier, modifier_length)) {
            *used |= 1u << number;
            return true;
        }
        size_t filled = strlen(expected);
        if (members == before)
            continue;
        before = members;
        snprintf(expected + filled, size - filled, "%s%.*s", filled ? " " : "", (int)members_length, members);
    }
    return false;
}

bool hw_ptx_op_suits(enum hw_ptx_op op, const char *const *modifier, size_t modifiers, size_t *wrong,
                     char *expected, size_t size)
{
    const char *row = rows[op].modifiers;
    uint32_t used = 0;
    for (*wrong = 0; *wrong < modifiers; ++*wrong)
        if (!take(row, modifier[*wrong], &used, expected, size))
            return false;
    unsigned number = 0;
    for (const char *at = row; *at; number++) {
        size_t length, members_length;
        bool is_needed;
        const char *word = next_word(&at, &length, &is_needed);
        if (!is_needed || used >> number & 1)
            continue;
        const char *members = members_of(word, length, &members_length);
        snprintf(expected, size, "%.*s", (int)members_length, members);
        return false;
    }
    return true;
}
