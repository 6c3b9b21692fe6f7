/* SPDX-License-Identifier: MIT */
/* The modifiers of an operation are listed here: the numbering of hw_semantics.mod, and the meanings of the
 * values.
 *
 * A row in isa/ says `do fadd type=F32`, or reads the value from a field: type is HW_MOD_TYPE here.  The list
 * is one X-macro, so that the enumeration, the generator and the manual cannot drift apart.
 *
 * Stability: grows. */
#ifndef HALFWARP_MODIFIERS_H
#define HALFWARP_MODIFIERS_H

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, what its value means) */
/* clang-format off */
#define HW_MODIFIERS(X) \
    X(TYPE, "enum hw_type: of the result, or of the operation") \
    X(TYPE2, "enum hw_type: of the source, or of the second source; matrices: of a\'s elements") \
    X(ROUND, "enum hw_round") \
    X(SAT, "1: saturate") \
    X(HIGH, "1: the high part of a product") \
    X(CMP, "comparison as a mask: 1 less, 2 equal, 4 greater, 8 unordered; dsetp: 16 chooses the smaller, 17 the greater") \
    X(LOGIC, "enum hw_logic") \
    X(CARRY, "1 + condition code register whose C is added; 0: none") \
    X(ATOM, "enum hw_atom; redux: 255 reserved") \
    X(LOCK, "1: locked load, unlocking store") \
    X(LANES, "mask of the lanes of a group of four that write") \
    X(REDUCE, "0: for sin and cos, 1: for ex2") \
    X(INTEGRAL, "1: round to an integral value") \
    X(ALL, "vote, match: 1 all, 0 any; bar: 1 all warps of the block") \
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
    X(PART, "imnmx: 1 xlo, 2 xmed, 3 xhi; shf: 1 the low word, 3 the high one, 0 as before Volta; r2ur: 1 nobody has described") \
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
    X(TYPE3, "enum hw_type: of the third operand, or of a video result; matrices: of b\'s elements, 0 as a\'s") \
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
    X(MERGE, "half result: 0 both, 1 as f32, 2 into the low half, 3 into the high half; ldtm: 2 lanes 0 to 15, 3 the others") \
    X(H_AND, "hsetp2: 1 both halves, and the complement") \
    X(BYTE, "byte of a register") \
    X(CC, "p2r, r2p: 0 the predicates, 1 the condition code, 2 the predicates and, from bit 12 on, the condition code") \
    X(VOTE, "0 all, 1 any, 2 equal") \
    X(SHFL, "0 idx, 1 up, 2 down, 3 bfly") \
    X(CACHE, "loads: 1 not kept in the first cache, 2 of data that nobody writes; stores, surfaces: as encoded; no effect on results") \
    X(ORDER, "loads: 1 strong, seen as others of its scope see memory; no effect on results") \
    X(SCOPE, "0 cta, 1 gl, 2 sys, 3 vc; of a weak access without a meaning") \
    X(B2R, "0 plain, 1 result, 2 warp") \
    X(BARMODE, "bar: 0 sync, 1 arv, 2 red, 3 scan, 4 syncall") \
    X(BARRED, "bar.red: 0 popc, 1 and, 2 or") \
    X(UNIFORM, "bra: 1 taken only where all threads of the path take it, 2 where some of the warp are elsewhere, 3 where none is; 4 reserved") \
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
    X(JOINED, "texture: all sources are one list; 1 four registers from source 1 on, the others from source 2 on; 2 half and half") \
    X(COMPONENT, "texture gather: which component") \
    X(F16, "texs: 1 results are packed halves; hmma in steps: 1 c is") \
    X(RAW, "surface: 1 raw data (.D), 0 formatted (.P)") \
    X(BA, "surface: 1 x counts bytes") \
    X(SUCLAMP, "as encoded: log2 of the rounding, + 0 as the descriptor says, 5 pitch-linear, 10 tiled") \
    X(NAN, "minimum, maximum: 1 a NaN is the result; f2i: a NaN becomes 1 zero, 2 the highest bit alone, 0 as the types say") \
    X(CLAMP, "surface, out of range: 0 ign, 1 clamp, 2 trap") \
    X(WIDE, "1: an address of 64 bits") \
    X(CLEAR, "bmov: 1 the barrier is cleared") \
    X(STATE, "bmov: 1 the source is a state of the warp and no barrier, whatever its number") \
    X(PQUAD, "bmov: as encoded") \
    X(EXCLUSIVE, "warpsync: 1 without lanes that the mask does not name") \
    X(SHAPE, "matrices: log2 of the columns of a, + 16 where a has 16 rows and not 8 (wgmma: always 64); 0 that is not known") \
    X(COLUMNS, "wgmma: columns of b, in eights; ldtm, sttm: how many times; 0 that is not known") \
    X(SPAN, "ldtm, sttm: registers of one time; 0 that is not known") \
    X(PAIR, "tensor memory: 1 that of two blocks") \
    X(WS, "utcmma: 1 the second matrix stays for others") \
    X(TMEM, "membar: 1 the view that asynchronous units have of tensor memory") \
    X(COMMIT, "wgmma: 1 closes a group of products, which warpgroup waits for") \
    X(STEP, "hmma: 1 + which part of a product in steps; 0 it is whole") \
    X(ZFILL, "ldgsts: 1 zeros stand for bytes at the end, as many as the address is beyond an aligned one") \
    X(MATRIX, "ldsm, movm: 0 as it is, 1 transposed; others nobody has described") \
    X(INTO, "blkcopy, blkred: 1 the first is in shared memory") \
    X(PEERS, "copies of blocks, boxes: 1 into several blocks of the cluster; 2 bytes of a mask") \
    X(ASKS, "atom: 1 the result is whether it was done") \
    X(RELU, "1: what is negative becomes 0") \
    X(PACK, "f2fp: 0 both; 1 a float below half of c; 4 halves, 5 floats to bytes below that; 7 bytes to halves") \
    X(SYNC, "enum hw_sync: what an arrival counts; 0 a reserved value") \
    X(DROPS, "syncarrive: 1 later phases do not expect the arrival") \
    X(XORSIGN, "minimum, maximum: 1 the sign is that of the product of the sources") \
    X(NEGA, "wgmma: 1 a, where it is in shared memory, is negated") \
    X(NEGB, "wgmma: 1 b is negated") \
    X(TNSPA, "wgmma: 1 neighbours of a column of a, and not of a row, lie beside each other in shared memory") \
    X(TNSPB, "wgmma: 1 neighbours of a row of b, and not of a column, do")
/* clang-format on */

enum hw_mod {
#define HW_MOD_ENUM(name, text) HW_MOD_##name,
    HW_MODIFIERS(HW_MOD_ENUM) HW_MODIFIER_COUNT
#undef HW_MOD_ENUM
};

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
    HW_TYPE_F16X2, /* two halves in a word */
    HW_TYPE_BF16,  /* the upper half of a float */
    HW_TYPE_BF16X2,
    HW_TYPE_U4,
    HW_TYPE_S4,
    HW_TYPE_U2,
    HW_TYPE_S2,
    HW_TYPE_TF32, /* a float whose last 13 bits do not count */
    HW_TYPE_E4M3, /* of 8 bits; no infinity */
    HW_TYPE_E5M2,
    HW_TYPE_E3M2, /* of 6 bits; this and the next two have no infinity and no NaN */
    HW_TYPE_E2M3,
    HW_TYPE_E2M1 /* of 4 bits */
};

enum hw_round { HW_ROUND_RN = 0, HW_ROUND_RM, HW_ROUND_RP, HW_ROUND_RZ, HW_ROUND_INVALID };
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
    HW_MUFU_SQRT,
    HW_MUFU_TANH /* from Turing on */
};

/* What the two lanes of a packed half operation read of a source (hw_operand.space; from Volta on
 * hw_operand.part), the high lane first; NH1 is the high half negated. */
enum hw_half { HW_HALF_H1_H0 = 0, HW_HALF_F32, HW_HALF_H0_H0, HW_HALF_H1_H1, HW_HALF_H0_NH1 };

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
    HW_ATOM_XOR = 12,
    HW_ATOM_ARRIVE = 13, /* at a barrier in memory, on Ampere and Ada: src/ops/scalar/mbarrier.h */
    HW_ATOM_SYNC = 16,   /* the same from Hopper on: less enum hw_sync; HW_ATOM_SYNC_DROPS more: mod drops */
    HW_ATOM_SYNC_DROPS = 8,
    HW_ATOM_SYNC_END = 32
};

/* What an arrival at a barrier counts, from Hopper on: arrivals, and bytes of asynchronous copies. */
enum hw_sync {
    HW_SYNC_NONE = 0,
    HW_SYNC_A1TR, /* 1 arrival; a number of bytes more are expected */
    HW_SYNC_A1T0, /* 1 arrival */
    HW_SYNC_A0T1, /* 1 byte more is expected */
    HW_SYNC_A0TR, /* a number of bytes more are expected */
    HW_SYNC_A0TX, /* a number of bytes have come */
    HW_SYNC_ART0, /* a number of arrivals */
    HW_SYNC_COPY  /* 1 byte has come: a copy is complete */
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

#ifdef __cplusplus
}
#endif
#endif
