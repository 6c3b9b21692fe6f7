/* SPDX-License-Identifier: MIT */
/* Alignment of two lists in linear space: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations"
 * (Algorithmica 1986), section 4b.  The middle of a shortest edit script is found from both ends, and each
 * half is aligned by itself. */
#include "cli/diff.h"

#include <stdlib.h>

struct alignment {
    const uint64_t *a, *b;
    uint32_t *match;
    int64_t *forward, *backward; /* how far each diagonal comes; their middles */
};

/* A piece of both lists. */
struct stretch {
    int64_t a, a_end, b, b_end;
};

/* A point through which a shortest script goes. */
struct crossing {
    int64_t a, b;
};

static int64_t extend(const struct alignment *at, const struct stretch *s, int64_t x, int64_t diagonal)
{
    int64_t y = x - diagonal;

    while (x < s->a_end - s->a && y < s->b_end - s->b && at->a[s->a + x] == at->b[s->b + y]) {
        x++;
        y++;
    }
    return x;
}

static int64_t extend_back(const struct alignment *at, const struct stretch *s, int64_t x, int64_t diagonal)
{
    int64_t y = x - diagonal;

    while (x < s->a_end - s->a && y < s->b_end - s->b && at->a[s->a_end - 1 - x] == at->b[s->b_end - 1 - y]) {
        x++;
        y++;
    }
    return x;
}

static int64_t step(const int64_t *reached, int64_t diagonal, int64_t edits)
{
    return diagonal == -edits || (diagonal != edits && reached[diagonal - 1] < reached[diagonal + 1])
               ? reached[diagonal + 1]
               : reached[diagonal - 1] + 1;
}

/* Neither list is empty, and they neither begin nor end with equal elements. */
static struct crossing middle_of(const struct alignment *at, const struct stretch *s)
{
    const int64_t n = s->a_end - s->a, m = s->b_end - s->b, delta = n - m;
    const bool odd = delta & 1;

    at->forward[1] = at->backward[1] = 0;
    for (int64_t edits = 0;; edits++) {
        for (int64_t k = -edits; k <= edits; k += 2) {
            const int64_t x = at->forward[k] = extend(at, s, step(at->forward, k, edits), k);
            const int64_t other = delta - k; /* the same diagonal from the other end */
            if (odd && other >= 1 - edits && other <= edits - 1 && x + at->backward[other] >= n)
                return (struct crossing){s->a + x, s->b + x - k};
        }
        for (int64_t k = -edits; k <= edits; k += 2) {
            const int64_t x = at->backward[k] = extend_back(at, s, step(at->backward, k, edits), k);
            const int64_t other = delta - k;
            if (!odd && other >= -edits && other <= edits && x + at->forward[other] >= n)
                return (struct crossing){s->a_end - x, s->b_end - x + k};
        }
    }
}

static void align(const struct alignment *at, struct stretch s)
{
    while (s.a < s.a_end && s.b < s.b_end && at->a[s.a] == at->b[s.b])
        at->match[s.a++] = (uint32_t)s.b++;
    while (s.a < s.a_end && s.b < s.b_end && at->a[s.a_end - 1] == at->b[s.b_end - 1])
        at->match[--s.a_end] = (uint32_t)--s.b_end;
    if (s.a == s.a_end || s.b == s.b_end)
        return;
    const struct crossing middle = middle_of(at, &s);
    align(at, (struct stretch){s.a, middle.a, s.b, middle.b});
    align(at, (struct stretch){middle.a, s.a_end, middle.b, s.b_end});
}

bool hw_diff_align(const uint64_t *a, uint32_t a_count, const uint64_t *b, uint32_t b_count, uint32_t *match)
{
    const size_t most = (size_t)a_count + b_count + 3; /* diagonals to either side */
    int64_t *diagonals = calloc(4 * most + 2, sizeof *diagonals);
    const struct alignment at = {a, b, match, diagonals + most, diagonals + 3 * most + 1};

    for (uint32_t i = 0; i < a_count; i++)
        match[i] = HW_DIFF_NONE;
    if (diagonals)
        align(&at, (struct stretch){0, a_count, 0, b_count});
    free(diagonals);
    return diagonals != NULL;
}
