/* SPDX-License-Identifier: MIT */
/* Modifiers are what follows the name of an instruction of PTX: types, and all others. */
#ifndef HW_COMPILER_PTX_PTX_MODIFIERS_H
#define HW_COMPILER_PTX_PTX_MODIFIERS_H

/* Name, text, bits; opaque ones have 64. */
#define HW_PTX_TYPES(X)             \
    X(PRED, "pred", 1)              \
    X(B8, "b8", 8)                  \
    X(B16, "b16", 16)               \
    X(B32, "b32", 32)               \
    X(B64, "b64", 64)               \
    X(B128, "b128", 128)            \
    X(U8, "u8", 8)                  \
    X(U16, "u16", 16)               \
    X(U32, "u32", 32)               \
    X(U64, "u64", 64)               \
    X(S8, "s8", 8)                  \
    X(S16, "s16", 16)               \
    X(S32, "s32", 32)               \
    X(S64, "s64", 64)               \
    X(F16, "f16", 16)               \
    X(F16X2, "f16x2", 32)           \
    X(BF16, "bf16", 16)             \
    X(BF16X2, "bf16x2", 32)         \
    X(F32, "f32", 32)               \
    X(F64, "f64", 64)               \
    X(TEXREF, "texref", 64)         \
    X(SAMPLERREF, "samplerref", 64) \
    X(SURFREF, "surfref", 64)

enum hw_ptx_type {
    HW_PTX_TYPE_NONE = 0,
#define HW_PTX_TYPE_ENUM(name, text, bits) HW_PTX_TYPE_##name,
    HW_PTX_TYPES(HW_PTX_TYPE_ENUM)
#undef HW_PTX_TYPE_ENUM
        HW_PTX_TYPE_COUNT
};

/* clang-format off */
#define HW_PTX_MODIFIERS(X) \
    X(APPROX, "approx") X(FULL, "full") X(RN, "rn") X(RZ, "rz") X(RM, "rm") X(RP, "rp") X(RNA, "rna") \
    X(RNI, "rni") X(RZI, "rzi") X(RMI, "rmi") X(RPI, "rpi") X(FTZ, "ftz") X(SAT, "sat") \
    X(SATFINITE, "satfinite") X(RELU, "relu") X(CC, "cc") X(LO, "lo") X(HI, "hi") X(WIDE, "wide") \
    X(TO, "to") X(SHIFTAMT, "shiftamt") X(UNI, "uni") X(ALIGNED, "aligned") X(SYNC, "sync") \
    X(WEAK, "weak") X(RELAXED, "relaxed") X(ACQUIRE, "acquire") X(RELEASE, "release") X(ACQ_REL, "acq_rel") \
    X(SC, "sc") X(VOLATILE, "volatile") X(MMIO, "mmio") X(CTA, "cta") X(CLUSTER, "cluster") X(GPU, "gpu") \
    X(GL, "gl") X(SYS, "sys") \
    X(CONST, "const") X(GLOBAL, "global") X(LOCAL, "local") X(PARAM, "param") X(SHARED, "shared") \
    X(SHARED_CTA, "shared::cta") X(SHARED_CLUSTER, "shared::cluster") X(PARAM_ENTRY, "param::entry") \
    X(PARAM_FUNC, "param::func") \
    X(CA, "ca") X(CG, "cg") X(CS, "cs") X(LU, "lu") X(CV, "cv") X(WB, "wb") X(WT, "wt") X(NC, "nc") \
    X(L1_EVICT_NORMAL, "L1::evict_normal") X(L1_EVICT_UNCHANGED, "L1::evict_unchanged") \
    X(L1_EVICT_FIRST, "L1::evict_first") X(L1_EVICT_LAST, "L1::evict_last") \
    X(L1_NO_ALLOCATE, "L1::no_allocate") X(L2_CACHE_HINT, "L2::cache_hint") X(L2_64B, "L2::64B") \
    X(L2_128B, "L2::128B") X(L2_256B, "L2::256B") \
    X(L1, "L1") X(L2, "L2") X(L2_EVICT_LAST, "L2::evict_last") X(L2_EVICT_NORMAL, "L2::evict_normal") \
    X(TENSORMAP, "tensormap") X(UNIFIED, "unified") \
    X(V2, "v2") X(V4, "v4") X(V8, "v8") \
    X(EQ, "eq") X(NE, "ne") X(LT, "lt") X(LE, "le") X(GT, "gt") X(GE, "ge") X(LS, "ls") X(HS, "hs") \
    X(EQU, "equ") X(NEU, "neu") X(LTU, "ltu") X(LEU, "leu") X(GTU, "gtu") X(GEU, "geu") X(NUM, "num") \
    X(NAN, "nan") X(WITH_NAN, "NaN") X(XORSIGN, "xorsign") X(ABS, "abs") \
    X(AND, "and") X(OR, "or") X(XOR, "xor") X(POPC, "popc") X(CAS, "cas") X(EXCH, "exch") X(ADD, "add") \
    X(INC, "inc") X(DEC, "dec") X(MIN, "min") X(MAX, "max") X(NOFTZ, "noftz") \
    X(DIM_1D, "1d") X(DIM_2D, "2d") X(DIM_3D, "3d") X(A1D, "a1d") X(A2D, "a2d") X(CUBE, "cube") \
    X(ACUBE, "acube") X(DIM_2DMS, "2dms") X(A2DMS, "a2dms") X(BASE, "base") X(LEVEL, "level") \
    X(GRAD, "grad") X(R, "r") X(G, "g") X(B, "b") X(A, "a") X(P, "p") \
    X(TRAP, "trap") X(CLAMP, "clamp") X(ZERO, "zero") X(WRAP, "wrap") X(L, "l") \
    X(WIDTH, "width") X(HEIGHT, "height") X(DEPTH, "depth") X(CHANNEL_DATA_TYPE, "channel_data_type") \
    X(CHANNEL_ORDER, "channel_order") X(NORMALIZED_COORDS, "normalized_coords") X(ARRAY_SIZE, "array_size") \
    X(NUM_MIPMAP_LEVELS, "num_mipmap_levels") X(NUM_SAMPLES, "num_samples") \
    X(MEMORY_LAYOUT, "memory_layout") X(FILTER_MODE, "filter_mode") X(ADDR_MODE_0, "addr_mode_0") \
    X(ADDR_MODE_1, "addr_mode_1") X(ADDR_MODE_2, "addr_mode_2") \
    X(FORCE_UNNORMALIZED_COORDS, "force_unnormalized_coords") \
    X(F4E, "f4e") X(B4E, "b4e") X(RC8, "rc8") X(ECL, "ecl") X(ECR, "ecr") X(RC16, "rc16") X(U4, "u4") \
    X(S4, "s4") X(U2, "u2") X(S2, "s2") X(UP, "up") X(DOWN, "down") X(BFLY, "bfly") X(IDX, "idx") \
    X(FINITE, "finite") X(INFINITE, "infinite") X(NUMBER, "number") X(NOTANUMBER, "notanumber") \
    X(NORMAL, "normal") X(SUBNORMAL, "subnormal") \
    X(SHR7, "shr7") X(SHR15, "shr15") X(PO, "po") X(ALL, "all") X(ANY, "any") X(BALLOT, "ballot") \
    X(E4M3X2, "e4m3x2") X(E5M2X2, "e5m2x2") X(MASK, "mask")
/* clang-format on */

enum hw_ptx_modifier { /* types have their own numbers */
                       HW_PTX_MOD_BEFORE = HW_PTX_TYPE_COUNT - 1,
#define HW_PTX_MODIFIER_ENUM(name, text) HW_PTX_MOD_##name,
                       HW_PTX_MODIFIERS(HW_PTX_MODIFIER_ENUM)
#undef HW_PTX_MODIFIER_ENUM
                           HW_PTX_MOD_COUNT
};

const char *hw_ptx_type_name(enum hw_ptx_type type);
unsigned hw_ptx_type_bits(enum hw_ptx_type type);
/* Without its dot; of types, too. */
const char *hw_ptx_modifier_name(unsigned modifier);

#endif
