// Functions: calls, recursion, pointers, tables of jumps, big frames on the stack.
#include "program.cuh"

#define FUNCTION __device__ __noinline__

static FUNCTION u32 mix(u32 a, u32 b)
{
    return (a ^ b >> 3) * 0x01000193u + b;
}

static FUNCTION double scale(double a, float b, s32 c)
{
    return a * b + c;
}

struct Pair {
    u64 first, second;
};

static FUNCTION Pair swap_and_add(Pair p, u64 extra)
{
    Pair q = {p.second + extra, p.first - extra};
    return q;
}

KERNEL(call_plain)
{
    THREAD(4, 8);
    PUT(mix(in[0], in[1]));
    PUT(mix(mix(in[2], in[3]), mix(in[1], in[0])));
    PUT(scale(1.5, (float)(in[0] & 0xfff), (s32)in[1] >> 8));
    Pair p = {WIDE(0), WIDE(2)};
    p = swap_and_add(p, in[1]);
    PUT(p.first);
    PUT(p.second);
}

static FUNCTION u32 ackermann(u32 m, u32 n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static FUNCTION u32 fibonacci(u32 n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

// Two functions that call each other.
static FUNCTION bool is_odd(u32 n);
static FUNCTION bool is_even(u32 n)
{
    return n == 0 ? true : is_odd(n - 1);
}
static FUNCTION bool is_odd(u32 n)
{
    return n == 0 ? false : is_even(n - 1);
}

KERNEL(call_recursive)
{
    THREAD(3, 3);
    PUT(ackermann(in[0] % 3, in[1] % 6));
    PUT(fibonacci(in[2] % 12));
    PUT(is_even(in[1] % 40));
}

typedef u32 (*Operation)(u32, u32);
static FUNCTION u32 plus(u32 a, u32 b) { return a + b; }
static FUNCTION u32 minus(u32 a, u32 b) { return a - b; }
static FUNCTION u32 times(u32 a, u32 b) { return a * b; }
static FUNCTION u32 rotate(u32 a, u32 b) { return __funnelshift_l(a, a, b); }
__device__ Operation operations[] = {plus, minus, times, rotate, mix};

// Every lane calls its own function.
KERNEL(call_pointer)
{
    THREAD(4, 3);
    PUT(operations[in[2] % 5](in[0], in[1]));
    Operation chosen = in[3] & 1 ? plus : times;
    PUT(chosen(in[0], 5));
    u32 value = in[1];
    for (u32 k = 0; k < in[3] % 7; k++)
        value = operations[(k + in[0]) % 5](value, in[2] + k);
    PUT(value);
}

struct Shape {
    u32 a;
    __device__ Shape(u32 a) : a(a) {}
    __device__ virtual u32 area() const = 0;
    __device__ virtual u32 grown(u32 by) const { return area() + by; }
};
struct Square : Shape {
    __device__ Square(u32 a) : Shape(a) {}
    __device__ u32 area() const { return a * a; }
};
struct Box : Shape {
    u32 b;
    __device__ Box(u32 a, u32 b) : Shape(a), b(b) {}
    __device__ u32 area() const { return a * b; }
    __device__ u32 grown(u32 by) const { return (a + by) * (b + by); }
};

KERNEL(call_virtual)
{
    THREAD(2, 2);
    Square square(in[0]);
    Box box(in[0], in[1]);
    const Shape *shape = in[1] & 1 ? (const Shape *)&square : &box;
    PUT(shape->area());
    PUT(shape->grown(in[1]));
}

// Cases close together become a table of jumps.
KERNEL(call_switch)
{
    THREAD(3, 2);
    u32 a = in[0], b = in[1], r = 0;
    switch (in[2] % 19) {
    case 0: r = a + b; break;
    case 1: r = a - b; break;
    case 2: r = a * b; break;
    case 3: r = a & b; break;
    case 4: r = a | b; // and on
    case 5: r ^= a << 5; break;
    case 6: r = __popc(a); break;
    case 7: r = __clz(b); break;
    case 8: r = __brev(a); break;
    case 9: r = a / (b | 1); break;
    case 10: return;
    case 11: r = a % 10; break;
    case 12: r = __float_as_uint((float)a); break;
    case 13: r = min(a, b); break;
    case 14: r = in[a % 3]; // and on
    case 15: r += 77; break;
    case 16: r = mix(a, b); break;
    default: r = ~a;
    }
    PUT(r);
    PUT(in[2] % 19);
}

struct Frame {
    u32 words[200];
};

static FUNCTION u32 checksum(Frame frame, u32 from)
{
    u32 sum = 0;
    for (u32 k = from; k < 200; k++)
        sum = sum * 31 + frame.words[k];
    frame.words[from] = 0;
    return sum + frame.words[from + 1];
}

// Almost a kilobyte handed over by value.
KERNEL(call_frame)
{
    THREAD(2, 2);
    Frame frame;
    for (u32 k = 0; k < 200; k++)
        frame.words[k] = in[0] + k * in[1];
    PUT(checksum(frame, in[1] % 100));
    PUT(frame.words[in[1] % 100]);
}

#if __CUDA_ARCH__ >= 520
// A stack frame whose size only the thread knows.
KERNEL(call_alloca)
{
    THREAD(2, 1);
    u32 count = in[0] % 50 + 1, sum = 0;
    u32 *words;
    asm volatile("{ .reg .u64 p; alloca.u64 p, %1, 16; cvta.local.u64 %0, p; }" : "=l"(words) : "l"((u64)count * 4));
    for (u32 k = 0; k < count; k++)
        words[k * 53 % count] = in[1] ^ k;
    for (u32 k = 0; k < count; k++)
        sum = sum * 3 + words[k];
    PUT(sum);
}
#endif
