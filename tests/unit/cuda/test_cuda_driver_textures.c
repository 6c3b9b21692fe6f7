/* SPDX-License-Identifier: MIT */
/* The driver API: texture and surface references of a module, in a kernel that samples them, and what they
 * say; on a chip whose code names slots, and on one whose code finds handles in a constant bank. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "made_fatbin.h"

#define WIDTH  8
#define HEIGHT 4

#define DEVICES 2

static int device;
static CUmodule module;
static CUfunction kernel;
static CUtexref plane, line;
static CUsurfref image;
static struct fatbin fatbin;

static int begin(void **state)
{
    (void)state;
    fatbin_make(&fatbin, "references", (const char *const[]){"sm_20", "sm_75", NULL});
    return cuInit(0) || cuCtxCreate_v2(&group_context, 0, device) ||
           cuModuleLoadFatBinary(&module, fatbin.bytes) ||
           cuModuleGetFunction(&kernel, module, "references_named") ||
           cuModuleGetTexRef(&plane, module, "plane") || cuModuleGetTexRef(&line, module, "line") ||
           cuModuleGetSurfRef(&image, module, "image");
}

static int end(void **state)
{
    (void)state;
    fatbin_free(&fatbin);
    return end_context(state);
}

static CUarray make_array(unsigned format, unsigned channels, unsigned flags)
{
    const CUDA_ARRAY3D_DESCRIPTOR wanted = {WIDTH, HEIGHT, 0, format, channels, flags};
    CUarray array = NULL;

    assert_cu(cuArray3DCreate_v2(&array, &wanted));
    return array;
}

static void fill_array(CUarray array, const void *data, size_t row)
{
    const CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                                .srcHost = data,
                                .srcPitch = row,
                                .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                                .dstArray = array,
                                .WidthInBytes = row,
                                .Height = HEIGHT};

    assert_cu(cuMemcpy2D_v2(&copy));
}

/* Runs the kernel: `sum` is what it reads from both textures, `was` what the surface had. */
struct texel {
    float sum, was;
};

static void run(struct texel got[HEIGHT][WIDTH])
{
    const size_t bytes = HEIGHT * WIDTH * sizeof(struct texel);
    CUdeviceptr out;
    void *values[] = {&out};

    assert_cu(cuMemAlloc_v2(&out, bytes));
    assert_cu(cuLaunchKernel(kernel, 1, 1, 1, WIDTH, HEIGHT, 1, 0, NULL, values, NULL));
    assert_cu(cuMemcpyDtoH_v2(got, out, bytes));
    assert_cu(cuMemFree_v2(out));
}

static void references_are_sampled(void **state)
{
    float texels[HEIGHT][WIDTH], back[HEIGHT][WIDTH];
    int32_t numbers[WIDTH];
    struct texel got[HEIGHT][WIDTH];
    const CUarray array = make_array(CU_AD_FORMAT_FLOAT, 1, 0),
                  target = make_array(CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST);
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                          .srcArray = target,
                          .dstMemoryType = CU_MEMORYTYPE_HOST,
                          .dstHost = back,
                          .dstPitch = sizeof back[0],
                          .WidthInBytes = sizeof back[0],
                          .Height = HEIGHT};

    (void)state;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        texels[i / WIDTH][i % WIDTH] = (float)(i * i);
    for (int i = 0; i < WIDTH; i++)
        numbers[i] = -100 * i;
    CUdeviceptr linear = copied(numbers, sizeof numbers);
    fill_array(array, texels, sizeof texels[0]);
    memset(back, 0, sizeof back);
    fill_array(target, back, sizeof back[0]);
    assert_cu(cuTexRefSetArray(plane, array, CU_TRSA_OVERRIDE_FORMAT));
    assert_cu(cuTexRefSetAddress_v2(NULL, line, linear, sizeof numbers)); /* before its format is known */
    assert_cu(cuTexRefSetFormat(line, CU_AD_FORMAT_SIGNED_INT32, 1));
    assert_cu(cuSurfRefSetArray(image, target, 0));
    assert_cu(cuParamSetTexRef(kernel, CU_PARAM_TR_DEFAULT, plane));
    run(got);
    assert_cu(cuMemcpy2D_v2(&copy));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const float sum = texels[y][x] - 100.0f * (float)x;
            assert_true(got[y][x].sum == sum && got[y][x].was == 0 && back[y][x] == 2 * sum);
        }
    assert_cu(cuTexRefSetFilterMode(plane, CU_TR_FILTER_MODE_LINEAR)); /* at the next launch */
    assert_cu(cuTexRefSetFlags(plane, CU_TRSF_NORMALIZED_COORDINATES));
    assert_cu(cuTexRefSetAddressMode(plane, 0, CU_TR_ADDRESS_MODE_WRAP));
    assert_cu(cuTexRefSetAddressMode(plane, 1, CU_TR_ADDRESS_MODE_WRAP));
    run(got);
    /* Where the width is 1: the one code asks for whole numbers, the corner each time, the other for the
     * middle between them, the centre.  Both lie between four texels. */
    const int left = device ? WIDTH / 2 - 1 : WIDTH - 1, top = device ? HEIGHT / 2 - 1 : HEIGHT - 1;
    const int right = (left + 1) % WIDTH, bottom = (top + 1) % HEIGHT;
    const float between =
        (texels[top][left] + texels[top][right] + texels[bottom][left] + texels[bottom][right]) / 4;
    assert_true(got[0][0].sum == between && got[2][1].sum == between - 100);
    assert_cu(cuTexRefSetFilterMode(plane, CU_TR_FILTER_MODE_POINT));
    assert_cu(cuTexRefSetFlags(plane, 0));
    assert_cu(cuArrayDestroy(array));
    assert_cu(cuArrayDestroy(target));
    assert_cu(cuMemFree_v2(linear));
}

/* Bytes are fractions unless they are to be read as integers; the kernel takes the bits for a float. */
static void integers_become_fractions(void **state)
{
    uint8_t bytes[HEIGHT][WIDTH];
    int32_t zeros[WIDTH] = {0};
    struct texel got[HEIGHT][WIDTH];
    const CUarray array = make_array(CU_AD_FORMAT_UNSIGNED_INT8, 1, 0),
                  target = make_array(CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST);
    CUdeviceptr linear = copied(zeros, sizeof zeros);
    uint32_t bits;

    (void)state;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        bytes[i / WIDTH][i % WIDTH] = (uint8_t)(i * 8);
    fill_array(array, bytes, sizeof bytes[0]);
    assert_cu(cuTexRefSetArray(plane, array, CU_TRSA_OVERRIDE_FORMAT));
    assert_cu(cuTexRefSetFormat(line, CU_AD_FORMAT_SIGNED_INT32, 1));
    assert_cu(cuTexRefSetAddress_v2(NULL, line, linear, sizeof zeros));
    assert_cu(cuSurfRefSetArray(image, target, 0));
    run(got);
    assert_true(got[3][7].sum == 248.0f / 255.0f && got[0][0].sum == 0);
    assert_cu(cuTexRefSetFlags(plane, CU_TRSF_READ_AS_INTEGER));
    run(got);
    memcpy(&bits, &got[3][7].sum, sizeof bits);
    assert_int_equal(bits, 248);
    assert_cu(cuTexRefSetFlags(plane, 0));
    assert_cu(cuArrayDestroy(array));
    assert_cu(cuArrayDestroy(target));
    assert_cu(cuMemFree_v2(linear));
}

static void memory_of_two_dimensions(void **state)
{
    float rows[HEIGHT][64] = {{0}};
    int32_t zeros[WIDTH] = {0};
    struct texel got[HEIGHT][WIDTH];
    const CUDA_ARRAY_DESCRIPTOR descriptor = {WIDTH, HEIGHT, CU_AD_FORMAT_FLOAT, 1};
    CUdeviceptr address, pitched, linear = copied(zeros, sizeof zeros);
    const CUarray target = make_array(CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST);
    CUarray array;

    (void)state;
    rows[3][7] = 37;
    rows[1][2] = 12;
    pitched = copied(rows, sizeof rows);
    assert_cu(cuTexRefSetAddress2D_v2(plane, &descriptor, pitched, sizeof rows[0]));
    assert_cu(cuTexRefSetAddress_v2(NULL, line, linear, sizeof zeros));
    assert_cu(cuSurfRefSetArray(image, target, 0));
    run(got);
    assert_true(got[3][7].sum == 37 && got[1][2].sum == 12 && got[2][2].sum == 0);
    assert_cu(cuTexRefGetAddress_v2(&address, plane));
    assert_int_equal(address, pitched);
    assert_int_equal(cuTexRefGetArray(&array, plane), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexRefSetAddress2D_v3(plane, &descriptor, pitched, sizeof rows[0]));
    assert_int_equal(cuTexRefSetAddress2D_v2(plane, &descriptor, pitched + 4, 256), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetAddress2D_v2(plane, &descriptor, pitched, 16), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetAddress2D_v2(plane, NULL, pitched, 256), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetAddress2D_v2(plane, &descriptor, 0, 256), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetAddress2D_v2(NULL, &descriptor, pitched, 256), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuMemFree_v2(pitched)); /* unbinds */
    assert_int_equal(cuTexRefGetAddress_v2(&address, plane), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuArrayDestroy(target));
    assert_cu(cuMemFree_v2(linear));
}

static void references_say_what_was_set(void **state)
{
    CUtexref own;
    CUdeviceptr memory, address;
    CUarray array = make_array(CU_AD_FORMAT_HALF, 2, 0), got;
    int mode = 9, format, channels;
    unsigned flags = 9;
    size_t offset;
    uint32_t words[64] = {0};

    (void)state;
    memory = copied(words, sizeof words);
    assert_cu(cuTexRefCreate(&own));
    assert_int_equal(cuTexRefCreate(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexRefGetAddressMode(&mode, own, 0));
    assert_int_equal(mode, CU_TR_ADDRESS_MODE_WRAP);
    assert_cu(cuTexRefGetFilterMode(&mode, own));
    assert_int_equal(mode, CU_TR_FILTER_MODE_POINT);
    assert_cu(cuTexRefGetFlags(&flags, own));
    assert_int_equal(flags, 0);
    assert_cu(cuTexRefSetAddressMode(own, 2, CU_TR_ADDRESS_MODE_BORDER));
    assert_cu(cuTexRefGetAddressMode(&mode, own, 2));
    assert_int_equal(mode, CU_TR_ADDRESS_MODE_BORDER);
    assert_cu(cuTexRefSetFilterMode(own, CU_TR_FILTER_MODE_LINEAR));
    assert_cu(cuTexRefGetFilterMode(&mode, own));
    assert_int_equal(mode, CU_TR_FILTER_MODE_LINEAR);
    for (unsigned set = 0; set < 0x13; set = set == 3 ? 0x10 : set + 1) {
        assert_cu(cuTexRefSetFlags(own, set));
        assert_cu(cuTexRefGetFlags(&flags, own));
        assert_int_equal(flags, set);
    }
    assert_cu(cuTexRefSetFlags(own, 0));
    assert_cu(cuTexRefSetArray(own, array, CU_TRSA_OVERRIDE_FORMAT));
    assert_cu(cuTexRefGetArray(&got, own));
    assert_ptr_equal(got, array);
    assert_cu(cuTexRefGetFormat(&format, &channels, own));
    assert_true(format == CU_AD_FORMAT_HALF && channels == 2);
    assert_int_equal(cuTexRefGetAddress_v2(&address, own), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexRefSetFormat(own, CU_AD_FORMAT_UNSIGNED_INT32, 4));
    assert_cu(cuTexRefGetFormat(NULL, &channels, own));
    assert_int_equal(channels, 4);
    assert_cu(cuTexRefSetFilterMode(own, CU_TR_FILTER_MODE_POINT));
    assert_cu(cuTexRefSetAddress_v2(&offset, own, memory + 16, 128));
    assert_int_equal(offset, 16);
    assert_cu(cuTexRefGetAddress_v2(&address, own));
    assert_int_equal(address, memory + 16);
    assert_int_equal(cuTexRefSetAddress_v2(NULL, own, memory + 16, 128), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexRefSetAddress_v2(&offset, own, memory, 512)); /* beyond the allocation */
    assert_int_equal(cuTexRefSetAddress_v2(&offset, own, 0x1000, 512), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetFormat(own, 77, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetFormat(own, CU_AD_FORMAT_FLOAT, 3), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetAddressMode(own, 3, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetAddressMode(own, 0, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetFilterMode(own, 2), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetFlags(own, 0x100), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefGetAddressMode(&mode, own, -1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefGetFilterMode(NULL, own), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefGetFlags(NULL, own), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefGetFormat(NULL, NULL, own), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefGetAddress_v2(NULL, own), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefGetArray(NULL, own), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetArray(own, array, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetArray(own, NULL, CU_TRSA_OVERRIDE_FORMAT), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefDestroy(plane), CUDA_ERROR_INVALID_HANDLE); /* the module's */
    assert_cu(cuTexRefDestroy(own));
    assert_cu(cuArrayDestroy(array));
    assert_cu(cuMemFree_v2(memory));
}

static void handles_that_are_none(void **state)
{
    const CUtexref none = (CUtexref)&state;
    CUarray array = make_array(CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST),
            plain = make_array(CU_AD_FORMAT_FLOAT, 1, 0);
    CUarray got;
    int number;
    unsigned flags;
    CUdeviceptr address;

    (void)state;
    assert_int_equal(cuTexRefDestroy(none), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefSetArray(none, array, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefSetAddress_v2(NULL, none, 0, 4), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefSetFormat(none, CU_AD_FORMAT_FLOAT, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefSetAddressMode(none, 0, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefSetFilterMode(none, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefSetFlags(none, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefGetArray(&got, none), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefGetAddress_v2(&address, none), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefGetFormat(&number, &number, none), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefGetAddressMode(&number, none, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefGetFilterMode(&number, none), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefGetFlags(&flags, none), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuParamSetTexRef(kernel, CU_PARAM_TR_DEFAULT, none), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuParamSetTexRef(NULL, CU_PARAM_TR_DEFAULT, plane), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuParamSetTexRef(kernel, 3, plane), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuSurfRefSetArray((CUsurfref)&number, array, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuSurfRefSetArray(image, NULL, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuSurfRefSetArray(image, array, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuSurfRefSetArray(image, plain, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuSurfRefGetArray(&got, image), CUDA_ERROR_INVALID_VALUE); /* the last one is gone */
    assert_cu(cuSurfRefSetArray(image, array, 0));
    assert_cu(cuSurfRefGetArray(&got, image));
    assert_ptr_equal(got, array);
    assert_int_equal(cuSurfRefGetArray(NULL, image), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuSurfRefGetArray(&got, (CUsurfref)&number), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuArrayDestroy(array));
    assert_cu(cuArrayDestroy(plain));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references_are_sampled),   cmocka_unit_test(integers_become_fractions),
        cmocka_unit_test(memory_of_two_dimensions), cmocka_unit_test(references_say_what_was_set),
        cmocka_unit_test(handles_that_are_none),
    };

    int failures = 0;

    setenv("HALFWARP_CHIP", "gf100,tu102", 1);
    for (device = 0; device < DEVICES; device++)
        failures += cmocka_run_group_tests(tests, begin, end);
    return failures;
}
