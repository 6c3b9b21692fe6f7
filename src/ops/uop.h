/* SPDX-License-Identifier: MIT */
/* A micro-operation is what the interpreter executes, for 32 lanes at a time.
 *
 * Before a launch every instruction is translated into one or a few of these.  All operands are registers:
 * a warp's state is one array of registers, each with a word for each of the 32 lanes.  Beside the program's
 * general registers the array holds condition codes (a value 0..15 a lane), address registers, literals,
 * constants (copied in, since they cannot change during a launch), temporaries for operands in shared memory,
 * a register of zeros and one that swallows writes.  So no operation asks what kind of operand it has.
 * A 64-bit operand is the two registers `r` (low words) and `r + 1` (high words). */
#ifndef HW_OPS_UOP_H
#define HW_OPS_UOP_H

#include <stdint.h>

#include <halfwarp/insn.h>

#include "ops/uop_families.h"

#define HW_LANES        32
#define HW_NARROW_LANES 8 /* lanes of a window; it begins at a multiple of that */
#define HW_NO_REGISTER  0xffffu
#define HW_PREDICATES   15  /* P0 to P6, PT, UP0 to UP6 */
#define HW_UP0          8   /* the first of the uniform datapath, each lane with a copy of its own */
#define HW_PRED_NOT     16u /* in uop->p_in and a guard: negated */

typedef uint32_t hw_lanes[HW_LANES]; /* one register; registers are 64-byte aligned */

struct hw_uop;
struct hw_warp; /* src/machine/warp.h: begins with the members that operations use, below */

/* What an arithmetic operation sees of a warp: the first member of struct hw_warp. */
struct hw_regs {
    hw_lanes *reg;                /* the registers */
    uint32_t exec;                /* the lanes that execute this operation; others keep their old values */
    uint32_t pred[HW_PREDICATES]; /* predicate registers, a bit a lane; pred[HW_PT] is always ~0 */
    uint32_t
        first; /* for uop->narrow: where the window of HW_NARROW_LANES lanes begins that has all of exec */
};

/* Set the executing lanes' bits of a predicate; PT keeps nothing. */
static inline void hw_write_pred(struct hw_regs *regs, unsigned number, uint32_t value)
{
    if (number != HW_PT)
        regs->pred[number] = (regs->pred[number] & ~regs->exec) | (value & regs->exec);
}

/* A predicate as a source; with HW_PRED_NOT negated. */
static inline uint32_t hw_read_pred(const struct hw_regs *regs, unsigned number)
{
    return regs->pred[number & ~HW_PRED_NOT] ^ (number & HW_PRED_NOT ? ~0u : 0);
}

typedef void hw_uop_fn(struct hw_regs *regs, const struct hw_uop *uop);

/* Whether a function is in a list, and then which one. */
static inline bool hw_uop_fn_is_in(hw_uop_fn *fn, hw_uop_fn *const *list, unsigned count, unsigned *number)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == fn) {
            *number = i;
            return true;
        }
    return false;
}

/* Which part of a register's words an operand is. */
enum hw_part {
    HW_PART_WORD = 0,
    HW_PART_LOW = 1,
    HW_PART_HIGH = 2,
    HW_PART_BYTE0,
    HW_PART_BYTE1,
    HW_PART_BYTE2,
    HW_PART_BYTE3 /* video instructions */
};

struct hw_uop {
    hw_uop_fn *fn;
    hw_uop_fn *narrow; /* the same for warps whose active lanes all lie in one window */

    /* The operands. */
    uint16_t d, a, b, c;            /* registers: destination and sources */
    uint8_t d_part, a_part, b_part; /* enum hw_part; a 16-bit destination leaves the other half alone */
    uint8_t p_out, p_out2;          /* predicates that get results; HW_PT: none */
    uint8_t p_in;                   /* predicate that is read, with HW_PRED_NOT */
    uint8_t type;                   /* enum hw_type */
    bool carry_only;                /* of the flags in cond_out, only C is wanted; the others may be 0 */

    /* What else the function has to know: one member a family (uop_families.h), arithmetic without a name. */
    union {
        struct {
            uint16_t cond_out; /* register of the condition code that gets the flags, or HW_NO_REGISTER */
            uint16_t cond_in;  /* register of the condition code whose C is added, or HW_NO_REGISTER */
            uint8_t a_flags, b_flags, c_flags;         /* HW_OPERAND_NEG, _ABS, _INV of insn.h */
            uint8_t type2;                             /* enum hw_type: of the source, or of b */
            uint8_t round, sat, ftz, high, cmp, logic; /* as the modifiers of the same names */
            uint8_t logic2;         /* enum hw_logic: how a comparison and p_in are combined */
            union {                 /* what only some operations have */
                uint8_t details[5]; /* all of it */
                struct hw_uop_move move;
                struct hw_uop_sum sum;
                struct hw_uop_carry carry;
                struct hw_uop_shift shift;
                struct hw_uop_bits bits;
                struct hw_uop_xmad xmad;
                struct hw_uop_dot dot;
                struct hw_uop_single single;
                struct hw_uop_half half;
                struct hw_uop_convert convert;
                struct hw_uop_pack pack;
                struct hw_uop_packed packed;
                struct hw_uop_predicate predicate;
                struct hw_uop_tables tables;
                struct hw_uop_cross_lane cross_lane;
                struct hw_uop_video video;
            };
            union {
                uint32_t imm;         /* a literal, where the operation takes one that is no register */
                uint32_t truth;       /* what SET writes for true */
                uint32_t polynomial;  /* LOP3: hw_bits_polynomial of its table */
                uint32_t quad_terms;  /* QUADOP: what each lane of a quad does, two bits each */
                uint32_t video_flags; /* HW_VIDEO_* */
            };
            union {
                /* Absolute value and negation of 32-bit floats, complements of integers, as masks. */
                struct {
                    uint32_t a_and, a_xor, b_and, b_xor, c_and, c_xor;
                };
                struct hw_uop_choice choice; /* SIMD video instructions */
            };
        };
        struct hw_uop_memory mem;
        struct hw_uop_texture tex;
        struct hw_uop_surface surface;
        struct hw_uop_coordinate coordinate;
        struct hw_uop_matrix matrix;
        struct hw_uop_async async;
        struct { /* control flow */
            struct hw_uop_guard guard;
            union {
                struct hw_uop_jump jump;
                struct hw_uop_barrier bar;
                struct hw_uop_vote vote;
                struct hw_uop_fault fault;
                struct hw_uop_event event;
                struct hw_uop_saved saved;
                struct hw_uop_async_wait async_wait;
            };
        };
        uint32_t special;  /* hw_uop_s2r: the special register */
        uint32_t external; /* hw_uop_device_call: the function, enum hw_device_call */
        uint32_t cleared;  /* hw_uop_clear_registers: how many */
        uint8_t reduction; /* hw_uop_reduce: enum hw_atom */
    };
};

/* The interpreter's speed is also that of fetching these. */
_Static_assert(sizeof(struct hw_uop) == 80, "a micro-operation grows with thought only");

#endif
