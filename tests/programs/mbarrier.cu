// Barriers in shared memory (sm_80 on): what arrivals return, phases, threads that drop out, copies that arrive; and what
// barriers of cuda::barrier in other memory are made of.
#include "program.cuh"

#define BLOCK 128

static __device__ u32 place(const void *shared) { return (u32)__cvta_generic_to_shared(shared); }

static __device__ void init(u64 *barrier, u32 count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(place(barrier)), "r"(count) : "memory");
}

static __device__ u64 arrive(u64 *barrier)
{
    u64 state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(place(barrier)) : "memory");
    return state;
}

static __device__ u64 arrive_times(u64 *barrier, u32 count)
{
    u64 state;
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;"
                 : "=l"(state)
                 : "r"(place(barrier)), "r"(count)
                 : "memory");
    return state;
}

static __device__ u64 drop(u64 *barrier)
{
    u64 state;
    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(state) : "r"(place(barrier)) : "memory");
    return state;
}

static __device__ u32 pending(u64 state)
{
    u32 count;
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(state));
    return count;
}

// Whether the phase of a state is over.
static __device__ u32 is_over(u64 *barrier, u64 state)
{
    u32 over;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(over)
                 : "r"(place(barrier)), "l"(state)
                 : "memory");
    return over;
}

// Whether the phase with this parity is over.
static __device__ u32 parity_is_over(u64 *barrier, u32 parity)
{
    u32 over;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(over)
                 : "r"(place(barrier)), "r"(parity)
                 : "memory");
    return over;
}

// A barrier a thread, which arrives alone, twelve times, and drops out the third time: how many arrivals were pending
// before each, and whether the phase is over behind it.  Some arrive several times at once.
KERNEL(mbarrier_states)
{
    __shared__ u64 barriers[BLOCK];
    THREAD(1, 49);
    u64 *barrier = &barriers[threadIdx.x];
    u32 count = in[0] % 9 + 2;
    init(barrier, count);
    for (u32 k = 0; k < 12; k++) {
        u64 state = k == 2 ? drop(barrier) : arrive(barrier);
        PUT(pending(state));
        PUT(is_over(barrier, state));
        PUT(parity_is_over(barrier, 0));
        PUT(parity_is_over(barrier, 1));
    }
    init(barrier, count);
    PUT(pending(arrive_times(barrier, count - 1)) << 16 | pending(arrive(barrier)) << 8 | parity_is_over(barrier, 0));
}

// All threads of a block write, arrive, wait, and read what others wrote, for several phases.  Each third drops out
// after two of them.
KERNEL(mbarrier_phases)
{
    __shared__ u64 barrier;
    __shared__ u32 words[2][BLOCK];
    u32 t = threadIdx.x, i = blockIdx.x * BLOCK + t, value = in[i];
    if (t == 0)
        init(&barrier, BLOCK);
    __syncthreads();
    for (u32 k = 0; k < 5; k++) {
        words[k & 1][t] = value;
        if (k == 2 && t % 3 == 0) {
            drop(&barrier);
            break;
        }
        u64 state = arrive(&barrier);
        while (!is_over(&barrier, state))
            ;
        value = value * 5 + words[k & 1][(t + 33) % BLOCK];
    }
    out[i] = value;
}

// One warp writes and the others read: a barrier says that words are full, another that they are empty.
KERNEL(mbarrier_roles)
{
    __shared__ u64 full, empty;
    __shared__ u32 words[32];
    u32 t = threadIdx.x, first = blockIdx.x * BLOCK, sum = 0;
    if (t == 0) {
        init(&full, 32);
        init(&empty, BLOCK - 32);
    }
    __syncthreads();
    for (u32 k = 0; k < 4; k++) {
        if (t < 32) {
            while (k && !parity_is_over(&empty, (k - 1) & 1))
                ;
            words[t] = in[first + k * 32 + t];
            arrive(&full);
        } else {
            while (!parity_is_over(&full, k & 1))
                ;
            sum = sum * 3 + words[(t + k) % 32];
            arrive(&empty);
        }
    }
    out[first + t] = sum;
}

#define COPY(to, from) \
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place(to)), "l"(from) : "memory")

// Copies arrive when they are done: beside the arrivals that are expected (the first), and as some of them.
KERNEL(mbarrier_copies)
{
    __shared__ u64 beside, among;
    __shared__ u32 words[2][BLOCK];
    u32 t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (t == 0) {
        init(&beside, BLOCK);
        init(&among, BLOCK + 1);
    }
    __syncthreads();
    COPY(&words[0][t], in + i * 2);
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(place(&beside)) : "memory");
    arrive(&beside);
    COPY(&words[1][t], in + i * 2 + 1);
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(place(&among)) : "memory");
    if (t == 7)
        arrive(&among);
    while (!parity_is_over(&beside, 0))
        ;
    out[i * 2] = words[0][(t + 65) % BLOCK];
    while (!parity_is_over(&among, 0))
        ;
    out[i * 2 + 1] = words[1][(t + 65) % BLOCK];
}

// The barrier by its generic address, in shared and in global memory: the sum of what was pending before each arrival, in
// two phases of which the second expects one less.
KERNEL(mbarrier_generic)
{
    __shared__ u64 shared;
    __shared__ u32 sums[2];
    u32 t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    u64 state, *global = (u64 *)(out + i - t), *barrier = in[i - t] & 1 ? global : &shared;
    if (t == 0) {
        asm volatile("mbarrier.init.b64 [%0], %1;" ::"l"(barrier), "r"(BLOCK) : "memory");
        sums[0] = sums[1] = 0;
    }
    __syncthreads();
    if (t == 5)
        asm volatile("mbarrier.arrive_drop.b64 %0, [%1];" : "=l"(state) : "l"(barrier) : "memory");
    else
        asm volatile("mbarrier.arrive.b64 %0, [%1];" : "=l"(state) : "l"(barrier) : "memory");
    atomicAdd(&sums[0], pending(state));
    __syncthreads();
    if (t != 5) {
        asm volatile("mbarrier.arrive.b64 %0, [%1];" : "=l"(state) : "l"(barrier) : "memory");
        atomicAdd(&sums[1], pending(state));
    }
    __syncthreads();
    out[i] = sums[t & 1];
}

// An addition of 64 bits at a generic address, which says whether it was done: shared memory, global memory, and memory
// of the thread.
KERNEL(mbarrier_additions)
{
    __shared__ u64 shared[BLOCK];
    THREAD(1, 4);
    u64 own[2] = {in[0], 7}, *global = (u64 *)out, *const places[] = {global, &shared[threadIdx.x], &own[in[0] & 1]};
    *global = shared[threadIdx.x] = 5;
    u64 *place = places[in[0] % 3], old = atomicAdd(place, 0x100000000ull + i);
    u64 sum = *place;
    PUT(old);
    PUT(sum);
}
