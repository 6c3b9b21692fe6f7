/* SPDX-License-Identifier: MIT */
/* What each launch on a device finds otherwise: its clock, which grows, and the launch's number.  Such
 * launches are never replayed. */
#include "cuda_driver.h"
#include "made_fatbin.h"

#include <string.h>

/* Stores the clock, the timer and the launch's number. */
static const char stamps[] =
    ".target sm_80\n.kernel stamp\n.registers 16\n.param_base 352\n.param_bytes 8\n.param 0 0 8 0\n.code\n"
    "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nCS2R R4, SR_CLOCKLO\nS2R R6, SR_GLOBALTIMERLO\n"
    "MOV R7, c[0x0][0x30]\nST.E.64 [R2.64], R4\nST.E.64 [R2.64+0x8], R6\nEXIT\n.end\n"
    ".kernel number\n.registers 16\n.param_base 352\n.param_bytes 8\n.param 0 0 8 0\n.code\n"
    "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nMOV R7, c[0x0][0x30]\nST.E [R2.64+0xc], R7\nEXIT\n.end\n"
    ".kernel plain\n.registers 16\n.param_base 352\n.param_bytes 8\n.param 0 0 8 0\n.code\n"
    "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nMOV R0, RZ\nagain: IADD3 R0, R0, 0x1, RZ\n"
    "ISETP.LT.U32.AND P0, PT, R0, 0x400, PT\n@P0 BRA again\nST.E [R2.64+0xc], R0\nEXIT\n.end\n";

struct stamp {
    uint64_t clock;
    uint32_t timer, number;
};

static struct stamp launch(CUfunction function, CUdeviceptr place)
{
    void *parameters[] = {&place};
    struct stamp stamp;

    assert_cu(cuMemsetD8_v2(place, 0, sizeof stamp)); /* each launch finds the same memory */
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
    assert_cu(cuMemcpyDtoH_v2(&stamp, place, sizeof stamp));
    return stamp;
}

static struct {
    struct fatbin fatbin;
    CUcontext context;
    CUmodule module;
    CUfunction stamp, number, plain;
    CUdeviceptr place;
} it;

static int begin(void **state)
{
    (void)state;
    assert_cu(cuInit(0));
    assert_cu(cuCtxCreate_v2(&it.context, 0, 0));
    fatbin_make_text(&it.fatbin, stamps);
    assert_cu(cuModuleLoadFatBinary(&it.module, it.fatbin.bytes));
    assert_cu(cuModuleGetFunction(&it.stamp, it.module, "stamp"));
    assert_cu(cuModuleGetFunction(&it.number, it.module, "number"));
    assert_cu(cuModuleGetFunction(&it.plain, it.module, "plain"));
    assert_cu(cuMemAlloc_v2(&it.place, sizeof(struct stamp)));
    return 0;
}

static int end(void **state)
{
    (void)state;
    assert_cu(cuModuleUnload(it.module));
    assert_cu(cuCtxDestroy_v2(it.context));
    fatbin_free(&it.fatbin);
    return 0;
}

static void launches_differ(void **state)
{
    struct stamp last = {0, 0, 0};

    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        const struct stamp now = launch(it.stamp, it.place);
        assert_true(now.clock > last.clock && now.timer >= last.timer);
        assert_int_equal(now.number, 2 * i + 1);
        assert_int_equal(launch(it.number, it.place).number, 2 * i + 2);
        last = now;
    }
    assert_true(last.timer > 0);
}

/* A launch that reads no clock takes as long when it is replayed: from the second on, here. */
static void replayed_launches_take_time(void **state)
{
    uint64_t took[4];

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t before = launch(it.stamp, it.place).clock;
        launch(it.plain, it.place);
        took[i] = launch(it.stamp, it.place).clock - before;
        assert_int_equal(took[i], took[0]);
    }
    assert_true(took[0] > 1024 * 3 * 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_differ),
        cmocka_unit_test(replayed_launches_take_time),
    };

    setenv("HALFWARP_CHIP", "ga100", 1);
    setenv("HALFWARP_REPLAY", "always", 1);
    return cmocka_run_group_tests(tests, begin, end);
}
