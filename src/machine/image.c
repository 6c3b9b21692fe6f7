/* Loading a kernel: constant banks, variables in device memory, and their addresses. */
#include <halfwarp/image.h>

#include <stdlib.h>
#include <string.h>

#define BANK_UNIT 256u /* a constant buffer's size is a multiple of this (NV50 wiki page, CB_DEF_SET) */

hw_status hw_image_extend_bank(struct hw_image *image, unsigned bank, uint32_t bytes, struct hw_error *error)
{
    struct hw_image_bank *place = &image->bank[bank % HW_BANKS];
    uint32_t size = (bytes + BANK_UNIT - 1) / BANK_UNIT * BANK_UNIT;

    if (size <= place->bytes)
        return HW_OK;
    if (bytes > HW_CONST_BANK_BYTES)
        return hw_fail(error, HW_ERR_RANGE, "image", "constant bank %u needs %u bytes; it can have %u", bank,
                       bytes, HW_CONST_BANK_BYTES);
    uint8_t *data = realloc(place->data, size);
    if (!data)
        return hw_fail(error, HW_ERR_NO_MEMORY, "image", "no memory for constant bank %u", bank);
    memset(data + place->bytes, 0, size - place->bytes);
    place->data = data;
    place->bytes = size;
    return HW_OK;
}

static hw_status put_const(struct hw_image *image, const struct hw_const *constant, struct hw_error *error)
{
    hw_status status = hw_image_extend_bank(image, constant->bank, constant->offset + constant->bytes, error);
    if (status == HW_OK && constant->data && constant->bytes)
        memcpy(image->bank[constant->bank % HW_BANKS].data + constant->offset, constant->data,
               constant->bytes);
    return status;
}

/* A variable: its memory, its initial value, and its address in the constant bank. */
static hw_status put_variable(struct hw_image *image, const struct hw_variable *variable, struct hw_error *error)
{
    uint32_t *address = &image->variable[image->variable_count];
    hw_status status = hw_memory_alloc(image->memory, variable->bytes ? variable->bytes : 1, address, error);
    if (status != HW_OK)
        return status;
    image->variable_count++;
    if (variable->data && variable->bytes)
        status = hw_memory_write(image->memory, *address, variable->data, variable->bytes, error);
    if (status != HW_OK || variable->unaddressed)
        return status;
    status = hw_image_extend_bank(image, variable->bank, variable->offset + 4, error);
    if (status == HW_OK) {
        uint32_t value = *address + variable->addend;
        memcpy(image->bank[variable->bank % HW_BANKS].data + variable->offset, &value, 4);
    }
    return status;
}

hw_status hw_image_load(struct hw_image *image, const struct hw_module *module,
                        const struct hw_kernel *kernel, struct hw_memory *memory, struct hw_error *error)
{
    hw_status status = HW_OK;

    *image = (struct hw_image){.kernel = kernel, .memory = memory};
    image->variable = calloc(module->variable_count + 1, sizeof *image->variable);
    if (!image->variable)
        return hw_fail(error, HW_ERR_NO_MEMORY, "image", "no memory for %zu variables", module->variable_count);
    for (size_t i = 0; status == HW_OK && i < module->const_count; i++)
        status = put_const(image, module->consts[i], error);
    for (size_t i = 0; status == HW_OK && i < kernel->const_count; i++)
        status = put_const(image, kernel->consts[i], error);
    for (size_t i = 0; status == HW_OK && i < module->variable_count; i++)
        status = put_variable(image, module->variables[i], error);
    if (status != HW_OK)
        hw_image_unload(image);
    return status;
}

void hw_image_unload(struct hw_image *image)
{
    for (size_t i = 0; i < image->variable_count; i++)
        hw_memory_free(image->memory, image->variable[i], NULL);
    free(image->variable);
    for (unsigned i = 0; i < HW_BANKS; i++)
        free(image->bank[i].data);
    *image = (struct hw_image){.kernel = NULL};
}

void hw_image_bind(const struct hw_image *image, struct hw_launch *launch)
{
    const struct hw_kernel *kernel = image->kernel;

    launch->code = kernel->code;
    launch->code_bytes = kernel->code_bytes;
    launch->entry = 0;
    launch->registers = kernel->registers ? kernel->registers : 1;
    launch->shared_bytes = kernel->shared_bytes < 16 ? 16 : kernel->shared_bytes;
    launch->local_bytes = kernel->local_bytes;
    for (unsigned i = 0; i < HW_BANKS; i++)
        launch->bank[i] = (struct hw_bank){.data = image->bank[i].data, .bytes = image->bank[i].bytes};
}
