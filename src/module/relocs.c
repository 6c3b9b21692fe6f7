/* SPDX-License-Identifier: MIT */
/* This table has the relocation types by number and name, and how each stores its value into its field.
 *
 * Numbers and names are those that cuobjdump prints (R_CUDA_ and so on; up to 74 that of CUDA 12.4, then that
 * of 13.5).  A name says what it does: ABS32_LO_20 puts the low 32 bits of an address into the 32 bits from
 * bit 20 of an instruction.  Fermi's instructions have that field at bit 26, Kepler's (sm_35) at 23,
 * Maxwell's at 20, Volta's at 32. CONST_FIELD19_20 has 14 bits for a word's offset in a constant bank and 5
 * for the bank, CONST_FIELD21_20 16 for a byte's offset; so nvJitLink of CUDA 12 fills them in code of sm_52,
 * and nvlink 13 those of sm_75. Operands of GF100 have the bank's fifth bit at 26 (isa/fermi); that NVIDIA's
 * linkers put it there is a guess. ABS47_34 is the target of Volta's CALL.ABS, which counts in units of 4
 * bytes. YIELD_ and UNUSED_ let a linker remove what is not needed: a YIELD of code for which no lane waits,
 * debug data of a function that was removed.  nvlink 13 left each YIELD that we saw as it was.  The fields of
 * types without a position belong to chips from sm_90 on, whose code is not linked here, or were never seen.
 * Of those of sm_90 on, ABS55_16_34 is the target of CALL.ABS, in units of 4 bytes: its lowest 8 bits are
 * from 16 on, the others from 34 on (nvdisasm 13.5), and ABS56_16_34 is that of a call through a register;
 * CONST_FIELD22_37 has 17 bits for a byte's offset, then the bank (nvlink
 * 13.5). */
#include "module/module_internal.h"

#include <string.h>

/* clang-format off */
#define DATA(label, kind, width) {.name = label, .value = HW_RELOC_##kind, .bytes = (width) / 8, .bits = width}
/* One byte of an address. */
#define BYTE(label, kind, down) {.name = label, .value = HW_RELOC_##kind, .bytes = 1, .bits = 8, .shift = down}
#define WORD8(label, kind, width, at) \
    {.name = label, .value = HW_RELOC_##kind, .bytes = 8, .position = at, .bits = width}
#define WORD16(label, kind, width, at, down) \
    {.name = label, .value = HW_RELOC_##kind, .bytes = 16, .position = at, .bits = width, .shift = down}
#define HIGH8(label, kind, width, at) \
    {.name = label, .value = HW_RELOC_##kind, .bytes = 8, .position = at, .bits = width, .shift = 32}
/* A constant's bank and offset: all its bytes, or of words' offsets all but the two lowest bits. */
#define CONST21(label, at) \
    {.name = label, .value = HW_RELOC_CONSTANT, .bytes = 8, .position = at, .bits = 16 + 5}
#define CONST19(label, at, high) \
    {.name = label, .value = HW_RELOC_CONSTANT, .bytes = 8, .position = at, .bits = 14 + 5, .shift = 2, \
     .high_bit = high}
/* The number of the word of bank 0 that holds a texture's handle. */
#define HANDLE(label, width, at) \
    {.name = label, .value = HW_RELOC_HANDLE, .bytes = 8, .position = at, .bits = width, .shift = 2}
#define RELATIVE(label, at) \
    {.name = label, .value = HW_RELOC_RELATIVE, .bytes = 8, .position = at, .bits = 24}
/* The target of a call from sm_90 on. */
#define FAR(label, width) \
    {.name = label, .value = HW_RELOC_ADDRESS, .bytes = 16, .position = 34, .bits = width, .shift = 2, \
     .low_bits = 8, .low_position = 16}
/* Half of an address in the table of functions that all files share. */
#define UNIFIED(label, down) \
    {.name = label, .value = HW_RELOC_OTHER, .bytes = 8, .position = 32, .bits = 32, .shift = down}
#define NOTHING(label) {.name = label, .value = HW_RELOC_NOTHING}
#define OTHER(label) {.name = label, .value = HW_RELOC_OTHER}
/* clang-format on */

static const struct hw_reloc_kind kinds[] = {
    [0] = NOTHING("NONE"),
    [1] = DATA("32", ADDRESS, 32),
    [2] = DATA("64", ADDRESS, 64),
    [3] = DATA("G32", GENERIC, 32),
    [4] = DATA("G64", GENERIC, 64),
    [5] = WORD8("ABS32_26", ADDRESS, 32, 26),
    [6] = OTHER("TEX_HEADER_INDEX"),
    [7] = OTHER("SAMP_HEADER_INDEX"),
    [8] = OTHER("SURF_HW_DESC"),
    [9] = OTHER("SURF_HW_SW_DESC"),
    [10] = WORD8("ABS32_LO_26", ADDRESS, 32, 26),
    [11] = HIGH8("ABS32_HI_26", ADDRESS, 32, 26),
    [12] = WORD8("ABS32_23", ADDRESS, 32, 23),
    [13] = WORD8("ABS32_LO_23", ADDRESS, 32, 23),
    [14] = HIGH8("ABS32_HI_23", ADDRESS, 32, 23),
    [15] = WORD8("ABS24_26", ADDRESS, 24, 26),
    [16] = WORD8("ABS24_23", ADDRESS, 24, 23),
    [17] = WORD8("ABS16_26", ADDRESS, 16, 26),
    [18] = WORD8("ABS16_23", ADDRESS, 16, 23),
    [19] = OTHER("TEX_SLOT"),
    [20] = OTHER("SAMP_SLOT"),
    [21] = OTHER("SURF_SLOT"),
    [22] = HANDLE("TEX_BINDLESSOFF13_32", 13, 32),
    [23] = HANDLE("TEX_BINDLESSOFF13_47", 13, 47),
    [24] = CONST19("CONST_FIELD19_28", 28, 26),
    [25] = CONST19("CONST_FIELD19_23", 23, 0),
    [26] = OTHER("TEX_SLOT9_49"),
    [27] = OTHER("6_31"),
    [28] = OTHER("2_47"),
    [29] = HANDLE("TEX_BINDLESSOFF13_41", 13, 41),
    [30] = HANDLE("TEX_BINDLESSOFF13_45", 13, 45),
    [31] = WORD8("FUNC_DESC32_23", FUNCTION, 32, 23),
    [32] = WORD8("FUNC_DESC32_LO_23", FUNCTION, 32, 23),
    [33] = HIGH8("FUNC_DESC32_HI_23", FUNCTION, 32, 23),
    [34] = DATA("FUNC_DESC_32", FUNCTION, 32),
    [35] = DATA("FUNC_DESC_64", FUNCTION, 64),
    [36] = CONST21("CONST_FIELD21_26", 26),
    [37] = OTHER("QUERY_DESC21_37"),
    [38] = OTHER("CONST_FIELD19_26"),
    [39] = CONST21("CONST_FIELD21_23", 23),
    [40] = RELATIVE("PCREL_IMM24_26", 26),
    [41] = RELATIVE("PCREL_IMM24_23", 23),
    [42] = WORD8("ABS32_20", ADDRESS, 32, 20),
    [43] = WORD8("ABS32_LO_20", ADDRESS, 32, 20),
    [44] = HIGH8("ABS32_HI_20", ADDRESS, 32, 20),
    [45] = WORD8("ABS24_20", ADDRESS, 24, 20),
    [46] = WORD8("ABS16_20", ADDRESS, 16, 20),
    [47] = WORD8("FUNC_DESC32_20", FUNCTION, 32, 20),
    [48] = WORD8("FUNC_DESC32_LO_20", FUNCTION, 32, 20),
    [49] = HIGH8("FUNC_DESC32_HI_20", FUNCTION, 32, 20),
    [50] = CONST19("CONST_FIELD19_20", 20, 0),
    [51] = HANDLE("BINDLESSOFF13_36", 13, 36),
    [52] = OTHER("SURF_HEADER_INDEX"),
    [53] = OTHER("INSTRUCTION64"),
    [54] = CONST21("CONST_FIELD21_20", 20),
    [55] = WORD8("ABS32_32", ADDRESS, 32, 32),
    [56] = WORD8("ABS32_LO_32", ADDRESS, 32, 32),
    [57] = HIGH8("ABS32_HI_32", ADDRESS, 32, 32),
    [58] = WORD16("ABS47_34", ADDRESS, 47, 34, 2),
    [59] = WORD8("ABS16_32", ADDRESS, 16, 32),
    [60] = WORD8("ABS24_32", ADDRESS, 24, 32),
    [61] = WORD8("FUNC_DESC32_32", FUNCTION, 32, 32),
    [62] = WORD8("FUNC_DESC32_LO_32", FUNCTION, 32, 32),
    [63] = HIGH8("FUNC_DESC32_HI_32", FUNCTION, 32, 32),
    [64] = CONST19("CONST_FIELD19_40", 40, 0),
    [65] = HANDLE("BINDLESSOFF14_40", 14, 40),
    [66] = CONST21("CONST_FIELD21_38", 38),
    [67] = OTHER("INSTRUCTION128"),
    [68] = NOTHING("YIELD_OPCODE9_0"),
    [69] = NOTHING("YIELD_CLEAR_PRED4_87"),
    [70] = DATA("32_LO", ADDRESS, 32),
    [71] = {.name = "32_HI", .value = HW_RELOC_ADDRESS, .bytes = 4, .bits = 32, .shift = 32},
    [72] = NOTHING("UNUSED_CLEAR32"),
    [73] = NOTHING("UNUSED_CLEAR64"),
    [74] = WORD8("ABS24_40", ADDRESS, 24, 40),
    [75] = FAR("ABS55_16_34", 55),
    [76] = BYTE("8_0", ADDRESS, 0),
    [77] = BYTE("8_8", ADDRESS, 8),
    [78] = BYTE("8_16", ADDRESS, 16),
    [79] = BYTE("8_24", ADDRESS, 24),
    [80] = BYTE("8_32", ADDRESS, 32),
    [81] = BYTE("8_40", ADDRESS, 40),
    [82] = BYTE("8_48", ADDRESS, 48),
    [83] = BYTE("8_56", ADDRESS, 56),
    [84] = BYTE("G8_0", GENERIC, 0),
    [85] = BYTE("G8_8", GENERIC, 8),
    [86] = BYTE("G8_16", GENERIC, 16),
    [87] = BYTE("G8_24", GENERIC, 24),
    [88] = BYTE("G8_32", GENERIC, 32),
    [89] = BYTE("G8_40", GENERIC, 40),
    [90] = BYTE("G8_48", GENERIC, 48),
    [91] = BYTE("G8_56", GENERIC, 56),
    [92] = BYTE("FUNC_DESC_8_0", FUNCTION, 0),
    [93] = BYTE("FUNC_DESC_8_8", FUNCTION, 8),
    [94] = BYTE("FUNC_DESC_8_16", FUNCTION, 16),
    [95] = BYTE("FUNC_DESC_8_24", FUNCTION, 24),
    [96] = BYTE("FUNC_DESC_8_32", FUNCTION, 32),
    [97] = BYTE("FUNC_DESC_8_40", FUNCTION, 40),
    [98] = BYTE("FUNC_DESC_8_48", FUNCTION, 48),
    [99] = BYTE("FUNC_DESC_8_56", FUNCTION, 56),
    [100] = WORD8("ABS20_44", ADDRESS, 20, 44),
    [101] = OTHER("SAMP_HEADER_INDEX_0"),
    [102] = OTHER("UNIFIED"),
    [103] = OTHER("UNIFIED_32"),
    [104] = OTHER("UNIFIED_8_0"),
    [105] = OTHER("UNIFIED_8_8"),
    [106] = OTHER("UNIFIED_8_16"),
    [107] = OTHER("UNIFIED_8_24"),
    [108] = OTHER("UNIFIED_8_32"),
    [109] = OTHER("UNIFIED_8_40"),
    [110] = OTHER("UNIFIED_8_48"),
    [111] = OTHER("UNIFIED_8_56"),
    [112] = UNIFIED("UNIFIED32_LO_32", 0),
    [113] = UNIFIED("UNIFIED32_HI_32", 32),
    [114] = FAR("ABS56_16_34", 56),
    [115] = OTHER("CONST_FIELD22_37"),
};

#define KIND_COUNT (sizeof kinds / sizeof kinds[0])

const struct hw_reloc_kind *hw_reloc_kind(uint32_t type)
{
    return type < KIND_COUNT ? &kinds[type] : NULL;
}

int hw_reloc_find(const char *name)
{
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return (int)i;
    return -1;
}

static uint64_t ones(unsigned bits)
{
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* The word that has the field: of 16 bytes the eight from the 32 bits on in which it begins. */
struct word {
    uint8_t bytes, position; /* of the field in the word */
    size_t at;               /* in the field */
};

static struct word word_of(const struct hw_reloc_kind *kind)
{
    if (kind->bytes <= 8)
        return (struct word){kind->bytes, kind->position, 0};
    return (struct word){8, kind->position % 32, kind->position / 32 * 4u};
}

static uint64_t read_word(const uint8_t *target, unsigned bytes)
{
    return bytes == 1   ? *target
           : bytes == 8 ? hw_get32(target) | (uint64_t)hw_get32(target + 4) << 32
                        : hw_get32(target);
}

/* How many of its bits lie together. */
static unsigned together(const struct hw_reloc_kind *kind)
{
    return kind->bits - (kind->high_bit != 0) - kind->low_bits;
}

uint64_t hw_reloc_get(const struct hw_reloc_kind *kind, const uint8_t *target)
{
    if (!kind->bits)
        return 0;
    const struct word in = word_of(kind);
    const uint64_t word = read_word(target + in.at, in.bytes);
    uint64_t value = (word >> in.position) & ones(together(kind));
    if (kind->high_bit)
        value |= (word >> kind->high_bit & 1) << together(kind);
    if (kind->low_bits)
        value = value << kind->low_bits | (hw_get32(target) >> kind->low_position & ones(kind->low_bits));
    return value << kind->shift;
}

void hw_reloc_put(const struct hw_reloc_kind *kind, uint8_t *target, uint64_t value)
{
    if (!kind->bits)
        return;
    const struct word in = word_of(kind);
    const uint64_t number = value >> kind->shift, field = number >> kind->low_bits,
                   mask = ones(together(kind));
    uint64_t word = read_word(target + in.at, in.bytes);
    word = (word & ~(mask << in.position)) | (field & mask) << in.position;
    if (kind->low_bits) {
        const uint32_t low = (uint32_t)ones(kind->low_bits);
        hw_put32(target, (hw_get32(target) & ~(low << kind->low_position)) | ((uint32_t)number & low)
                                                                                 << kind->low_position);
    }
    if (kind->high_bit)
        word = (word & ~(UINT64_C(1) << kind->high_bit)) | (field >> together(kind) & 1) << kind->high_bit;
    if (in.bytes == 1) {
        *target = (uint8_t)word;
        return;
    }
    hw_put32(target + in.at, (uint32_t)word);
    if (in.bytes == 8)
        hw_put32(target + in.at + 4, (uint32_t)(word >> 32));
}
