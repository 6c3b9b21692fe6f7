/* SPDX-License-Identifier: MIT */
/* Devices that HALFWARP_CHIP names by their cards: what the board decides is the card's, all else the chip's.
 * A device that is named by its chip has the memory of the card that the chip is best known by. */
#include "cuda_test.h"

#include <stdlib.h>

static void properties_of_cards(void **state)
{
    struct cudaDeviceProp card, chip;
    int count = 0;

    (void)state;
    assert_cuda(cudaGetDeviceCount(&count));
    assert_int_equal(count, 3);
    assert_cuda(cudaGetDeviceProperties(&card, 0));
    assert_string_equal(card.name, "GeForce GTX 480 (halfwarp)");
    assert_int_equal(card.clockRate, 1401000);
    assert_int_equal(card.memoryClockRate, 1848000);
    assert_int_equal(card.memoryBusWidth, 384);
    assert_cuda(cudaGetDeviceProperties(&chip, 1));
    assert_string_equal(chip.name, "gf100 (halfwarp)");
    assert_int_equal(chip.clockRate, 1401000);
    assert_int_equal(chip.memoryClockRate, 1848000);
    assert_int_equal(chip.memoryBusWidth, 384);
    assert_true(card.multiProcessorCount == chip.multiProcessorCount && card.major == chip.major);
    assert_true(card.totalGlobalMem == chip.totalGlobalMem);
    assert_cuda(cudaGetDeviceProperties(&card, 2));
    assert_string_equal(card.name, "Tesla K20 (halfwarp)");
    assert_true(card.major == 3 && card.minor == 5 && card.clockRate == 706000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_of_cards),
    };
    setenv("HALFWARP_CHIP", "nvidia geforce GTX-480,gf100,k20", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
