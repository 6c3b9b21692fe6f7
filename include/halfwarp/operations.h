/* The operations and modifiers that rows of any ISA may name.
 *
 * A row in isa/ says `do fadd type=f32`: fadd is HW_OP_FADD here and type is HW_MOD_TYPE.  The list
 * is one X-macro so that the enumeration, the names and the manual cannot drift apart.  An
 * operation's operands are listed in the order in which hw_view holds them (that of NVIDIA's text).
 * Predicates that an instruction writes come first, one that it reads last; a predicate operand that text
 * leaves out when it is PT is in the view all the same. */
#ifndef HALFWARP_OPERATIONS_H
#define HALFWARP_OPERATIONS_H

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, operands, what it does) */
/* clang-format off */
#define HW_OPERATIONS(X) \
    X(NOP, "", "nothing") \
    X(MOV, "d, a", "d = a; mod lanes: lane l of each group of four writes only if bit (l & 3) is set") \
    X(C2R, "d, cond", "d = the four bits of a condition code register") \
    X(R2C, "cond, a", "condition code register = low four bits of a") \
    X(A2R, "d, addr", "d = address register, zero-extended") \
    X(R2A, "addr, a, imm", "address register = (a << imm), low 16 bits") \
    X(ADA, "addr, addr, imm", "address register = address register + imm, low 16 bits") \
    X(S2R, "d, sreg", "d = special register") \
    X(LD, "d, memory", "d = memory; mod type; mod lock: [pred,] before d, or cond_out, gets whether it locks") \
    X(LD2, "d, d, memory, memory", "two loads, of mod type and mod type2, at addresses from before either") \
    X(ST, "[pred,] memory, a", "memory = a; mod type; mod lock: unlocks; with pred only if locked, pred = locked") \
    X(RED, "memory, a", "memory = memory (mod atom) a, atomically") \
    X(ATOM, "d, memory, a [, b]", "d = memory; memory = memory (mod atom) a, atomically; cas: a compare, b new value") \
    X(IADD, "d, a, b", "d = a + b; NEG on one operand subtracts it; mod carry: + C, and NEG inverts; mods sat, po") \
    X(IMIN, "d, a, b", "d = smaller of a and b; mod type") \
    X(IMAX, "d, a, b", "d = greater of a and b; mod type") \
    X(ISET, "d, a, b [, pred]", "d = (a (mod cmp) b) (mod bool) pred ? ~0 or (mod bf) 1.0 : 0; mods type, carry") \
    X(SHL, "d, a, b", "d = a << b, count not masked; mods wrap, carry") \
    X(SHR, "d, a, b", "d = a >> b, arithmetic if mod type is signed, count not masked; mods wrap, brev, carry") \
    X(LOP, "[pred,] d, a, b", "d = a (mod logic) b, operands may be INV; pred = mod popt of d; mod carry") \
    X(IMUL, "d, a, b", "d = a * b; mod type of a (u16 s16 u24 s24), mod type2 of b; mod high") \
    X(IMAD, "d, a, b, c", "d = a * b + c; NEG on the addend or (on a) on the product; mod type, high, sat, carry") \
    X(ISAD, "d, a, b, c", "d = |a - b| + c; mod type") \
    X(FADD, "d, a, b", "d = a + b; mod round, sat") \
    X(FMUL, "d, a, b", "d = a * b; mod round, sat") \
    X(FMAD, "d, a, b, c", "d = truncated a * b, + c; mod sat; NEG on a negates the product") \
    X(FMIN, "d, a, b", "d = smaller of a and b") \
    X(FMAX, "d, a, b", "d = greater of a and b") \
    X(FSET, "d, a, b [, pred]", "as ISET, of floats; cmp bit 3: unordered; mod ftz") \
    X(SLCT, "d, a, b, c", "d = c >= 0.0 ? a : b") \
    X(QUADOP, "d, a, b", "mod quad: lane of a; mods lane0..lane3: operation of each lane of a quad; mods round, ftz") \
    X(RCP, "d, a", "d = 1 / a") \
    X(RSQ, "d, a", "d = 1 / sqrt(a)") \
    X(LG2, "d, a", "d = log2(a)") \
    X(SIN, "d, a", "d = sin of a value that RRO.SIN prepared") \
    X(COS, "d, a", "d = cos of a value that RRO.SIN prepared") \
    X(EX2, "d, a", "d = 2^a of a value that RRO.EX2 prepared; mod sat") \
    X(RRO, "d, a", "range reduction: mod reduce 0 sin and cos, 1 ex2") \
    X(I2I, "d, a", "integer of mod type from integer of mod type2, clamped") \
    X(I2F, "d, a", "float of mod type from integer of mod type2; mod round, sat") \
    X(F2I, "d, a", "integer of mod type from float of mod type2, clamped; mod round") \
    X(F2F, "d, a", "float of mod type from float of mod type2; mod round, sat, integral") \
    X(DFMA, "d, a, b, c", "d = a * b + c in double, fused; mod round") \
    X(DADD, "d, a, b", "d = a + b in double; mod round") \
    X(DMUL, "d, a, b", "d = a * b in double; mod round") \
    X(DMIN, "d, a, b", "d = smaller of a and b in double") \
    X(DMAX, "d, a, b", "d = greater of a and b in double") \
    X(DSET, "d, a, b [, pred]", "as FSET, compared in double; d is a word") \
    X(VOTE, "cond", "condition code = guard true in any (mod all: all) active threads of the warp") \
    X(PMEVENT, "imm", "counts a performance event") \
    X(INTERP, "d, varying [, a]", "interpolates a fragment input; mod interp") \
    X(EMIT, "", "geometry program: emits a vertex") \
    X(RESTART, "", "geometry program: ends a primitive") \
    X(DISCARD, "", "fragment program: drops the fragment") \
    X(TEX, "d, texture, sampler, d", "texture lookup; mods tex (kind), mask, count, dx, dy, dz, live, deriv") \
    X(BRA, "code", "jump; code may be a register or constant plus an offset; mod test") \
    X(BRX, "const", "jump to the address held in constant memory") \
    X(CALL, "code", "call; mod limited: skipped when the call limit is reached") \
    X(RET, "", "return from a call, or end of the thread") \
    X(PRET, "code", "push a return address") \
    X(PBK, "code", "push a break address") \
    X(BRK, "", "leave to the address that PBK pushed") \
    X(SSY, "code", "push the address of the reconvergence point") \
    X(QUADON, "", "enable all lanes of the active quads") \
    X(QUADPOP, "", "undo QUADON") \
    X(BAR, "[d, pred,] barrier, count [, pred]", "barrier: mods arrive, wait, all (Tesla, of warps), or barmode, barred; d, pred: result") \
    X(TRAP, "", "stop with an error") \
    X(BPT, "", "breakpoint; mod bpt") \
    X(IADD3, "d, a, b, c", "d = a + b + c; operands may be halves; mod shift: of a + b, 1 >> 16, 2 << 16; mod carry") \
    X(ISCADD, "d, a, b, imm", "d = (a << imm) + b; NEG as in IADD; mod po") \
    X(LEA, "pred, d, a, b, imm", "d = (a << imm) + b; NEG on a; pred = d is not 0; mod carry") \
    X(LEAHI, "pred, d, a, b, c, imm", "d = high word of ({c, a} << imm) + b; as LEA") \
    X(IMNMX, "d, a, b, pred", "d = pred ? smaller : greater; mod type; mod part: 1 xlo, 2 xmed, 3 xhi") \
    X(ISETP, "pred, pred, a, b, pred", "t = a (mod cmp) b; preds = t (mod bool) p, !t (mod bool) p; mods type, carry") \
    X(ICMP, "d, a, b, c", "d = c (mod cmp) 0 ? a : b; mod type") \
    X(SHF, "d, a, b, c", "{c, a} shifted by b; mod right; mod type U32, U64, S64; mod wrap; mod high") \
    X(BFE, "d, a, b", "d = field of a at b & 255, (b >> 8) & 255 long; mod type; mod brev") \
    X(BFI, "d, a, b, c", "d = c with a's low bits put in at b & 255, (b >> 8) & 255 long") \
    X(FLO, "d, a", "d = number of the highest bit that counts; mod type; mod shift: 31 - that") \
    X(POPC, "d, a [, b]", "d = number of bits that are set, in both if there are two") \
    X(LOP3, "pred, d, a, b, c, imm", "d bit by bit from table imm; pred = mod popt of d; mod carry") \
    X(PRMT, "d, a, b, c", "d = bytes of {c, a} chosen by b; mod prmt") \
    X(SEL, "d, a, b, pred", "d = pred ? a : b") \
    X(XMAD, "d, a, b, c", "d = half a * half b + c; mods type, type2, psl, mrg, carry; mod xmad: 1 clo, 2 chi, 3 csfu, 4 cbcc") \
    X(IMADSP, "d, a, b, c", "d = a * b + c; mods type, type2, type3: 16, 24 or 32 bits of each; HIGH: the high half; mod sd") \
    X(IDP, "d, a, b, c", "d = c + dot product; mod type, type2: U8 or S8 and U16 or S16; mod idp: 0 4a, 1 2a.lo, 2 2a.hi") \
    X(VADD, "d, a, b, c", "video; mods type, type2, type3 (of d), sat, vop, po; operands of 1 and 2 bytes from `offset` on") \
    X(VABSDIFF, "d, a, b, c", "video: |a - b|; mods as VADD") \
    X(VMAD, "d, a, b [, c]", "video: a * b + c (to what is added without c, nobody knows); mods type, type2, sat, po, vscale") \
    X(VMNMX, "d, a, b, c", "video: mod greater; mods as VADD") \
    X(VSET, "d, a, b, c", "video: a (mod cmp) b; mods type, type2, vop") \
    X(VSETP, "pred, pred, a, b, pred", "video: as ISETP") \
    X(VSHL, "d, a, b, c", "video: a << b; mods as VADD, mod wrap") \
    X(VSHR, "d, a, b, c", "video: a >> b; mods as VADD, mod wrap") \
    X(VADD2, "d, a, b, c", "two halves at once; mods type, type2, type3, sat, lanes, asel, bsel, acc; mod po: the mean") \
    X(VADD4, "d, a, b, c", "the same of four bytes") \
    X(VABSDIFF2, "d, a, b, c", "|a - b| of two halves; mods as VADD2") \
    X(VABSDIFF4, "d, a, b, c", "|a - b| of four bytes") \
    X(VMNMX2, "d, a, b, c", "of two halves the smaller or (mod greater) greater ones; mods as VADD2") \
    X(VMNMX4, "d, a, b, c", "the same of four bytes") \
    X(VSET2, "d, a, b, c", "two halves: 1 where a (mod cmp) b; mods as VADD2") \
    X(VSET4, "d, a, b, c", "the same of four bytes") \
    X(VSHL2, "d, a, b, c", "two halves shifted by two counts; mod wrap; mods as VADD2") \
    X(VSHL4, "d, a, b, c", "the same of four bytes") \
    X(VSHR2, "d, a, b, c", "as VSHL2, to the right") \
    X(VSHR4, "d, a, b, c", "the same of four bytes") \
    X(VSEL2, "d, a, b, pred", "two halves of a or, without the predicate, b; mods as VADD2") \
    X(VSEL4, "d, a, b, pred", "the same of four bytes") \
    X(FFMA, "d, a, b, c", "d = a * b + c, fused; NEG on a or b: of the product; mods round, ftz, sat") \
    X(FMNMX, "d, a, b, pred", "d = pred ? smaller : greater; mod ftz") \
    X(FSETP, "pred, pred, a, b, pred", "as ISETP, of floats; mod ftz") \
    X(FCMP, "d, a, b, c", "d = c (mod cmp) 0.0 ? a : b; mod ftz") \
    X(FCHK, "pred, a, b", "pred = a / b needs the slow way") \
    X(DCHK, "pred, a, b", "the same in double") \
    X(MUFU, "d, a", "approximation; mod mufu: enum hw_mufu; mod sat") \
    X(FSWZADD, "d, a, b", "mods lane0..lane3: of each lane of a quad 0 a+b, 1 b-a, 2 a-b, 3 b; mods round, ftz") \
    X(DMNMX, "d, a, b, pred", "as FMNMX, in double") \
    X(DSETP, "pred, pred, a, b, pred", "as FSETP, in double") \
    X(HADD2, "d, a, b", "two halves: d = a + b; operand.space: enum hw_half; mods merge, ftz, sat") \
    X(HMUL2, "d, a, b", "two halves: d = a * b; as HADD2") \
    X(HFMA2, "d, a, b, c", "two halves: d = a * b + c, fused; as HADD2") \
    X(HSET2, "d, a, b, pred", "two halves: 0xffff or (mod bf) 1.0 where (a (mod cmp) b) (mod bool) pred") \
    X(HSETP2, "pred, pred, a, b, pred", "two halves, a predicate each; mod h_and: both, and its complement") \
    X(PSETP, "pred, pred, pred, pred, pred", "t = p (mod bool) q; preds = t (mod bool2) r, !t (mod bool2) r") \
    X(PSET, "d, pred, pred, pred", "the same into a register; mod bf") \
    X(CSETP, "pred, pred, cond, pred", "as ISETP, of mod test of the condition code") \
    X(CSET, "d, cond, pred", "the same into a register; mod bf") \
    X(P2R, "d, a, b", "d = a, in byte (mod byte) the bits of mask b from predicates, or (mod cc) the condition code, or both") \
    X(R2P, "a, b", "predicates, or (mod cc) the condition code, or both, of mask b = bits of byte (mod byte) of a") \
    X(BALLOT, "d, pred, pred", "d = lanes whose pred holds; pred = mod vote: 0 all, 1 any, 2 equal") \
    X(SHFL, "pred, d, a, b, c", "d = a of another lane; mod shfl: 0 idx, 1 up, 2 down, 3 bfly; c: clamp and segment mask") \
    X(CS2R, "d, sreg", "d = special register that is coupled to the pipeline, else 0") \
    X(LEPC, "d", "d = address of the instruction") \
    X(B2R, "[d, pred] | [d, imm]", "barrier state: mod b2r 0 plain, 1 result of a reduction, 2 warp") \
    X(R2B, "imm, a", "sets barrier state") \
    X(DEPBAR, "[barrier, imm,] imm", "waits for a scoreboard to be at most imm, and for those of a mask; nothing to do when run") \
    X(MEMBAR, "", "orders memory; mod scope") \
    X(CCTL, "memory", "cache control") \
    X(SYNC, "", "reconverge: pop the stack; mod test") \
    X(PCNT, "code", "push a continue address") \
    X(CONT, "", "continue at the address that PCNT pushed; mod test") \
    X(PLONGJMP, "code", "push a long-jump address") \
    X(LONGJMP, "", "leave to the address that PLONGJMP pushed; mod test") \
    X(PEXIT, "code", "push an exit handler") \
    X(EXIT, "", "the thread ends; mod test") \
    X(KIL, "", "the fragment is dropped and its thread ends; mod test") \
    X(TRAPCTL, "", "for trap handlers (IDE, RAM, SAM, RTT, GETCRSPTR, ...): mod trapctl tells them apart") \
    X(TEXS, "d, d, a, b, texture", "texture lookup with scalar operands") \
    X(TXQ, "d, a, texture", "texture header or sampler query; mod query") \
    X(SULD, "d, surface, handle", "surface load; mods type, dim, clamp, ...; on GF100 d, handle, surface, elements that x is moved by") \
    X(SUST, "surface, a, handle", "surface store") \
    X(SURED, "surface, a, handle", "surface reduction") \
    X(SUATOM, "d, surface, a, handle", "surface atomic") \
    X(SULEA, "pred, d, surface, handle", "d = address in a surface; pred = outside") \
    X(SUQ, "d, handle", "d = property of a surface; mod query") \
    X(SUCLAMP, "pred, d, a, b, imm", "d = a + imm inside the bound of descriptor b; pred = it was outside; mods suclamp, type, dim") \
    X(SUBFM, "pred, d, a, b, c", "d = place in a tile of clamped coordinates; pred = one was outside; mod dim: 5 three") \
    X(SUEAU, "d, a, b, c", "d = c + place a of the tile, with b of SUBFM: upper 32 of 40 bits of an address") \
    X(SULDGA, "d, a, format, pred", "d = surface at address pair a, unless pred: outside; mods type, clamp") \
    X(SUSTGA, "a, format, b, pred", "surface at address pair a = b, unless pred; mods raw, mask, type, clamp") \
    X(SHADER, "", "instructions of graphics programs only (ALD, AST, IPA, OUT, PIXLD, ...): read and written, not run")

enum hw_op {
#define HW_OP_ENUM(name, operands, text) HW_OP_##name,
    HW_OPERATIONS(HW_OP_ENUM)
#undef HW_OP_ENUM
    HW_OP_COUNT
};
/* clang-format on */

/* The modifiers of hw_view.mod. */
/* clang-format off */
#define HW_MODIFIERS(X) \
    X(TYPE, "enum hw_type: of the result, or of the operation") \
    X(TYPE2, "enum hw_type: of the source, or of the second source") \
    X(ROUND, "enum hw_round") \
    X(SAT, "1: saturate") \
    X(HIGH, "1: the high part of a product") \
    X(CMP, "comparison as a mask: 1 less, 2 equal, 4 greater, 8 unordered") \
    X(LOGIC, "enum hw_logic") \
    X(CARRY, "1 + condition code register whose C is added; 0: none") \
    X(ATOM, "enum hw_atom") \
    X(LOCK, "1: locked load, unlocking store") \
    X(LANES, "mask of the lanes of a group of four that write") \
    X(REDUCE, "0: for sin and cos, 1: for ex2") \
    X(INTEGRAL, "1: round to an integral value") \
    X(ALL, "vote: 1 all, 0 any; bar: 1 all warps of the block") \
    X(ARRIVE, "bar: 1 arrive") \
    X(WAIT, "bar: 1 wait") \
    X(LIMITED, "call: 1 limited") \
    X(QUAD, "quadop: source lane of the quad, 4 the neighbour in x, 5 in y; Tesla has 4 and up for fragments only") \
    X(LANE0, "quadop: operation of quad lane 0: 0 a+c, 1 c-a, 2 a-c, 3 c") \
    X(LANE1, "the same for lane 1") \
    X(LANE2, "the same for lane 2") \
    X(LANE3, "the same for lane 3") \
    X(TEX, "enum hw_tex") \
    X(MASK, "texture: component mask, bit 0 red") \
    X(COUNT, "texture: number of source registers") \
    X(DX, "texture: texel offset x, 4-bit two's complement") \
    X(DY, "texture: texel offset y") \
    X(DZ, "texture: texel offset z") \
    X(LIVE, "texture: 1 skipped for invisible fragments") \
    X(DERIV, "texture: 1 derivatives outside fragment programs") \
    X(CUBE, "texture: 1 cube map") \
    X(INTERP, "interp: 1 flat, 2 centroid, 4 multiplied by the operand") \
    X(PO, "1: d = a + b + 1") \
    X(SHIFT, "iadd3: 1 right, 2 left by 16 before c is added; flo: 1 counts from the top") \
    X(PART, "imnmx: 1 xlo, 2 xmed, 3 xhi") \
    X(WRAP, "1: shift count modulo the width") \
    X(BREV, "1: the bits of a reversed first") \
    X(RIGHT, "shf: 1 right") \
    X(PRMT, "0 by nibbles, 1 f4e, 2 b4e, 3 rc8, 4 ecl, 5 ecr, 6 rc16") \
    X(POPT, "predicate from a result: 0 none (false), 1 true, 2 zero, 3 not zero") \
    X(BOOL, "with the predicate: 0 and, 1 or, 2 xor") \
    X(BOOL2, "the second of two") \
    X(BF, "1: 1.0 for true") \
    X(TEST, "0: none, else 1 + test of the condition code; those that Maxwell encodes as 16 to 31 are 32 to 47") \
    X(PSL, "xmad: 1 product << 16") \
    X(MRG, "xmad: 1 high half of d = low half of b") \
    X(XMAD, "addend: 0 c, 1 clo, 2 chi, 3 csfu, 4 cbcc") \
    X(TYPE3, "enum hw_type: of the third operand, or of a video result") \
    X(SD, "imadsp: 1 the types are in bits 31:26 of b") \
    X(IDP, "0 4a, 1 2a.lo, 2 2a.hi") \
    X(VOP, "video, second step: 0 none, 1 mrg_16h, 2 mrg_16l, 3 mrg_8b0, 4 mrg_8b2, 5 acc, 6 min, 7 max") \
    X(VSCALE, "vmad: right shift of the result, 0, 7 or 15") \
    X(GREATER, "vmnmx: 1 the greater") \
    X(ACC, "two or four parts and c: 0 put into it, 1 sum, 2 least, 3 greatest; part by part: 4 smaller, 5 greater") \
    X(ASEL, "two or four parts: which are source 1; encoded value, of halves two bits each") \
    X(BSEL, "the same of source 2") \
    X(FTZ, "0 keep denormals, 1 flush them, 2 flush, and 0 * anything = 0") \
    X(SCALE, "fmul: product times 2^n, two\'s complement: -1 d2, -2 d4, -3 d8, 3 m8, 2 m4, 1 m2") \
    X(MUFU, "enum hw_mufu") \
    X(MERGE, "half result: 0 both, 1 as f32, 2 into the low half, 3 into the high half") \
    X(H_AND, "hsetp2: 1 both halves, and the complement") \
    X(BYTE, "byte of a register") \
    X(CC, "p2r, r2p: 0 the predicates, 1 the condition code, 2 the predicates and, from bit 12 on, the condition code") \
    X(VOTE, "0 all, 1 any, 2 equal") \
    X(SHFL, "0 idx, 1 up, 2 down, 3 bfly") \
    X(CACHE, "cache operator as encoded; no effect on results") \
    X(SCOPE, "0 cta, 1 gl, 2 sys, 3 vc") \
    X(B2R, "0 plain, 1 result, 2 warp") \
    X(BARMODE, "bar: 0 sync, 1 arv, 2 red, 3 scan, 4 syncall") \
    X(BARRED, "bar.red: 0 popc, 1 and, 2 or") \
    X(UNIFORM, "bra: 1 taken only where all threads of the path take it") \
    X(ABSOLUTE, "jumps: 1 a constant holds an address, 0 a distance from the next instruction") \
    X(LDC, "0 plain, 1 il, 2 is, 3 isl") \
    X(BPT, "kind as encoded") \
    X(TRAPCTL, "which of the instructions for trap handlers") \
    X(QUERY, "txq: what is asked for, as encoded") \
    X(DIM, "texture: enum hw_tex_dim; surface: 0 1d, 1 1d buffer, 2 1d array, 3 2d, 4 2d array, 5 3d") \
    X(LOD, "texture: 0 none, 1 lz, 2 lb, 3 ll, 6 lba, 7 lla") \
    X(LC, "texture: 1 lod clamp") \
    X(AOFFI, "texture: 1 immediate offsets, 2 an offset a texel") \
    X(DC, "texture: 1 depth compare") \
    X(MS, "texture: 1 multisample") \
    X(NDV, "1: not divergent; a hint") \
    X(NODEP, "texture: 1; a hint") \
    X(BINDLESS, "the handle is a register: 1 before the values of source 2, 2 before those of source 1") \
    X(JOINED, "texture: 1 all sources are one list, four registers from source 1 on, the others from source 2 on") \
    X(COMPONENT, "texture gather: which component") \
    X(F16, "texs: 1 results are packed halves") \
    X(RAW, "surface: 1 raw data (.D), 0 formatted (.P)") \
    X(BA, "surface: 1 x counts bytes") \
    X(SUCLAMP, "as encoded: log2 of the rounding, + 0 as the descriptor says, 5 pitch-linear, 10 tiled") \
    X(CLAMP, "surface, out of range: 0 ign, 1 clamp, 2 trap")

enum hw_mod {
#define HW_MOD_ENUM(name, text) HW_MOD_##name,
    HW_MODIFIERS(HW_MOD_ENUM)
#undef HW_MOD_ENUM
    HW_MODIFIER_COUNT
};
/* clang-format on */

enum hw_type {
    HW_TYPE_NONE = 0,
    HW_TYPE_U8,
    HW_TYPE_S8,
    HW_TYPE_U16,
    HW_TYPE_S16,
    HW_TYPE_U24,
    HW_TYPE_S24,
    HW_TYPE_U32,
    HW_TYPE_S32,
    HW_TYPE_U64,
    HW_TYPE_S64,
    HW_TYPE_F16,
    HW_TYPE_F32,
    HW_TYPE_F64,
    HW_TYPE_B16,
    HW_TYPE_B32,
    HW_TYPE_B64,
    HW_TYPE_B128,
    HW_TYPE_F16X2 /* two halves in a word */
};

enum hw_round { HW_ROUND_RN = 0, HW_ROUND_RM, HW_ROUND_RP, HW_ROUND_RZ };
enum hw_logic { HW_LOGIC_AND = 0, HW_LOGIC_OR, HW_LOGIC_XOR, HW_LOGIC_PASS_B };

/* What MUFU approximates, numbered as Maxwell encodes it. */
enum hw_mufu {
    HW_MUFU_COS = 0,
    HW_MUFU_SIN,
    HW_MUFU_EX2,
    HW_MUFU_LG2,
    HW_MUFU_RCP,
    HW_MUFU_RSQ,
    HW_MUFU_RCP64H,
    HW_MUFU_RSQ64H,
    HW_MUFU_SQRT
};

/* What the two lanes of a packed half operation read of a source (hw_operand.space). */
enum hw_half { HW_HALF_H1_H0 = 0, HW_HALF_F32, HW_HALF_H0_H0, HW_HALF_H1_H1 };

/* The shape of a texture, numbered as Maxwell encodes it. */
enum hw_tex_dim {
    HW_DIM_1D = 0,
    HW_DIM_2D,
    HW_DIM_3D,
    HW_DIM_CUBE,
    HW_DIM_ARRAY_1D,
    HW_DIM_ARRAY_2D,
    HW_DIM_ARRAY_3D,
    HW_DIM_ARRAY_CUBE
};

/* Atomic operations, numbered as Tesla encodes them. */
enum hw_atom {
    HW_ATOM_ADD = 0,
    HW_ATOM_EXCH = 1,
    HW_ATOM_CAS = 2,
    HW_ATOM_INC = 4,
    HW_ATOM_DEC = 5,
    HW_ATOM_MAX = 6,
    HW_ATOM_MIN = 7,
    HW_ATOM_SAFEADD = 8,
    HW_ATOM_AND = 10,
    HW_ATOM_OR = 11,
    HW_ATOM_XOR = 12
};

enum hw_tex {
    HW_TEX_AUTO = 0,
    HW_TEX_FETCH,
    HW_TEX_BIAS,
    HW_TEX_LOD,
    HW_TEX_SIZE,
    HW_TEX_PREP,
    HW_TEX_QUERY_LOD,
    HW_TEX_CSAA,
    HW_TEX_GATHER
};

/* Name ("FADD"), operands and one-line description of an operation; "?" when out of range. */
const char *hw_op_name(unsigned op);
const char *hw_op_summary(unsigned op);
const char *hw_op_operands(unsigned op);

#ifdef __cplusplus
}
#endif
#endif
