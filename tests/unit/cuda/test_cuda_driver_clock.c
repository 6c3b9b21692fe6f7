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
    "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nMOV R7, c[0x0][0x30]\nST.E [R2.64+0xc], R7\nEXIT\n.end\n";

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

static void launches_differ(void **state)
{
    struct stamp last = {0, 0, 0};
    struct fatbin fatbin;
    CUfunction stamp, number;
    CUcontext context;
    CUdeviceptr place;
    CUmodule module;

    (void)state;
    assert_cu(cuInit(0));
    assert_cu(cuCtxCreate_v2(&context, 0, 0));
    fatbin_make_text(&fatbin, stamps);
    assert_cu(cuModuleLoadFatBinary(&module, fatbin.bytes));
    assert_cu(cuModuleGetFunction(&stamp, module, "stamp"));
    assert_cu(cuModuleGetFunction(&number, module, "number"));
    assert_cu(cuMemAlloc_v2(&place, sizeof last));
    for (unsigned i = 0; i < 20; i++) {
        const struct stamp now = launch(stamp, place);
        assert_true(now.clock > last.clock && now.timer >= last.timer);
        assert_int_equal(now.number, 2 * i + 1);
        assert_int_equal(launch(number, place).number, 2 * i + 2);
        last = now;
    }
    assert_true(last.timer > 0);
    assert_cu(cuModuleUnload(module));
    assert_cu(cuCtxDestroy_v2(context));
    fatbin_free(&fatbin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_differ),
    };

    setenv("HALFWARP_CHIP", "ga100", 1);
    setenv("HALFWARP_REPLAY", "always", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
