/* SPDX-License-Identifier: MIT */
/* This list has the timing classes (itineraries) of instructions: a functional unit executes instructions,
 * and all instructions of one class take equally long.
 *
 * A row of an .isa file names its class.  A class has the name of its unit, or that name, a dot and a word
 * that distinguishes it from the unit's other classes.  isa/timing has the numbers; a class without numbers
 * of its own has those of the class that is named as its unit. */
#ifndef HW_ISA_TIMING_CLASSES_H
#define HW_ISA_TIMING_CLASSES_H

/* clang-format off */
/* X(NAME, "name", "what it does") */
#define HW_UNITS(X) \
    X(UNKNOWN,  "unknown",  "words that no row accepts") \
    X(ALU,      "alu",      "integer and logic") \
    X(FP32,     "fp32",     "single precision") \
    X(FP64,     "fp64",     "double precision") \
    X(HALF,     "half",     "packed halves") \
    X(SFU,      "sfu",      "special functions and interpolation") \
    X(CONVERT,  "convert",  "conversions") \
    X(VIDEO,    "video",    "parts of words") \
    X(SPECIAL,  "special",  "special registers") \
    X(MEM,      "mem",      "memory") \
    X(TEXTURE,  "texture",  "textures") \
    X(GRAPHICS, "graphics", "what only shaders have") \
    X(CONTROL,  "control",  "control flow and the rest") \
    X(MUL,      "mul",      "integer multiplication") \
    X(FP,       "fp",       "single precision") \
    X(DP,       "dp",       "double precision") \
    X(CVT,      "cvt",      "conversions") \
    X(TEX,      "tex",      "textures") \
    X(CTL,      "ctl",      "control flow and the rest")

/* X(NAME, "name", UNIT, "its instructions"): one for each unit, and those that differ from their unit. */
#define HW_TIMING_CLASSES(X) \
    X(UNKNOWN,         "unknown",         UNKNOWN,  "words that no row accepts") \
    X(ALU,             "alu",             ALU,      "additions, logic, shifts, moves, comparisons, votes") \
    X(ALU_MULTIPLY,    "alu.multiply",    ALU,      "multiplications of integers; VIADD, which is in their unit") \
    X(ALU_COUNT,       "alu.count",       ALU,      "FLO and POPC") \
    X(ALU_CONSTANT,    "alu.constant",    ALU,      "moves from constant memory (hw_timing_class)") \
    X(ALU_WIDE,        "alu.wide",        ALU,      "IMAD.WIDE and IMAD.HI: products of 64 bits") \
    X(ALU_LOW,         "alu.low",         ALU,      "the low register of such a product (sched/product_halves.c)") \
    X(ALU_MOVE,        "alu.move",        ALU,      "MOV, SEL, IADD: in an own unit on GB20x") \
    X(ALU_COMPARE,     "alu.compare",     ALU,      "ISETP, VIMNMX: with comparisons of floats on GB20x") \
    X(ALU_COMPARE64,   "alu.compare64",   ALU,      "those of 64 bits (hw_timing_class)") \
    X(ALU_UNPACK,      "alu.unpack",      ALU,      "R2P: bits of a register to predicates") \
    X(ALU_ELECT,       "alu.elect",       ALU,      "ELECT: one lane of those that are there") \
    X(ALU_VOTE,        "alu.vote",        ALU,      "votes, where predicates are read as by jumps") \
    X(ALU_UNIFORM,     "alu.uniform",     ALU,      "integer and logic of the uniform datapath") \
    X(ALU_UMOVE,       "alu.umove",       ALU,      "UMOV, UP2UR and VOTEU") \
    X(ALU_ULOAD,       "alu.uload",       ALU,      "ULDC, LDCU: uniform registers from constant memory") \
    X(FP32,            "fp32",            FP32,     "single precision") \
    X(FP32_COMPARE,    "fp32.compare",    FP32,     "FSEL, FMNMX, FSET, FSETP: in the integer unit from Volta on") \
    X(FP64,            "fp64",            FP64,     "double precision") \
    X(FP64_MATRIX,     "fp64.matrix",     FP64,     "products of matrices of doubles") \
    X(HALF,            "half",            HALF,     "packed halves") \
    X(HALF_PACK,       "half.pack",       HALF,     "F2FP, F2IP, I2FP: floats in the integer unit") \
    X(HALF_TENSOR,     "half.tensor",     HALF,     "HFMA2.MMA: packed halves in the unit for matrices") \
    X(HALF_MATRIX,     "half.matrix",     HALF,     "products of matrices") \
    X(HALF_SMALL,      "half.small",      HALF,     "those of 8 rows (hw_timing_class)") \
    X(HALF_LONG,       "half.long",       HALF,     "those whose first matrix fills more than two registers (hw_timing_class)") \
    X(HALF_INTEGER,    "half.integer",    HALF,     "those of integers, where they take a time of their own (hw_timing_of)") \
    X(HALF_GROUP,      "half.group",      HALF,     "products of a warpgroup (HGMMA): done behind WARPGROUP.DEPBAR") \
    X(SFU,             "sfu",             SFU,      "MUFU, RRO, interpolation") \
    X(CONVERT,         "convert",         CONVERT,  "conversions") \
    X(CONVERT_DOUBLE,  "convert.double",  CONVERT,  "conversions from and to doubles (hw_timing_class)") \
    X(VIDEO,           "video",           VIDEO,    "video instructions") \
    X(SPECIAL,         "special",         SPECIAL,  "S2R and its kin") \
    X(SPECIAL_UNIFORM, "special.uniform", SPECIAL,  "REDUX: from registers of all lanes to a uniform one") \
    X(SPECIAL_MOVE,    "special.move",    SPECIAL,  "R2UR: from a register to a uniform one") \
    X(SPECIAL_TO_UR,   "special.to_ur",   SPECIAL,  "S2UR: from a special register to a uniform one") \
    X(SPECIAL_COUPLED, "special.coupled", SPECIAL,  "CS2R: special registers of the pipeline itself, a pair (hw_timing_class)") \
    X(MEM,             "mem",             MEM,      "loads, stores and atomics") \
    X(MEM_CONSTANT,    "mem.constant",    MEM,      "LDC: loads from constant memory") \
    X(MEM_SHARED,      "mem.shared",      MEM,      "LDS: loads from shared memory") \
    X(MEM_LOCK,        "mem.lock",        MEM,      "LDSLK and STSCUL: shared memory with locks") \
    X(MEM_SHUFFLE,     "mem.shuffle",     MEM,      "SHFL: registers of other lanes") \
    X(MEM_BARRIER,     "mem.barrier",     MEM,      "B2R: state of barriers") \
    X(MEM_SURFACE,     "mem.surface",     MEM,      "surfaces, from Volta on") \
    X(MEM_BULK,        "mem.bulk",        MEM,      "UTMA, UBLK, UTC: what uniform registers describe, done asynchronously") \
    X(MEM_BARRIER_OBJECT, "mem.mbarrier", MEM,      "SYNCS: barriers in shared memory") \
    X(MEM_TENSOR,      "mem.tensor",      MEM,      "LDTM, STTM: tensor memory") \
    X(MEM_VIEW,        "mem.view",        MEM,      "FENCE.VIEW: what asynchronous units see") \
    X(MEM_READONLY,    "mem.readonly",    MEM,      "LDG of Kepler: loads through the texture caches") \
    X(TEXTURE,         "texture",         TEXTURE,  "lookups of textures") \
    X(GRAPHICS,        "graphics",        GRAPHICS, "attributes, outputs, emission") \
    X(CONTROL,         "control",         CONTROL,  "jumps, barriers, NOP") \
    X(MUL,             "mul",             MUL,      "Tesla: integer multiplication") \
    X(FP,              "fp",              FP,       "Tesla: single precision") \
    X(DP,              "dp",              DP,       "Tesla: double precision") \
    X(CVT,             "cvt",             CVT,      "Tesla: conversions") \
    X(TEX,             "tex",             TEX,      "Tesla: textures") \
    X(CTL,             "ctl",             CTL,      "Tesla: control flow and the rest")
/* clang-format on */

enum hw_unit {
#define HW_UNIT_NAME(name, text, summary) HW_UNIT_##name,
    HW_UNITS(HW_UNIT_NAME)
#undef HW_UNIT_NAME
        HW_UNIT_COUNT
};

enum hw_timing_class {
#define HW_CLASS_NAME(name, text, unit, summary) HW_CLASS_##name,
    HW_TIMING_CLASSES(HW_CLASS_NAME)
#undef HW_CLASS_NAME
        HW_CLASS_COUNT
};

#endif
