/* SPDX-License-Identifier: MIT */
/* This table has the attributes of .nv.info records (EIATTR) by name, and what the words of their data mean.
 *
 * Names are those that cuobjdump prints (EIATTR_ and so on; up to 50 that of CUDA 12.4, then that of 13.5,
 * except for 5f, which stands in all cubins of CUDA 13 and is named in the source documents; 67, which ptxas
 * 13.5 writes for sm_107, has none); the meanings of
 * words were seen in compiled cubins of sm_50 to sm_121.  Offsets of instructions and symbols are
 * distinguished from plain numbers because they move when code is assembled again or a file is laid out anew.
 */
#include "module/module_internal.h"

#include <string.h>

enum layout {
    NUMBERS = 0,
    SYMBOL_FIRST, /* a symbol, then numbers */
    SYMBOLS,
    OFFSETS,   /* of instructions */
    MASKS,     /* pairs: offset of an instruction, a mask of bytes */
    MARKS,     /* kind 1, offset of an instruction; or kind 3, length, text */
    MBARRIERS, /* groups of four: offset of an instruction, three numbers */
    BRANCHES   /* groups: offset of an indirect branch, 0, how many targets, their offsets */
};

enum { MARK_SPILL = 1, MARK_TEXT = 3 };

static const struct attribute {
    const char *name;
    enum layout layout;
} attributes[] = {
    [0x01] = {"PAD", NUMBERS},
    [0x02] = {"IMAGE_SLOT", SYMBOL_FIRST},
    [0x03] = {"JUMPTABLE_RELOCS", OFFSETS},
    [0x04] = {"CTAIDZ_USED", NUMBERS},
    [0x05] = {"MAX_THREADS", NUMBERS},
    [0x06] = {"IMAGE_OFFSET", SYMBOL_FIRST},
    [0x07] = {"IMAGE_SIZE", SYMBOL_FIRST},
    [0x08] = {"TEXTURE_NORMALIZED", SYMBOL_FIRST},
    [0x09] = {"SAMPLER_INIT", SYMBOL_FIRST},
    [0x0a] = {"PARAM_CBANK", SYMBOL_FIRST},
    [0x0b] = {"SMEM_PARAM_OFFSETS", NUMBERS},
    [0x0c] = {"CBANK_PARAM_OFFSETS", NUMBERS},
    [0x0d] = {"SYNC_STACK", NUMBERS},
    [0x0e] = {"TEXID_SAMPID_MAP", NUMBERS},
    [0x0f] = {"EXTERNS", SYMBOLS},
    [0x10] = {"REQNTID", NUMBERS},
    [0x11] = {"FRAME_SIZE", SYMBOL_FIRST},
    [0x12] = {"MIN_STACK_SIZE", SYMBOL_FIRST},
    [0x13] = {"SAMPLER_FORCE_UNNORMALIZED", SYMBOL_FIRST},
    [0x14] = {"BINDLESS_IMAGE_OFFSETS", NUMBERS},
    [0x15] = {"BINDLESS_TEXTURE_BANK", NUMBERS},
    [0x16] = {"BINDLESS_SURFACE_BANK", NUMBERS},
    [0x17] = {"KPARAM_INFO", NUMBERS},
    [0x18] = {"SMEM_PARAM_SIZE", NUMBERS},
    [0x19] = {"CBANK_PARAM_SIZE", NUMBERS},
    [0x1a] = {"QUERY_NUMATTRIB", NUMBERS},
    [0x1b] = {"MAXREG_COUNT", NUMBERS},
    [0x1c] = {"EXIT_INSTR_OFFSETS", OFFSETS},
    [0x1d] = {"S2RCTAID_INSTR_OFFSETS", OFFSETS},
    [0x1e] = {"CRS_STACK_SIZE", NUMBERS},
    [0x1f] = {"NEED_CNP_WRAPPER", NUMBERS},
    [0x20] = {"NEED_CNP_PATCH", NUMBERS},
    [0x21] = {"EXPLICIT_CACHING", NUMBERS},
    [0x22] = {"ISTYPEP_USED", NUMBERS},
    [0x23] = {"MAX_STACK_SIZE", SYMBOL_FIRST},
    [0x24] = {"SUQ_USED", NUMBERS},
    [0x25] = {"LD_CACHEMOD_INSTR_OFFSETS", OFFSETS},
    [0x26] = {"LOAD_CACHE_REQUEST", NUMBERS},
    [0x27] = {"ATOM_SYS_INSTR_OFFSETS", OFFSETS},
    [0x28] = {"COOP_GROUP_INSTR_OFFSETS", OFFSETS},
    [0x29] = {"COOP_GROUP_MASK_REGIDS", NUMBERS},
    [0x2a] = {"SW1850030_WAR", NUMBERS},
    [0x2b] = {"WMMA_USED", NUMBERS},
    [0x2c] = {"HAS_PRE_V10_OBJECT", NUMBERS},
    [0x2d] = {"ATOMF16_EMUL_INSTR_OFFSETS", OFFSETS},
    [0x2e] = {"ATOM16_EMUL_INSTR_REG_MAP", NUMBERS},
    [0x2f] = {"REGCOUNT", SYMBOL_FIRST},
    [0x30] = {"SW2393858_WAR", NUMBERS},
    [0x31] = {"INT_WARP_WIDE_INSTR_OFFSETS", OFFSETS},
    [0x32] = {"SHARED_SCRATCH", NUMBERS},
    [0x33] = {"STATISTICS", NUMBERS},
    [0x34] = {"INDIRECT_BRANCH_TARGETS", BRANCHES},
    [0x35] = {"SW2861232_WAR", NUMBERS},
    [0x36] = {"SW_WAR", NUMBERS},
    [0x37] = {"CUDA_API_VERSION", NUMBERS},
    [0x38] = {"NUM_MBARRIERS", NUMBERS},
    [0x39] = {"MBARRIER_INSTR_OFFSETS", MBARRIERS},
    [0x3a] = {"COROUTINE_RESUME_ID_OFFSETS", NUMBERS},
    [0x3b] = {"SAM_REGION_STACK_SIZE", NUMBERS},
    [0x3c] = {"PER_REG_TARGET_PERF_STATS", NUMBERS},
    [0x3d] = {"CTA_PER_CLUSTER", NUMBERS},
    [0x3e] = {"EXPLICIT_CLUSTER", NUMBERS},
    [0x3f] = {"MAX_CLUSTER_RANK", NUMBERS},
    [0x40] = {"INSTR_REG_MAP", NUMBERS},
    [0x41] = {"RESERVED_SMEM_USED", NUMBERS},
    [0x42] = {"RESERVED_SMEM_0_SIZE", NUMBERS},
    [0x43] = {"UCODE_SECTION_DATA", NUMBERS},
    [0x44] = {"UNUSED_LOAD_BYTE_OFFSET", MASKS},
    [0x45] = {"KPARAM_INFO_V2", NUMBERS},
    [0x46] = {"SYSCALL_OFFSETS", OFFSETS},
    [0x47] = {"SW_WAR_MEMBAR_SYS_INSTR_OFFSETS", OFFSETS},
    [0x48] = {"GRAPHICS_GLOBAL_CBANK", NUMBERS},
    [0x49] = {"SHADER_TYPE", NUMBERS},
    [0x4a] = {"VRC_CTA_INIT_COUNT", NUMBERS},
    [0x4b] = {"TOOLS_PATCH_FUNC", NUMBERS},
    [0x4c] = {"NUM_BARRIERS", NUMBERS},
    [0x4d] = {"TEXMODE_INDEPENDENT", NUMBERS},
    [0x4e] = {"PERF_STATISTICS", NUMBERS},
    [0x4f] = {"AT_ENTRY_FRAGMENTS", NUMBERS},
    [0x50] = {"SPARSE_MMA_MASK", NUMBERS},
    [0x51] = {"TCGEN05_1CTA_USED", NUMBERS},
    [0x52] = {"TCGEN05_2CTA_USED", NUMBERS},
    [0x53] = {"GEN_ERRBAR_AT_EXIT", NUMBERS},
    [0x54] = {"REG_RECONFIG", NUMBERS},
    [0x55] = {"ANNOTATIONS", MARKS},
    [0x57] = {"STACK_CANARY_TRAP_OFFSETS", NUMBERS},
    [0x58] = {"STUB_FUNCTION_KIND", NUMBERS},
    [0x59] = {"LOCAL_CTA_ASYNC_STORE_OFFSETS", NUMBERS},
    [0x5b] = {"BLOCKS_ARE_CLUSTERS", NUMBERS},
    [0x5c] = {"SANITIZE", NUMBERS},
    [0x5d] = {"SYSCALLS_FALLBACK", NUMBERS},
    [0x5e] = {"CUDA_REQ", NUMBERS},
    [0x5f] = {"MERCURY_ISA_VERSION", NUMBERS},
    [0x61] = {"RTCORE_ENTRY", NUMBERS},
    [0x62] = {"CLUSTER_LAUNCH_CONTROL_USED", NUMBERS},
    [0x64] = {"MIN_PER_CTA_MEMORY_SIZE", NUMBERS},
    [0x65] = {"IGNOREOOB_CP_ASYNC_BULK_INSTR_OFFSETS", OFFSETS},
    [0x66] = {"LANGUAGE", NUMBERS},
    [0x68] = {"GRID_ATTRIBUTES", NUMBERS},
    [0x69] = {"STACK_OFFSET", NUMBERS},
    [0x6a] = {"RT_LIVESTATE_SASS_MAP", NUMBERS},
    [0x6b] = {"NVSAL_SW_WAR", NUMBERS},
    [0x6c] = {"INSTR_OFFSETS", NUMBERS},
    [0x6d] = {"PREEXIT_USED", NUMBERS},
};

#define ATTRIBUTE_COUNT (sizeof attributes / sizeof attributes[0])

const char *hw_attribute_name(unsigned attribute)
{
    return attribute < ATTRIBUTE_COUNT ? attributes[attribute].name : NULL;
}

int hw_attribute_find(const char *name)
{
    for (size_t i = 0; i < ATTRIBUTE_COUNT; i++)
        if (attributes[i].name && strcmp(attributes[i].name, name) == 0)
            return (int)i;
    return -1;
}

/* Groups of a branch, a zero, a count and that many targets. */
static enum hw_word branch_word(const struct hw_nv_info *info, size_t index)
{
    size_t at = 0, words = info->value / 4u;
    while (at + 3 <= words) {
        size_t targets = hw_get32(info->data + 4 * (at + 2));
        if (index < at + 3)
            return index == at ? HW_WORD_CODE : HW_WORD_NUMBER;
        if (targets > words - at - 3)
            return HW_WORD_NUMBER;
        if (index < at + 3 + targets)
            return HW_WORD_CODE;
        at += 3 + targets;
    }
    return HW_WORD_NUMBER;
}

/* Marks as far as they are of kinds whose length is known: the kind and an offset, or kind, length, text. */
static enum hw_word mark_word(const struct hw_nv_info *info, size_t index)
{
    const size_t words = info->value / 4u;
    for (size_t at = 0; at < index && words - at >= 2;) {
        const uint32_t kind = hw_get32(info->data + 4 * at), second = hw_get32(info->data + 4 * at + 4);
        const size_t text = kind == MARK_TEXT ? hw_round_up4(second) / 4 : 0;
        if (kind == MARK_SPILL && index == at + 1)
            return HW_WORD_CODE;
        if ((kind != MARK_SPILL && kind != MARK_TEXT) || text > words - at - 2)
            break;
        at += 2 + text;
    }
    return HW_WORD_NUMBER;
}

enum hw_word hw_nv_info_word(const struct hw_nv_info *info, size_t index)
{
    if (!info->data || info->attribute >= ATTRIBUTE_COUNT || index >= info->value / 4u)
        return HW_WORD_NUMBER;
    switch (attributes[info->attribute].layout) {
    case SYMBOL_FIRST: return index == 0 ? HW_WORD_SYMBOL : HW_WORD_NUMBER;
    case SYMBOLS: return HW_WORD_SYMBOL;
    case OFFSETS: return HW_WORD_CODE;
    case MASKS: return index % 2 == 0 ? HW_WORD_CODE : HW_WORD_NUMBER;
    case MARKS: return mark_word(info, index);
    case MBARRIERS: return index % 4 == 0 ? HW_WORD_CODE : HW_WORD_NUMBER;
    case BRANCHES: return branch_word(info, index);
    case NUMBERS: break;
    }
    return HW_WORD_NUMBER;
}
