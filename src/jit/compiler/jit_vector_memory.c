/* SPDX-License-Identifier: MIT */
/* See jit_vector_memory.h.  Where an access has several words, those of a lane lie together in memory, and
 * those of a register in its row. */
#include "jit/compiler/jit_vector_memory.h"

#include "machine/memory/access.h"

static LLVMTypeRef slice_type(const struct hw_jit_build *build)
{
    return LLVMVectorType(build->i32, build->slice_lanes);
}

LLVMValueRef hw_jit_load_slice(const struct hw_jit_build *build, LLVMValueRef row, unsigned slice,
                               unsigned align)
{
    const LLVMValueRef words = LLVMBuildLoad2(
        build->at, slice_type(build), hw_jit_address(build, row, slice * hw_jit_slice_bytes(build)), "");

    LLVMSetAlignment(words, align);
    return words;
}

void hw_jit_store_slice(const struct hw_jit_build *build, LLVMValueRef row, unsigned slice,
                        LLVMValueRef words, unsigned align)
{
    const LLVMValueRef at = hw_jit_address(build, row, slice * hw_jit_slice_bytes(build));

    LLVMSetAlignment(LLVMBuildStore(build->at, words, at), align);
}

LLVMValueRef hw_jit_splat(const struct hw_jit_build *build, LLVMValueRef word)
{
    const LLVMTypeRef type = slice_type(build);
    const LLVMValueRef one =
        LLVMBuildInsertElement(build->at, LLVMGetUndef(type), word, hw_jit_word(build, 0), "");

    return LLVMBuildShuffleVector(build->at, one, LLVMGetUndef(type), LLVMConstNull(type), "");
}

LLVMValueRef hw_jit_is_uniform(const struct hw_jit_build *build, LLVMValueRef row)
{
    const LLVMTypeRef type = slice_type(build);
    const LLVMValueRef first = hw_jit_load_slice(build, row, 0, hw_jit_slice_bytes(build));
    const LLVMValueRef word =
        LLVMBuildShuffleVector(build->at, first, LLVMGetUndef(type), LLVMConstNull(type), "");
    LLVMValueRef other = LLVMBuildXor(build->at, first, word, "");

    for (unsigned slice = 1; slice < hw_jit_slices(build); slice++) {
        const LLVMValueRef part = hw_jit_load_slice(build, row, slice, hw_jit_slice_bytes(build));
        other = LLVMBuildOr(build->at, other, LLVMBuildXor(build->at, part, word, ""), "");
    }
    return hw_jit_equal(build, hw_jit_intrinsic(build, "llvm.vector.reduce.or", other),
                        hw_jit_word(build, 0));
}

/* --- whole rows --- */

void hw_jit_move_row(const struct hw_jit_build *build, bool loads, LLVMValueRef series, LLVMValueRef row)
{
    const unsigned align = hw_jit_slice_bytes(build);

    for (unsigned slice = 0; slice < hw_jit_slices(build); slice++)
        if (loads)
            hw_jit_store_slice(build, row, slice, hw_jit_load_slice(build, series, slice, sizeof(uint32_t)),
                               align);
        else
            hw_jit_store_slice(build, series, slice, hw_jit_load_slice(build, row, slice, align),
                               sizeof(uint32_t));
}

void hw_jit_load_row(const struct hw_jit_build *build, LLVMValueRef word, LLVMValueRef row)
{
    const LLVMValueRef words = hw_jit_splat(build, LLVMBuildLoad2(build->at, build->i32, word, ""));

    for (unsigned slice = 0; slice < hw_jit_slices(build); slice++)
        hw_jit_store_slice(build, row, slice, words, hw_jit_slice_bytes(build));
}

/* --- one address --- */

/* A narrow value is extended. */
static LLVMValueRef load_word(const struct hw_jit_build *build, LLVMValueRef from, enum hw_width width)
{
    const unsigned bytes = width < HW_WIDTH_B32 ? hw_width_bytes(width) : sizeof(uint32_t);
    const LLVMValueRef value =
        LLVMBuildLoad2(build->at, LLVMIntTypeInContext(build->context, bytes * 8), from, "");

    LLVMSetAlignment(value, bytes);
    if (width == HW_WIDTH_S8 || width == HW_WIDTH_S16)
        return LLVMBuildSExt(build->at, value, build->i32, "");
    return LLVMBuildZExt(build->at, value, build->i32, "");
}

void hw_jit_load_broadcast(const struct hw_jit_build *build, LLVMValueRef from, enum hw_width width,
                           LLVMValueRef row)
{
    for (unsigned word = 0; word < hw_width_words(width); word++) {
        const LLVMValueRef at = hw_jit_address(build, from, word * sizeof(uint32_t));
        hw_jit_store_slice(build, hw_jit_address(build, row, word * sizeof(hw_lanes)), 0,
                           hw_jit_splat(build, load_word(build, at, width)), hw_jit_slice_bytes(build));
    }
}

/* --- a series --- */

/* One vector of several. */
static LLVMValueRef joined(const struct hw_jit_build *build, const LLVMValueRef *part, unsigned count)
{
    LLVMValueRef number[HW_JIT_MOST_WORDS * HW_JIT_SLICE_MAX];

    if (count == 1)
        return part[0];
    for (unsigned i = 0; i < count * build->slice_lanes; i++)
        number[i] = hw_jit_word(build, i);
    return LLVMBuildShuffleVector(build->at, joined(build, part, count / 2),
                                  joined(build, part + count / 2, count / 2),
                                  LLVMConstVector(number, count * build->slice_lanes), "");
}

/* A slice of words of a vector, by their numbers. */
static LLVMValueRef chosen(const struct hw_jit_build *build, LLVMValueRef all,
                           const unsigned number[HW_JIT_SLICE_MAX])
{
    LLVMValueRef mask[HW_JIT_SLICE_MAX];

    for (unsigned i = 0; i < build->slice_lanes; i++)
        mask[i] = hw_jit_word(build, number[i]);
    return LLVMBuildShuffleVector(build->at, all, LLVMGetUndef(LLVMTypeOf(all)),
                                  LLVMConstVector(mask, build->slice_lanes), "");
}

void hw_jit_load_contiguous(const struct hw_jit_build *build, LLVMValueRef from, enum hw_width width,
                            LLVMValueRef row)
{
    const unsigned words = hw_width_words(width);

    for (unsigned slice = 0; slice < hw_jit_slices(build); slice++) {
        LLVMValueRef part[HW_JIT_MOST_WORDS];
        for (unsigned i = 0; i < words; i++)
            part[i] = hw_jit_load_slice(build, from, slice * words + i, sizeof(uint32_t));
        const LLVMValueRef all = joined(build, part, words);
        for (unsigned word = 0; word < words; word++) {
            unsigned number[HW_JIT_SLICE_MAX];
            for (unsigned lane = 0; lane < build->slice_lanes; lane++)
                number[lane] = lane * words + word;
            hw_jit_store_slice(build, hw_jit_address(build, row, word * sizeof(hw_lanes)), slice,
                               words == 1 ? all : chosen(build, all, number), hw_jit_slice_bytes(build));
        }
    }
}

void hw_jit_store_contiguous(const struct hw_jit_build *build, LLVMValueRef to, enum hw_width width,
                             const struct hw_jit_moved *moved)
{
    const unsigned words = hw_width_words(width);

    for (unsigned slice = 0; slice < hw_jit_slices(build); slice++) {
        LLVMValueRef part[HW_JIT_MOST_WORDS];
        for (unsigned word = 0; word < words; word++)
            part[word] = moved->word[word][slice];
        const LLVMValueRef all = joined(build, part, words);
        for (unsigned i = 0; i < words; i++) {
            unsigned number[HW_JIT_SLICE_MAX];
            for (unsigned at = 0; at < build->slice_lanes; at++) {
                const unsigned index = i * build->slice_lanes + at;
                number[at] = index % words * build->slice_lanes + index / words;
            }
            hw_jit_store_slice(build, to, slice * words + i, words == 1 ? all : chosen(build, all, number),
                               sizeof(uint32_t));
        }
    }
}
