// Parameters of all kinds: many of them, structures by value, arrays inside, the largest that a kernel may have.
#include "program.cuh"

extern "C" __global__ void parameter_many(u32 *out, signed char a, unsigned short b, s32 c, s64 d, float e, double f,
                                          unsigned char g, u64 h, bool i, short j, double *k, u32 l)
{
    u32 t = threadIdx.x;
    out += t * 12;
    PUT((s32)a + (s32)t);
    PUT((u32)b);
    PUT(c);
    PUT(d - t);
    PUT(e * 2);
    PUT((u32)g + (i ? 1000 : 0));
    PUT(h >> t);
    PUT((s32)j * (s32)l);
    PUT(f + k[t]);
}

struct Inner {
    short s[3];
    char c;
};

struct __align__(16) Outer {
    char tag;
    double weight;
    Inner inner[2];
    float4 vector;
    u32 *target;
};

extern "C" __global__ void parameter_struct(u32 first, Outer outer, u32 last)
{
    u32 *out = outer.target + threadIdx.x * 6, t = threadIdx.x;
    PUT(first + last);
    PUT((s32)outer.tag + outer.inner[t & 1].s[t % 3]);
    PUT((s32)outer.inner[1].c);
    PUT(outer.weight * t);
    PUT(outer.vector.x + outer.vector.w);
}

struct Large {
    u32 words[1000];
};

// 4,000 bytes of it, indexed by a lane's own number.
extern "C" __global__ void parameter_large(u32 *out, Large large)
{
    u32 t = threadIdx.x, sum = 0;
    for (u32 k = 0; k < 1000; k += 13)
        sum = sum * 3 + large.words[(k + t) % 1000];
    out[t * 2] = sum;
    out[t * 2 + 1] = large.words[999] + large.words[t];
}

// Changed inside: the kernel has a copy of its own.
extern "C" __global__ void parameter_changed(u32 *out, Inner inner, u32 n)
{
    u32 t = threadIdx.x;
    inner.s[t % 3] += (short)t;
    inner.c = (char)(inner.c + inner.s[1]);
    for (; n > t; n -= 3)
        inner.s[0]++;
    out[t] = (u32)(unsigned short)inner.s[0] << 16 | (u32)(unsigned char)inner.c << 8 | (unsigned char)inner.s[2];
}

extern "C" __global__ void parameter_none()
{
    if (threadIdx.x > 5000)
        __trap();
}
