// Copies of blocks of memory by the bulk engine (sm_90 on): to shared memory, with a barrier that counts bytes; to global
// memory, in groups; within shared memory; and reductions of blocks.
#include "program.cuh"

#define BLOCK 128
#define TILES 4

static __device__ u32 place(const void *shared) { return (u32)__cvta_generic_to_shared(shared); }

static __device__ void init(u64 *barrier, u32 count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(place(barrier)), "r"(count) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

static __device__ void expect(u64 *barrier, u32 bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(place(barrier)), "r"(bytes) : "memory");
}

static __device__ void wait(u64 *barrier, u32 parity)
{
    asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra again; }" ::"r"(
                     place(barrier)),
                 "r"(parity)
                 : "memory");
}

static __device__ void load(void *to, const void *from, u32 bytes, u64 *barrier)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(place(to)),
                 "l"(from), "r"(bytes), "r"(place(barrier))
                 : "memory");
}

static __device__ void move(void *to, const void *from, u32 bytes, u64 *barrier)
{
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     place(to)),
                 "r"(place(from)), "r"(bytes), "r"(place(barrier))
                 : "memory");
}

static __device__ void store(void *to, const void *from, u32 bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(place(from)), "r"(bytes)
                 : "memory");
}

static __device__ void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
static __device__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
#define WAIT_READ(n) asm volatile("cp.async.bulk.wait_group.read " #n ";" ::: "memory")
#define WAIT_GROUP(n) asm volatile("cp.async.bulk.wait_group " #n ";" ::: "memory")

// Tiles of a block go in one after the other, two in flight; each is changed and goes out again.
KERNEL(bulk_tiles)
{
    __shared__ __align__(128) u32 tile[2][BLOCK], sums[2][BLOCK];
    __shared__ u64 full[2];
    const u32 t = threadIdx.x, bytes = sizeof tile[0];
    in += blockIdx.x * BLOCK * TILES;
    out += blockIdx.x * BLOCK * TILES;
    if (t == 0)
        for (u32 stage = 0; stage < 2; stage++)
            init(&full[stage], 1);
    __syncthreads();
    if (t == 0)
        for (u32 k = 0; k < 2; k++) {
            expect(&full[k], bytes);
            load(tile[k], in + k * BLOCK, bytes, &full[k]);
        }
    for (u32 k = 0; k < TILES; k++) {
        const u32 stage = k % 2;
        wait(&full[stage], k / 2);
        if (t == 0)
            WAIT_READ(1);
        __syncthreads();
        sums[stage][t] = tile[stage][t] + 3 * tile[stage][t ^ 1] + k;
        fence();
        __syncthreads();
        if (t != 0)
            continue;
        store(out + k * BLOCK, sums[stage], bytes);
        commit();
        if (k + 2 < TILES) {
            expect(&full[stage], bytes);
            load(tile[stage], in + (k + 2) * BLOCK, bytes, &full[stage]);
        }
    }
    if (t == 0)
        WAIT_GROUP(0);
}

// Sizes from 16 bytes on, from one warp each, at places that are not aligned to more.
KERNEL(bulk_sizes)
{
    __shared__ __align__(128) u32 words[BLOCK / 32][2][64];
    __shared__ u64 full[BLOCK / 32];
    const u32 t = threadIdx.x, warp = t / 32, lane = t % 32, number = blockIdx.x * (BLOCK / 32) + warp;
    const u32 count = (number % 8 + 1) * 4, first = number / 8 % 4 * 4;
    for (u32 k = lane; k < 64; k += 32)
        words[warp][0][k] = words[warp][1][k] = 0x55555555;
    if (lane == 0)
        init(&full[warp], 1);
    __syncwarp();
    if (lane == 0) {
        fence();
        expect(&full[warp], count * 4);
        load(words[warp][0] + first, in + number * 32, count * 4, &full[warp]);
    }
    wait(&full[warp], 0);
    if (lane == 0) {
        expect(&full[warp], count * 4 + 16);
        move(words[warp][1] + first + 4, words[warp][0] + first, count * 4, &full[warp]);
        move(words[warp][1], words[warp][0] + first, 16, &full[warp]);
    }
    wait(&full[warp], 1);
    for (u32 k = lane; k < 64; k += 32)
        out[number * 64 + k] = words[warp][1][k];
}

#define REDUCE(kind, bytes)                                                                                        \
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." kind " [%0], [%1], " #bytes ";" ::"l"(to), \
                 "r"(place(words))                                                                                 \
                 : "memory");                                                                                      \
    to += BLOCK

// A block of what is in memory, and of a block's numbers: one operation after the other has its own part of `out`.
KERNEL(bulk_reductions)
{
    __shared__ __align__(128) u32 words[BLOCK];
    const u32 t = threadIdx.x;
    u32 *to = out + blockIdx.x * BLOCK * 24;
    words[t] = in[(blockIdx.x * BLOCK + t) * 2];
    for (u32 k = 0; k < 24; k++)
        to[k * BLOCK + t] = in[(blockIdx.x * BLOCK + t) * 2 + 1];
    fence();
    asm volatile("fence.proxy.async.global;" ::: "memory");
    __syncthreads();
    if (t != 0)
        return;
    REDUCE("add.u32", 512);
    REDUCE("min.u32", 512);
    REDUCE("max.u32", 512);
    REDUCE("inc.u32", 512);
    REDUCE("dec.u32", 512);
    REDUCE("min.s32", 512);
    REDUCE("max.s32", 512);
    REDUCE("and.b32", 512);
    REDUCE("or.b32", 512);
    REDUCE("xor.b32", 512);
    REDUCE("add.u64", 512);
    REDUCE("min.u64", 512);
    REDUCE("max.u64", 512);
    REDUCE("min.s64", 512);
    REDUCE("max.s64", 512);
    REDUCE("and.b64", 512);
    REDUCE("or.b64", 512);
    REDUCE("xor.b64", 512);
    REDUCE("add.u32", 256);
    commit();
    WAIT_GROUP(0);
}

// Sums and extremes of floats, from small integers, so that they are exact.
KERNEL(bulk_floats)
{
    __shared__ __align__(128) u32 singles[BLOCK];
    __shared__ __align__(128) double doubles[BLOCK];
    __shared__ __align__(128) u32 words[BLOCK];
    const u32 t = threadIdx.x, a = in[(blockIdx.x * BLOCK + t) * 2] % 256, b = in[(blockIdx.x * BLOCK + t) * 2 + 1] % 256;
    float *single = (float *)out + blockIdx.x * BLOCK * 6;
    double *twice = (double *)(single + BLOCK);
    u32 *halves = (u32 *)(single + 3 * BLOCK);
    singles[t] = __float_as_uint((float)a);
    doubles[t] = a;
    single[t] = b;
    twice[t] = b;
    // Small integers below 16 as halves: 2^k * (1 + m / 1024) by hand.
    auto half = [](u32 v) { u32 e = 31 - __clz(v | 1); return v ? (e + 15) << 10 | (v << (10 - e) & 0x3ff) : 0; };
    words[t] = half(a % 16) | half(b % 16) << 16;
    for (u32 k = 0; k < 3; k++)
        halves[k * BLOCK + t] = half(b % 16) | half(a / 16) << 16;
    fence();
    asm volatile("fence.proxy.async.global;" ::: "memory");
    __syncthreads();
    if (t != 0)
        return;
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 512;" ::"l"(single), "r"(place(singles))
                 : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f64 [%0], [%1], 1024;" ::"l"(twice), "r"(place(doubles))
                 : "memory");
    u32 *to = halves;
    REDUCE("add.noftz.f16", 512);
    REDUCE("min.f16", 512);
    REDUCE("max.f16", 512);
    commit();
    WAIT_GROUP(0);
}
