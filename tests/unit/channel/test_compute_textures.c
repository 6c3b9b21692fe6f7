/* SPDX-License-Identifier: MIT */
/* Textures and samplers of the compute object: descriptors and texels in memory, as a driver writes them. */
#include "channel.h"

#define AT_TIC    AT_PLAY
#define AT_TSC    (AT_PLAY + 0x10000u)
#define AT_TEXELS (AT_PLAY + 0x20000u)
#define WIDTH     40u
#define HEIGHT    24u

/* Thread n looks up texture 2 with sampler 1 in column n, row 13; or fetches the texel of that number. */
static const char lookup[] = "MOV R1, g [0x4]\nI2I.U32.U16 R2, R0L\nSHL R3, R2, 0x4\nIADD R1, R1, R3\n"
                             "I2F.F32.U32 R4, R2\nMVI R5, 0x41580000\nTEX.LIVE R4, 0x2, 0x1, 0x2, RGBA\n"
                             "GST.U128 global14[R1], R4 # exit\n";
static const char fetch[] =
    "MOV R1, g [0x4]\nI2I.U32.U16 R2, R0L\nSHL R3, R2, 0x4\nIADD R1, R1, R3\n"
    "MOV R4, R2\nTLD.LIVE R4, 0x2, 0x1, 0x1, RGBA\nGST.U128 global14[R1], R4 # exit\n";

/* Components, from rnndb's G80 texture formats. */
enum { SIZES_32 = 0x0f, SIZES_8_8_8_8 = 0x08, SIZES_32_32_32_32 = 0x01, UNORM = 2, UINT = 4, FLOAT = 7 };
enum { RED = 2, GREEN, BLUE, ALPHA, ONE_INT, ONE_FLOAT };

static uint32_t format(uint32_t sizes, uint32_t type, uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    return sizes | type << 6 | type << 9 | type << 12 | type << 15 | r << 18 | g << 21 | b << 24 | a << 27;
}

static void put(struct channel *c, uint64_t at, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        channel_put(c, at + 4 * i, words[i]);
}

/* A channel in which texture 2 is descriptor 5, sampler 1 descriptor 3. */
static void make(struct channel *c, const char *source)
{
    static const uint32_t clamp[8] = {2 | 2 << 3 | 2 << 6, 1};

    channel_make(c, "g80", source);
    channel_prepare(c, WIDTH, 1);
    channel_set(c, HW_COMPUTE_DMA_TIC, DMA_ALL);
    channel_set(c, HW_COMPUTE_DMA_TSC, DMA_ALL);
    channel_set(c, HW_COMPUTE_DMA_TEXTURE, DMA_ALL);
    channel_set(c, HW_COMPUTE_TIC_ADDRESS_LOW, AT_TIC);
    channel_set(c, HW_COMPUTE_TSC_ADDRESS_LOW, AT_TSC);
    channel_set(c, HW_COMPUTE_TIC_LIMIT, 15);
    channel_set(c, HW_COMPUTE_TSC_LIMIT, 15);
    channel_set(c, HW_COMPUTE_TEX_LIMITS, 0x44); /* 16 textures, 16 samplers */
    channel_set(c, HW_COMPUTE_BIND_TIC, 5 << 9 | 2 << 1 | 1);
    channel_set(c, HW_COMPUTE_BIND_TSC, 3 << 12 | 1 << 4 | 1);
    channel_expect_none(c);
    put(c, AT_TSC + 3 * 32, clamp, 8);
}

/* Blocks of 2^log gobs; a gob has four lines of 64 bytes.  A texture unit takes no higher ones than 24 lines
 * need: 8 gobs. */
static uint32_t block_offset(uint32_t byte, uint32_t y, uint32_t line, uint32_t said)
{
    const uint32_t log = said < 3 ? said : 3, blocks = (line + 63) / 64, high = 4u << log;

    return (y / high * blocks + byte / 64) * (256u << log) + y % high / 4 * 256 + y % 4 * 64 + byte % 64;
}

static float number(uint32_t x, uint32_t y)
{
    return (float)(100 * y + x);
}

static void expect_row(const struct channel *c, unsigned component, float plus)
{
    for (uint32_t n = 0; n < WIDTH; n++) {
        const uint32_t word = channel_word(c, AT_OUT + 16 * n + 4 * component);
        float got;
        memcpy(&got, &word, sizeof got);
        if (got != number(n, 13) + plus)
            fail_msg("column %u: %g", n, (double)got);
    }
}

/* Rows of texels, and blocks of each height. */
static void test_layouts(void **state)
{
    (void)state;
    for (uint32_t log = 0; log <= 5; log++) { /* 5: rows */
        const bool rows = log == 5;
        const uint32_t pitch = 192;
        const uint32_t tic[8] = {format(SIZES_32, FLOAT, RED, 0, 0, ONE_FLOAT),
                                 AT_TEXELS,
                                 rows ? 7u << 14 | 1u << 18 : 1u << 14 | log << 22,
                                 rows ? pitch : 0,
                                 WIDTH,
                                 1 << 16 | HEIGHT};
        struct channel c;

        make(&c, lookup);
        put(&c, AT_TIC + 5 * 32, tic, 8);
        for (uint32_t y = 0; y < HEIGHT; y++)
            for (uint32_t x = 0; x < WIDTH; x++) {
                const float value = number(x, y);
                uint32_t word;
                memcpy(&word, &value, sizeof word);
                channel_put(&c,
                            AT_TEXELS + (rows ? y * pitch + 4 * x : block_offset(4 * x, y, 4 * WIDTH, log)),
                            word);
            }
        channel_launch(&c);
        channel_expect_none(&c);
        expect_row(&c, 0, 0);
        assert_int_equal(channel_word(&c, AT_OUT + 4), 0);
        assert_int_equal(channel_word(&c, AT_OUT + 12), 0x3f800000);
        channel_free(&c);
    }
}

/* Results come from the components that the descriptor names. */
static void test_sources(void **state)
{
    const uint32_t tic[8] = {format(SIZES_8_8_8_8, UINT, BLUE, GREEN, ONE_INT, RED),
                             AT_TEXELS,
                             6u << 14 | 1u << 18,
                             0,
                             WIDTH,
                             1 << 16 | 1};
    struct channel c;

    (void)state;
    make(&c, fetch);
    put(&c, AT_TIC + 5 * 32, tic, 8);
    for (uint32_t i = 0; i < WIDTH; i++)
        channel_put(&c, AT_TEXELS + 4 * i, i | (i + 50) << 8 | (i + 100) << 16 | 0xff000000);
    channel_launch(&c);
    channel_expect_none(&c);
    for (uint32_t i = 0; i < WIDTH; i++) {
        assert_int_equal(channel_word(&c, AT_OUT + 16 * i), i + 100);
        assert_int_equal(channel_word(&c, AT_OUT + 16 * i + 4), i + 50);
        assert_int_equal(channel_word(&c, AT_OUT + 16 * i + 8), 1);
        assert_int_equal(channel_word(&c, AT_OUT + 16 * i + 12), i);
    }
    channel_free(&c);
}

#define NEAREST (1 | 1 << 4) /* the filters of enlarging and of shrinking */

/* Thread n looks up level n/2: each level has a number of its own, and starts behind the one before. */
static const char levels[] = "MOV R1, g [0x4]\nI2I.U32.U16 R2, R0L\nSHL R3, R2, 0x4\nIADD R1, R1, R3\n"
                             "MVI R4, 0x3f000000\nMVI R5, 0x3f000000\nI2F.F32.U32 R6, R2\nFMUL R6, R6, R4\n"
                             "TEX.LL.LIVE R4, 0x2, 0x1, 0x3, R___\nGST.U128 global14[R1], R4 # exit\n";

/* How a sampler changes a level: a bias, and limits behind it. */
struct limits {
    float bias, least, most;
};

static void expect_levels(struct channel *c, uint32_t first, uint32_t last, bool blended,
                          const struct limits *limits)
{
    channel_launch(c);
    channel_expect_none(c);
    for (uint32_t n = 0; n < 12; n++) {
        const float least = limits ? limits->least : 0, most = limits ? limits->most : (float)(last - first),
                    said = (float)n / 2 + (limits ? limits->bias : 0),
                    level = said < least  ? least
                            : said < most ? said
                                          : most;
        const float expected = 10 * ((float)first + (blended ? level : (float)(int)(level + 0.5f)));
        const uint32_t word = channel_word(c, AT_OUT + 16 * n);
        float got;
        memcpy(&got, &word, sizeof got);
        if (got != expected)
            fail_msg("thread %u, level %g: %g; expected %g", n, (double)said, (double)got, (double)expected);
    }
}

static void test_levels(void **state)
{
    static const struct limits limits[] = {{1, 0, 3},       {-1.5f, 0, 3},  {0, 1.25f, 3}, {0, 0, 1.5f},
                                           {0.5f, 1, 2.5f}, {-15.5f, 0, 3}, {0, 2, 2},     {2, 0, 0}};
    uint32_t tic[8] = {format(SIZES_32, FLOAT, RED, 0, 0, ONE_FLOAT),
                       AT_TEXELS,
                       1u << 14 | 3u << 22 | 1u << 31,
                       0,
                       64,
                       3u << 28 | 1 << 16 | 64},
             tsc[8] = {0, NEAREST | 2 << 6, 0xfff << 12}, at = AT_TEXELS;
    struct channel c;

    (void)state;
    make(&c, levels);
    for (uint32_t level = 0; level <= 3; level++) { /* blocks of 32, 32, 16 and 8 lines: whole ones only */
        const uint32_t size = 64u >> level, bytes = (size * 4 + 63) / 64 * 64 * size;
        const float value = (float)(10 * level);
        uint32_t word;
        memcpy(&word, &value, sizeof word);
        for (uint32_t i = 0; i < bytes; i += 4)
            channel_put(&c, at + i, word);
        at += bytes;
    }
    put(&c, AT_TIC + 5 * 32, tic, 8);
    put(&c, AT_TSC + 3 * 32, tsc, 8);
    expect_levels(&c, 0, 3, false, NULL);
    channel_put(&c, AT_TSC + 3 * 32 + 4, NEAREST | 3 << 6);
    expect_levels(&c, 0, 3, true, NULL);
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const int32_t bias = (int32_t)(limits[i].bias * 256), least = (int32_t)(limits[i].least * 256),
                      most = (int32_t)(limits[i].most * 256);
        channel_put(&c, AT_TSC + 3 * 32 + 4, NEAREST | 3 << 6 | ((uint32_t)bias & 0x1fff) << 12);
        channel_put(&c, AT_TSC + 3 * 32 + 8, (uint32_t)(most << 12 | least));
        expect_levels(&c, 0, 3, true, &limits[i]);
    }
    channel_put(&c, AT_TSC + 3 * 32 + 4, NEAREST | 3 << 6);
    channel_put(&c, AT_TSC + 3 * 32 + 8, 0xfff << 12);
    channel_put(&c, AT_TIC + 5 * 32 + 16, 1u << 31 | 64); /* word 7 says which levels there are */
    channel_put(&c, AT_TIC + 5 * 32 + 28, 2 << 4 | 1);
    expect_levels(&c, 1, 2, true, NULL);
    channel_put(&c, AT_TSC + 3 * 32 + 4, NEAREST | 1 << 6);
    expect_levels(&c, 1, 1, false, NULL);
    channel_put(&c, AT_TSC + 3 * 32 + 4, 1 | 2 << 4 | 2 << 6);
    assert_int_equal(hw_channel_method(c.channel, ON_COMPUTE, HW_COMPUTE_LAUNCH, 0, &c.result, &c.error),
                     HW_ERR_UNSUPPORTED);
    assert_non_null(strstr(c.error.text, "another way than"));
    channel_free(&c);
}

/* With LINKED_TSC the sampler's descriptor has the texture's number; what is bound as sampler is not asked.
 */
static void test_linked_samplers(void **state)
{
    static const uint32_t linear[8] = {2 | 2 << 3 | 2 << 6, 2};
    const uint32_t tic[8] = {format(SIZES_32, FLOAT, RED, 0, 0, ONE_FLOAT),
                             AT_TEXELS,
                             7u << 14 | 1u << 18,
                             256,
                             WIDTH,
                             1 << 16 | HEIGHT};
    struct channel c;

    (void)state;
    make(&c, lookup);
    put(&c, AT_TIC + 5 * 32, tic, 8);
    put(&c, AT_TSC + 5 * 32, linear, 8);
    for (uint32_t y = 0; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x++) {
            const float value = number(x, y);
            uint32_t word;
            memcpy(&word, &value, sizeof word);
            channel_put(&c, AT_TEXELS + 256 * y + 4 * x, word);
        }
    channel_set(&c, HW_COMPUTE_LINKED_TSC, 1);
    channel_set(&c, HW_COMPUTE_BIND_TSC, 1 << 4);
    channel_set(&c, HW_COMPUTE_TIC_FLUSH, 0);
    channel_set(&c, HW_COMPUTE_TSC_FLUSH, 0);
    channel_launch(&c);
    channel_expect_none(&c);
    const float halfway = number(4, 13) + 0.5f; /* column 5.0 lies between texels 4 and 5 */
    const uint32_t word = channel_word(&c, AT_OUT + 16 * 5);
    assert_memory_equal(&word, &halfway, sizeof word);
    channel_free(&c);
}

/* Descriptors beyond the tables, and numbers that TEX_LIMITS does not allow. */
static void test_limits(void **state)
{
    struct channel c;

    (void)state;
    make(&c, lookup);
    channel_set(&c, HW_COMPUTE_BIND_TIC, 16 << 9 | 2 << 1 | 1);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_INVALID_OPERATION);
    channel_set(&c, HW_COMPUTE_BIND_TSC, 16 << 12 | 1 << 4 | 1);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_INVALID_OPERATION);
    channel_set(&c, HW_COMPUTE_BIND_TIC, 5 << 9 | 17 << 1 | 1);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_TEXTURE_OVER_LIMIT);
    channel_set(&c, HW_COMPUTE_TEX_LIMITS, 0x40);
    channel_set(&c, HW_COMPUTE_BIND_TSC, 3 << 12 | 1 << 4 | 1);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_SAMPLER_OVER_LIMIT);
    channel_free(&c);
}

/* Texels, and a descriptor, where nothing is mapped. */
static void test_faults(void **state)
{
    const uint32_t tic[8] = {format(SIZES_32, FLOAT, RED, 0, 0, ONE_FLOAT),
                             0x70000000,
                             7u << 14 | 1u << 18,
                             256,
                             WIDTH,
                             1 << 16 | HEIGHT};
    struct channel c;

    (void)state;
    make(&c, lookup);
    put(&c, AT_TIC + 5 * 32, tic, 8);
    channel_launch(&c);
    assert_int_equal(c.report[(c.reports - 1) % REPORTS_KEPT].kind, HW_REPORT_TRAP);
    assert_int_equal(c.report[(c.reports - 1) % REPORTS_KEPT].address, 0x70000000);
    channel_set(&c, HW_COMPUTE_TIC_ADDRESS_LOW, 0x71000000);
    channel_launch(&c);
    assert_int_equal(c.report[(c.reports - 1) % REPORTS_KEPT].kind, HW_REPORT_TRAP);
    assert_int_equal(c.report[(c.reports - 1) % REPORTS_KEPT].address, 0x71000000 + 5 * 32);
    channel_free(&c);
}

/* What the sampler cannot do is said, and no result is made up. */
static void test_what_is_missing(void **state)
{
    static const struct {
        uint32_t tic0, tic2, wrap;
        const char *sentence;
    } cases[] = {
        {0x02, 7u << 14 | 1u << 18, 0x92, "COMPONENTS_SIZES 0x02"},
        {SIZES_32 | UNORM << 6, 7u << 14 | 1u << 18, 0x92, "components of 32 bits of type 2"},
        {SIZES_32 | FLOAT << 6, 7u << 14 | 1u << 18 | 1u << 10, 0x92, "sRGB"},
        {SIZES_32 | FLOAT << 6, 1u << 14 | 1u << 18, 0x92, "in pitch layout"},
        {SIZES_32 | FLOAT << 6, 12u << 14, 0x92, "a texture of type 12"},
        {SIZES_32 | FLOAT << 6, 7u << 14 | 1u << 18, 5, "address mode 5"},
        {SIZES_32 | FLOAT << 6, 7u << 14 | 1u << 18, 0x292, "compares depths"},
    };
    struct channel c;

    (void)state;
    make(&c, lookup);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint32_t tic[8] = {cases[i].tic0 | RED << 18 | ONE_FLOAT << 27,
                                 AT_TEXELS,
                                 cases[i].tic2,
                                 256,
                                 WIDTH,
                                 1 << 16 | HEIGHT};
        put(&c, AT_TIC + 5 * 32, tic, 8);
        channel_put(&c, AT_TSC + 3 * 32, cases[i].wrap);
        assert_int_equal(hw_channel_method(c.channel, ON_COMPUTE, HW_COMPUTE_LAUNCH, 0, &c.result, &c.error),
                         HW_ERR_UNSUPPORTED);
        if (!strstr(c.error.text, cases[i].sentence))
            fail_msg("case %u: %s", i, c.error.text);
    }
    channel_free(&c);
}

/* A texture that is not bound stops the kernel that reads it. */
static void test_unbound(void **state)
{
    struct channel c;

    (void)state;
    make(&c, lookup);
    channel_set(&c, HW_COMPUTE_BIND_TIC, 2 << 1);
    channel_launch(&c);
    assert_int_not_equal(c.reports, 0);
    assert_non_null(strstr(c.report[(c.reports - 1) % REPORTS_KEPT].sentence, "no texture to unit 2"));
    channel_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layouts),         cmocka_unit_test(test_sources), cmocka_unit_test(test_levels),
        cmocka_unit_test(test_linked_samplers), cmocka_unit_test(test_limits),  cmocka_unit_test(test_faults),
        cmocka_unit_test(test_what_is_missing), cmocka_unit_test(test_unbound),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
