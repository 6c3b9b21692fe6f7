/* SPDX-License-Identifier: MIT */
/* The examples cut off at every length, as sources and as cubins of all three containers: an error that says
 * something, or (a text that lost only blanks) the whole module, and never a crash.  What was read is taken
 * all the way: listed, loaded, launched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/image.h>
#include <halfwarp/listing.h>

static const char *const names[] = {"saxpy",     "matmul",  "mandelbrot", "reduction",
                                    "histogram", "texture", "hash"};

#define EXAMPLES (sizeof names / sizeof names[0])

struct source {
    char *text;
    size_t length;
};

/* The tests run in the root of the source tree. */
static struct source read_source(const char *name)
{
    char path[128];
    struct source source = {malloc(65536), 0};
    snprintf(path, sizeof path, "examples/%s.hwasm", name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is not there", path);
    source.length = fread(source.text, 1, 65535, file);
    source.text[source.length] = '\0';
    fclose(file);
    return source;
}

static struct hw_module *assemble(const char *name)
{
    struct source source = read_source(name);
    struct hw_error error = {.text = ""};
    struct hw_module *module = NULL;
    if (hw_listing_read(source.text, HW_SYNTAX_NV, NULL, &module, &error) != HW_OK)
        fail_msg("%s.hwasm:%u:%u: %s", name, error.line, error.column, error.text);
    free(source.text);
    return module;
}

/* Load the kernel and launch one thread of it; without buffers and textures most end in a fault. */
static void launch(const struct hw_module *module, const struct hw_kernel *kernel)
{
    const uint8_t params[64] = {1};
    const struct hw_chip_info *chip;
    struct hw_launch_result result;
    struct hw_launch launch;
    struct hw_memory *memory;
    struct hw_target target;
    struct hw_image image;
    struct hw_error error = {.text = ""};

    assert_int_equal(hw_target_find(module->target, &target, &error), HW_OK);
    assert_int_equal(hw_chip_find(module->target, &chip, &error), HW_OK);
    assert_int_equal(hw_memory_create(&memory, &error), HW_OK);
    if (hw_image_load(&image, module, kernel, memory, &error) == HW_OK) {
        hw_launch_init(&launch, &target, chip, memory);
        hw_image_bind(&image, &launch);
        launch.params = params;
        launch.param_bytes = sizeof params;
        launch.limits.max_instructions = 1000;
        launch.host.workers = 1;
        if (hw_launch_run(&launch, &result, &error) != HW_OK)
            assert_true(strlen(error.text) > 10);
        hw_image_unload(&image);
    }
    hw_memory_destroy(memory);
}

static void use(struct hw_module *module)
{
    const struct hw_listing_options options = {.syntax = HW_LISTING_NATIVE};
    struct hw_error error = {.text = ""};
    size_t length;
    char *text;

    if (hw_listing_write(module, &options, &text, &length, &error) == HW_OK)
        free(text);
    else
        assert_true(strlen(error.text) > 10);
    for (size_t i = 0; i < module->kernel_count; i++)
        launch(module, module->kernels[i]);
    hw_module_free(module);
}

/* Each prefix is read from memory of exactly its length, so that a sanitizer sees reading beyond it. */
static unsigned read_prefixes(const uint8_t *bytes, size_t length)
{
    unsigned refused = 0;
    for (size_t cut = 0; cut < length; cut++) {
        struct hw_error error = {.text = ""};
        struct hw_module *module = NULL;
        uint8_t *prefix = malloc(cut ? cut : 1);
        memcpy(prefix, bytes, cut);
        if (hw_module_read(prefix, cut, &module, &error) == HW_OK) {
            use(module);
        } else {
            assert_null(module);
            assert_true(strlen(error.text) > 10);
            refused++;
        }
        free(prefix);
    }
    return refused;
}

static void cubins_of_every_length(void **state)
{
    (void)state;
    for (unsigned i = 0; i < EXAMPLES; i++)
        for (int container = HW_CONTAINER_TEXT; container <= HW_CONTAINER_ELF64; container++) {
            struct hw_module *module = assemble(names[i]);
            struct hw_error error = {.text = ""};
            uint8_t *bytes;
            size_t length;
            assert_int_equal(hw_module_write(module, container, &bytes, &length, &error), HW_OK);
            unsigned refused = read_prefixes(bytes, length);
            /* A text cubin of one kernel ends in a brace and a newline: before the brace nothing is whole,
             * except for the header, which is a module without a kernel. */
            assert_true(refused > length * 3 / 4);
            if (container != HW_CONTAINER_TEXT)
                assert_int_equal(refused, length);
            free(bytes);
            use(module);
        }
}

static void sources_of_every_length(void **state)
{
    (void)state;
    for (unsigned i = 0; i < EXAMPLES; i++) {
        struct source source = read_source(names[i]);
        unsigned refused = 0;
        for (size_t cut = 0; cut < source.length; cut++) {
            struct hw_error error = {.text = ""};
            struct hw_module *module = NULL;
            char *prefix = strndup(source.text, cut);
            if (hw_listing_read(prefix, HW_SYNTAX_NV, NULL, &module, &error) == HW_OK) {
                hw_module_free(module);
            } else {
                assert_null(module);
                assert_true(strlen(error.text) > 10 && error.line > 0);
                refused++;
            }
            free(prefix);
        }
        assert_true(refused > 0);
        free(source.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubins_of_every_length),
        cmocka_unit_test(sources_of_every_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
