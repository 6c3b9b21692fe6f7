/* SPDX-License-Identifier: MIT */
/* The operand primitives (operand classes) are the kinds of operand in an instruction's text: everything but
 * literals and modifiers.
 *
 * A .isa file names them (`reg32 A`, `const32 K B a i`); each has a printer, a parser and a semantics
 * function in the primitive_*.c files.  This list is read by tools/isagen too: one primitive a line. */
#ifndef HW_ISA_PRIMITIVES_H
#define HW_ISA_PRIMITIVES_H

/* X(name) with its arguments in the comment */
/* clang-format off */
#define HW_PRIMITIVES(X) \
    X(reg32)     /* register */ \
    X(reg16)     /* half register number */ \
    X(reg64)     /* first register of a pair */ \
    X(reg128)    /* first register of a quad */ \
    X(regnext)   /* uniform register: the one behind it, which no field names; likewise regbehind, */ \
    X(regbehind) /* first register of a pair: the pair behind it */ \
    X(regsecond) /* first register of a group of four, whose second pair is meant */ \
    X(regtype)   /* register: the first of as many as modifier `type` needs */ \
    X(regtype2)  /* the same, of modifier `type2` */ \
    X(regvec)    /* register, component mask: the first of as many as the mask has bits */ \
    X(regnz)     /* register: of modifier `type`, and not RZ */ \
    X(regzero)   /* register that is always zero; other numbers are reserved */ \
    X(regopt)    /* register before another operand; omitted when RZ */ \
    X(lastreg)   /* register behind another operand */ \
    X(lastopt)   /* the same; omitted when RZ */ \
    X(caspair)   /* register, 1 or 2 the other is RZ, bit 64-bit: what is compared, and what is stored */ \
    X(regpart)   /* register, part of it: a byte, a half or the whole */ \
    X(videotypes) /* sign and part of source 1, sign [and part] of source 2 */ \
    X(videotypesall) /* the same, never omitted */ \
    X(shifttypes) /* the same without source 2's sign */ \
    X(reghalves) /* register, enum hw_half: what the two lanes of a packed operation read */ \
    X(pguard)    /* predicate with its negation in the top bit: before the mnemonic */ \
    X(pred)      /* predicate */ \
    X(psrc)      /* predicate with its negation in the top bit */ \
    X(predout)   /* predicate before another operand; omitted when PT */ \
    X(predouts)  /* two predicates before another operand, each omitted when PT */ \
    X(predn)     /* predicate, inverted: 0 is PT */ \
    X(prednout)  /* the same before another operand; omitted when PT */ \
    X(psrclast)  /* predicate with its negation, behind another operand; omitted when PT */ \
    X(psrcfirst) /* the same before another operand */ \
    X(psrconly)  /* the same where there is no other operand */ \
    X(psrcnlast) /* predicate with its negation in the top bit, the number inverted: behind another operand, 0 omitted */ \
    X(predlast)  /* predicate behind another operand; omitted when PT */ \
    X(predmay)   /* predicate behind another operand; may be omitted in reading, which means PT */ \
    X(psrcmay)   /* the same with its negation in the top bit */ \
    X(nopred)    /* no argument: a predicate that this form never writes */ \
    X(quadsigns) /* four codes of two bits, lane 0's highest: FSWZADD's signs */ \
    X(cc)        /* bit: suffix .CC */ \
    X(test)      /* test of the condition code, before an operand */ \
    X(testonly)  /* the same, where there is no operand */ \
    X(half)      /* bit: suffix .H1 of a narrow register */ \
    X(halfbit)   /* the same, of an operand that is not narrow: it means nothing */ \
    X(subword)   /* part, size code of the source: suffix .B1 to .B3, or .H1 */ \
    X(regsub)    /* register, part, size code: as regtype2, with the suffix */ \
    X(constsub)  /* bank, offset in words, part, size code: as constb, with the suffix */ \
    X(reghalf)   /* register, bit: as regtype2, with suffix .H1 */ \
    X(consthalf) /* bank, offset in words, bit: as constb, of modifier `type2`, with suffix .H1 */ \
    X(f2fround)  /* types of result and source, bit: to an integral value, rounding: of a conversion of floats */ \
    X(upper)     /* no text: source 1 is the low (2) or high (3) half of its register */ \
    X(subtracted) /* no text: the operand before it is negated */ \
    X(half3)     /* suffix: 0 whole register, 1 .H0, 2 .H1 */ \
    X(simm)      /* signed literal of the field's width; likewise uimm, not signed, */ \
    X(wimm)      /* and wimm, signed but written without a sign */ \
    X(uimm) \
    X(simm64)    /* signed literal that stands for a pair of registers */ \
    X(uimm64)    /* the same, without a sign */ \
    X(simmtype2) /* literal of a conversion: the high word of a source of 64 bits by modifier `type2`; */ \
    X(uimmtype2) /* likewise, not signed */ \
    X(vimm)      /* literal, bit: signed [, bit: negated]; written without a sign of its own */ \
    X(vword)     /* literal [, bit: negated]: a word of which these are the low bits */ \
    X(float20)   /* the upper bits of a float */ \
    X(float32)   /* a float */ \
    X(floattype2) /* the upper 20 bits of a float or double, or a half, by the code of modifier `type2` */ \
    X(double20)  /* the upper bits of a double */ \
    X(halves10)  /* two literals of ten bits, the upper ones of halves */ \
    X(halves32)  /* two halves */ \
    X(lanemask)     /* mask of lanes; omitted when at its default */ \
    X(lastimm)   /* unsigned literal behind another operand; omitted when at its default */ \
    X(lastsimm)  /* signed literal behind another operand; omitted when at its default */ \
    X(constw)    /* bank, offset in words; text has bytes */ \
    X(constw16)  /* bank, offset in bytes, signed; constu16: of a uniform register's bank */ \
    X(constu16) \
    X(constu)    /* uniform register that names the bank, offset in words; likewise constud */ \
    X(constud) \
    X(constub)   /* the same: written with a blank between the brackets */ \
    X(regpartof) /* register, part: with an enum of suffixes, inside the bars of an absolute value; likewise */ \
    X(vgeneric)  /* register [, bit: it has 64 bits [, uniform register]], distance: likewise vglobal, vlocal, */ \
    X(vglobal) \
    X(vglobalz)  /* as vglobal; RZ is written and URZ omitted */ \
    X(vlocal) \
    X(vshared)   /* and vshared, where the second may be a scale, with an enum of them */ \
    X(gdesc)     /* register, 1 it has 64 bits, descriptor, distance [, bit: the descriptor is shown]: likewise */ \
    X(gendesc)   /* as gdesc, of a generic address */ \
    X(gdescnote) /* as gdesc; where the descriptor is not shown a note tells it, or the text is another form's */ \
    X(gdescnext) /* as gdesc, whose descriptor is in the uniform register behind the one named */ \
    X(gdescnot)  /* the same; the descriptor is not shown, whatever `shown` says */ \
    X(vsharedneg) /* as vshared; the distance has a sign also where it stands alone; likewise */ \
    X(vgenericneg) \
    X(vglobalneg) \
    X(tmem)      /* uniform register [, distance]: an address in tensor memory */ \
    X(tmempair)  /* uniform register: the same, and the next register has another one */ \
    X(idesc)     /* uniform register before the one that describes a product, behind another operand */ \
    X(vsharedpos) /* as vshared; the distance has none behind a uniform register alone */ \
    X(vsharedz)  /* as vshared, of a pair [in the cluster]; URZ is omitted */ \
    X(ldesc)     /* register, descriptor, distance [, bit] */ \
    X(constxz)   /* as constx; without anything else its offset is written RZ, not 0 */ \
    X(constxu)   /* as constx, with a uniform register */ \
    X(constux)   /* uniform register that names the bank, register, offset in bytes: of modifier `type` */ \
    X(constur)   /* uniform register, bank, signed offset in bytes */ \
    X(constuxr)  /* uniform register that names the bank [, register of either kind], signed offset in bytes */ \
    X(constuxn)  /* the same; the chip has no register there: its number is reserved */ \
    X(sharednext) /* uniform register: two addresses in shared memory, there and in the next register */ \
    X(regrelative) /* register, distance from the next instruction, in words: an address */ \
    X(regabsolute) /* register, distance in words */ \
    X(wstate)    /* state of the warp, by number: with an enum of names */ \
    X(atexitpc)  /* no arguments: ATEXIT_PC, both words of it */ \
    X(rpcpair)   /* no arguments: Rpc, the return address */ \
    X(rpcword)   /* half: one word of the return address, by an enum of names */ \
    X(imm4)      /* unsigned literal in units of four */ \
    X(barrierreg) /* convergence barrier */ \
    X(constpart) /* bank, offset in words, part */ \
    X(constupart) /* uniform register that names the bank, offset in words, part */ \
    X(reglanes)  /* register, part: the suffix stands behind the bars, and .reuse before it */ \
    X(regpair)   /* register, part: as reglanes, of two floats in a pair of registers, or one in both lanes */ \
    X(pairpart)  /* the same, with the suffix inside the bars */ \
    X(reusebit)  /* bit: suffix .reuse of a register that no slot of the operand cache is for */ \
    X(signbit)   /* no argument: .SIGN, behind .reuse: the sign of the operand before it */ \
    X(halvesx)   /* two halves, or (second argument 2) two bfloat16 */ \
    X(bfloats32) /* two bfloat16 */ \
    X(float16)   /* a half, in the low bits */ \
    X(bfloat16)  /* likewise a bfloat16 */ \
    X(floatmufu) /* a float, or the upper word of a double where the function is one of doubles */ \
    X(imadkind)  /* source 1 [, source 2: register or literal [, source 3]]: IMAD's other names */ \
    X(constd)    /* the same, of eight bytes */ \
    X(constb)    /* bank, offset in words: written with a blank between the brackets */ \
    X(constx)    /* base register, bank, offset in bytes: of modifier `type` */ \
    X(consttype2) /* bank, offset in words: of modifier `type2` */ \
    X(constcode) /* bank, offset in bytes: holds a code address */ \
    X(generic)   /* base register, signed offset [, wide]: likewise globalr, sharedr, localr */ \
    X(genericat) /* base register, wide */ \
    X(pairfirst)  /* base register, signed offset in units of its size, code of both sizes, wide: one of two loads */ \
    X(pairshared) /* the same without `wide`, in shared memory; likewise pairsecond, the other of the two */ \
    X(pairsecond) \
    X(globalr) \
    X(sharedr)   /* base register, signed offset [in units of four bytes where the field has 22 bits] */ \
    X(localr) \
    X(relative)  /* signed distance from the next instruction, in words where the field has 14 or 22 bits */ \
    X(absolute)  /* code address */ \
    X(indirect)  /* register, signed distance: code address */ \
    X(attribute) /* base register [, offset] */ \
    X(attrat)    /* [register,] offset, of 8 bits in words: an attribute; the register is always written */ \
    X(attrtram)  /* uniform register, offset in words: the same; URZ is omitted beside an offset */ \
    X(isbat)     /* register, offset, not signed: an address in a stage's buffer */ \
    X(reserved)  /* register field without a use: RZ or ???7; reservedfirst before, reservedlast behind another */ \
    X(reservedfirst) /* operand, omitted when RZ */ \
    X(reservedlast) \
    X(ccsrc)     /* no argument: the condition code as a source */ \
    X(barriernum) /* number of a barrier */ \
    X(scoreboard) /* number */ \
    X(scoreboards) /* mask */ \
    X(texunit)   /* index of a texture */ \
    X(texmask)   /* component mask */ \
    X(texsmask)  /* code, second destination: component mask of a scalar lookup */ \
    X(texreuse)  /* no argument: the operand cache's slots, in a lookup written as .T and .P */ \
    X(surface)   /* index of a surface [, its low bits] */ \
    X(surfaceat) /* first register of coordinates, in brackets */ \
    X(lastnz)    /* register behind another operand, not RZ */ \
    X(lookupmask) /* component mask behind another operand; omitted when at its default */ \
    X(lookupat)  /* literals and registers (not RZ), each behind a comma: what a lookup names; none: no text */ \
    X(surfaceur) /* uniform register, literal: the same, and a uniform register may be URZ */ \
    X(surfacenz) /* as surfaceat, of a register that is not RZ */ \
    X(surfacereg) /* the same without brackets */ \
    X(dst32)     /* out, register: a register, an output or nothing */ \
    X(dst16)     /* out, half register */ \
    X(cond)      /* condition code register */ \
    X(areg)      /* address register */ \
    X(sreg)      /* special register; with an enum of names */ \
    X(imm)       /* literal */ \
    X(shift)     /* literal; omitted when 0 */ \
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
    X(texture)   /* unit [, sampler, which the text omits: noted where it has another number] */ \
    X(sampler)   /* number */ \
    X(texoff)    /* three texel offsets; omitted when all are 0 */ \
    X(guard)     /* test, condition code register: behind the first operand */ \
    X(guardfirst) /* the same, before the first operand */ \
    X(guardonly) /* the same, where there is no operand */ \
    X(condout)   /* write enable, condition code register: suffix */ \
    X(lockcond)  /* condition code register: suffix of a locked load */ \
    X(carry)     /* condition code register: suffix */ \
    X(flow)      /* exit and join */ \
    X(join)      /* bit: suffix .S, join */ \
    X(texdst)    /* register [, component mask]: decuda's set of destinations */ \
    X(texsrc)    /* register, number less one: decuda's set of sources */ \
    X(constshort) /* code of bank 0, 1 or 16, offset in words */ \
    X(constxn)   /* base register, bank, signed offset in words: of modifier `type` */ \
    X(genericn)  /* base register, signed offset in units of the access, bit 64-bit [, wide]: likewise sharedn, localn */ \
    X(sharedn) \
    X(localn) \
    X(attrword)  /* offset in words: an attribute */ \
    X(reglow)    /* register: of modifier `type2`, and no more of it */ \
    X(upperimm)  /* the upper bits of a word */ \
    X(pt)        /* no argument: PT where other forms of the instruction have a predicate; likewise rz, a register */ \
    X(rz) \
    X(lds)       /* offset, post-increment: decuda's note that tells a load from s[] from a MOV */
/* clang-format on */

enum hw_element_kind {
    HW_ELEMENT_LITERAL = 0,
    HW_ELEMENT_ENUM,
#define HW_ELEMENT_KIND(name) HW_ELEMENT_##name,
    HW_PRIMITIVES(HW_ELEMENT_KIND)
#undef HW_ELEMENT_KIND
        HW_ELEMENT_COUNT
};

#endif
