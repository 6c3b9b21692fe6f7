/* SPDX-License-Identifier: MIT */
/* The decoded instruction is common to all ISAs: every ISA decodes into it, and every reader of code works on
 * it.
 *
 * There are two levels.  struct hw_insn is the encoding: the form and the value of each of its fields.
 * Decode, encode, print and parse work on it, and it loses no bit.  struct hw_semantics is the meaning (the
 * decoded operands): operation, guard, operands and modifiers.  hw_insn_semantics computes it from the
 * encoding; the executor, the checkers and the timing model read nothing else.  Both are plain data: copy
 * them freely.
 *
 * Stability: nearly stable. */
#ifndef HALFWARP_INSN_H
#define HALFWARP_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <halfwarp/modifiers.h>
#include <halfwarp/operations.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HW_MAX_FIELDS   24
#define HW_MAX_OPERANDS 10

/* No scheduling bits are stated. */
#define HW_NO_CONTROL 0xffffffffu

struct hw_form; /* one instruction form: see isa.h */

/* One instruction as it is encoded. */
struct hw_insn {
    const struct hw_form *form; /* NULL: no known instruction, only `word` and `bytes` count */
    uint8_t bytes;              /* 4, 8 or 16 */
    bool foreign;               /* the chip lacks it, though its encoding is known from others of the ISA */
    uint64_t word[2];           /* the encoding, low half first; unused bits are 0 */
    uint64_t field[HW_MAX_FIELDS]; /* raw field values, in the order of the form's fields */
    uint64_t ignored[2];           /* bits that the chip ignores and that differ from what `as` writes */
    uint64_t unknown[2];           /* bits that are set although their effect is unknown */
    uint32_t control;              /* its scheduling bits, where the ISA has them; HW_NO_CONTROL: not known */
};

/* What an operand is. */
enum hw_operand_kind {
    HW_OPERAND_NONE = 0,
    HW_OPERAND_REG,     /* general register `reg`; a pair or a quad when bytes is 8 or 16 */
    HW_OPERAND_COND,    /* a 4-bit condition code register */
    HW_OPERAND_PRED,    /* a 1-bit predicate register; 7 is PT: true, keeps nothing; INV: negated */
    HW_OPERAND_ADDR,    /* a Tesla address register ($a) */
    HW_OPERAND_SREG,    /* a special register, by number */
    HW_OPERAND_OUT,     /* a graphics output register ($o), number in `offset` / 4 */
    HW_OPERAND_DISCARD, /* a destination that keeps nothing */
    HW_OPERAND_IMM,     /* the literal `offset` */
    HW_OPERAND_CONST,   /* c[space][base + offset] */
    HW_OPERAND_SHARED,  /* s[base + offset] */
    HW_OPERAND_LOCAL,   /* l[base + offset] */
    HW_OPERAND_GLOBAL,  /* g[space][base + offset] */
    HW_OPERAND_ATTR,    /* a[base + offset]: shader input */
    HW_OPERAND_PRIM,    /* p[base + offset]: geometry input */
    HW_OPERAND_VARYING, /* v[offset]: interpolated input */
    HW_OPERAND_CODE,    /* a code address: byte offset from the start of the code, or with RELATIVE as said
                           there;    plus base register `reg` where base_kind is REG */
    HW_OPERAND_BARRIER, /* a barrier number */
    HW_OPERAND_TEXTURE, /* a texture unit; from Maxwell on the offset of its handle, in words of a constant
                           bank */
    HW_OPERAND_SAMPLER, /* a sampler */
    HW_OPERAND_GENERIC, /* [base + offset]: shared, local or global memory, by the address */
    HW_OPERAND_SURFACE, /* surface coordinates from register `reg` on */
    HW_OPERAND_UREG, /* register `reg` of the uniform datapath; a pair when bytes is 8; HW_RZ reads as zero */
    HW_OPERAND_UPRED, /* predicate of the uniform datapath; as PRED */
    HW_OPERAND_BREG,  /* convergence barrier `reg`, B0 to B15; from 16 on: state of the warp */
    HW_OPERAND_TENSOR /* tmem[base + offset]: tensor memory, from Blackwell on */
};

/* What the base register of a memory operand is. */
enum hw_base_kind {
    HW_BASE_NONE = 0,
    HW_BASE_REG,
    HW_BASE_ADDR,
    HW_BASE_UREG,     /* a uniform register */
    HW_BASE_UREG_BANK /* a constant: uniform register `reg` names the bank */
};

/* hw_operand.flags */
#define HW_OPERAND_NEG      0x01u /* negated (after the absolute value); for integer adds: subtracted */
#define HW_OPERAND_ABS      0x02u /* absolute value */
#define HW_OPERAND_INV      0x04u /* bitwise inverted */
#define HW_OPERAND_SIGNED   0x08u /* a narrow value is sign-extended */
#define HW_OPERAND_HIGH     0x10u /* the high half of the register (bytes is 2) */
#define HW_OPERAND_POSTINC  0x20u /* address = base; afterwards base += offset */
#define HW_OPERAND_WIDE     0x40u /* the base is a pair of registers: a 64-bit address */
#define HW_OPERAND_RELATIVE 0x80u /* a code address: `offset` counts from the end of the instruction */

/* In views: the register that reads as zero and keeps nothing, whatever its number in the word (on Fermi 63),
 * and the predicate that is always true and keeps nothing.  Tesla has neither. */
#define HW_RZ 255
#define HW_PT 7

/* UR0 to UR62 of the uniform datapath, from Turing on, and up to UR254 from Blackwell on; URZ is HW_RZ in
 * views.  Sets of them are words of 64: bit n % 64 of word n / 64 is UR<n>. */
#define HW_UNIFORM_REGISTERS 255
#define HW_UNIFORM_WORDS     4

struct hw_operand {
    uint16_t kind : 6;     /* enum hw_operand_kind */
    uint16_t bytes : 10;   /* 1, 2, 4, 8, 16; of groups of registers up to 512: how much is read or written */
    uint8_t flags;         /* HW_OPERAND_* */
    uint8_t base_kind : 4; /* enum hw_base_kind, for memory operands */
    uint8_t part : 4;      /* from Volta on: which part of it is meant, as encoded */
    uint16_t reg;          /* register number; for memory operands the base register */
    uint16_t space;        /* constant bank or global segment; from Turing on, where a uniform register is
                              added to an address, 1 + its number */
    int64_t
        offset; /* byte offset, literal, code address, unit number; of a narrow register: its first byte */
};

/* Whether it is a predicate, of the thread or of the uniform datapath. */
static inline bool hw_operand_is_predicate(const struct hw_operand *operand)
{
    return operand->kind == HW_OPERAND_PRED || operand->kind == HW_OPERAND_UPRED;
}

/* When an instruction acts. */
enum hw_guard_kind {
    HW_GUARD_ALWAYS = 0,
    HW_GUARD_COND, /* condition `test` on condition code register `reg` */
    HW_GUARD_PRED, /* predicate register `reg`, negated if `test` is 1 */
    HW_GUARD_UPRED /* the same of the uniform datapath */
};
struct hw_guard {
    uint8_t kind, reg, test;
};

/* hw_semantics.also: what a Tesla or Fermi instruction does to the warp in addition to its own work. */
#define HW_ALSO_EXIT 0x1u /* the threads that execute it end */
#define HW_ALSO_JOIN                                                                      \
    0x2u /* reconvergence: Tesla's paths reconverge before it, later ones leave behind it \
          */

/* The meaning of one instruction. */
struct hw_semantics {
    uint16_t op;     /* enum hw_op */
    uint8_t also;    /* HW_ALSO_* */
    int8_t cond_out; /* condition code register that gets the result's flags, -1: none */
    struct hw_guard guard;
    uint8_t operand_count;
    struct hw_operand operand[HW_MAX_OPERANDS]; /* in the order of NVIDIA's text */
    uint8_t mod[HW_MODIFIER_COUNT];             /* modifiers, by enum hw_mod; 0 where the form has none */
    uint64_t
        uniform[HW_UNIFORM_WORDS]; /* the uniform registers that addresses read, or where descriptors are */
};

/* Compute the meaning.  `insn->form` must not be NULL. */
void hw_insn_semantics(const struct hw_insn *insn, struct hw_semantics *view);

#ifdef __cplusplus
}
#endif
#endif
