// Products of matrices by a warpgroup (wgmma of sm_90a), whose matrices the program puts into shared memory by plain
// stores, in every layout that a descriptor knows.
//
// A block has rows of a, rows of b's transpose, metadata if a is sparse, and addends: each thread reads its share of
// the words, and writes the words of its accumulators.  Distances between parts of a matrix are larger than need be,
// so that each field of a descriptor counts.
#include "program.cuh"

#if __CUDA_ARCH_FEAT_SM90_ALL
// As in tensor.cu: blocks of four kinds.
struct Numbers {
    u32 top, kept, near;
};
#define HALVES   (Numbers{0x40004000, 0x8fff8fff, 0x30003000})
#define BFLOATS  (Numbers{0x40004000, 0x81ff81ff, 0x3e003e00})
#define SINGLES  (Numbers{0x40000000, 0x81ffffff, 0x3e000000})
#define BYTES    (Numbers{0x40404040, 0x8f8f8f8f, 0x30303030})
#define INTEGERS (Numbers{0, ~0u, 0})

static __device__ u32 tamed(u32 word, Numbers numbers, u32 block)
{
    return block % 4 == 0 ? word : block % 4 == 1 ? word & ~numbers.top : (word & numbers.kept) | numbers.near;
}

// As in tensor_sparse.cu.
static __device__ u32 metadata(u32 word, bool tf32)
{
    const u64 pairs = tf32 ? 0xe4e4e4 : 0xedc984;
    u32 found = 0;
    for (u32 k = 0; k < 32; k += 4)
        found |= (u32)(pairs >> (word >> k & 15) % 6 * 4 & 15) << k;
    return found;
}

// A matrix of `lines` rows with `bytes` each: the width of a swizzled row (16: none) and whether 8 halves of a column
// lie together.
struct Layout {
    u32 width;
    bool transposed;
};
struct Place {
    Layout layout;
    u32 lines, bytes;

    __device__ u32 width() const { return layout.width; }
    __device__ u32 groups() const { return bytes / (layout.transposed ? 16 : 1); }
    // Between groups of 8 along a line, and between groups of 8 lines; of transposed ones the other way round.
    __device__ u32 stride() const
    {
        if (layout.width > 16)
            return 8 * layout.width + (layout.transposed ? 0 : 1024);
        return layout.transposed ? 128 * (bytes / 16) + 16 : 128 * (bytes / 16) + 48;
    }
    __device__ u32 leading() const
    {
        if (layout.width > 16)
            return layout.transposed ? 8 * layout.width * (bytes / 16) + 1024 : lines / 8 * stride();
        return 128;
    }
    // Where the 16 bytes begin that have element `at` bytes from the start of a line.
    __device__ u32 part(u32 line, u32 at) const
    {
        const u32 w = layout.width, chunk = at / 16;
        u32 where;
        if (!layout.transposed && w == 16)
            where = line / 8 * stride() + line % 8 * 16 + chunk * leading();
        else if (!layout.transposed)
            where = line / 8 * stride() + line % 8 * w + chunk % (w / 16) * 16 + chunk / (w / 16) * leading();
        else {
            const u32 m = line / 8, k = at / 2;
            if (w == 16)
                where = m * stride() + k / 8 * leading() + k % 8 * 16;
            else
                where = m / (w / 16) * leading() + m % (w / 16) * 16 + k % 8 * w + k / 8 * stride();
        }
        return where ^ ((where >> 7 & (w / 16 - 1)) << 4);
    }
    // How much further the next step begins, of 32 bytes or, of b where a is sparse, 64.
    __device__ u32 advance(u32 step) const
    {
        if (layout.transposed)
            return step / 16 * (layout.width > 16 ? stride() : leading());
        return layout.width > 16 ? step / layout.width * leading() + step % layout.width : step / 16 * leading();
    }
    __device__ u64 descriptor(u32 start) const
    {
        const u64 kind = layout.width == 16 ? 0 : layout.width == 128 ? 1 : layout.width == 64 ? 2 : 3;
        return (start & 0x3ffff) >> 4 | (u64)(leading() >> 4) << 16 | (u64)(stride() >> 4) << 32 | kind << 62;
    }
};

// Put the words of the rows into shared memory.
static __device__ void put_matrix(unsigned char *to, const Place &place, const u32 *from, Numbers numbers)
{
    const u32 words = place.bytes / 4;
#pragma unroll 1
    for (u32 n = threadIdx.x; n < place.lines * words; n += 128) {
        const u32 line = n / words, at = n % words * 4, word = tamed(from[n], numbers, blockIdx.x);
        if (!place.layout.transposed)
            *(u32 *)(to + place.part(line, at) + at % 16) = word;
        else
            for (u32 i = 0; i < 2; i++)
                *(unsigned short *)(to + place.part(line, at + 2 * i) + line % 8 * 2) = word >> 16 * i;
    }
}

#define FENCE  asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define ARRIVE asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define FINISH                                                    \
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); \
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory")

// The words of a block: a, b, [metadata,] c.  STEPS steps of 32 bytes of a and DEPTH of b.
#define BEGIN(columns, words, steps, depth, sparse, of_ab, of_c, a_layout, b_layout)                              \
    const u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;                                                   \
    const u32 of_a = 64 * 8 * (steps), of_b = (columns) * (depth) / 4 * (steps);                                  \
    const u32 per_block = of_a + of_b + 128 * ((sparse) + (words));                                               \
    if (blockIdx.x * 128 + threadIdx.x >= n)                                                                      \
        return;                                                                                                   \
    extern __shared__ unsigned char shared[];                                                                     \
    const Layout layout_of_a = a_layout, layout_of_b = b_layout;                                                  \
    const Place a = {layout_of_a, 64, 32 * (steps)}, b = {layout_of_b, columns, (depth) * (steps)};               \
    unsigned char *const at_a = (unsigned char *)(((u64)shared + 1023) & ~1023ull), *const at_b = at_a + 32768;   \
    const u32 *const block = in + blockIdx.x * per_block;                                                         \
    put_matrix(at_a, a, block, of_ab);                                                                            \
    put_matrix(at_b, b, block + of_a, of_ab);                                                                     \
    FENCE;                                                                                                        \
    __syncthreads();                                                                                              \
    const u32 *const rest = block + of_a + of_b + threadIdx.x * ((sparse) + (words));                             \
    const u32 start_a = (u32)__cvta_generic_to_shared(at_a), start_b = (u32)__cvta_generic_to_shared(at_b)

#define ADDENDS(kind, words, sparse, of_c)    \
    TYPE_##kind d[words];                                     \
    _Pragma("unroll") for (u32 k = 0; k < (words); k++) \
        d[k] = TO_##kind(tamed(rest[(sparse) + k], of_c, blockIdx.x))
#define END(kind, words)                                           \
    out += (blockIdx.x * 128 + threadIdx.x) * (words);                \
    _Pragma("unroll") for (u32 k = 0; k < (words); k++) out[k] = FROM_##kind(d[k])

// The fragment of a step: words of rows that the thread has.
#define FRAGMENT(step, of_ab)                                                                                     \
    u32 w[4];                                                                                                     \
    for (u32 k = 0; k < 4; k++)                                                                                   \
        w[k] = tamed(block[(warp * 16 + lane / 4 + k % 2 * 8) * (a.bytes / 4) + (step) * 8 + k / 2 * 4 + lane % 4], \
                     of_ab, blockIdx.x)

#define TYPE_FLOATS    float
#define TO_FLOATS(x)   __uint_as_float(x)
#define FROM_FLOATS(x) __float_as_uint(x)
#define TYPE_WORDS     u32
#define TO_WORDS(x)    x
#define FROM_WORDS(x)  x

// Operands of so many words, and the constraints of an accumulator in d.
#define LIST_2 \
    "{%0, %1}"
#define LIST_4 \
    "{%0, %1, %2, %3}"
#define LIST_6 \
    "{%0, %1, %2, %3, %4, %5}"
#define LIST_8 \
    "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define LIST_12 \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11}"
#define LIST_16 \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}"
#define LIST_32 \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23," \
    "%24, %25, %26, %27, %28, %29, %30, %31}"
#define LIST_64 \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23," \
    "%24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45," \
    "%46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}"
#define LIST_128 \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23," \
    "%24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45," \
    "%46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67," \
    "%68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89," \
    "%90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109," \
    "%110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}"
#define WORDS_2 \
    "+r"(d[0]), "+r"(d[1])
#define WORDS_4 \
    WORDS_2, "+r"(d[2]), "+r"(d[3])
#define WORDS_6 \
    WORDS_4, "+r"(d[4]), "+r"(d[5])
#define WORDS_8 \
    WORDS_6, "+r"(d[6]), "+r"(d[7])
#define WORDS_12 \
    WORDS_8, "+r"(d[8]), "+r"(d[9]), "+r"(d[10]), "+r"(d[11])
#define WORDS_16 \
    WORDS_8, "+r"(d[8]), "+r"(d[9]), "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15])
#define WORDS_32 \
    WORDS_16, "+r"(d[16]), "+r"(d[17]), "+r"(d[18]), "+r"(d[19]), "+r"(d[20]), "+r"(d[21]), "+r"(d[22]), "+r"(d[23]), \
    "+r"(d[24]), "+r"(d[25]), "+r"(d[26]), "+r"(d[27]), "+r"(d[28]), "+r"(d[29]), "+r"(d[30]), "+r"(d[31])
#define WORDS_64 \
    WORDS_32, "+r"(d[32]), "+r"(d[33]), "+r"(d[34]), "+r"(d[35]), "+r"(d[36]), "+r"(d[37]), "+r"(d[38]), "+r"(d[39]), \
    "+r"(d[40]), "+r"(d[41]), "+r"(d[42]), "+r"(d[43]), "+r"(d[44]), "+r"(d[45]), "+r"(d[46]), "+r"(d[47]), \
    "+r"(d[48]), "+r"(d[49]), "+r"(d[50]), "+r"(d[51]), "+r"(d[52]), "+r"(d[53]), "+r"(d[54]), "+r"(d[55]), \
    "+r"(d[56]), "+r"(d[57]), "+r"(d[58]), "+r"(d[59]), "+r"(d[60]), "+r"(d[61]), "+r"(d[62]), "+r"(d[63])
#define FLOATS_4 \
    "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
#define FLOATS_8 \
    FLOATS_4, "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
#define FLOATS_12 \
    FLOATS_8, "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11])
#define FLOATS_16 \
    FLOATS_8, "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15])
#define FLOATS_32 \
    FLOATS_16, "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), \
    "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), \
    "+f"(d[31])
#define FLOATS_64 \
    FLOATS_32, "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), \
    "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), \
    "+f"(d[47]), "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), \
    "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), \
    "+f"(d[63])
#define FLOATS_128 \
    FLOATS_64, "+f"(d[64]), "+f"(d[65]), "+f"(d[66]), "+f"(d[67]), "+f"(d[68]), "+f"(d[69]), "+f"(d[70]), \
    "+f"(d[71]), "+f"(d[72]), "+f"(d[73]), "+f"(d[74]), "+f"(d[75]), "+f"(d[76]), "+f"(d[77]), "+f"(d[78]), \
    "+f"(d[79]), "+f"(d[80]), "+f"(d[81]), "+f"(d[82]), "+f"(d[83]), "+f"(d[84]), "+f"(d[85]), "+f"(d[86]), \
    "+f"(d[87]), "+f"(d[88]), "+f"(d[89]), "+f"(d[90]), "+f"(d[91]), "+f"(d[92]), "+f"(d[93]), "+f"(d[94]), \
    "+f"(d[95]), "+f"(d[96]), "+f"(d[97]), "+f"(d[98]), "+f"(d[99]), "+f"(d[100]), "+f"(d[101]), "+f"(d[102]), \
    "+f"(d[103]), "+f"(d[104]), "+f"(d[105]), "+f"(d[106]), "+f"(d[107]), "+f"(d[108]), "+f"(d[109]), "+f"(d[110]), \
    "+f"(d[111]), "+f"(d[112]), "+f"(d[113]), "+f"(d[114]), "+f"(d[115]), "+f"(d[116]), "+f"(d[117]), "+f"(d[118]), \
    "+f"(d[119]), "+f"(d[120]), "+f"(d[121]), "+f"(d[122]), "+f"(d[123]), "+f"(d[124]), "+f"(d[125]), "+f"(d[126]), \
    "+f"(d[127])

// Operands behind the accumulator of so many words.
#define AT_2(s) "%2, %3" s
#define FRAGMENT_AT_2(s) "{%2, %3, %4, %5}, %6" s
#define SPARSE_AT_2(s) "%2, %3, %4" s
#define SPARSE_FRAGMENT_AT_2(s) "{%2, %3, %4, %5}, %6, %7" s
#define AT_4(s) "%4, %5" s
#define FRAGMENT_AT_4(s) "{%4, %5, %6, %7}, %8" s
#define SPARSE_AT_4(s) "%4, %5, %6" s
#define SPARSE_FRAGMENT_AT_4(s) "{%4, %5, %6, %7}, %8, %9" s
#define AT_6(s) "%6, %7" s
#define FRAGMENT_AT_6(s) "{%6, %7, %8, %9}, %10" s
#define SPARSE_AT_6(s) "%6, %7, %8" s
#define SPARSE_FRAGMENT_AT_6(s) "{%6, %7, %8, %9}, %10, %11" s
#define AT_8(s) "%8, %9" s
#define FRAGMENT_AT_8(s) "{%8, %9, %10, %11}, %12" s
#define SPARSE_AT_8(s) "%8, %9, %10" s
#define SPARSE_FRAGMENT_AT_8(s) "{%8, %9, %10, %11}, %12, %13" s
#define AT_12(s) "%12, %13" s
#define FRAGMENT_AT_12(s) "{%12, %13, %14, %15}, %16" s
#define SPARSE_AT_12(s) "%12, %13, %14" s
#define SPARSE_FRAGMENT_AT_12(s) "{%12, %13, %14, %15}, %16, %17" s
#define AT_16(s) "%16, %17" s
#define FRAGMENT_AT_16(s) "{%16, %17, %18, %19}, %20" s
#define SPARSE_AT_16(s) "%16, %17, %18" s
#define SPARSE_FRAGMENT_AT_16(s) "{%16, %17, %18, %19}, %20, %21" s
#define AT_32(s) "%32, %33" s
#define FRAGMENT_AT_32(s) "{%32, %33, %34, %35}, %36" s
#define SPARSE_AT_32(s) "%32, %33, %34" s
#define SPARSE_FRAGMENT_AT_32(s) "{%32, %33, %34, %35}, %36, %37" s
#define AT_64(s) "%64, %65" s
#define FRAGMENT_AT_64(s) "{%64, %65, %66, %67}, %68" s
#define SPARSE_AT_64(s) "%64, %65, %66" s
#define SPARSE_FRAGMENT_AT_64(s) "{%64, %65, %66, %67}, %68, %69" s
#define AT_128(s) "%128, %129" s
#define FRAGMENT_AT_128(s) "{%128, %129, %130, %131}, %132" s
#define SPARSE_AT_128(s) "%128, %129, %130" s
#define SPARSE_FRAGMENT_AT_128(s) "{%128, %129, %130, %131}, %132, %133" s

// A full product: what it is, columns, words of the accumulator (FLOATS or WORDS), types, layouts, what follows.
#define PRODUCT(name, what, columns, words, kind, of_ab, of_c, a_layout, b_layout, tail)           \
    KERNEL(name)                                                                                                  \
    {                                                                                                             \
        BEGIN(columns, words, 2, 32, 0, of_ab, of_c, a_layout, b_layout);                                         \
        ADDENDS(kind, words, 0, of_c);                                                                        \
        ARRIVE;                                                                                                   \
        for (u32 step = 0; step < 2; step++)                                                                      \
            asm volatile("wgmma.mma_async.sync.aligned." what " " LIST_##words ", " AT_##words(tail)              \
                         : kind##_##words                                                                         \
                         : "l"(a.descriptor(start_a + a.advance(32 * step))),                                     \
                           "l"(b.descriptor(start_b + b.advance(32 * step))));                                    \
        FINISH;                                                                                                   \
        END(kind, words);                                                                                         \
    }
// The same with a in registers.
#define REGISTERS(name, what, columns, words, kind, of_ab, of_c, b_layout, tail)                  \
    KERNEL(name)                                                                                                  \
    {                                                                                                             \
        BEGIN(columns, words, 2, 32, 0, of_ab, of_c, PLAIN, b_layout);                                            \
        ADDENDS(kind, words, 0, of_c);                                                                        \
        for (u32 step = 0; step < 2; step++) {                                                                    \
            FRAGMENT(step, of_ab);                                                                                \
            ARRIVE;                                                                                               \
            asm volatile("wgmma.mma_async.sync.aligned." what " " LIST_##words ", " FRAGMENT_AT_##words(tail)     \
                         : kind##_##words                                                                         \
                         : "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]),                                            \
                           "l"(b.descriptor(start_b + b.advance(32 * step))));                                    \
            FINISH;                                                                                               \
        }                                                                                                         \
        END(kind, words);                                                                                         \
    }
// A sparse a, from shared memory and from registers.
#define SPARSE(name, what, columns, words, kind, of_ab, of_c, a_layout, b_layout, tf32, tail)     \
    KERNEL(name)                                                                                                  \
    {                                                                                                             \
        BEGIN(columns, words, 1, 64, 1, of_ab, of_c, a_layout, b_layout);                                         \
        ADDENDS(kind, words, 1, of_c);                                                                        \
        const u32 e = metadata(rest[0], tf32);                                                                    \
        ARRIVE;                                                                                                   \
        asm volatile("wgmma.mma_async.sp.sync.aligned." what " " LIST_##words ", " SPARSE_AT_##words(tail)        \
                     : kind##_##words                                                                             \
                     : "l"(a.descriptor(start_a)), "l"(b.descriptor(start_b)), "r"(e));                           \
        FINISH;                                                                                                   \
        END(kind, words);                                                                                         \
    }
#define SPARSE_REGISTERS(name, what, columns, words, kind, of_ab, of_c, b_layout, tf32, tail)     \
    KERNEL(name)                                                                                                  \
    {                                                                                                             \
        BEGIN(columns, words, 1, 64, 1, of_ab, of_c, PLAIN, b_layout);                                            \
        ADDENDS(kind, words, 1, of_c);                                                                        \
        const u32 e = metadata(rest[0], tf32);                                                                    \
        FRAGMENT(0, of_ab);                                                                                       \
        ARRIVE;                                                                                                   \
        asm volatile("wgmma.mma_async.sp.sync.aligned." what " " LIST_##words ", " SPARSE_FRAGMENT_AT_##words(tail) \
                     : kind##_##words                                                                             \
                     : "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "l"(b.descriptor(start_b)), "r"(e));           \
        FINISH;                                                                                                   \
        END(kind, words);                                                                                         \
    }

#define PLAIN        (Layout{16, false})
#define SWIZZLED(w)  (Layout{w, false})
#define COLUMNS(w)   (Layout{w, true})

// Types, from shared memory.
PRODUCT(wgmma_half, "m64n8k16.f32.f16.f16", 8, 4, FLOATS, HALVES, SINGLES, PLAIN, PLAIN, ", 1, 1, 1, 0, 0;")
PRODUCT(wgmma_half_half, "m64n24k16.f16.f16.f16", 24, 6, WORDS, HALVES, HALVES, PLAIN, PLAIN, ", 1, 1, 1, 0, 0;")
PRODUCT(wgmma_bfloat, "m64n64k16.f32.bf16.bf16", 64, 32, FLOATS, BFLOATS, SINGLES, SWIZZLED(128), SWIZZLED(128), ", 1, 1, 1, 0, 0;")
PRODUCT(wgmma_tf32, "m64n8k8.f32.tf32.tf32", 8, 4, FLOATS, SINGLES, SINGLES, PLAIN, SWIZZLED(32), ", 1, 1, 1;")
PRODUCT(wgmma_e4m3, "m64n8k32.f32.e4m3.e4m3", 8, 4, FLOATS, BYTES, SINGLES, PLAIN, PLAIN, ", 1, 1, 1;")
PRODUCT(wgmma_e5m2, "m64n24k32.f32.e5m2.e5m2", 24, 12, FLOATS, BYTES, SINGLES, PLAIN, SWIZZLED(64), ", 1, 1, 1;")
PRODUCT(wgmma_e4m3_e5m2, "m64n8k32.f32.e4m3.e5m2", 8, 4, FLOATS, BYTES, SINGLES, PLAIN, PLAIN, ", 1, 1, 1;")
PRODUCT(wgmma_e5m2_e4m3_half, "m64n8k32.f16.e5m2.e4m3", 8, 2, WORDS, BYTES, HALVES, SWIZZLED(64), PLAIN, ", 1, 1, 1;")
PRODUCT(wgmma_s8, "m64n8k32.s32.s8.s8", 8, 4, WORDS, INTEGERS, INTEGERS, PLAIN, PLAIN, ", 1;")
PRODUCT(wgmma_u8, "m64n24k32.s32.u8.u8", 24, 12, WORDS, INTEGERS, INTEGERS, PLAIN, PLAIN, ", 1;")
PRODUCT(wgmma_s8_u8, "m64n64k32.s32.s8.u8", 64, 32, WORDS, INTEGERS, INTEGERS, SWIZZLED(64), SWIZZLED(128), ", 1;")
PRODUCT(wgmma_u8_s8_finite, "m64n8k32.s32.u8.s8.satfinite", 8, 4, WORDS, INTEGERS, INTEGERS, PLAIN, PLAIN, ", 1;")
PRODUCT(wgmma_b1, "m64n8k256.s32.b1.b1.and.popc", 8, 4, WORDS, INTEGERS, INTEGERS, PLAIN, PLAIN, ", 1;")
PRODUCT(wgmma_b1_128, "m64n128k256.s32.b1.b1.and.popc", 128, 64, WORDS, INTEGERS, INTEGERS, SWIZZLED(128), SWIZZLED(32), ", 1;")
// Sizes.
PRODUCT(wgmma_half_256, "m64n256k16.f32.f16.f16", 256, 128, FLOATS, HALVES, SINGLES, SWIZZLED(128), SWIZZLED(128), ", 1, 1, 1, 0, 0;")
PRODUCT(wgmma_half_half_256, "m64n256k16.f16.f16.f16", 256, 64, WORDS, HALVES, HALVES, PLAIN, SWIZZLED(64), ", 1, 1, 1, 0, 0;")
PRODUCT(wgmma_half_128, "m64n128k16.f32.f16.f16", 128, 64, FLOATS, HALVES, SINGLES, SWIZZLED(32), PLAIN, ", 1, 1, 1, 0, 0;")
// Layouts: a and b by rows and by columns of the sum.
PRODUCT(wgmma_rows_16, "m64n24k16.f32.f16.f16", 24, 12, FLOATS, HALVES, SINGLES, PLAIN, PLAIN, ", 1, 1, 1, 0, 0;")
PRODUCT(wgmma_columns_16, "m64n64k16.f32.f16.f16", 64, 32, FLOATS, HALVES, SINGLES, COLUMNS(16), COLUMNS(16), ", 1, 1, 1, 1, 1;")
PRODUCT(wgmma_rows_32, "m64n24k16.f32.f16.f16", 24, 12, FLOATS, HALVES, SINGLES, SWIZZLED(32), SWIZZLED(32), ", 1, 1, 1, 0, 0;")
PRODUCT(wgmma_columns_32, "m64n64k16.f32.f16.f16", 64, 32, FLOATS, HALVES, SINGLES, COLUMNS(32), COLUMNS(32), ", 1, 1, 1, 1, 1;")
PRODUCT(wgmma_rows_64, "m64n24k16.f32.f16.f16", 24, 12, FLOATS, HALVES, SINGLES, SWIZZLED(64), SWIZZLED(64), ", 1, 1, 1, 0, 0;")
PRODUCT(wgmma_columns_64, "m64n64k16.f32.f16.f16", 64, 32, FLOATS, HALVES, SINGLES, COLUMNS(64), COLUMNS(64), ", 1, 1, 1, 1, 1;")
PRODUCT(wgmma_rows_128, "m64n24k16.f32.f16.f16", 24, 12, FLOATS, HALVES, SINGLES, SWIZZLED(128), SWIZZLED(128), ", 1, 1, 1, 0, 0;")
PRODUCT(wgmma_columns_128, "m64n64k16.f32.f16.f16", 64, 32, FLOATS, HALVES, SINGLES, COLUMNS(128), COLUMNS(128), ", 1, 1, 1, 1, 1;")
PRODUCT(wgmma_columns_of_a, "m64n16k16.f32.bf16.bf16", 16, 8, FLOATS, BFLOATS, SINGLES, COLUMNS(64), SWIZZLED(32), ", 1, 1, 1, 1, 0;")
PRODUCT(wgmma_columns_of_b, "m64n32k16.f16.f16.f16", 32, 8, WORDS, HALVES, HALVES, SWIZZLED(128), COLUMNS(32), ", 1, 1, 1, 0, 1;")
// Without an addend, and negated.
PRODUCT(wgmma_zero, "m64n8k16.f32.f16.f16", 8, 4, FLOATS, HALVES, SINGLES, PLAIN, PLAIN, ", 0, 1, 1, 0, 0;")
PRODUCT(wgmma_s8_zero, "m64n16k32.s32.s8.s8", 16, 8, WORDS, INTEGERS, INTEGERS, PLAIN, PLAIN, ", 0;")
PRODUCT(wgmma_negated_a, "m64n8k16.f32.f16.f16", 8, 4, FLOATS, HALVES, SINGLES, PLAIN, PLAIN, ", 1, -1, 1, 0, 0;")
PRODUCT(wgmma_negated_b, "m64n8k8.f32.tf32.tf32", 8, 4, FLOATS, SINGLES, SINGLES, PLAIN, PLAIN, ", 1, 1, -1;")
PRODUCT(wgmma_negated_e4m3, "m64n8k32.f32.e4m3.e4m3", 8, 4, FLOATS, BYTES, SINGLES, PLAIN, PLAIN, ", 1, -1, -1;")
// With a in registers.
REGISTERS(wgmma_registers_half, "m64n8k16.f32.f16.f16", 8, 4, FLOATS, HALVES, SINGLES, PLAIN, ", 1, 1, 1, 0;")
REGISTERS(wgmma_registers_negated, "m64n64k16.f32.f16.f16", 64, 32, FLOATS, HALVES, SINGLES, COLUMNS(128), ", 1, -1, 1, 1;")
REGISTERS(wgmma_registers_half_half, "m64n24k16.f16.f16.f16", 24, 6, WORDS, HALVES, HALVES, SWIZZLED(32), ", 1, 1, -1, 0;")
REGISTERS(wgmma_registers_bfloat, "m64n8k16.f32.bf16.bf16", 8, 4, FLOATS, BFLOATS, SINGLES, PLAIN, ", 1, 1, 1, 0;")
REGISTERS(wgmma_registers_tf32, "m64n24k8.f32.tf32.tf32", 24, 12, FLOATS, SINGLES, SINGLES, PLAIN, ", 1, 1, 1;")
REGISTERS(wgmma_registers_e5m2, "m64n8k32.f32.e5m2.e5m2", 8, 4, FLOATS, BYTES, SINGLES, PLAIN, ", 1, 1, 1;")
REGISTERS(wgmma_registers_s8_u8, "m64n8k32.s32.s8.u8", 8, 4, WORDS, INTEGERS, INTEGERS, PLAIN, ", 0;")
REGISTERS(wgmma_registers_b1, "m64n24k256.s32.b1.b1.and.popc", 24, 12, WORDS, INTEGERS, INTEGERS, PLAIN, ", 1;")
// A sparse a.
SPARSE(wgmma_sparse_half, "m64n8k32.f32.f16.f16", 8, 4, FLOATS, HALVES, SINGLES, PLAIN, PLAIN, false, ", 0, 1, 1, 1, 0, 0;")
SPARSE(wgmma_sparse_half_1, "m64n64k32.f32.f16.f16", 64, 32, FLOATS, HALVES, SINGLES, SWIZZLED(128), SWIZZLED(128), false, ", 1, 1, 1, 1, 0, 0;")
SPARSE(wgmma_sparse_columns, "m64n64k32.f16.f16.f16", 64, 16, WORDS, HALVES, HALVES, COLUMNS(64), COLUMNS(64), false, ", 0, 1, 1, 1, 1, 1;")
SPARSE(wgmma_sparse_bfloat, "m64n24k32.f32.bf16.bf16", 24, 12, FLOATS, BFLOATS, SINGLES, PLAIN, SWIZZLED(64), false, ", 0, 1, 1, -1, 0, 0;")
SPARSE(wgmma_sparse_tf32, "m64n8k16.f32.tf32.tf32", 8, 4, FLOATS, SINGLES, SINGLES, PLAIN, PLAIN, true, ", 1, 1, 1, 1;")
SPARSE(wgmma_sparse_e4m3, "m64n8k64.f32.e4m3.e4m3", 8, 4, FLOATS, BYTES, SINGLES, PLAIN, PLAIN, false, ", 0, 1, 1, 1;")
SPARSE(wgmma_sparse_s8, "m64n24k64.s32.s8.s8", 24, 12, WORDS, INTEGERS, INTEGERS, SWIZZLED(32), PLAIN, false, ", 0, 1;")
SPARSE(wgmma_sparse_u8_finite, "m64n8k64.s32.u8.s8.satfinite", 8, 4, WORDS, INTEGERS, INTEGERS, PLAIN, PLAIN, false, ", 0, 1;")
SPARSE_REGISTERS(wgmma_sparse_registers_half, "m64n8k32.f32.f16.f16", 8, 4, FLOATS, HALVES, SINGLES, PLAIN, false, ", 1, 1, 1, 1, 0;")
SPARSE_REGISTERS(wgmma_sparse_registers_tf32, "m64n24k16.f32.tf32.tf32", 24, 12, FLOATS, SINGLES, SINGLES, PLAIN, true, ", 0, 1, 1, 1;")
SPARSE_REGISTERS(wgmma_sparse_registers_e5m2, "m64n8k64.f32.e4m3.e5m2", 8, 4, FLOATS, BYTES, SINGLES, PLAIN, false, ", 0, 1, -1, 1;")
SPARSE_REGISTERS(wgmma_sparse_registers_s8, "m64n8k64.s32.s8.u8", 8, 4, WORDS, INTEGERS, INTEGERS, PLAIN, false, ", 0, 0;")
#endif
