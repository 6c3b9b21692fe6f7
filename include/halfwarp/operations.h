/* The operations and modifiers that rows of any ISA may name.
 *
 * A row in isa/ says `do fadd type=f32`: fadd is HW_OP_FADD here and type is HW_MOD_TYPE.  The list
 * is one X-macro so that the enumeration, the names and the manual cannot drift apart.  An
 * operation's operands are listed in the order in which hw_view holds them (that of NVIDIA's text). */
#ifndef HALFWARP_OPERATIONS_H
#define HALFWARP_OPERATIONS_H

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, operands, what it does) */
#define HW_OPERATIONS(X)                                                                               \
    X(NOP, "", "nothing")                                                                              \
    X(MOV, "d, a", "d = a; mod lanes: lane l of each group of four writes only if bit (l & 3) is set") \
    X(C2R, "d, cond", "d = the four bits of a condition code register")                                \
    X(R2C, "cond, a", "condition code register = low four bits of a")                                  \
    X(A2R, "d, addr", "d = address register, zero-extended")                                           \
    X(R2A, "addr, a, imm", "address register = (a << imm), low 16 bits")                               \
    X(ADA, "addr, addr, imm", "address register = address register + imm, low 16 bits")                \
    X(S2R, "d, sreg", "d = special register")                                                          \
    X(LD, "d, memory", "d = memory; mod type; mod lock (then cond_out holds the outcome)")             \
    X(ST, "memory, a", "memory = a; mod type; mod lock: unlocks")                                      \
    X(RED, "memory, a", "memory = memory (mod atom) a, atomically")                                    \
    X(ATOM, "d, memory, a [, b]", "d = memory; memory = memory (mod atom) a, atomically; cas: a compare, b new value") \
    X(IADD, "d, a, b", "d = a + b; NEG on one operand subtracts it; mod carry: + C; mod sat") \
    X(IMIN, "d, a, b", "d = smaller of a and b; mod type")                                             \
    X(IMAX, "d, a, b", "d = greater of a and b; mod type")                                             \
    X(ISET, "d, a, b", "d = a (mod cmp) b ? ~0 : 0; mod type")                                         \
    X(SHL, "d, a, b", "d = a << b, count not masked")                                                  \
    X(SHR, "d, a, b", "d = a >> b, arithmetic if mod type is signed, count not masked")                \
    X(LOP, "d, a, b", "d = a (mod logic) b, operands may be INV")                                      \
    X(IMUL, "d, a, b", "d = a * b; mod type of a (u16 s16 u24 s24), mod type2 of b; mod high")         \
    X(IMAD, "d, a, b, c", "d = a * b + c; NEG on the addend or (on a) on the product; mod type, high, sat, carry") \
    X(ISAD, "d, a, b, c", "d = |a - b| + c; mod type")                                                 \
    X(FADD, "d, a, b", "d = a + b; mod round, sat")                                                    \
    X(FMUL, "d, a, b", "d = a * b; mod round, sat")                                                    \
    X(FMAD, "d, a, b, c", "d = truncated a * b, + c; mod sat; NEG on a negates the product")           \
    X(FMIN, "d, a, b", "d = smaller of a and b")                                                       \
    X(FMAX, "d, a, b", "d = greater of a and b")                                                       \
    X(FSET, "d, a, b", "d = a (mod cmp, bit 3: unordered) b ? ~0 : 0")                                 \
    X(SLCT, "d, a, b, c", "d = c >= 0.0 ? a : b")                                                      \
    X(QUADOP, "d, a, c", "mod quad: lane of a or derivative; mods lane0..lane3: operation of each lane of a quad") \
    X(RCP, "d, a", "d = 1 / a")                                                                        \
    X(RSQ, "d, a", "d = 1 / sqrt(a)")                                                                  \
    X(LG2, "d, a", "d = log2(a)")                                                                      \
    X(SIN, "d, a", "d = sin of a value that RRO.SIN prepared")                                         \
    X(COS, "d, a", "d = cos of a value that RRO.SIN prepared")                                         \
    X(EX2, "d, a", "d = 2^a of a value that RRO.EX2 prepared; mod sat")                                \
    X(RRO, "d, a", "range reduction: mod reduce 0 sin and cos, 1 ex2")                                 \
    X(I2I, "d, a", "integer of mod type from integer of mod type2, clamped")                           \
    X(I2F, "d, a", "float of mod type from integer of mod type2; mod round, sat")                      \
    X(F2I, "d, a", "integer of mod type from float of mod type2, clamped; mod round")                  \
    X(F2F, "d, a", "float of mod type from float of mod type2; mod round, sat, integral")              \
    X(DFMA, "d, a, b, c", "d = a * b + c in double, fused; mod round")                                 \
    X(DADD, "d, a, b", "d = a + b in double; mod round")                                               \
    X(DMUL, "d, a, b", "d = a * b in double; mod round")                                               \
    X(DMIN, "d, a, b", "d = smaller of a and b in double")                                             \
    X(DMAX, "d, a, b", "d = greater of a and b in double")                                             \
    X(DSET, "d, a, b", "d (word) = a (mod cmp) b ? ~0 : 0, compared in double")                        \
    X(VOTE, "cond", "condition code = guard true in any (mod all: all) active threads of the warp")    \
    X(PMEVENT, "imm", "counts a performance event")                                                    \
    X(INTERP, "d, varying [, a]", "interpolates a fragment input; mod interp")                         \
    X(EMIT, "", "geometry program: emits a vertex")                                                    \
    X(RESTART, "", "geometry program: ends a primitive")                                               \
    X(DISCARD, "", "fragment program: drops the fragment")                                             \
    X(TEX, "d, texture, sampler, d", "texture lookup; mods tex (kind), mask, count, dx, dy, dz, live, deriv") \
    X(BRA, "code", "jump")                                                                             \
    X(BRX, "const", "jump to the address held in constant memory")                                     \
    X(CALL, "code", "call; mod limited: skipped when the call limit is reached")                       \
    X(RET, "", "return from a call, or end of the thread")                                             \
    X(PRET, "code", "push a return address")                                                           \
    X(PBK, "code", "push a break address")                                                             \
    X(BRK, "", "leave to the address that PBK pushed")                                                 \
    X(SSY, "code", "push the address of the reconvergence point")                                      \
    X(QUADON, "", "enable all lanes of the active quads")                                              \
    X(QUADPOP, "", "undo QUADON")                                                                      \
    X(BAR, "barrier, imm", "barrier: mod arrive, mod wait, imm: warp count; mod all: all warps of the block") \
    X(TRAP, "", "stop with an error")                                                                  \
    X(BPT, "", "breakpoint")

enum hw_op {
#define HW_OP_ENUM(name, operands, text) HW_OP_##name,
    HW_OPERATIONS(HW_OP_ENUM)
#undef HW_OP_ENUM
    HW_OP_COUNT
};

/* The modifiers of hw_view.mod. */
#define HW_MODIFIERS(X)                                                             \
    X(TYPE, "enum hw_type: of the result, or of the operation")                     \
    X(TYPE2, "enum hw_type: of the source, or of the second source")                \
    X(ROUND, "enum hw_round")                                                       \
    X(SAT, "1: saturate")                                                           \
    X(HIGH, "1: the high part of a product")                                        \
    X(CMP, "comparison as a mask: 1 less, 2 equal, 4 greater, 8 unordered")         \
    X(LOGIC, "enum hw_logic")                                                       \
    X(CARRY, "1 + condition code register whose C is added; 0: none")               \
    X(ATOM, "enum hw_atom")                                                         \
    X(LOCK, "1: locked load, unlocking store")                                      \
    X(LANES, "mask of the lanes of a group of four that write")                     \
    X(REDUCE, "0: for sin and cos, 1: for ex2")                                     \
    X(INTEGRAL, "1: round to an integral value")                                    \
    X(ALL, "vote: 1 all, 0 any; bar: 1 all warps of the block")                     \
    X(ARRIVE, "bar: 1 arrive")                                                      \
    X(WAIT, "bar: 1 wait")                                                          \
    X(LIMITED, "call: 1 limited")                                                   \
    X(QUAD, "quadop: source lane of the quad, 4 and up: derivatives")               \
    X(LANE0, "quadop: operation of quad lane 0: 0 a+c, 1 c-a, 2 a-c, 3 c")          \
    X(LANE1, "the same for lane 1")                                                 \
    X(LANE2, "the same for lane 2")                                                 \
    X(LANE3, "the same for lane 3")                                                 \
    X(TEX, "enum hw_tex")                                                           \
    X(MASK, "texture: component mask, bit 0 red")                                   \
    X(COUNT, "texture: number of source registers")                                 \
    X(DX, "texture: texel offset x, 4-bit two's complement")                        \
    X(DY, "texture: texel offset y")                                                \
    X(DZ, "texture: texel offset z")                                                \
    X(LIVE, "texture: 1 skipped for invisible fragments")                           \
    X(DERIV, "texture: 1 derivatives outside fragment programs")                    \
    X(CUBE, "texture: 1 cube map")                                                  \
    X(INTERP, "interp: 1 flat, 2 centroid, 4 multiplied by the operand")

enum hw_mod {
#define HW_MOD_ENUM(name, text) HW_MOD_##name,
    HW_MODIFIERS(HW_MOD_ENUM)
#undef HW_MOD_ENUM
    HW_MODIFIER_COUNT
};

enum hw_type {
    HW_TYPE_NONE = 0,
    HW_TYPE_U8, HW_TYPE_S8, HW_TYPE_U16, HW_TYPE_S16, HW_TYPE_U24, HW_TYPE_S24,
    HW_TYPE_U32, HW_TYPE_S32, HW_TYPE_U64, HW_TYPE_S64,
    HW_TYPE_F16, HW_TYPE_F32, HW_TYPE_F64,
    HW_TYPE_B16, HW_TYPE_B32, HW_TYPE_B64, HW_TYPE_B128
};

enum hw_round { HW_ROUND_RN = 0, HW_ROUND_RM, HW_ROUND_RP, HW_ROUND_RZ };
enum hw_logic { HW_LOGIC_AND = 0, HW_LOGIC_OR, HW_LOGIC_XOR, HW_LOGIC_PASS_B };

/* Atomic operations, numbered as Tesla encodes them. */
enum hw_atom {
    HW_ATOM_ADD = 0, HW_ATOM_EXCH = 1, HW_ATOM_CAS = 2, HW_ATOM_INC = 4, HW_ATOM_DEC = 5,
    HW_ATOM_MAX = 6, HW_ATOM_MIN = 7, HW_ATOM_AND = 10, HW_ATOM_OR = 11, HW_ATOM_XOR = 12
};

enum hw_tex {
    HW_TEX_AUTO = 0, HW_TEX_FETCH, HW_TEX_BIAS, HW_TEX_LOD, HW_TEX_SIZE, HW_TEX_PREP,
    HW_TEX_QUERY_LOD, HW_TEX_CSAA, HW_TEX_GATHER
};

/* Name ("FADD"), operands and one-line description of an operation; "?" when out of range. */
const char *hw_op_name(unsigned op);
const char *hw_op_summary(unsigned op);
const char *hw_op_operands(unsigned op);

#ifdef __cplusplus
}
#endif
#endif
