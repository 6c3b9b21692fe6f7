/* SPDX-License-Identifier: MIT */
/* States what the `number` of an operation means, and the `extra` of those that need more. */
#ifndef HW_COMPILER_IR_IR_WORDS_H
#define HW_COMPILER_IR_IR_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* FENCE; ATOMIC. */
enum hw_ir_scope { HW_IR_SCOPE_NONE = 0, HW_IR_SCOPE_CTA, HW_IR_SCOPE_GPU, HW_IR_SCOPE_SYSTEM };

/* TESTP. */
enum hw_ir_test {
    HW_IR_TEST_FINITE = 0,
    HW_IR_TEST_INFINITE,
    HW_IR_TEST_NUMBER,
    HW_IR_TEST_NAN,
    HW_IR_TEST_NORMAL,
    HW_IR_TEST_SUBNORMAL
};

/* SHUFFLE: value, lane or distance, what PTX calls c, the mask of lanes where one is given; the 2nd result
 * is whether the source lane was in range. */
enum hw_ir_shuffle { HW_IR_SHUFFLE_INDEX = 0, HW_IR_SHUFFLE_UP, HW_IR_SHUFFLE_DOWN, HW_IR_SHUFFLE_BUTTERFLY };

/* VOTE: a predicate, the mask of lanes where one is given; a predicate, or the ballot of 32 bits. */
enum hw_ir_vote { HW_IR_VOTE_ALL = 0, HW_IR_VOTE_ANY, HW_IR_VOTE_SAME, HW_IR_VOTE_BALLOT };

/* BARRIER: its number, how many threads take part (0: all of the block), the predicate that it reduces; of
 * WARP the mask of lanes. */
enum hw_ir_barrier {
    HW_IR_BARRIER_SYNC = 0,
    HW_IR_BARRIER_ARRIVE,
    HW_IR_BARRIER_POPC,
    HW_IR_BARRIER_AND,
    HW_IR_BARRIER_OR,
    HW_IR_BARRIER_WARP
};

/* STACK: so many bytes more, aligned as `bits` says, of which it gives the address; where its top is; back
 * there. */
enum hw_ir_stack { HW_IR_STACK_ALLOC = 0, HW_IR_STACK_SAVE, HW_IR_STACK_RESTORE };

/* Textures and surfaces. */
enum hw_ir_shape {
    HW_IR_SHAPE_1D = 0,
    HW_IR_SHAPE_2D,
    HW_IR_SHAPE_3D,
    HW_IR_SHAPE_CUBE,
    HW_IR_SHAPE_ARRAY_1D,
    HW_IR_SHAPE_ARRAY_2D,
    HW_IR_SHAPE_ARRAY_CUBE,
    HW_IR_SHAPE_2DMS,
    HW_IR_SHAPE_ARRAY_2DMS,
    HW_IR_SHAPE_COUNT
};
enum hw_ir_level { HW_IR_LEVEL_NONE = 0, HW_IR_LEVEL_BASE, HW_IR_LEVEL_GIVEN, HW_IR_LEVEL_GRADIENT };
enum hw_ir_outside { HW_IR_OUTSIDE_TRAP = 0, HW_IR_OUTSIDE_CLAMP, HW_IR_OUTSIDE_ZERO };

/* TEXTURE and SURFACE_*: their `extra`.  Which texture is the symbol, else the first operand, a handle of 64
 * bits.  The operands after it: the sampler's handle if `has_sampler` and `sampler` is NULL; the layer of an
 * array (32 bits); the coordinates, before them the number of a sample; then as `level` says nothing, the
 * level, or the derivatives in x of each coordinate, then those in y; the offsets of texels if `has_offset`,
 * in one word with 4 bits for each coordinate, of a gather with 8; the value to compare with.  Surfaces: the
 * layer, the coordinates, of which x counts bytes unless `is_formatted`; then what is stored.  how.type is
 * the type of the values loaded or stored, how.from that of coordinates. */
struct hw_ir_texture {
    uint8_t shape, level, outside; /* enum hw_ir_shape, hw_ir_level, hw_ir_outside */
    uint8_t component;             /* of a gather */
    bool is_gather, has_offset, compares, has_sampler, is_formatted;
    bool has_presence; /* the last result is a predicate: whether the texel is there */
    const struct hw_ir_symbol *sampler;
};

/* TEXTURE_QUERY, of textures and of surfaces: the symbol, else a handle; the level. */
enum hw_ir_query {
    HW_IR_QUERY_WIDTH = 0,
    HW_IR_QUERY_HEIGHT,
    HW_IR_QUERY_DEPTH,
    HW_IR_QUERY_CHANNEL_TYPE,
    HW_IR_QUERY_CHANNEL_ORDER,
    HW_IR_QUERY_NORMALIZED,
    HW_IR_QUERY_ARRAY_SIZE,
    HW_IR_QUERY_LEVELS,
    HW_IR_QUERY_SAMPLES,
    HW_IR_QUERY_LAYOUT,
    HW_IR_QUERY_FILTER,
    HW_IR_QUERY_ADDRESS_0,
    HW_IR_QUERY_ADDRESS_1,
    HW_IR_QUERY_ADDRESS_2,
    HW_IR_QUERY_UNNORMALIZED
};

/* VIDEO: its `extra`.  a op b on 33 bits signed, of the parts that are selected; then the second step with
 * c.  `sat` and `type` (of the result) as of any operation; VIDEO_2 and _4 work on 2 or 4 parts of a word. */
enum hw_ir_video_op {
    HW_IR_VIDEO_ADD = 0,
    HW_IR_VIDEO_SUB,
    HW_IR_VIDEO_ABSDIFF,
    HW_IR_VIDEO_MIN,
    HW_IR_VIDEO_MAX,
    HW_IR_VIDEO_SHL,
    HW_IR_VIDEO_SHR,
    HW_IR_VIDEO_SET,
    HW_IR_VIDEO_MAD,
    HW_IR_VIDEO_AVERAGE
};
enum hw_ir_part { /* of a word */
                  HW_IR_PART_ALL = 0,
                  HW_IR_PART_B0,
                  HW_IR_PART_B1,
                  HW_IR_PART_B2,
                  HW_IR_PART_B3,
                  HW_IR_PART_H0,
                  HW_IR_PART_H1
};
enum hw_ir_second {
    HW_IR_SECOND_NONE = 0,
    HW_IR_SECOND_ADD,
    HW_IR_SECOND_MIN,
    HW_IR_SECOND_MAX,
    HW_IR_SECOND_MERGE
};
struct hw_ir_video {
    uint8_t op;             /* enum hw_ir_video_op */
    uint8_t lanes;          /* 1, 2, 4 */
    uint8_t type_a, type_b; /* enum hw_type: U32 or S32 */
    uint8_t part_a, part_b,
        part_c;     /* enum hw_ir_part, of one lane; part_c: into which part of c the result goes */
    uint8_t second; /* enum hw_ir_second; several lanes: NONE goes into c by `mask` */
    uint8_t select_a[4], select_b[4]; /* of several lanes: which of the parts of a, then b, each takes */
    uint8_t mask;                     /* of several lanes: which of them are written or added */
    uint8_t shift;                    /* MAD: 0, 7, 15 */
    bool plus_one, negate_product, negate_c; /* MAD: (a*b) + c + 1, -(a*b) + c, (a*b) - c */
    bool wrap;                               /* SHL, SHR */
};

#endif
