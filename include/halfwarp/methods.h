/* SPDX-License-Identifier: MIT */
/* Methods are what a driver sends to the objects of a channel; this header has them as numbers and as text.
 *
 * A channel has eight subchannels; an object of some class is bound to each.  A driver sends a method: a
 * subchannel, a number (a multiple of 4 below 0x2000) and a word of data.  Methods below 0x100 are the
 * channel's own.  The others belong to the class of the object.  methods/ has a row for each, with its bit
 * fields and the values that they take; these functions read the tables that are generated from the rows.
 *
 * Names are those of envytools' rnndb, under which drivers know them; an element of an array has its number
 * in brackets, as in CB_DATA[3] or GLOBAL[14].LIMIT.  Nothing here allocates or keeps state.
 *
 * Stability: may change. */
#ifndef HALFWARP_METHODS_H
#define HALFWARP_METHODS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <halfwarp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HW_SUBCHANNELS 8
#define HW_METHOD_END  0x2000u /* methods are below */
#define HW_METHOD_TEXT 512     /* bytes that any name, or any value, takes as text */

/* Kinds of objects; classes of one kind differ in a few methods. */
enum hw_object_kind {
    HW_OBJECT_CHANNEL = 0, /* no object: the methods below 0x100, on any subchannel */
    HW_OBJECT_COMPUTE,
    HW_OBJECT_M2MF,
    HW_OBJECT_2D,
    HW_OBJECT_3D,
    HW_OBJECT_KINDS
};

/* A Tesla chip, by the name that rnndb has for it and the number that it says of itself. */
struct hw_tesla_chip {
    const char *name; /* "G80" */
    uint8_t number;   /* 0x50 */
};

/* All of them, in the order in which they appeared; NULL behind the last. */
const struct hw_tesla_chip *hw_tesla_chip_at(unsigned index);
/* Whether a mask with a bit for each chip, by its index there, has the chip of this number. */
bool hw_tesla_chip_in(uint32_t chips, uint32_t number);

/* A class of objects. */
struct hw_object_class {
    uint16_t number;  /* 0x50c0; 0: the channel's methods */
    uint8_t kind;     /* enum hw_object_kind */
    uint8_t index;    /* in hw_object_class_at */
    uint32_t chips;   /* a bit for each chip that has it: hw_tesla_chip_in */
    const char *name; /* "G80_COMPUTE" */
};

/* The class of this number; NULL: none that is known. */
const struct hw_object_class *hw_object_class_of(uint32_t number);
/* The class of this name, or of this number written in C; or the first of a kind ("compute", "m2mf", "2d",
 * "3d", "channel").  The case of letters does not matter.  NULL: none. */
const struct hw_object_class *hw_object_class_named(const char *name);
/* All of them, in the order of their numbers; NULL behind the last. */
const struct hw_object_class *hw_object_class_at(unsigned index);
/* "compute", ...; "unknown" where there is none. */
const char *hw_object_kind_name(unsigned kind);

/* What a field holds, which says how it is written. */
enum hw_field_kind {
    HW_FIELD_HEX = 0, /* 0x10 */
    HW_FIELD_UNSIGNED,
    HW_FIELD_SIGNED,
    HW_FIELD_BOOLEAN, /* 0 or 1 */
    HW_FIELD_ENUM,    /* one of `names` */
    HW_FIELD_FLOAT,   /* the word is a single-precision number */
    HW_FIELD_HANDLE   /* of an object of the channel */
};

struct hw_field_name {
    uint32_t value;
    const char *name;
};

/* Some bits of a method's data. */
struct hw_method_field {
    const char *name; /* "X"; "" where the word as a whole is the value */
    const char *what; /* a sentence, or "" */
    uint8_t low, bits;
    uint8_t kind; /* enum hw_field_kind */
    uint8_t when; /* the field is there only if the field of index when - 1 is when_value; 0: always */
    uint32_t when_value;
    uint32_t least, most; /* values that the hardware takes, as documented; 0 and all ones: any */
    uint32_t refused;     /* a bit for each value below 32 that it refuses although it lies between these */
    uint32_t align;       /* they are multiples of this; 0 or 1: of nothing */
    const struct hw_field_name *names;
    uint32_t name_count;
};

/* A row. */
struct hw_method {
    const char *name;       /* "[]" stands for the number of an element */
    const char *what;       /* a sentence, or "" */
    uint16_t number;        /* of element 0 */
    uint16_t count, stride; /* of an array; else 1 and 4 */
    uint32_t classes;       /* a bit for each class that has it, by its index in hw_object_class_at */
    uint32_t chips;         /* a bit for each chip that has it: hw_tesla_chip_in */
    uint8_t known;          /* 0: the number is taken, what it does is not known */
    const struct hw_method_field *field;
    uint32_t field_count; /* 0: the data does not matter, or is a number of 32 bits without fields */
};

/* The row that a class has for a method, and which element it is (`element` may be NULL); NULL: there is no
 * such method.  Methods below 0x100 are found with every class, and with NULL.  Some chips that have the
 * class lack the row: hw_method.chips. */
const struct hw_method *hw_method_find(const struct hw_object_class *object, uint32_t number,
                                       unsigned *element);

/* The rows of a class in the order of their numbers, those below 0x100 only for the class of the channel (or
 * NULL); NULL behind the last. */
const struct hw_method *hw_method_at(const struct hw_object_class *object, unsigned index);

/* What a name stands for: "LAUNCH", "CB_DATA[3]" (without brackets element 0), or a number written in C,
 * whether the class has such a method or not.  The channel's methods are found with every class, with
 * "CHANNEL." before them where the class has a method of the same name.  The case of letters does not matter.
 * HW_ERR_NOT_FOUND or HW_ERR_RANGE with a sentence that says what was expected. */
hw_status hw_method_number(const struct hw_object_class *object, const char *name, uint32_t *number,
                           struct hw_error *error);

/* The name of a method, "0x0abc" where there is none.  At most `size` bytes with the NUL; the result is the
 * number of characters that there are. */
size_t hw_method_name(const struct hw_object_class *object, uint32_t number, char *text, size_t size);

/* The data of a method: "X=4 Y=2", "0x20", "ONE_D"; booleans of several fields stand there only where they
 * are set, bits that no field owns follow as "?=0x80000000".  Read back, it gives the same word.  `method`
 * may be NULL. */
size_t hw_method_value(const struct hw_method *method, uint32_t data, char *text, size_t size);
/* Read what hw_method_value writes, or any number written in C: the word as it is (for floats "1.5" is a
 * number of that value, "1" a word).  Fields that are omitted are 0.  HW_ERR_SYNTAX or HW_ERR_RANGE. */
hw_status hw_method_parse_value(const struct hw_method *method, const char *text, uint32_t *data,
                                struct hw_error *error);

/* A field of a method's data, and data with this in a field (a value that is too large is cut).  Generated
 * constants name the bits: hw_field(data, HW_COMPUTE_GRIDDIM_X). */
static inline uint32_t hw_field(uint32_t data, unsigned low, unsigned bits)
{
    return data >> low & (bits < 32 ? (1u << bits) - 1 : UINT32_MAX);
}
static inline uint32_t hw_in_field(uint32_t value, unsigned low, unsigned bits)
{
    return (value & (bits < 32 ? (1u << bits) - 1 : UINT32_MAX)) << low;
}

/* What the hardware reports as DATA_ERROR: the cause, by its number in the register that holds it.
 * @see envytools, rnndb/g80_defs.xml, G80_PGRAPH_DATA_ERROR */
enum hw_data_error {
    HW_DATA_OK = 0,
    HW_DATA_INVALID_OPERATION = 3,
    HW_DATA_INVALID_VALUE = 4, /* too big, too small, unaligned */
    HW_DATA_INVALID_ENUM = 5,
    HW_DATA_INVALID_OBJECT = 8,
    HW_DATA_READ_ONLY_OBJECT = 9,
    HW_DATA_SUPERVISOR_OBJECT = 0xa,
    HW_DATA_INVALID_ADDRESS_ALIGNMENT = 0xb,
    HW_DATA_INVALID_BITFIELD = 0xc, /* bits that belong to no field */
    HW_DATA_BEGIN_END_ACTIVE = 0xd,
    HW_DATA_SEMANTIC_COLOR_BACK_OVER_LIMIT = 0xe,
    HW_DATA_VIEWPORT_ID_NEEDS_GP = 0xf,
    HW_DATA_RT_DOUBLE_BIND = 0x10,
    HW_DATA_RT_TYPES_MISMATCH = 0x11,
    HW_DATA_RT_PITCH_WITH_ZETA = 0x12,
    HW_DATA_FP_TOO_FEW_REGS = 0x15,
    HW_DATA_ZETA_FORMAT_CSAA_MISMATCH = 0x16,
    HW_DATA_RT_PITCH_WITH_MSAA = 0x17,
    HW_DATA_FP_INTERPOLANT_START_OVER_LIMIT = 0x18,
    HW_DATA_SEMANTIC_LAYER_OVER_LIMIT = 0x19,
    HW_DATA_RT_INVALID_ALIGNMENT = 0x1a,
    HW_DATA_SAMPLER_OVER_LIMIT = 0x1b,
    HW_DATA_TEXTURE_OVER_LIMIT = 0x1c,
    HW_DATA_GP_TOO_MANY_OUTPUTS = 0x1e,
    HW_DATA_RT_BPP128_WITH_MS8 = 0x1f,
    HW_DATA_Z_OUT_OF_BOUNDS = 0x21,
    HW_DATA_XY_OUT_OF_BOUNDS = 0x23,
    HW_DATA_VP_ZERO_INPUTS = 0x24,
    HW_DATA_CP_MORE_PARAMS_THAN_SHARED = 0x27,
    HW_DATA_CP_NO_REG_SPACE_STRIPED = 0x28,
    HW_DATA_CP_NO_REG_SPACE_PACKED = 0x29,
    HW_DATA_CP_NOT_ENOUGH_WARPS = 0x2a,
    HW_DATA_CP_BLOCK_SIZE_MISMATCH = 0x2b,
    HW_DATA_CP_NOT_ENOUGH_LOCAL_WARPS = 0x2c,
    HW_DATA_CP_NOT_ENOUGH_STACK_WARPS = 0x2d,
    HW_DATA_CP_NO_BLOCKDIM_LATCH = 0x2e,
    HW_DATA_ENG2D_FORMAT_MISMATCH = 0x31,
    HW_DATA_ENG2D_OPERATION_ILLEGAL_FOR_DST_FORMAT = 0x33,
    HW_DATA_ENG2D_FORMAT_MISMATCH_B = 0x34,
    HW_DATA_PRIMITIVE_ID_NEEDS_GP = 0x3f,
    HW_DATA_SEMANTIC_VIEWPORT_OVER_LIMIT = 0x44,
    HW_DATA_SEMANTIC_COLOR_FRONT_OVER_LIMIT = 0x45,
    HW_DATA_LAYER_ID_NEEDS_GP = 0x46,
    HW_DATA_SEMANTIC_CLIP_OVER_LIMIT = 0x47,
    HW_DATA_SEMANTIC_PTSZ_OVER_LIMIT = 0x48,
    HW_DATA_M2MF_LINE_LENGTH_EXCEEDS_PITCH_IN = 0x51,
    HW_DATA_M2MF_LINE_LENGTH_EXCEEDS_PITCH_OUT = 0x53,
    HW_DATA_RT_PITCH_WITH_ZETA_GF100 = 0x98,
    HW_DATA_ENG2D_UNALIGNED_PITCH_GF100 = 0xa5
};
/* "INVALID_VALUE"; every cause of the public list has a name here, others are "UNKNOWN". */
const char *hw_data_error_name(unsigned error);

/* Whether the hardware takes this data, by what is documented of the row's fields; if not, why, and `field`
 * (may be NULL) is the field that is wrong (NULL: bits of no field).  A NULL `method` takes anything. */
enum hw_data_error hw_method_check(const struct hw_method *method, uint32_t data,
                                   const struct hw_method_field **field);

#ifdef __cplusplus
}
#endif
#endif
