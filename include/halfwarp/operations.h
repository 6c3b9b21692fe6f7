/* SPDX-License-Identifier: MIT */
/* This table lists the operations that rows of any ISA may name, and the properties of each.
 *
 * A row in isa/ says `do fadd type=F32`: fadd is HW_OP_FADD here, and type is a modifier (modifiers.h).  The
 * list is one X-macro, a line an operation.  Everything that needs a fact about an operation
 * reads this table by hw_operation_info: the effects of an instruction, the translator, the scheduler, the
 * manual.  Facts about a single form (its timing unit, the width of an operand) stand in the rows.
 *
 * Stability: grows. */
#ifndef HALFWARP_OPERATIONS_H
#define HALFWARP_OPERATIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which operands an operation writes: they stand at the head of its list. */
enum hw_writes {
    HW_WRITES_NONE = 0,
    HW_WRITES_ONE,       /* the first: a register of any kind */
    HW_WRITES_TWO,       /* the first two: registers, or a register and a predicate */
    HW_WRITES_ONE_PRED,  /* the first, and the predicates right behind it where some stand there */
    HW_WRITES_PREDS,     /* all predicates at the head, and no register */
    HW_WRITES_TWO_PREDS, /* the first two, both predicates; those behind them are read */
    HW_WRITES_PREDS_ONE, /* all predicates at the head, and the operand behind them */
    HW_WRITES_PREDS_TWO, /* all predicates at the head, and the two operands behind them */
    HW_WRITES_RESULT,    /* the first two where the second is a predicate: what a barrier's reduction gives */
    HW_WRITES_ANY        /* not known: the first may be written or read */
};

/* What an operation does to the flow of control. */
enum hw_flow_kind {
    HW_FLOW_NONE = 0, /* the next instruction follows */
    HW_FLOW_JUMP,     /* jumps to its target */
    HW_FLOW_INDIRECT, /* jumps to a target that a register or a constant holds */
    HW_FLOW_CALL,     /* pushes where it would go on, and jumps to its target */
    HW_FLOW_RETURN,   /* back behind the last call; where there is none, the thread ends */
    HW_FLOW_PUSH,     /* pushes its target for the operation that leaves with the same token */
    HW_FLOW_LEAVE,    /* to the target that was pushed last for its token */
    HW_FLOW_END,      /* the thread ends */
    HW_FLOW_BARRIER,  /* waits for other warps of the block */
    HW_FLOW_TRAP,     /* stops, or may stop, the kernel */
    HW_FLOW_WIDEN,    /* makes more lanes active */
    HW_FLOW_NARROW,   /* undoes WIDEN */
    HW_FLOW_COUNT
};

/* What a pushed target is for. */
enum hw_flow_token {
    HW_TOKEN_NONE = 0,
    HW_TOKEN_JOIN,     /* SSY, SYNC */
    HW_TOKEN_BREAK,    /* PBK, BRK */
    HW_TOKEN_CONTINUE, /* PCNT, CONT */
    HW_TOKEN_CALL,     /* CALL and PRET, RET */
    HW_TOKEN_LONGJMP,  /* PLONGJMP, LONGJMP */
    HW_TOKEN_EXIT,     /* PEXIT, EXIT */
    HW_TOKEN_QUAD,     /* QUADON, QUADPOP */
    HW_TOKEN_COUNT
};

/* What an operation does to memory other than constants; bits. */
enum hw_memory_effect {
    HW_EFFECT_NONE = 0,
    HW_EFFECT_LOAD = 1,
    HW_EFFECT_STORE = 2,
    HW_EFFECT_ATOMIC = HW_EFFECT_LOAD | HW_EFFECT_STORE,
    HW_EFFECT_FENCE = 4, /* orders accesses */
    HW_EFFECT_CACHE = 8  /* controls a cache */
};

/* Which memory that is, or whose properties it reads. */
enum hw_memory_space {
    HW_SPACE_NONE = 0,
    HW_SPACE_DATA, /* global, local, shared, constant or generic: the kind of its operand tells */
    HW_SPACE_TEXTURE,
    HW_SPACE_SURFACE,
    HW_SPACE_TENSOR
};

/* What an arithmetic operation takes. */
enum hw_takes {
    HW_TAKES_NONE = 0, /* it is no arithmetic */
    HW_TAKES_WORDS,    /* sources of 32 bits, or of the type that a modifier names */
    HW_TAKES_DOUBLES,  /* doubles */
    HW_TAKES_TYPES,    /* a source and a result each of a type of its own: a conversion */
    HW_TAKES_LITERAL,  /* as WORDS; its last operand is a literal for the operation itself, no source */
    HW_TAKES_PARTS     /* whole words, of which it takes halves and bytes itself */
};

/* How GK104 and GK110, which can issue two instructions in one cycle, issue it beside another: two of one set
 * exclude each other.  src/sched/dual_issue.c says who measured that. */
enum hw_issue {
    HW_ISSUE_FREE = 0,
    HW_ISSUE_SPECIAL,      /* set: special registers */
    HW_ISSUE_SLOW,         /* set: the slower arithmetic */
    HW_ISSUE_SLOW_SOFT,    /* in that set for compilers, though the chips could */
    HW_ISSUE_COMPARE,      /* set: what compares */
    HW_ISSUE_COMPARE_SOFT, /* in that set for compilers, though the chips could */
    HW_ISSUE_LOAD,         /* set: loads */
    HW_ISSUE_SECOND,       /* of the control unit, whose others issue alone: compilers let it be the second */
    HW_ISSUE_FIRST,        /* compilers let it be the first only */
    HW_ISSUE_ALONE,        /* compilers let it be neither */
    HW_ISSUE_COUNT
};

/* X(name, writes, does, issue, operands, what it does)
 *
 * writes    enum hw_writes
 * does      ALU(enum hw_takes); FLOW(enum hw_flow_kind, enum hw_flow_token);
 *           MEMORY(enum hw_memory_effect, enum hw_memory_space); OTHER, which is none of these
 * issue enum hw_issue operands in the order in which hw_semantics holds them, that of NVIDIA's text.
 * Predicates that are written come first, one that is read last; one that text omits when it is PT is in the
 * semantics all the same. */
/* clang-format off */
#define HW_OPERATIONS(X) \
    X(NOP,        NONE,      OTHER,                    SECOND,        "",                  "nothing") \
    X(MOV,        ONE,       ALU(WORDS),               FREE,          "d, a",              "d = a; mod lanes: lane l of each group of four writes only if bit (l & 3) is set") \
    X(C2R,        ONE,       ALU(WORDS),               FREE,          "d, cond",           "d = the four bits of a condition code register") \
    X(R2C,        ONE,       ALU(WORDS),               FREE,          "cond, a",           "condition code register = low four bits of a") \
    X(A2R,        ONE,       ALU(WORDS),               FREE,          "d, addr",           "d = address register, zero-extended") \
    X(R2A,        ONE,       ALU(LITERAL),             FREE,          "addr, a, imm",      "address register = (a << imm), low 16 bits") \
    X(ADA,        ONE,       ALU(LITERAL),             FREE,          "addr, addr, imm",   "address register = address register + imm, low 16 bits") \
    X(S2R,        ONE,       OTHER,                    SPECIAL,       "d, sreg",           "d = special register") \
    X(LD,         PREDS_ONE, MEMORY(LOAD, DATA),       LOAD,          "d, memory",         "d = memory; mod type; mod lock: [pred,] before d, or cond_out, gets whether it locks") \
    X(LD2,        TWO,       MEMORY(LOAD, DATA),       FREE,          "d, d, memory, memory", "two loads, of mod type and mod type2, at addresses from before either") \
    X(ST,         PREDS,     MEMORY(STORE, DATA),      FREE,          "[pred,] memory, a", "memory = a; mod type; mod lock: unlocks; with pred only if locked, pred = locked") \
    X(RED,        NONE,      MEMORY(ATOMIC, DATA),     FREE,          "memory, a",         "memory = memory (mod atom) a, atomically") \
    X(ATOM,       PREDS_ONE, MEMORY(ATOMIC, DATA),     FREE,          "d, memory, a [, b]", "d = memory; memory = memory (mod atom) a, atomically; cas: a compare, b new value") \
    X(IADD,       ONE,       ALU(WORDS),               FREE,          "d, a, b",           "d = a + b; NEG on one operand subtracts it; mod carry: + C, and NEG inverts; mods sat, po") \
    X(IMIN,       ONE,       ALU(WORDS),               FREE,          "d, a, b",           "d = smaller of a and b; mod type") \
    X(IMAX,       ONE,       ALU(WORDS),               FREE,          "d, a, b",           "d = greater of a and b; mod type") \
    X(ISET,       ONE,       ALU(WORDS),               COMPARE,       "d, a, b [, pred]",  "d = (a (mod cmp) b) (mod bool) pred ? ~0 or (mod bf) 1.0 : 0; mods type, carry") \
    X(SHL,        ONE,       ALU(WORDS),               SLOW,          "d, a, b",           "d = a << b, count not masked; mods wrap, carry") \
    X(SHR,        ONE,       ALU(WORDS),               SLOW,          "d, a, b",           "d = a >> b, arithmetic if mod type is signed, count not masked; mods wrap, brev, carry") \
    X(LOP,        PREDS_ONE, ALU(WORDS),               FREE,          "[pred,] d, a, b",   "d = a (mod logic) b, operands may be INV; pred = mod popt of d; mod carry") \
    X(IMUL,       ONE,       ALU(WORDS),               SLOW,          "d, a, b",           "d = a * b; mod type of a (u16 s16 u24 s24), mod type2 of b; mod high") \
    X(IMAD,       ONE,       ALU(WORDS),               SLOW,          "d, a, b, c",        "d = a * b + c; NEG on the addend or (on a) on the product; mod type, high, sat, carry") \
    X(ISAD,       ONE,       ALU(WORDS),               FREE,          "d, a, b, c",        "d = |a - b| + c; mod type") \
    X(FADD,       ONE,       ALU(WORDS),               FREE,          "d, a, b",           "d = a + b; mod round, sat") \
    X(FMUL,       ONE,       ALU(WORDS),               FREE,          "d, a, b",           "d = a * b; mod round, sat") \
    X(FMAD,       ONE,       ALU(WORDS),               FREE,          "d, a, b, c",        "d = truncated a * b, + c; mod sat; NEG on a negates the product") \
    X(FMIN,       ONE,       ALU(WORDS),               FREE,          "d, a, b",           "d = smaller of a and b") \
    X(FMAX,       ONE,       ALU(WORDS),               FREE,          "d, a, b",           "d = greater of a and b") \
    X(FSET,       ONE,       ALU(WORDS),               COMPARE,       "d, a, b [, pred]",  "as ISET, of floats; cmp bit 3: unordered; mod ftz") \
    X(SLCT,       ONE,       ALU(WORDS),               FREE,          "d, a, b, c",        "d = c >= 0.0 ? a : b") \
    X(QUADOP,     ONE,       ALU(WORDS),               FREE,          "d, a, b",           "mod quad: lane of a; mods lane0..lane3: operation of each lane of a quad; mods round, ftz") \
    X(RCP,        ONE,       ALU(WORDS),               FREE,          "d, a",              "d = 1 / a") \
    X(RSQ,        ONE,       ALU(WORDS),               FREE,          "d, a",              "d = 1 / sqrt(a)") \
    X(LG2,        ONE,       ALU(WORDS),               FREE,          "d, a",              "d = log2(a)") \
    X(SIN,        ONE,       ALU(WORDS),               FREE,          "d, a",              "d = sin of a value that RRO.SIN prepared") \
    X(COS,        ONE,       ALU(WORDS),               FREE,          "d, a",              "d = cos of a value that RRO.SIN prepared") \
    X(EX2,        ONE,       ALU(WORDS),               FREE,          "d, a",              "d = 2^a of a value that RRO.EX2 prepared; mod sat") \
    X(RRO,        ONE,       ALU(WORDS),               SLOW_SOFT,     "d, a",              "range reduction: mod reduce 0 sin and cos, 1 ex2") \
    X(I2I,        ONE,       ALU(TYPES),               SLOW,          "d, a",              "integer of mod type from integer of mod type2, clamped") \
    X(I2F,        ONE,       ALU(TYPES),               SLOW,          "d, a",              "float of mod type from integer of mod type2; mod round, sat") \
    X(F2I,        ONE,       ALU(TYPES),               SLOW,          "d, a",              "integer of mod type from float of mod type2, clamped; mod round") \
    X(F2F,        ONE,       ALU(TYPES),               SLOW,          "d, a",              "float of mod type from float of mod type2; mod round, sat, integral") \
    X(DFMA,       ONE,       ALU(DOUBLES),             FREE,          "d, a, b, c",        "d = a * b + c in double, fused; mod round") \
    X(DADD,       ONE,       ALU(DOUBLES),             FREE,          "d, a, b",           "d = a + b in double; mod round") \
    X(DMUL,       ONE,       ALU(DOUBLES),             FREE,          "d, a, b",           "d = a * b in double; mod round") \
    X(DMIN,       ONE,       ALU(DOUBLES),             FREE,          "d, a, b",           "d = smaller of a and b in double") \
    X(DMAX,       ONE,       ALU(DOUBLES),             FREE,          "d, a, b",           "d = greater of a and b in double") \
    X(DSET,       ONE,       ALU(DOUBLES),             COMPARE_SOFT,  "d, a, b [, pred]",  "as FSET, compared in double; d is a word") \
    X(VOTE,       ONE,       OTHER,                    COMPARE_SOFT,  "cond",              "condition code = guard true in any (mod all: all) active threads of the warp") \
    X(PMEVENT,    NONE,      OTHER,                    FREE,          "imm",               "counts a performance event") \
    X(INTERP,     ONE,       OTHER,                    FREE,          "d, varying [, a]",  "interpolates a fragment input; mod interp") \
    X(EMIT,       NONE,      OTHER,                    FREE,          "",                  "geometry program: emits a vertex") \
    X(RESTART,    NONE,      OTHER,                    FREE,          "",                  "geometry program: ends a primitive") \
    X(DISCARD,    NONE,      FLOW(END, EXIT),          FREE,          "",                  "fragment program: drops the fragment") \
    X(TEX,        PREDS_ONE, MEMORY(LOAD, TEXTURE),    FREE,          "d, texture, sampler, d", "texture lookup; mods tex (kind), mask, count, dx, dy, dz, live, deriv") \
    X(BRA,        NONE,      FLOW(JUMP, NONE),         SECOND,        "code",              "jump; code may be a register or constant plus an offset; mod test") \
    X(BRX,        NONE,      FLOW(INDIRECT, NONE),     FREE,          "const",             "jump to the address held in constant memory") \
    X(CALL,       NONE,      FLOW(CALL, CALL),         FREE,          "code",              "call; mod limited: skipped when the call limit is reached") \
    X(RET,        NONE,      FLOW(RETURN, CALL),       SECOND,        "",                  "return from a call, or end of the thread") \
    X(PRET,       NONE,      FLOW(PUSH, CALL),         FREE,          "code",              "push a return address") \
    X(PBK,        NONE,      FLOW(PUSH, BREAK),        SECOND,        "code",              "push a break address") \
    X(BRK,        NONE,      FLOW(LEAVE, BREAK),       SECOND,        "",                  "leave to the address that PBK pushed") \
    X(SSY,        NONE,      FLOW(PUSH, JOIN),         SECOND,        "code",              "push the address of the reconvergence point") \
    X(QUADON,     NONE,      FLOW(WIDEN, QUAD),        FREE,          "",                  "enable all lanes of the active quads") \
    X(QUADPOP,    NONE,      FLOW(NARROW, QUAD),       FREE,          "",                  "undo QUADON") \
    X(BAR,        RESULT,    FLOW(BARRIER, NONE),      FREE,          "[d, pred,] barrier, count [, pred]", "barrier: mods arrive, wait, all (Tesla, of warps), or barmode, barred; d, pred: result") \
    X(TRAP,       NONE,      FLOW(TRAP, NONE),         FREE,          "",                  "stop with an error") \
    X(BPT,        NONE,      FLOW(TRAP, NONE),         FREE,          "",                  "breakpoint; mod bpt") \
    X(IADD3,      ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "d = a + b + c; operands may be halves; mod shift: of a + b, 1 >> 16, 2 << 16; mod carry") \
    X(ISCADD,     ONE,       ALU(LITERAL),             SLOW_SOFT,     "d, a, b, imm",      "d = (a << imm) + b; NEG as in IADD; mod po") \
    X(LEA,        PREDS_ONE, ALU(LITERAL),             FREE,          "pred, d, a, b, imm", "d = (a << imm) + b; NEG on a; pred = d is not 0; mod carry") \
    X(LEAHI,      PREDS_ONE, ALU(LITERAL),             FREE,          "pred, d, a, b, c, imm", "d = high word of ({c, a} << imm) + b; as LEA") \
    X(IMNMX,      ONE,       ALU(WORDS),               FREE,          "d, a, b, pred",     "d = pred ? smaller : greater; mod type; mod part: 1 xlo, 2 xmed, 3 xhi") \
    X(ISETP,      TWO_PREDS, ALU(WORDS),               COMPARE,       "pred, pred, a, b, pred", "t = a (mod cmp) b; preds = t (mod bool) p, !t (mod bool) p; mods type, carry") \
    X(ICMP,       ONE,       ALU(WORDS),               FREE,          "d, a, b, c",        "d = c (mod cmp) 0 ? a : b; mod type") \
    X(SHF,        ONE,       ALU(WORDS),               SLOW,          "d, a, b, c",        "{c, a} shifted by b; mod right; mod type U32, U64, S64; mod wrap; mod high") \
    X(BFE,        ONE,       ALU(WORDS),               SLOW_SOFT,     "d, a, b",           "d = field of a at b & 255, (b >> 8) & 255 long; mod type; mod brev") \
    X(BFI,        ONE,       ALU(WORDS),               SLOW,          "d, a, b, c",        "d = c with a's low bits put in at b & 255, (b >> 8) & 255 long") \
    X(FLO,        ONE,       ALU(WORDS),               FREE,          "d, a",              "d = number of the highest bit that counts; mod type; mod shift: 31 - that") \
    X(POPC,       ONE,       ALU(WORDS),               SLOW,          "d, a [, b]",        "d = number of bits that are set, in both if there are two") \
    X(LOP3,       PREDS_ONE, ALU(LITERAL),             FREE,          "pred, d, a, b, c, imm [, pred]", "d bit by bit from table imm; pred = mod popt of d, or d is not 0 (mod bool) pred; mod carry") \
    X(PRMT,       ONE,       ALU(WORDS),               FREE,          "d, a, b, c",        "d = bytes of {c, a} chosen by b; mod prmt") \
    X(SEL,        ONE,       ALU(WORDS),               COMPARE_SOFT,  "d, a, b, pred",     "d = pred ? a : b") \
    X(XMAD,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "d = half a * half b + c; mods type, type2, psl, mrg, carry; mod xmad: 1 clo, 2 chi, 3 csfu, 4 cbcc") \
    X(IMADSP,     ONE,       ALU(PARTS),               SLOW,          "d, a, b, c",        "d = a * b + c; mods type, type2, type3: 16, 24 or 32 bits of each; HIGH: the high half; mod sd") \
    X(IDP,        ONE,       ALU(WORDS),               FREE,          "d, a, b, c",        "d = c + dot product; mod type, type2: U8 or S8 and U16 or S16; mod idp: 0 4a, 1 2a.lo, 2 2a.hi") \
    X(VADD,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "video; mods type, type2, type3 (of d), sat, vop, po; operands of 1 and 2 bytes from `offset` on") \
    X(VABSDIFF,   ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "video: |a - b|; mods as VADD") \
    X(VMAD,       ONE,       ALU(PARTS),               FREE,          "d, a, b [, c]",     "video: a * b + c (to what is added without c, nobody knows); mods type, type2, sat, po, vscale") \
    X(VMNMX,      ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "video: mod greater; mods as VADD") \
    X(VSET,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "video: a (mod cmp) b; mods type, type2, vop") \
    X(VSETP,      TWO_PREDS, ALU(PARTS),               FREE,          "pred, pred, a, b, pred", "video: as ISETP") \
    X(VSHL,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "video: a << b; mods as VADD, mod wrap") \
    X(VSHR,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "video: a >> b; mods as VADD, mod wrap") \
    X(VADD2,      ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "two halves at once; mods type, type2, type3, sat, lanes, asel, bsel, acc; mod po: the mean") \
    X(VADD4,      ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "the same of four bytes") \
    X(VABSDIFF2,  ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "|a - b| of two halves; mods as VADD2") \
    X(VABSDIFF4,  ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "|a - b| of four bytes") \
    X(VMNMX2,     ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "of two halves the smaller or (mod greater) greater ones; mods as VADD2") \
    X(VMNMX4,     ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "the same of four bytes") \
    X(VSET2,      ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "two halves: 1 where a (mod cmp) b; mods as VADD2") \
    X(VSET4,      ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "the same of four bytes") \
    X(VSHL2,      ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "two halves shifted by two counts; mod wrap; mods as VADD2") \
    X(VSHL4,      ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "the same of four bytes") \
    X(VSHR2,      ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "as VSHL2, to the right") \
    X(VSHR4,      ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "the same of four bytes") \
    X(VSEL2,      ONE,       ALU(PARTS),               FREE,          "d, a, b, pred",     "two halves of a or, without the predicate, b; mods as VADD2") \
    X(VSEL4,      ONE,       ALU(PARTS),               FREE,          "d, a, b, pred",     "the same of four bytes") \
    X(FFMA,       ONE,       ALU(WORDS),               FREE,          "d, a, b, c",        "d = a * b + c, fused; NEG on a or b: of the product; mods round, ftz, sat") \
    X(FMNMX,      ONE,       ALU(WORDS),               FREE,          "d, a, b, pred",     "d = pred ? smaller : greater; mod ftz") \
    X(FSETP,      TWO_PREDS, ALU(WORDS),               COMPARE,       "pred, pred, a, b, pred", "as ISETP, of floats; mod ftz") \
    X(FCMP,       ONE,       ALU(WORDS),               FREE,          "d, a, b, c",        "d = c (mod cmp) 0.0 ? a : b; mod ftz") \
    X(FCHK,       PREDS,     ALU(WORDS),               FREE,          "pred, a, b",        "pred = a / b needs the slow way") \
    X(DCHK,       PREDS,     ALU(DOUBLES),             FREE,          "pred, a, b",        "the same in double") \
    X(MUFU,       ONE,       ALU(WORDS),               SLOW_SOFT,     "d, a",              "approximation; mod mufu: enum hw_mufu; mod sat") \
    X(FSWZADD,    ONE,       ALU(WORDS),               FREE,          "d, a, b",           "mods lane0..lane3: of each lane of a quad 0 a+b, 1 b-a, 2 a-b, 3 b; mods round, ftz") \
    X(DMNMX,      ONE,       ALU(DOUBLES),             FREE,          "d, a, b, pred",     "as FMNMX, in double") \
    X(DSETP,      TWO_PREDS, ALU(DOUBLES),             COMPARE_SOFT,  "pred, pred, a, b, pred", "as FSETP, in double") \
    X(HADD2,      ONE,       ALU(WORDS),               FREE,          "d, a, b",           "two halves: d = a + b; operand.space: enum hw_half; mods merge, ftz, sat") \
    X(HMUL2,      ONE,       ALU(WORDS),               FREE,          "d, a, b",           "two halves: d = a * b; as HADD2") \
    X(HFMA2,      ONE,       ALU(WORDS),               FREE,          "d, a, b, c",        "two halves: d = a * b + c, fused; as HADD2") \
    X(HSET2,      ONE,       ALU(WORDS),               FREE,          "d, a, b, pred",     "two halves: 0xffff or (mod bf) 1.0 where (a (mod cmp) b) (mod bool) pred") \
    X(HSETP2,     TWO_PREDS, ALU(WORDS),               FREE,          "pred, pred, a, b, pred", "two halves, a predicate each; mod h_and: both, and its complement") \
    X(PSETP,      TWO_PREDS, ALU(WORDS),               COMPARE,       "pred, pred, pred, pred, pred", "t = p (mod bool) q; preds = t (mod bool2) r, !t (mod bool2) r") \
    X(PSET,       ONE,       ALU(WORDS),               COMPARE,       "d, pred, pred, pred", "the same into a register; mod bf") \
    X(CSETP,      TWO_PREDS, ALU(WORDS),               COMPARE,       "pred, pred, cond, pred", "as ISETP, of mod test of the condition code") \
    X(CSET,       ONE,       ALU(WORDS),               COMPARE,       "d, cond, pred",     "the same into a register; mod bf") \
    X(P2R,        ONE,       ALU(WORDS),               FIRST,         "d, a, b",           "d = a, in byte (mod byte) the bits of mask b from predicates, or (mod cc) the condition code, or both") \
    X(R2P,        NONE,      ALU(WORDS),               FREE,          "a, b",              "predicates, or (mod cc) the condition code, or both, of mask b = bits of byte (mod byte) of a") \
    X(BALLOT,     TWO,       ALU(WORDS),               COMPARE_SOFT,  "d, pred, pred",     "d = lanes whose pred holds; pred = mod vote: 0 all, 1 any, 2 equal") \
    X(SHFL,       PREDS_ONE, ALU(WORDS),               FREE,          "pred, d, a, b, c",  "d = a of another lane; mod shfl: 0 idx, 1 up, 2 down, 3 bfly; c: clamp and segment mask") \
    X(CS2R,       ONE,       OTHER,                    FREE,          "d, sreg",           "d = special register that is coupled to the pipeline, else 0") \
    X(LEPC,       ONE,       OTHER,                    FREE,          "d [, code]",        "d = address of the instruction, or that of the code") \
    X(B2R,        ONE_PRED,  OTHER,                    ALONE,         "[d, pred] | [d, imm]", "barrier state: mod b2r 0 plain, 1 result of a reduction, 2 warp") \
    X(R2B,        NONE,      OTHER,                    FREE,          "imm, a",            "sets barrier state") \
    X(DEPBAR,     NONE,      OTHER,                    ALONE,         "[barrier, imm,] imm", "waits for a scoreboard to be at most imm, and for those of a mask") \
    X(MEMBAR,     NONE,      MEMORY(FENCE, DATA),      ALONE,         "",                  "orders memory; mod scope") \
    X(CCTL,       NONE,      MEMORY(CACHE, DATA),      FREE,          "memory",            "cache control") \
    X(SYNC,       NONE,      FLOW(LEAVE, JOIN),        FREE,          "",                  "reconverge: pop the stack; mod test") \
    X(PCNT,       NONE,      FLOW(PUSH, CONTINUE),     FREE,          "code",              "push a continue address") \
    X(CONT,       NONE,      FLOW(LEAVE, CONTINUE),    SECOND,        "",                  "continue at the address that PCNT pushed; mod test") \
    X(PLONGJMP,   NONE,      FLOW(PUSH, LONGJMP),      FREE,          "code",              "push a long-jump address") \
    X(LONGJMP,    NONE,      FLOW(LEAVE, LONGJMP),     FREE,          "",                  "leave to the address that PLONGJMP pushed; mod test") \
    X(PEXIT,      NONE,      FLOW(PUSH, EXIT),         FREE,          "code",              "push an exit handler") \
    X(EXIT,       NONE,      FLOW(END, EXIT),          SECOND,        "",                  "the thread ends; mod test") \
    X(KIL,        NONE,      FLOW(END, EXIT),          FREE,          "",                  "the fragment is dropped and its thread ends; mod test") \
    X(TRAPCTL,    ANY,       OTHER,                    FREE,          "",                  "for trap handlers (IDE, RAM, SAM, RTT, GETCRSPTR, ...): mod trapctl tells them apart") \
    X(TEXS,       TWO,       MEMORY(LOAD, TEXTURE),    FREE,          "d, d, a, b, texture", "texture lookup with scalar operands") \
    X(TXQ,        ONE,       MEMORY(NONE, TEXTURE),    FREE,          "d, a, texture",     "texture header or sampler query; mod query") \
    X(SULD,       PREDS_ONE, MEMORY(LOAD, SURFACE),    FREE,          "d, surface, handle", "surface load; mods type, dim, clamp, ...; on GF100 d, handle, surface, elements that x is moved by") \
    X(SUST,       NONE,      MEMORY(STORE, SURFACE),   FREE,          "surface, a, handle", "surface store") \
    X(SURED,      NONE,      MEMORY(ATOMIC, SURFACE),  FREE,          "surface, a, handle", "surface reduction") \
    X(SUATOM,     PREDS_ONE, MEMORY(ATOMIC, SURFACE),  FREE,          "d, surface, a, handle", "surface atomic") \
    X(SULEA,      PREDS_ONE, MEMORY(NONE, SURFACE),    FREE,          "pred, d, surface, handle", "d = address in a surface; pred = outside") \
    X(SUQ,        ONE,       MEMORY(NONE, SURFACE),    FREE,          "d, handle",         "d = property of a surface; mod query") \
    X(SUCLAMP,    PREDS_ONE, OTHER,                    FREE,          "pred, d, a, b, imm", "d = a + imm inside the bound of descriptor b; pred = it was outside; mods suclamp, type, dim") \
    X(SUBFM,      PREDS_ONE, OTHER,                    FREE,          "pred, d, a, b, c",  "d = place in a tile of clamped coordinates; pred = one was outside; mod dim: 5 three") \
    X(SUEAU,      ONE,       OTHER,                    FREE,          "d, a, b, c",        "d = c + place a of the tile, with b of SUBFM: upper 32 of 40 bits of an address") \
    X(SULDGA,     ONE,       MEMORY(LOAD, SURFACE),    FREE,          "d, a, format, pred", "d = surface at address pair a, unless pred: outside; mods type, clamp") \
    X(SUSTGA,     NONE,      MEMORY(STORE, SURFACE),   FREE,          "a, format, b, pred", "surface at address pair a = b, unless pred; mods raw, mask, type, clamp") \
    X(IADD3C,     ONE_PRED,  ALU(PARTS),               FREE,          "[d, pred] | [d, pred, pred], a, b, c [, pred, pred]", "d = a + b + c; preds: carries out; mod carry: + carries in, and NEG inverts") \
    X(IMADWIDE,   ONE_PRED,  ALU(PARTS),               FREE,          "[d, pred] | a, b, c [, pred]", "d = a * b + c, of 64 bits; pred: carry out; mods type, carry; mod high: the upper word") \
    X(LEAC,       ONE_PRED,  ALU(LITERAL),             FREE,          "[d, pred] | a, b, imm [, pred]", "d = (a << imm) + b; pred: carry out; NEG on a or b; mod carry") \
    X(LEAHIC,     ONE_PRED,  ALU(LITERAL),             FREE,          "[d, pred] | a, b [, c], imm [, pred]", "d = high word of ({c, a} << imm) + b; without c a is extended with its sign; as LEAC") \
    X(FLOP,       ONE_PRED,  ALU(WORDS),               FREE,          "[d, pred] | a",     "as FLO; pred: there is such a bit") \
    X(BREV,       ONE,       ALU(WORDS),               FREE,          "d, a",              "d = the bits of a, reversed") \
    X(SGXT,       ONE,       ALU(WORDS),               FREE,          "d, a, b",           "d = the low b bits of a, extended with their sign or (mod type) zeros; mod wrap") \
    X(BMSK,       ONE,       ALU(WORDS),               FREE,          "d, a, b",           "d = b bits set from bit a on; mod wrap") \
    X(PLOP3,      TWO_PREDS, ALU(LITERAL),             FREE,          "pred, pred, a, b, c, imm, imm", "preds from a truth table each, of predicates or the signs of registers") \
    X(HMNMX2,     ONE,       ALU(WORDS),               FREE,          "d, a, b, pred",     "two halves: d = pred ? smaller : greater; as HADD2; mod nan") \
    X(FMNMXP,     ONE_PRED,  ALU(WORDS),               FREE,          "[d, pred] | a, b, pred", "as FMNMX; pred: d is a") \
    X(HMNMX2P,    ONE_PRED,  ALU(WORDS),               FREE,          "[d, pred, pred] | a, b, pred", "as HMNMX2; preds: of the low and the high half, it is a's") \
    X(VHMNMX,     ONE,       ALU(WORDS),               FREE,          "d, a, b, c, pred",  "as HMNMX2, of three") \
    X(FRND,       ONE,       ALU(TYPES),               FREE,          "d, a",              "float of mod type to an integral value; mod round") \
    X(FSEL,       ONE,       ALU(WORDS),               FREE,          "d, a, b, pred",     "d = pred ? a : b, as floats; mod ftz") \
    X(I2IP,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "d = a and b clamped to mod type and packed, above what is left of c") \
    X(UCLEA,      TWO,       OTHER,                    FREE,          "d, pred, a, b, imm", "the place of an entry of a constant bank") \
    X(R2UR,       PREDS_ONE, OTHER,                    FREE,          "[pred,] d, a",      "uniform register = a of the first lane; pred: the lane has another") \
    X(REDUX,      ONE,       OTHER,                    FREE,          "d, a",              "uniform register = a of all lanes by mods atom, type") \
    X(MATCH,      PREDS_ONE, OTHER,                    FREE,          "[pred,] d, a",      "d = lanes with the same a; mod all: all or none, and pred: all have it; mod type") \
    X(BRANCH,     NONE,      FLOW(JUMP, NONE),         FREE,          "pred, [pred | a,] code", "jump where pred holds; mod absolute") \
    X(BRANCHX,    NONE,      FLOW(INDIRECT, NONE),     FREE,          "pred, code",        "jump through a register where pred holds; mod absolute") \
    X(CALLP,      NONE,      FLOW(JUMP, NONE),         FREE,          "pred, code",        "call: the return address is in registers already; mod absolute") \
    X(RETP,       NONE,      FLOW(INDIRECT, NONE),     FREE,          "pred, code",        "return through a register; mod absolute") \
    X(BSSY,       NONE,      FLOW(PUSH, JOIN),         FREE,          "pred, breg, code",  "barrier = the active threads, which come together at code") \
    X(BSYNC,      NONE,      OTHER,                    FREE,          "pred, breg",        "wait for the barrier's other threads") \
    X(BREAK,      NONE,      OTHER,                    FREE,          "pred, breg",        "the active threads leave the barrier") \
    X(YIELD,      NONE,      OTHER,                    FREE,          "pred",              "let other threads of the warp go on") \
    X(WARPSYNC,   NONE,      OTHER,                    FREE,          "pred, a",           "wait for the threads of mask a") \
    X(NANOSLEEP,  NONE,      OTHER,                    FREE,          "pred [, a]",        "sleep for about a ns") \
    X(BMOV,       ONE,       OTHER,                    FREE,          "d, a",              "moves of convergence barriers and state of the warp") \
    X(RPCMOV,     ONE,       OTHER,                    FREE,          "d, a",              "moves of the return address") \
    X(LDGDEPBAR,  NONE,      OTHER,                    FREE,          "",                  "the scoreboard follows the copies to shared memory so far") \
    X(HMMA,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c [, a, imm] [, pred]", "matrices of halves, bfloat16 or tf32: d = a * b + c; with metadata a is sparse") \
    X(IMMA,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c [, a, imm]", "matrices of bytes or nibbles: d = a * b + c") \
    X(BMMA,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "matrices of bits: d = count of a (xor, and) b, + c") \
    X(QMMA,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c, pred [, a] [, a, a] [, imm]", "matrices of floats in bytes: d = a * b + c where pred holds; with an imm a is sparse, else with three registers it is scaled") \
    X(OMMA,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c, pred, a, a, a [, imm]", "matrices of floats of 4 bits, with scales: as QMMA") \
    X(DMMA,       ONE,       ALU(DOUBLES),             FREE,          "d, a, b, c",        "matrices of doubles: d = a * b + c") \
    X(WGMMA,      ONE,       MEMORY(LOAD, DATA),       FREE,          "d, a, [b,] c, pred [, a, imm]", "matrices of four warps, described by uniform registers: d = a * b, + c where pred holds; with metadata a is sparse") \
    X(WARPGROUP,  NONE,      OTHER,                    FREE,          "",                  "mod arrive: products of four warps may read registers; mod wait: waits until imm of them are left") \
    X(LDTM,       ONE,       MEMORY(LOAD, TENSOR),     FREE,          "d, tmem",           "d = tensor memory: mods span * columns registers; mod merge: half of the lanes") \
    X(LDTMSTAT,   TWO,       MEMORY(LOAD, TENSOR),     FREE,          "d, d, tmem",        "the second d = tensor memory, the first the least or greatest of it") \
    X(STTM,       NONE,      MEMORY(STORE, TENSOR),    FREE,          "tmem, a",           "tensor memory = a: as LDTM") \
    X(UTCMMA,     NONE,      MEMORY(ATOMIC, TENSOR),   FREE,          "a, b, tmem, tmem, a [, a] [, tmem], pred [, imm]", "matrices: tensor memory = a * b, + itself where pred holds; completes later; mods pair, ws") \
    X(UTCCP,      NONE,      MEMORY(ATOMIC, TENSOR),   FREE,          "tmem, a",           "tensor memory = shared memory that a describes; completes later; mod pair") \
    X(UTCSHIFT,   NONE,      MEMORY(ATOMIC, TENSOR),   FREE,          "tmem",              "rows of tensor memory move to the ones below; completes later; mod pair") \
    X(UTCBAR,     NONE,      MEMORY(ATOMIC, DATA),     FREE,          "memory, a [, a]",   "arrive at a barrier in shared memory when what completes later is complete; mod pair") \
    X(UTCATOMSWS, PREDS_ONE, OTHER,                    FREE,          "[pred,] d, a [, b]", "d = which parts of tensor memory are in use; some are reserved or released; mod pair") \
    X(LDSM,       ONE,       MEMORY(LOAD, DATA),       FREE,          "d, memory",         "matrices from shared memory") \
    X(STSM,       NONE,      MEMORY(STORE, DATA),      FREE,          "memory, a",         "matrices to shared memory") \
    X(ATOMF,      PREDS_ONE, MEMORY(ATOMIC, DATA),     FREE,          "pred, d, memory, a", "as ATOM, of floats and vectors of floats: mods type, type2") \
    X(REDF,       NONE,      MEMORY(ATOMIC, DATA),     FREE,          "memory, a",         "as RED, of floats and vectors of floats: mods type, type2") \
    X(CASTP,      PREDS,     MEMORY(ATOMIC, DATA),     FREE,          "pred, memory, a, b", "compare with a and swap with b; pred: whether it was done") \
    X(STAS,       NONE,      MEMORY(STORE, DATA),      FREE,          "memory, a",         "memory of the cluster = a; a barrier counts the bytes: the upper word of the address") \
    X(REDAS,      NONE,      MEMORY(ATOMIC, DATA),     FREE,          "memory, a",         "as RED, in memory of the cluster; as STAS") \
    X(LDGMC,      ONE,       MEMORY(LOAD, DATA),       FREE,          "d, memory",         "d = what all copies of a multicast address hold, by mod atom") \
    X(SYNCTEST,   PREDS,     MEMORY(LOAD, DATA),       FREE,          "pred, memory, a",   "pred: the barrier's phase of parity a is complete") \
    X(SYNCARRIVE, PREDS_ONE, MEMORY(ATOMIC, DATA),     FREE,          "[d,] memory [, a]", "arrives at a barrier that counts arrivals and bytes; d = its state before") \
    X(SYNCARRIVES,NONE,      MEMORY(ATOMIC, DATA),     FREE,          "memory, [b,] a",    "arrives at the barriers of the blocks of mask a") \
    X(SYNCLD,     ONE,       MEMORY(LOAD, DATA),       FREE,          "d, memory",         "d = the barrier's state") \
    X(SYNCEXCH,   ONE,       MEMORY(ATOMIC, DATA),     FREE,          "d, memory, a [, b]", "d = the barrier's state, which becomes a; or b where it was a") \
    X(SYNCCTL,    NONE,      MEMORY(CACHE, DATA),      FREE,          "[memory]",          "control of the cache of barriers") \
    X(TENSORLOAD, NONE,      MEMORY(ATOMIC, DATA),     FREE,          "memory, memory [, a] [, desc]", "shared memory = a box of the tensor that the second describes; completes later; mod count: dimensions") \
    X(TENSORSTORE, NONE,     MEMORY(ATOMIC, DATA),     FREE,          "memory, memory [, a] [, desc]", "the other way") \
    X(TENSORRED,  NONE,      MEMORY(ATOMIC, DATA),     FREE,          "memory, memory [, a] [, desc]", "box of the tensor = box (mod atom) shared memory, atomically; completes later") \
    X(TENSORPF,   NONE,      MEMORY(CACHE, DATA),      FREE,          "coordinates, memory [, a] [, desc]", "brings a box of a tensor into the second-level cache, or controls it there") \
    X(TENSORCTL,  NONE,      MEMORY(CACHE, DATA),      FREE,          "[memory]",          "control of the cache of tensor descriptors") \
    X(TENSORFLUSH, NONE,     MEMORY(FENCE, DATA),      FREE,          "",                  "ends a group of copies") \
    X(BLKCOPY,    NONE,      MEMORY(ATOMIC, DATA),     FREE,          "memory, memory, a [, desc]", "the first = the second, of a bytes; completes later; mod query: 2 the second is in shared memory") \
    X(BLKRED,     NONE,      MEMORY(ATOMIC, DATA),     FREE,          "memory, memory, a [, desc]", "the first = the first (mod atom) the second; as BLKCOPY") \
    X(MEMSETS,    NONE,      MEMORY(STORE, DATA),      FREE,          "memory, a",         "a bytes of shared memory = 0; completes later") \
    X(BLKPF,      NONE,      MEMORY(CACHE, DATA),      FREE,          "memory, a [, desc]", "brings a block of a bytes into the second-level cache, or controls it there") \
    X(MOVM,       ONE,       OTHER,                    FREE,          "d, a",              "a matrix, transposed") \
    X(LDGSTS,     NONE,      MEMORY(ATOMIC, DATA),     FREE,          "memory, memory [, pred]", "the first, in shared memory, = the second, in global memory; completes later") \
    X(LDWIDE,     TWO,       MEMORY(LOAD, DATA),       FREE,          "d, d, memory, imm, pred", "256 bits: the second register's four = the lower half of memory, the first's = the upper half; imm is 255") \
    X(STWIDE,     NONE,      MEMORY(STORE, DATA),      FREE,          "memory, a, b, imm", "256 bits: memory = a's four registers, and b's behind them; imm is 255") \
    X(ARRIVES,    NONE,      MEMORY(ATOMIC, DATA),     FREE,          "memory",            "arrive at a barrier in shared memory when copies are complete") \
    X(QSPC,       PREDS_ONE, MEMORY(NONE, DATA),       FREE,          "pred, d, memory",   "pred: the address is in a space") \
    X(F2FP,       ONE,       ALU(PARTS),               FREE,          "d, a, b [, c]",     "two floats to halves or bfloat16, packed") \
    X(F2IP,       ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "two floats to bytes, packed above what is left of c") \
    X(I2FP,       ONE,       ALU(TYPES),               FREE,          "d, a",              "float of mod type from integer of mod type2; mod round") \
    X(LOOKUP,     PREDS_TWO, MEMORY(LOAD, TEXTURE),    FREE,          "[pred,] d, d, a, b, texture", "texture lookup of Volta and later") \
    X(IABS,       ONE,       ALU(WORDS),               FREE,          "d, a",              "d = |a|") \
    X(VABSDIFFP,  ONE_PRED,  ALU(PARTS),               FREE,          "[d, pred] | a, b, c", "d = |a - b| + c; mod type: a word or four bytes; mod acc") \
    X(F2FPSCALED,   ONE,       ALU(PARTS),              FREE,          "d, a, b",           "two small floats times a half or byte of b to bfloat16, packed") \
    X(I2FPN,        ONE,       ALU(PARTS),              FREE,          "d, a",              "two integers of 4 bits to halves") \
    X(FHADD,        ONE,       ALU(WORDS),              FREE,          "d, a, b",           "d = a + b; a is a half of mod type2; mods round, sat") \
    X(FHFMA,        ONE,       ALU(WORDS),              FREE,          "d, a, b, c",        "d = a * b + c, fused; a and b are halves of mod type2") \
    X(FMNMX3,       ONE,       ALU(WORDS),              FREE,          "d, a, b, c, pred",  "as FMNMX, of three") \
    X(FSWZADDXY,    ONE,       ALU(WORDS),              FREE,          "d, a, b",           "as FSWZADD; nobody has described what differs") \
    X(FADD2,        ONE,       ALU(WORDS),              FREE,          "d, a, b",           "two floats: d = a + b; operand.part: as encoded; mods round, ftz") \
    X(FMUL2,        ONE,       ALU(WORDS),              FREE,          "d, a, b",           "two floats: d = a * b; as FADD2") \
    X(FFMA2,        ONE,       ALU(WORDS),              FREE,          "d, a, b, c",        "two floats: d = a * b + c, fused; as FADD2") \
    X(FHADD2,       ONE,       ALU(WORDS),              FREE,          "d, a, b",           "as FADD2, where d or a are two halves") \
    X(FHMUL2,       ONE,       ALU(WORDS),              FREE,          "d, a, b",           "as FMUL2, where d is two halves") \
    X(FHFMA2,       ONE,       ALU(WORDS),              FREE,          "d, a, b, c",        "as FFMA2, where a is two halves") \
    X(QADD4,        ONE,       ALU(WORDS),              FREE,          "d, a, b",           "four floats of 8 bits and less: d = a + b") \
    X(QMUL4,        ONE,       ALU(WORDS),              FREE,          "d, a, b",           "four floats of 8 bits and less: d = a * b") \
    X(QFMA4,        ONE,       ALU(WORDS),              FREE,          "d, a, b, c",        "four floats of 8 bits and less: d = a * b + c, fused") \
    X(CLMAD,      ONE,       ALU(PARTS),               FREE,          "d, a, b, c",        "64 bits of the product of a and b without carries, exclusive or c; which half, nobody has described") \
    X(XORED,      ONE_PRED,  OTHER,                    FREE,          "[d, pred] | a, b, c [, pred]", "a sum or product of a and b, and at last an exclusive or; nobody has described it") \
    X(IADDC,      ONE_PRED,  ALU(PARTS),               FREE,          "[d, pred] | a, b [, pred]", "d = a + b; pred: carry out; mods type, carry: + carry in, and NEG inverts") \
    X(IMNMXP,     PREDS_ONE, ALU(PARTS),               FREE,          "pred, pred, d, a, b, pred, pred", "d = smaller or greater of a and b; mod type; what the second of each two predicates is for, nobody has described") \
    X(VIADD,      ONE,       ALU(PARTS),               FREE,          "d, a, b",           "d = a + b, of words, halves or bytes; mod sat") \
    X(VIMNMX,     ONE_PRED,  ALU(PARTS),               FREE,          "[d, pred, pred] | d, a, b, pred", "d = pred ? smaller : greater, of words, halves or bytes; preds: which was chosen; mod relu") \
    X(VIMNMX3,    ONE,       ALU(PARTS),               FREE,          "d, a, b, c, pred",  "the same of three") \
    X(VIADDMNMX,  ONE,       ALU(PARTS),               FREE,          "d, a, b, c, pred",  "the same of a + b and c") \
    X(VISET,      ONE,       ALU(PARTS),               FREE,          "d, a, b",           "d = all ones where a (mod cmp) b, of words, halves or bytes") \
    X(ELECT,      PREDS_ONE, OTHER,                     FREE,          "pred, d, pred | pred, d, a", "d = number of a lane of the warp, pred: this one is it; of lanes where the last predicate holds, or of mask a") \
    X(PREEXIT,    NONE,      OTHER,                     FREE,          "",                   "lets grids start that wait for this one") \
    X(ACQUIRE,    NONE,      MEMORY(FENCE, DATA),       FREE,          "",                   "waits for grids before this one, or for what they set up") \
    X(COLLECTIVE, NONE,      FLOW(PUSH, JOIN),          FREE,          "pred, [a,] code",    "the threads of mask a, or all, go on as one until ENDCOLLECTIVE") \
    X(ENDCOLLECTIVE,NONE,      OTHER,                     FREE,          "pred",               "ends what COLLECTIVE began") \
    X(SETMAXREG,  PREDS,     OTHER,                     FREE,          "[pred,] a",          "gives up registers, or pred: has got more") \
    X(SETSHMSZ,   NONE,      OTHER,                     FREE,          "[a]",                "sets the size of shared memory") \
    X(CGABAR,     NONE,      FLOW(BARRIER, NONE),       FREE,          "",                   "barrier of the cluster: mod barmode 1 arrive, 0 wait") \
    X(NEXTWORKID, NONE,      MEMORY(STORE, DATA),       FREE,          "memory, memory",     "the first, in shared memory, = the next block to run; the second: a barrier that follows") \
    X(VIRTCOUNT,  NONE,      OTHER,                     FREE,          "a",                  "gives a share of the SM's pool back") \
    X(CREDUX,     ONE,       OTHER,                     FREE,          "d, a",               "as REDUX: the least or greatest; mod type, nan") \
    X(TRACEEVENT, NONE,      OTHER,                     FREE,          "a, imm",             "records an event for tools") \
    X(SHADER,     ANY,       OTHER,                    FREE,          "",                  "what graphics programs alone have (ALD, AST, IPA, OUT, PIXLD, ...), or nobody has described: read and written, not run")

/* clang-format on */

enum hw_op {
#define HW_OP_ENUM(name, ...) HW_OP_##name,
    HW_OPERATIONS(HW_OP_ENUM) HW_OP_COUNT
#undef HW_OP_ENUM
};

/* A line of the table. */
struct hw_operation_info {
    const char *name; /* "FADD" */
    const char *operands, *summary;
    uint8_t writes;        /* enum hw_writes */
    uint8_t takes;         /* enum hw_takes */
    uint8_t flow, token;   /* enum hw_flow_kind, enum hw_flow_token */
    uint8_t memory, space; /* enum hw_memory_effect, enum hw_memory_space */
    uint8_t issue;         /* enum hw_issue */
};

/* The line of an operation; one whose name is "?" where there is no such operation.  Never NULL. */
const struct hw_operation_info *hw_operation_info(unsigned op);

#ifdef __cplusplus
}
#endif
#endif
