/* SPDX-License-Identifier: MIT */
/* Matrix products of integers and of single bits, vectorised over the lanes that have the results.
 *
 * Hosts multiply pairs of 16 bits and add the two products: so each word of 4 or 8 bits becomes two or four
 * words of such pairs, its planes. */
#include "ops/matrix/dot_matrix.h"
#include "ops/matrix/lanes_fragments.h"

#define MOST_PLANES 4
#define HALF_BITS   16

typedef int16_t halves __attribute__((vector_size(VECTOR_BYTES), may_alias));
typedef uint16_t bit_halves __attribute__((vector_size(VECTOR_BYTES), may_alias));

/* Of each half of a word, element number `plane`. */
HW_INLINE vector plane_of(const vector *word, unsigned bits, bool is_signed, unsigned plane)
{
    const bit_halves high = (bit_halves)*word << (HALF_BITS - bits * (plane + 1));

    return is_signed ? (vector)((halves)high >> (HALF_BITS - bits)) : (vector)(high >> (HALF_BITS - bits));
}

/* The sum of the products of both halves. */
HW_INLINE words multiply_pairs(const vector *x, const vector *y)
{
#if VECTOR_BYTES == 64
    return (words)_mm512_madd_epi16((__m512i)*x, (__m512i)*y);
#elif VECTOR_BYTES == 32
    return (words)_mm256_madd_epi16((__m256i)*x, (__m256i)*y);
#elif defined(__SSE2__)
    return (words)_mm_madd_epi16((__m128i)*x, (__m128i)*y);
#else
    const words low_x = (words)(*x << HALF_BITS) >> HALF_BITS, low_y = (words)(*y << HALF_BITS) >> HALF_BITS;

    return low_x * low_y + ((words)*x >> HALF_BITS) * ((words)*y >> HALF_BITS);
#endif
}

/* Add to accumulators. */
HW_INLINE words add_to(const vector *c, const words *sum, bool sat)
{
    const words total = (words)(*c + (vector)*sum);
    const words beyond = (((words)*c ^ total) & (*sum ^ total)) >> 31 & -(int32_t)sat;

    return where(beyond, (total >> 31) ^ INT32_MIN, total);
}

/* The register with rows from 8 * half on. */
HW_INLINE const uint32_t *register_of_a(const struct hw_dot_fragments *f, unsigned i, unsigned half)
{
    return f->a[f->tall ? 2 * i + half : i];
}

/* --- integers --- */

HW_INLINE void take_columns(const struct hw_dot_fragments *f, unsigned bits, bool is_signed, lanes *b)
{
    const unsigned planes = HALF_BITS / bits;

    for (unsigned i = 0; i < f->registers; i++) {
        lanes ordered;

        order_columns(f->b[i], &ordered);
        for (unsigned l = 0; l < HW_LANES; l += VECTOR_WORDS) {
            const vector word = load_vector(ordered.lane + l);

            for (unsigned p = 0; p < planes; p++)
                *(vector *)(void *)(b[i * planes + p].lane + l) = plane_of(&word, bits, is_signed, p);
        }
    }
}

HW_INLINE void multiply(const struct hw_dot_fragments *f, unsigned bits, hw_lanes *d)
{
    const bool a_signed = hw_type_signed(f->a_type), b_signed = hw_type_signed(f->b_type);
    const unsigned planes = HALF_BITS / bits, count = f->registers * planes;
    lanes b[HW_DOT_REGISTERS * MOST_PLANES];

    take_columns(f, bits, b_signed, b);
    for (unsigned half = 0; half < (f->tall ? 2 : 1); half++)
        for (unsigned first = 0; first < HW_LANES; first += VECTOR_WORDS) {
            words sum[PARITIES] = {{0}};

            for (unsigned i = 0; i < count; i++) {
                const vector word = load_vector(register_of_a(f, i / planes, half) + first);
                const vector plane = plane_of(&word, bits, a_signed, i % planes);
                vector a[QUAD];

                spread_quads(&plane, a);
                for (unsigned odd = 0; odd < PARITIES; odd++)
                    for (unsigned n = 0; n < QUAD; n++) {
                        const vector columns = repeat_quad(b[i].lane + ordered_index(n, odd));

                        sum[odd] += multiply_pairs(&a[n], &columns);
                    }
            }
            for (unsigned odd = 0; odd < PARITIES; odd++) {
                const unsigned result = PARITIES * half + odd;
                const vector c = load_vector(f->c[result] + first);

                *(words *)(void *)(d[result] + first) = add_to(&c, &sum[odd], f->sat);
            }
        }
}

void HW_LANE_FUNCTIONS(dot_integers)(const struct hw_dot_fragments *f, hw_lanes d[HW_DOT_RESULTS])
{
    if (hw_type_bits(f->a_type) == 8)
        multiply(f, 8, d);
    else
        multiply(f, 4, d);
}

/* --- bits --- */

/* How many bits are set in each byte. */
HW_INLINE vector count_bits(vector x)
{
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    return (x + (x >> 4)) & 0x0f0f0f0f;
}

/* The sum of four bytes. */
HW_INLINE words add_bytes(vector x)
{
    x = (x & 0xff00ff) + (x >> 8 & 0xff00ff);
    return (words)((x + (x >> 16)) & 0xffff);
}

void HW_LANE_FUNCTIONS(dot_bits)(const struct hw_dot_fragments *f, hw_lanes d[HW_DOT_RESULTS])
{
    const vector is_and = (vector){0} - (f->logic == HW_LOGIC_AND);
    lanes b[HW_DOT_REGISTERS];

    for (unsigned i = 0; i < f->registers; i++)
        order_columns(f->b[i], &b[i]);
    for (unsigned half = 0; half < (f->tall ? 2 : 1); half++)
        for (unsigned first = 0; first < HW_LANES; first += VECTOR_WORDS) {
            vector bytes[PARITIES] = {{0}};

            for (unsigned i = 0; i < f->registers; i++) {
                const vector word = load_vector(register_of_a(f, i, half) + first);
                vector a[QUAD];

                spread_quads(&word, a);
                for (unsigned odd = 0; odd < PARITIES; odd++)
                    for (unsigned n = 0; n < QUAD; n++) {
                        const vector columns = repeat_quad(b[i].lane + ordered_index(n, odd));

                        bytes[odd] += count_bits(((a[n] & columns) & is_and) | ((a[n] ^ columns) & ~is_and));
                    }
            }
            for (unsigned odd = 0; odd < PARITIES; odd++) {
                const unsigned result = PARITIES * half + odd;
                const vector c = load_vector(f->c[result] + first);
                const words sum = add_bytes(bytes[odd]);

                *(words *)(void *)(d[result] + first) = add_to(&c, &sum, false);
            }
        }
}
