/* SPDX-License-Identifier: MIT */
/* See channel.h. */
#include "channel.h"

static void keep_report(void *context, const struct hw_channel_report *report)
{
    struct channel *c = context;

    c->report[c->reports++ % REPORTS_KEPT] = *report;
}

static void expect_ok(const struct channel *c, hw_status status)
{
    if (status != HW_OK)
        fail_msg("%s", c->error.text);
}

void channel_make_with(struct channel *c, const char *chip, const char *source,
                       const struct hw_channel_setup *with)
{
    const struct hw_page page = {.target = HW_LINEAR_VRAM};
    const struct hw_dma_object all = {.number = HW_DMA_CLASS_READ_WRITE,
                                      .storage = HW_DMA_STORAGE_PAGES,
                                      .limit = 0xffffffffff},
                               notes = {.number = HW_DMA_CLASS_READ_WRITE,
                                        .storage = HW_DMA_STORAGE_PAGES,
                                        .base = AT_NOTES,
                                        .limit = AT_END - 1};

    memset(c, 0, sizeof *c);
    kernel_make(&c->k, chip, source);
    struct hw_channel_setup setup = with ? *with : (struct hw_channel_setup){.workers = 1};
    setup.chip = c->k.chip;
    setup.report = keep_report;
    setup.context = c;
    expect_ok(c, hw_channel_create(&setup, &c->channel, &c->error));
    if (!setup.vram)
        expect_ok(c, hw_channel_map(c->channel, AT_CODE, MAP_BYTES, &page, &c->error));
    expect_ok(c, hw_channel_dma(c->channel, DMA_ALL, &all, &c->error));
    expect_ok(c, hw_channel_dma(c->channel, DMA_NOTES, &notes, &c->error));
    expect_ok(c, hw_channel_object(c->channel, 0x50c0, 0x50c0, &c->error));
    expect_ok(c, hw_channel_object(c->channel, 0x5039, 0x5039, &c->error));
    if (!setup.vram)
        expect_ok(c, hw_channel_write(c->channel, AT_CODE, c->k.code, c->k.launch.code.bytes, &c->error));
    channel_set_on(c, ON_COMPUTE, HW_CHANNEL_OBJECT, 0x50c0);
    channel_set_on(c, ON_M2MF, HW_CHANNEL_OBJECT, 0x5039);
}

void channel_make(struct channel *c, const char *chip, const char *source)
{
    channel_make_with(c, chip, source, NULL);
}

void channel_free(struct channel *c)
{
    hw_channel_destroy(c->channel);
    kernel_free(&c->k);
}

void channel_set_on(struct channel *c, unsigned subchannel, uint32_t method, uint32_t data)
{
    expect_ok(c, hw_channel_method(c->channel, subchannel, method, data, &c->result, &c->error));
}

void channel_set(struct channel *c, uint32_t method, uint32_t data)
{
    channel_set_on(c, ON_COMPUTE, method, data);
}

void channel_prepare(struct channel *c, unsigned threads, unsigned blocks)
{
    const struct {
        uint32_t method, data;
    } set[] = {
        {HW_COMPUTE_DMA_GLOBAL, DMA_ALL},
        {HW_COMPUTE_DMA_QUERY, DMA_ALL},
        {HW_COMPUTE_DMA_LOCAL, DMA_ALL},
        {HW_COMPUTE_DMA_STACK, DMA_ALL},
        {HW_COMPUTE_DMA_CODE_CB, DMA_ALL},
        {HW_COMPUTE_CP_ADDRESS_LOW, AT_CODE},
        {HW_COMPUTE_STACK_ADDRESS_LOW, AT_STACK},
        {HW_COMPUTE_STACK_SIZE_LOG, 6},
        {HW_COMPUTE_STACK_WARPS_LOG_ALLOC, 7},
        {HW_COMPUTE_LOCAL_ADDRESS_LOW, AT_LOCAL},
        {HW_COMPUTE_LOCAL_WARPS_LOG_ALLOC, 7},
        {HW_COMPUTE_LOCAL_SIZE_LOG, 3},
        {HW_COMPUTE_CALL_LIMIT_LOG, 0xf},
        {HW_COMPUTE_CP_START_ID, 0},
        {HW_COMPUTE_CP_REG_ALLOC_TEMP, 16},
        {HW_COMPUTE_REG_MODE, HW_COMPUTE_REG_MODE_STRIPED},
        {HW_COMPUTE_LANES32_ENABLE, 1},
        {HW_COMPUTE_GLOBAL_LIMIT + 14 * 0x20, 0xffffffff},
        {HW_COMPUTE_GLOBAL_MODE + 14 * 0x20, 1},
        {HW_COMPUTE_GRIDID, 7},
        {HW_COMPUTE_GRIDDIM, 1u << 16 | blocks},
        {HW_COMPUTE_SHARED_SIZE, 0x80},
        {HW_COMPUTE_BLOCKDIM_XY, 1u << 16 | threads},
        {HW_COMPUTE_BLOCKDIM_Z, 1},
        {HW_COMPUTE_BLOCK_ALLOC, 1u << 16 | threads},
        {HW_COMPUTE_USER_PARAM_COUNT, 1u << 8},
        {HW_COMPUTE_USER_PARAM, AT_OUT},
        {HW_COMPUTE_BLOCKDIM_LATCH, 1},
    };

    for (unsigned i = 0; i < sizeof set / sizeof set[0]; i++) {
        channel_set(c, set[i].method, set[i].data);
        if (c->result.reports)
            fail_msg("0x%04x: %s", set[i].method, c->report[(c->reports - 1) % REPORTS_KEPT].sentence);
    }
}

void channel_launch(struct channel *c)
{
    channel_set(c, HW_COMPUTE_LAUNCH, 0);
}

uint32_t channel_word(const struct channel *c, uint64_t virtual)
{
    uint32_t word = 0;
    struct hw_error error;

    if (hw_channel_read(c->channel, virtual, &word, sizeof word, &error) != HW_OK)
        fail_msg("%s", error.text);
    return word;
}

void channel_put(struct channel *c, uint64_t virtual, uint32_t word)
{
    expect_ok(c, hw_channel_write(c->channel, virtual, &word, sizeof word, &c->error));
}

void channel_expect(const struct channel *c, unsigned kind, uint32_t code)
{
    const struct hw_channel_report *last = &c->report[(c->reports - 1) % REPORTS_KEPT];

    if (c->reports == 0)
        fail_msg("nothing was reported; expected %s 0x%x", hw_report_kind_name(kind), code);
    if (last->kind != kind || last->code != code)
        fail_msg("%s 0x%x was reported (%s); expected %s 0x%x", hw_report_kind_name(last->kind), last->code,
                 last->sentence, hw_report_kind_name(kind), code);
}

void channel_expect_none(const struct channel *c)
{
    if (c->reports)
        fail_msg("%s was reported: %s", hw_report_kind_name(c->report[0].kind), c->report[0].sentence);
}
