/* SPDX-License-Identifier: MIT */
/* The rasteriser turns a triangle into fragments.  Coverage is exact: corners and samples are whole numbers
 * of 1/256 pixel, and the two sides of a line are told apart by the sign of a 64-bit product. */
#include <halfwarp/raster.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNIT     256 /* parts of a pixel */
#define FARTHEST 65536
#define SAMPLES  4

struct point {
    int64_t x, y;
};

/* The line from one corner to the next; the triangle lies where the product is positive. */
struct border {
    struct point from, along;
    bool owns; /* samples on it */
};

struct shape {
    const struct hw_triangle *triangle;
    struct border border[3]; /* against corner 0, 1, 2 */
    double area;             /* the product of a corner and the border against it; 0: there is nothing */
};

static const struct point centre = {UNIT / 2, UNIT / 2};
static const struct point four_samples[SAMPLES] = {{96, 32}, {224, 96}, {32, 160}, {160, 224}};

static int64_t product(const struct border *border, struct point point)
{
    return border->along.x * (point.y - border->from.y) - border->along.y * (point.x - border->from.x);
}

static struct border border_between(struct point from, struct point to)
{
    const struct point along = {to.x - from.x, to.y - from.y};

    return (struct border){from, along, along.y < 0 || (along.y == 0 && along.x > 0)};
}

/* The borders, all turned so that the inside is positive. */
static struct shape shape_of(const struct hw_triangle *triangle)
{
    struct shape shape = {.triangle = triangle};
    struct point corner[3];

    for (unsigned i = 0; i < 3; i++)
        corner[i] =
            (struct point){llround((double)triangle->x[i] * UNIT), llround((double)triangle->y[i] * UNIT)};
    const struct border first = border_between(corner[0], corner[1]);
    const int64_t area = product(&first, corner[2]);
    for (unsigned i = 0; i < 3; i++) {
        const struct point next = corner[(i + 1) % 3], last = corner[(i + 2) % 3];
        shape.border[i] = area >= 0 ? border_between(next, last) : border_between(last, next);
    }
    shape.area = fabs((double)area);
    return shape;
}

static bool covers(const struct shape *shape, struct point point)
{
    for (unsigned i = 0; i < 3; i++) {
        const int64_t value = product(&shape->border[i], point);
        if (value < 0 || (value == 0 && !shape->border[i].owns))
            return false;
    }
    return true;
}

static struct point in_pixel(uint32_t x, uint32_t y, struct point sample)
{
    return (struct point){(int64_t)x * UNIT + sample.x, (int64_t)y * UNIT + sample.y};
}

/* Whether a sample of the pixel is covered, and the centroid, in the pixel. */
static bool look_at(const struct shape *shape, uint32_t x, uint32_t y, struct point *centroid)
{
    const unsigned samples = shape->triangle->samples;
    const struct point *sample = samples == 1 ? &centre : four_samples;
    struct point sum = {0, 0};
    unsigned covered = 0;

    for (unsigned i = 0; i < samples; i++)
        if (covers(shape, in_pixel(x, y, sample[i]))) {
            sum.x += sample[i].x;
            sum.y += sample[i].y;
            covered++;
        }
    *centroid =
        covered == 0 || covered == samples ? centre : (struct point){sum.x / covered, sum.y / covered};
    return covered != 0;
}

/* The varyings at a point, linearly. */
static void interpolate(const struct shape *shape, struct point point, uint32_t *to)
{
    const struct hw_triangle *triangle = shape->triangle;
    double weight[3];

    for (unsigned i = 0; i < 3; i++)
        weight[i] = (double)product(&shape->border[i], point) / shape->area;
    for (uint32_t w = 0; w < triangle->words; w++) {
        const double first = (double)triangle->varying[0][w];
        const float value = (float)(first + weight[1] * ((double)triangle->varying[1][w] - first) +
                                    weight[2] * ((double)triangle->varying[2][w] - first));
        memcpy(&to[w], &value, sizeof value);
    }
}

static void add_fragment(const struct shape *shape, uint32_t x, uint32_t y, struct hw_fragments *to)
{
    const uint32_t words = shape->triangle->words;
    struct point centroid;
    const bool covered = look_at(shape, x, y, &centroid);
    uint32_t *varying = to->varying + (size_t)to->count * HW_INTERPOLATIONS * words;

    to->fragment[to->count++] = (struct hw_fragment){x, y, covered};
    interpolate(shape, in_pixel(x, y, centre), varying + HW_INTERPOLATION_LINEAR * words);
    memcpy(varying + HW_INTERPOLATION_FLAT * words, shape->triangle->varying[shape->triangle->provoking],
           words * sizeof *varying);
    interpolate(shape, in_pixel(x, y, centroid), varying + HW_INTERPOLATION_CENTROID * words);
}

static bool quad_is_covered(const struct shape *shape, uint32_t x, uint32_t y)
{
    struct point unused;

    for (unsigned i = 0; i < 4; i++)
        if (x + i % 2 < shape->triangle->width && y + i / 2 < shape->triangle->height &&
            look_at(shape, x + i % 2, y + i / 2, &unused))
            return true;
    return false;
}

/* Room for one more quad. */
static bool grow(struct hw_fragments *fragments, uint32_t words, size_t *capacity)
{
    if (fragments->count + 4 <= *capacity)
        return true;
    const size_t wanted = *capacity ? *capacity * 2 : 256;
    struct hw_fragment *fragment = realloc(fragments->fragment, wanted * sizeof *fragment);
    if (fragment)
        fragments->fragment = fragment;
    uint32_t *varying =
        realloc(fragments->varying, wanted * HW_INTERPOLATIONS * (words + 1) * sizeof *varying);
    if (varying)
        fragments->varying = varying;
    if (!fragment || !varying)
        return false;
    *capacity = wanted;
    return true;
}

/* Pixels of a quad beyond the picture's edge are there for the quad only. */
static void add_quad(const struct shape *shape, uint32_t x, uint32_t y, struct hw_fragments *fragments)
{
    for (unsigned i = 0; i < 4; i++) {
        add_fragment(shape, x + i % 2, y + i / 2, fragments);
        struct hw_fragment *made = &fragments->fragment[fragments->count - 1];
        made->covered &= made->x < shape->triangle->width && made->y < shape->triangle->height;
    }
}

static hw_status check(const struct hw_triangle *triangle, struct hw_error *error)
{
    if (triangle->width == 0 || triangle->width > HW_PICTURE_MAX || triangle->height == 0 ||
        triangle->height > HW_PICTURE_MAX)
        return hw_fail(error, HW_ERR_RANGE, "raster",
                       "a picture of %u x %u pixels; expected 1 to %d each way", triangle->width,
                       triangle->height, HW_PICTURE_MAX);
    if (triangle->samples != 1 && triangle->samples != SAMPLES)
        return hw_fail(error, HW_ERR_RANGE, "raster", "%u samples of a pixel; expected 1 or 4",
                       triangle->samples);
    if (triangle->words > HW_VARYINGS_MAX || triangle->provoking > 2)
        return hw_fail(error, HW_ERR_RANGE, "raster",
                       "%u varyings of which corner %u has the flat ones; expected at most %d and 0 to 2",
                       triangle->words, triangle->provoking, HW_VARYINGS_MAX);
    for (unsigned i = 0; i < 3; i++)
        if (!(fabsf(triangle->x[i]) <= FARTHEST && fabsf(triangle->y[i]) <= FARTHEST))
            return hw_fail(error, HW_ERR_RANGE, "raster",
                           "corner %u lies at (%g, %g); expected a sample within %d pixels of (0, 0)", i,
                           (double)triangle->x[i], (double)triangle->y[i], FARTHEST);
    return HW_OK;
}

/* The pixels that may be covered, from an even one on: along one axis. */
static void bounds(const float corner[3], uint32_t most, uint32_t *first, uint32_t *end)
{
    const float least = fminf(corner[0], fminf(corner[1], corner[2])),
                last = fmaxf(corner[0], fmaxf(corner[1], corner[2]));

    *first = least < 1 ? 0 : least > (float)most ? most : ((uint32_t)least - 1) & ~1u;
    *end = last < 0 ? 0 : last >= (float)most ? most : (uint32_t)last + 1;
}

hw_status hw_triangle_fragments(const struct hw_triangle *triangle, struct hw_fragments *fragments,
                                struct hw_error *error)
{
    uint32_t x0, x1, y0, y1;
    size_t capacity = 0;

    *fragments = (struct hw_fragments){.count = 0};
    hw_status status = check(triangle, error);
    if (status != HW_OK)
        return status;
    const struct shape shape = shape_of(triangle);
    bounds(triangle->x, triangle->width, &x0, &x1);
    bounds(triangle->y, triangle->height, &y0, &y1);
    for (uint32_t y = y0; y < y1 && shape.area > 0; y += 2)
        for (uint32_t x = x0; x < x1; x += 2) {
            if (!quad_is_covered(&shape, x, y))
                continue;
            if (!grow(fragments, triangle->words, &capacity)) {
                hw_fragments_free(fragments);
                return hw_fail(error, HW_ERR_NO_MEMORY, "raster", "no memory for the fragments");
            }
            add_quad(&shape, x, y, fragments);
        }
    return HW_OK;
}

void hw_fragments_free(struct hw_fragments *fragments)
{
    free(fragments->fragment);
    free(fragments->varying);
    *fragments = (struct hw_fragments){.count = 0};
}
