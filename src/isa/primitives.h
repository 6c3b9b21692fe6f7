/* The operand primitives: the few kinds of thing that text is made of, beside literals and modifiers.
 *
 * A .isa file names them (`reg32 A`, `const32 K B a i`); each has a printer, a parser and a view in the
 * primitive_*.c files.  This list is read by tools/isagen too: one primitive a line. */
#ifndef HW_ISA_PRIMITIVES_H
#define HW_ISA_PRIMITIVES_H

/* X(name) with its arguments in the comment */
#define HW_PRIMITIVES(X) \
    X(reg32)     /* register */ \
    X(reg16)     /* half register number */ \
    X(reg64)     /* first register of a pair */ \
    X(reg128)    /* first register of a quad */ \
    X(dst32)     /* out, register: a register, an output or nothing */ \
    X(dst16)     /* out, half register */ \
    X(cond)      /* condition code register */ \
    X(areg)      /* address register */ \
    X(sreg)      /* special register */ \
    X(imm)       /* literal */ \
    X(shift)     /* literal; left out when 0 */ \
    X(shared)    /* offset with access mode, address register, post-increment */ \
    X(shared8)   /* offset, address register, post-increment; likewise 16 and 32 */ \
    X(shared16) \
    X(shared32) \
    X(const8)    /* bank, offset [, address register, post-increment]; likewise 16 and 32 */ \
    X(const16) \
    X(const32) \
    X(const16s)  /* offset with the bank in its top bit, address register, post-increment */ \
    X(const32s) \
    X(local)     /* size code, offset, address register, post-increment */ \
    X(global)    /* size code, segment, register */ \
    X(attr)      /* offset */ \
    X(attra)     /* offset, address register */ \
    X(prim)      /* offset, address register */ \
    X(varying)   /* offset, address register */ \
    X(output)    /* offset, address register */ \
    X(target)    /* code address / 4 */ \
    X(barrier)   /* number */ \
    X(texture)   /* unit; in decuda's text also the sampler, named where it has another number */ \
    X(sampler)   /* number */ \
    X(texoff)    /* three texel offsets; left out when all are 0 */ \
    X(guard)     /* test, condition code register: behind the first operand */ \
    X(guardfirst) /* the same, before the first operand */ \
    X(guardonly) /* the same, where there is no operand */ \
    X(condout)   /* write enable, condition code register: suffix */ \
    X(lockcond)  /* condition code register: suffix of a locked load */ \
    X(carry)     /* condition code register: suffix */ \
    X(flow)      /* exit and join */ \
    X(texdst)    /* register [, component mask]: decuda's set of destinations */ \
    X(texsrc)    /* register, number less one: decuda's set of sources */ \
    X(lds)       /* offset, post-increment: decuda's note that tells a load from s[] from a MOV */

enum hw_element_kind {
    HW_ELEMENT_LITERAL = 0,
    HW_ELEMENT_ENUM,
#define HW_ELEMENT_KIND(name) HW_ELEMENT_##name,
    HW_PRIMITIVES(HW_ELEMENT_KIND)
#undef HW_ELEMENT_KIND
    HW_ELEMENT_COUNT
};

#endif
