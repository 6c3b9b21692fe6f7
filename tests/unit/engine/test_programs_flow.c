/* SPDX-License-Identifier: MIT */
/* Branches and loops that every lane takes for itself: tests/programs/flow.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

static uint32_t population(uint32_t value)
{
    uint32_t count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

static void flow_if(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    uint32_t r = 1;
    if (a & 1) {
        if (b & 1)
            r = c & 1 ? a * b + 0x1000 : (a * b) ^ c;
        else if (c > 0x80000000u)
            r = b - c;
        r *= 7;
    } else {
        r = b > a ? b / 3 : (c & 3) == 0 ? c * c : population(a ^ b);
        r += 3;
    }
    put(&out, r);
    put(&out, a > b && (c & 1 || population(a) > 16) ? a : b);
}

static void flow_while(const uint32_t *in, uint32_t *out)
{
    uint32_t value = in[0] % 10000 + 1, steps = 0, top = value;
    for (; value != 1; steps++) {
        value = value % 2 ? 3 * value + 1 : value / 2;
        if (value > top)
            top = value;
    }
    put(&out, steps);
    put(&out, top);
}

/* The inner loop of flow_break; false when the sum has become too large. */
static bool inner(const uint32_t *in, uint32_t i, uint32_t *sum)
{
    for (uint32_t j = 0; j < 20 && j != in[1] % 23; j++) {
        if ((i + j) % 3 == in[2] % 3)
            continue;
        *sum += i * j + 1;
        if (*sum > in[2] % 5000)
            return false;
    }
    return true;
}

static void flow_break(const uint32_t *in, uint32_t *out)
{
    uint32_t sum = 0, seen = 0;
    bool whole = true;
    for (uint32_t i = 0; whole && i < 40; i++) {
        if ((in[0] >> (i & 31) & 1) == 0)
            continue;
        seen++;
        whole = inner(in, i, &sum);
        if (whole && seen > in[1] % 17)
            break;
    }
    put(&out, whole ? sum | 0x10000 : sum);
    put(&out, seen);
    do
        seen = seen * 5 + 1;
    while (seen % 16 != in[0] % 16);
    put(&out, seen);
}

static void flow_return(const uint32_t *in, uint32_t *out)
{
    const uint32_t last = in[1] % 13;
    out[0] = in[0];
    if (in[0] % 5 == 0)
        return;
    if (last < 10) {
        if (last > 0)
            out[1] = last - 1;
        return;
    }
    out[1] = 99;
    if (!(in[1] & 0x100))
        out[2] = in[0] ^ in[1];
}

static void flow_goto(const uint32_t *in, uint32_t *out)
{
    uint32_t a = in[0], b = in[1], steps = 0;
    bool first = !(a & 1);
    do {
        if (first) {
            a = a * 3 + 1;
            first = a & 4;
        } else {
            b = b >> 1 ^ a;
            first = !(b & 2);
            if (first && a == b) {
                steps++;
                break;
            }
        }
    } while (++steps <= 30);
    put(&out, a + b);
    put(&out, steps);
}

static void flow_search(const uint32_t *in, uint32_t *out)
{
    uint64_t root = 0;
    while ((root + 1) * (root + 1) <= in[0])
        root++;
    put(&out, (uint32_t)root);
    uint32_t a = in[0], b = in[1];
    while (b) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    put(&out, a);
    uint64_t power = 1;
    for (uint32_t e = 0; e < in[1] % 1000; e++)
        power = power * (in[0] % 1000) % 1000003;
    put(&out, (uint32_t)power);
}

static void flow_predicates(const uint32_t *in, uint32_t *out)
{
    const int32_t a = (int32_t)in[0], b = (int32_t)in[1], c = (int32_t)in[2], d = (int32_t)in[3];
    const bool p = a<b, q = in[2]> in[3], r = a == c, s = b != d;
    put(&out,
        (uint32_t)((p && q) || (r && s)) + 2u * (p ^ q ^ r) + 4u * (!p && !q) + 8u * ((p || q) && !(r || s)));
    const bool ge = in[2] >= in[3];
    put(&out, (!ge && !p ? in[0] : in[3]) + (ge && !p ? 0 : 9));
    put(&out, (a > b) != (c != 0) ? 0xffffffff : 0);
    put(&out, c >= 0 ? in[0] : in[1]);
    put(&out, in[0] >> 31 | in[1] >> 31 << 1 | in[2] >> 31 << 2 | in[3] >> 31 << 3);
}

static const struct program programs[] = {
    {.kernel = "flow_if", .in = 3, .out = 2, .each = flow_if},
    {.kernel = "flow_while", .in = 1, .out = 2, .each = flow_while},
    {.kernel = "flow_break", .in = 3, .out = 3, .each = flow_break},
    {.kernel = "flow_return", .in = 2, .out = 3, .each = flow_return},
    {.kernel = "flow_goto", .in = 2, .out = 2, .each = flow_goto},
    {.kernel = "flow_search", .in = 2, .out = 3, .each = flow_search},
    {.kernel = "flow_predicates", .in = 4, .out = 5, .each = flow_predicates},
};

int main(void)
{
    return PROGRAMS_RUN("flow", programs, PROGRAMS_COMMON, "sm_35-O0", "sm_35-G", "sm_50-O0", "sm_61-G",
                        PROGRAMS_NEWER);
}
