// Divergence: branches, loops and ways out of them that every lane takes for itself.
#include "program.cuh"

KERNEL(flow_if)
{
    THREAD(3, 2);
    u32 a = in[0], b = in[1], c = in[2], r = 1;
    if (a & 1) {
        if (b & 1) {
            r = a * b;
            if (c & 1)
                r += 0x1000;
            else
                r ^= c;
        } else if (c > 0x80000000u) {
            r = b - c;
        }
        r = r * 7;
    } else {
        if (b > a)
            r = b / 3;
        else if ((c & 3) == 0)
            r = c * c;
        else
            r = __popc(a ^ b);
        r += 3;
    }
    PUT(r);
    PUT(a > b && (c & 1 || __popc(a) > 16) ? a : b);
}

// Collatz: every lane its own number of turns.
KERNEL(flow_while)
{
    THREAD(1, 2);
    u32 value = in[0] % 10000 + 1, steps = 0, top = value;
    while (value != 1) {
        value = value & 1 ? 3 * value + 1 : value / 2;
        top = max(top, value);
        steps++;
    }
    PUT(steps);
    PUT(top);
}

KERNEL(flow_break)
{
    THREAD(3, 3);
    u32 sum = 0, seen = 0;
    for (u32 i = 0; i < 40; i++) {
        if ((in[0] >> (i & 31) & 1) == 0)
            continue;
        seen++;
        for (u32 j = 0; j < 20; j++) {
            if (j == in[1] % 23)
                break;
            if ((i + j) % 3 == in[2] % 3)
                continue;
            sum += i * j + 1;
            if (sum > in[2] % 5000)
                goto done;
        }
        if (seen > in[1] % 17)
            break;
    }
    sum |= 0x10000;
done:
    PUT(sum);
    PUT(seen);
    do {
        seen = seen * 5 + 1;
    } while (seen % 16 != in[0] % 16);
    PUT(seen);
}

KERNEL(flow_return)
{
    THREAD(2, 3);
    PUT(in[0]);
    if (in[0] % 5 == 0)
        return;
    for (u32 k = 0; k < 10; k++) {
        if (k == in[1] % 13)
            return;
        out[0] = k;
    }
    PUT(99u);
    if (in[1] & 0x100)
        return;
    PUT(in[0] ^ in[1]);
}

// A state machine by goto, with two ways into its loop.
KERNEL(flow_goto)
{
    THREAD(2, 2);
    u32 a = in[0], b = in[1], steps = 0;
    if (a & 1)
        goto second;
first:
    a = a * 3 + 1;
    if (++steps > 30)
        goto end;
    if (a & 4)
        goto first;
second:
    b = b >> 1 ^ a;
    if (++steps > 30)
        goto end;
    if (b & 2)
        goto second;
    if (a != b)
        goto first;
end:
    PUT(a + b);
    PUT(steps);
}

// Binary search, greatest common divisor, integer root: loops as programs have them.
KERNEL(flow_search)
{
    THREAD(2, 3);
    u32 low = 0, high = 65536, a = in[0], b = in[1];
    while (low < high) {
        u32 middle = (low + high + 1) / 2;
        if ((u64)middle * middle <= a)
            low = middle;
        else
            high = middle - 1;
    }
    PUT(low);
    while (b) {
        u32 rest = a % b;
        a = b;
        b = rest;
    }
    PUT(a);
    u64 power = 1, base = in[0] % 1000;
    for (u32 e = in[1] % 1000; e; e >>= 1) {
        if (e & 1)
            power = power * base % 1000003;
        base = base * base % 1000003;
    }
    PUT((u32)power);
}

// Predicates made from predicates.
KERNEL(flow_predicates)
{
    THREAD(4, 5);
    s32 a = in[0], b = in[1], c = in[2], d = in[3];
    bool p = a < b, q = (u32)c > (u32)d, r = a == c, s = b != d;
    PUT((u32)(p && q || r && s) + 2 * (p ^ q ^ r) + 4 * (!p && !q) + 8 * ((p || q) && !(r || s)));
    u32 x;
    asm("{ .reg .pred p, q; setp.lt.s32 p, %1, %2; setp.ge.and.u32 q|p, %3, %4, !p; selp.u32 %0, %1, %4, p;"
        " @!q add.u32 %0, %0, 9; }" : "=r"(x) : "r"(a), "r"(b), "r"(c), "r"(d));
    PUT(x);
    asm("{ .reg .pred p; setp.ne.s32 p, %3, 0; set.gt.xor.u32.s32 %0, %1, %2, p; }" : "=r"(x) : "r"(a), "r"(b), "r"(c));
    PUT(x);
    asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(x) : "r"(a), "r"(b), "r"(c));
    PUT(x);
    u32 mask = 0;
    for (s32 k = 0; k < 4; k++)
        mask |= (u32)((s32)in[k] < 0) << k;
    PUT(mask);
}
