/* SPDX-License-Identifier: MIT */
/* The submitter's memory has code and constants of launches, and space for what warps save.
 *
 * Code is never written over, so the object's cache of code needs no flush: code that has changed gets a new
 * address.  Constants are sent as words through the object, which its cache sees. */
#include "channel/submit/submit_state.h"

#include <stdlib.h>
#include <string.h>

#define MIB        ((uint64_t)1 << 20)
#define CODE_ALIGN 256u
#define SIZE_UNIT  256u /* of constant buffers */

/* Where regions begin; each ends where the next one begins. */
static const uint64_t region[HW_SUBMIT_REGIONS + 1] = {
    [HW_SUBMIT_TABLES] = 0,           [HW_SUBMIT_CONSTANTS] = 1 * MIB, [HW_SUBMIT_CODE] = 16 * MIB,
    [HW_SUBMIT_STACK] = 256 * MIB,    [HW_SUBMIT_LOCAL] = 512 * MIB,   [HW_SUBMIT_TEXELS] = 2048 * MIB,
    [HW_SUBMIT_REGIONS] = 4096 * MIB,
};

uint64_t hw_submit_region(enum hw_submit_region number)
{
    return region[number];
}

uint64_t hw_submit_memory_bytes(void)
{
    return region[HW_SUBMIT_REGIONS];
}

static hw_status check_room(enum hw_submit_region number, uint64_t offset, uint64_t bytes,
                            struct hw_error *error)
{
    const uint64_t room = region[number + 1] - region[number];

    if (offset <= room && bytes <= room - offset)
        return HW_OK;
    return hw_fail(error, HW_ERR_NO_MEMORY, "stage",
                   "0x%llx bytes more than the 0x%llx that are there for them",
                   (unsigned long long)(offset + bytes - room), (unsigned long long)room);
}

static void use(struct hw_submitter *stage, enum hw_submit_region number, uint64_t end)
{
    if (stage->used[number] < end)
        stage->used[number] = end;
}

/* Data as the words of a stream; the last one is filled up with zeros. */
static hw_status note(struct hw_submitter *stage, uint64_t address, const void *data, uint64_t bytes,
                      struct hw_error *error)
{
    const size_t count = (bytes + 3) / 4;
    struct hw_stream_item item = {.kind = HW_STREAM_DATA, .address = address, .count = count};

    item.word = calloc(count ? count : 1, sizeof *item.word);
    if (!item.word)
        return hw_fail(error, HW_ERR_NO_MEMORY, "stage", "no memory for %zu words", count);
    memcpy(item.word, data, bytes);
    const hw_status status = hw_method_stream_add(stage->stream, &item, error);
    free(item.word);
    return status;
}

hw_status hw_submit_write(struct hw_submitter *stage, enum hw_submit_region number, uint64_t offset,
                          const void *data, uint64_t bytes, struct hw_error *error)
{
    const uint64_t address = region[number] + offset;
    hw_status status = check_room(number, offset, bytes, error);

    use(stage, number, offset + bytes);
    if (status == HW_OK)
        status = hw_submit_flush(stage, error);
    if (status == HW_OK && stage->channel)
        status = hw_channel_write_linear(stage->channel, HW_LINEAR_HOST, address, data, bytes, error);
    if (status == HW_OK && stage->stream)
        status = note(stage, HW_SUBMIT_OWN_BASE + address, data, bytes, error);
    return status;
}

hw_status hw_submit_reserve(struct hw_submitter *stage, enum hw_submit_region number, uint64_t offset,
                            uint64_t bytes, struct hw_error *error)
{
    use(stage, number, offset + bytes);
    return check_room(number, offset, bytes, error);
}

/* --- code --- */

static struct hw_submitted_code *find_code(struct hw_submitter *stage, const struct hw_launch_code *code)
{
    for (size_t i = 0; i < stage->staged_count; i++)
        if (stage->staged[i].bytes == code->bytes &&
            memcmp(stage->staged[i].data, code->data, code->bytes) == 0)
            return &stage->staged[i];
    return NULL;
}

static struct hw_submitted_code *add_code(struct hw_submitter *stage, const struct hw_launch_code *code)
{
    if (stage->staged_count == stage->staged_room) {
        const size_t room = stage->staged_room ? 2 * stage->staged_room : 16;
        struct hw_submitted_code *grown = realloc(stage->staged, room * sizeof *grown);
        if (!grown)
            return NULL;
        stage->staged = grown;
        stage->staged_room = room;
    }
    struct hw_submitted_code *added = &stage->staged[stage->staged_count];
    const uint64_t used = stage->used[HW_SUBMIT_CODE];
    *added = (struct hw_submitted_code){.data = malloc(code->bytes ? code->bytes : 1),
                                        .bytes = code->bytes,
                                        .offset = (used + CODE_ALIGN - 1) / CODE_ALIGN * CODE_ALIGN};
    if (!added->data)
        return NULL;
    memcpy(added->data, code->data, code->bytes);
    stage->staged_count++;
    return added;
}

hw_status hw_submit_code(struct hw_submitter *stage, const struct hw_launch *launch, struct hw_error *error)
{
    struct hw_submitted_code *code = find_code(stage, &launch->code);
    hw_status status = HW_OK;

    if (!code) {
        code = add_code(stage, &launch->code);
        if (!code)
            return hw_fail(error, HW_ERR_NO_MEMORY, "stage", "no memory for %zu bytes of code",
                           launch->code.bytes);
        status = hw_submit_write(stage, HW_SUBMIT_CODE, code->offset, code->data, code->bytes, error);
    }
    if (status == HW_OK)
        status = hw_submit_set_address(stage, HW_COMPUTE_CP_ADDRESS_HIGH,
                                       region[HW_SUBMIT_CODE] + code->offset, error);
    if (status == HW_OK)
        status = hw_submit_set(stage, HW_COMPUTE_CP_START_ID, launch->code.entry, error);
    return status;
}

/* --- constants --- */

static hw_status define(struct hw_submitter *stage, unsigned space, uint32_t size, struct hw_error *error)
{
    const uint64_t offset = (uint64_t)space * HW_SUBMIT_CONSTANT;
    hw_status status = hw_submit_reserve(stage, HW_SUBMIT_CONSTANTS, offset, HW_SUBMIT_CONSTANT, error);

    if (status == HW_OK)
        status = hw_submit_set_address(stage, HW_COMPUTE_CB_DEF_ADDRESS_HIGH,
                                       region[HW_SUBMIT_CONSTANTS] + offset, error);
    if (status == HW_OK) /* 65536 bytes are written as 0 */
        status = hw_submit_send(stage, HW_COMPUTE_CB_DEF_SET,
                                hw_in_field(size, HW_COMPUTE_CB_DEF_SET_SIZE) |
                                    hw_in_field(space, HW_COMPUTE_CB_DEF_SET_BUFFER),
                                error);
    return status;
}

static hw_status bind(struct hw_submitter *stage, unsigned space, bool valid, struct hw_error *error)
{
    const uint32_t bit = 1u << space;

    if (!(stage->spaces & bit) == !valid)
        return HW_OK;
    stage->spaces ^= bit;
    return hw_submit_send(stage, HW_COMPUTE_SET_PROGRAM_CB,
                          hw_in_field(valid, HW_COMPUTE_SET_PROGRAM_CB_VALID) |
                              hw_in_field(space, HW_COMPUTE_SET_PROGRAM_CB_INDEX) |
                              hw_in_field(space, HW_COMPUTE_SET_PROGRAM_CB_BUFFER),
                          error);
}

/* The first word from `at` on that differs, or the same; `count` where there is none. */
static uint32_t next_word(const uint8_t *had, const uint8_t *wanted, uint32_t at, uint32_t count,
                          bool differs)
{
    while (at < count && (memcmp(had + 4 * at, wanted + 4 * at, 4) != 0) != differs)
        at++;
    return at;
}

/* Send the words that the buffer does not have yet. */
static hw_status upload(struct hw_submitter *stage, unsigned space, const uint8_t *wanted, uint32_t words,
                        struct hw_error *error)
{
    uint8_t *had = stage->constant[space];
    hw_status status = HW_OK;

    for (uint32_t at = next_word(had, wanted, 0, words, true), end; at < words && status == HW_OK;
         at = next_word(had, wanted, end, words, true)) {
        uint32_t data[HW_SUBMIT_CONSTANT / 4];
        end = next_word(had, wanted, at, words, false);
        memcpy(data, wanted + 4 * at, 4 * (end - at));
        memcpy(had + 4 * at, wanted + 4 * at, 4 * (end - at));
        status = hw_submit_send(
            stage, HW_COMPUTE_CB_ADDR,
            hw_in_field(space, HW_COMPUTE_CB_ADDR_BUFFER) | hw_in_field(at, HW_COMPUTE_CB_ADDR_ID), error);
        if (status == HW_OK)
            status = hw_submit_send_all(stage, HW_COMPUTE_CB_DATA, data, end - at, error);
    }
    return status;
}

/* A bank as a buffer, which has whole units of bytes: those behind the bank are zero. */
static hw_status set_bank(struct hw_submitter *stage, unsigned space, const struct hw_bank *bank,
                          struct hw_error *error)
{
    const uint32_t size = (bank->bytes + SIZE_UNIT - 1) / SIZE_UNIT * SIZE_UNIT;
    const bool resized = stage->constant_bytes[space] != bank->bytes;
    uint8_t wanted[HW_SUBMIT_CONSTANT];
    hw_status status = HW_OK;

    if (!stage->constant[space])
        stage->constant[space] = calloc(1, HW_SUBMIT_CONSTANT);
    if (!stage->constant[space])
        return hw_fail(error, HW_ERR_NO_MEMORY, "stage", "no memory for constants");
    if (resized)
        status = define(stage, space, size, error);
    if (status == HW_OK && (resized || memcmp(stage->constant[space], bank->data, bank->bytes) != 0)) {
        memset(wanted, 0, size);
        memcpy(wanted, bank->data, bank->bytes);
        status = upload(stage, space, wanted, size / 4, error);
    }
    stage->constant_bytes[space] = bank->bytes;
    return status == HW_OK ? bind(stage, space, true, error) : status;
}

hw_status hw_submit_constants(struct hw_submitter *stage, const struct hw_launch *launch,
                              struct hw_error *error)
{
    hw_status status = HW_OK;

    for (unsigned i = 0; i < HW_SUBMIT_SPACES && status == HW_OK; i++)
        status = launch->bank[i].data && launch->bank[i].bytes ? set_bank(stage, i, &launch->bank[i], error)
                                                               : bind(stage, i, false, error);
    return status;
}
