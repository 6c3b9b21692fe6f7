/* SPDX-License-Identifier: MIT */
/* Images: loading a kernel fills constant banks and variables in device memory, and gives them addresses.
 *
 * sm_1x has variables as items, each with the offset in a constant bank where its address goes; later
 * files have sections, symbols and relocations instead (image_link.c). */
#include "machine/image/image_link.h"

#include "machine/chip/kernel_abi.h"
#include "machine/memory/device_memory.h"

#include <stdlib.h>
#include <string.h>

static const struct hw_kernel no_kernel = {.name = ""}; /* of images with variables alone */

#define UNKNOWN_STACK UINT32_MAX /* MIN_STACK_SIZE of a kernel whose calls may nest without end */
#define BANK_UNIT     256u /* a constant buffer's size is a multiple of this (NV50 wiki page, CB_DEF_SET) */

hw_status hw_image_extend_bank(struct hw_image *image, unsigned bank, uint32_t bytes, struct hw_error *error)
{
    struct hw_image_bank *target = &image->bank[bank % HW_BANKS];
    uint32_t size = (bytes + BANK_UNIT - 1) / BANK_UNIT * BANK_UNIT;

    if (size <= target->bytes)
        return HW_OK;
    if (bytes > HW_CONST_BANK_BYTES)
        return hw_fail(error, HW_ERR_RANGE, "image", "constant bank %u needs %u bytes; it can have %u", bank,
                       bytes, HW_CONST_BANK_BYTES);
    if (bank == HW_CONSTANTS_BANK && image->constants)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "image",
                       "the constants have %u bytes of device memory; they cannot grow", target->bytes);
    uint8_t *data = realloc(target->data, size);
    if (!data)
        return hw_fail(error, HW_ERR_NO_MEMORY, "image", "no memory for constant bank %u", bank);
    memset(data + target->bytes, 0, size - target->bytes);
    target->data = data;
    target->bytes = size;
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

static const struct hw_image_memory *variables_in(const struct hw_image *image)
{
    static const struct hw_image_memory device = {hw_memory_alloc, hw_memory_free};

    return image->variables_in ? image->variables_in : &device;
}

hw_status hw_image_add_variable(struct hw_image *image, uint64_t bytes, const void *data, uint64_t *address,
                                struct hw_error *error)
{
    if (image->beside) {
        *address = image->variable[image->variable_count] = image->beside->variable[image->variable_count];
        image->variable_count++;
        return HW_OK;
    }
    hw_status status = variables_in(image)->alloc(image->memory, bytes ? bytes : 1, address, error);
    if (status != HW_OK)
        return status;
    image->variable[image->variable_count++] = *address;
    return data && bytes ? hw_memory_write(image->memory, *address, data, bytes, error) : HW_OK;
}

/* A variable: its memory, its initial value, and its address in the constant bank. */
static hw_status put_variable(struct hw_image *image, const struct hw_variable *variable,
                              struct hw_error *error)
{
    uint64_t address;
    hw_status status = hw_image_add_variable(image, variable->bytes, variable->data, &address, error);
    if (status != HW_OK || variable->unaddressed)
        return status;
    status = hw_image_extend_bank(image, variable->bank, variable->offset + 4, error);
    if (status == HW_OK) {
        const uint32_t value = (uint32_t)address + variable->addend;
        memcpy(image->bank[variable->bank % HW_BANKS].data + variable->offset, &value, 4);
    }
    return status;
}

static hw_status load_banks(struct hw_image *image, const struct hw_module *module, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (size_t i = 0; status == HW_OK && i < module->const_count; i++)
        status = put_const(image, module->consts[i], error);
    for (size_t i = 0; status == HW_OK && i < image->kernel->const_count; i++)
        status = put_const(image, image->kernel->consts[i], error);
    return status;
}

/* The module's constants move to device memory where code can ask for their generic address. */
static hw_status home_constants(struct hw_image *image, const struct hw_module *module,
                                struct hw_error *error)
{
    struct hw_image_bank *bank = &image->bank[HW_CONSTANTS_BANK];
    struct hw_target target;

    if (!bank->data || hw_target_find(module->target, &target, NULL) != HW_OK)
        return HW_OK;
    const struct hw_bank_layout *layout = hw_kernel_abi_of(&target)->bank_layout;
    if (!layout || layout->constants == HW_NOT_IN_BANK)
        return HW_OK;
    uint64_t address = image->beside ? image->beside->constants : 0;
    if (image->beside && image->beside->bank[HW_CONSTANTS_BANK].bytes != bank->bytes)
        return HW_OK; /* a kernel with constants of its own there, which no compiler writes */
    if (!address) {
        hw_status status = hw_memory_alloc(image->memory, bank->bytes, &address, error);
        if (status == HW_OK)
            status = hw_memory_write(image->memory, address, bank->data, bank->bytes, error);
        if (status != HW_OK)
            return status;
    }
    free(bank->data);
    bank->data = hw_memory_translate(image->memory, address, bank->bytes);
    image->constants = address;
    return HW_OK;
}

/* From sm_20 on: code and variables by their sections. */
static hw_status load_sections(struct hw_image *image, const struct hw_module *module, struct hw_error *error)
{
    const struct hw_image *beside = image->beside;
    hw_status status = HW_OK;

    if (beside) {
        image->layout = beside->layout;
        image->variable_count = beside->variable_count;
        memcpy(image->variable, beside->variable, beside->variable_count * sizeof *image->variable);
    } else {
        status = hw_layout_create(image, module, error);
        if (status == HW_OK)
            status = hw_image_relocate_shared(image, error);
    }
    if (status == HW_OK && image->kernel != &no_kernel)
        status = hw_image_take_code(image, error);
    return status == HW_OK ? hw_image_relocate(image, error) : status;
}

static hw_status load_image(struct hw_image *image, const struct hw_module *module, struct hw_error *error)
{
    const size_t variables = module->variable_count + module->section_count;

    image->registers = image->kernel->registers;
    image->variable = calloc(variables + 1, sizeof *image->variable);
    if (!image->variable)
        return hw_fail(error, HW_ERR_NO_MEMORY, "image", "no memory for %zu variables", variables);
    hw_status status = load_banks(image, module, error);
    if (status == HW_OK)
        status = home_constants(image, module, error);
    for (size_t i = 0; status == HW_OK && i < module->variable_count; i++)
        status = put_variable(image, module->variables[i], error);
    if (status == HW_OK && module->symbol_count > 0)
        status = load_sections(image, module, error);
    if (status == HW_OK)
        status = hw_image_find_references(image, module, error);
    if (status != HW_OK)
        hw_image_unload(image);
    return status;
}

hw_status hw_image_load(struct hw_image *image, const struct hw_module *module,
                        const struct hw_kernel *kernel, struct hw_memory *memory, struct hw_error *error)
{
    return hw_image_load_in(image, module, kernel, memory, NULL, error);
}

hw_status hw_image_load_in(struct hw_image *image, const struct hw_module *module,
                           const struct hw_kernel *kernel, struct hw_memory *memory,
                           const struct hw_image_memory *variables, struct hw_error *error)
{
    struct hw_target target;

    if (hw_target_find(module->target, &target, NULL) == HW_OK)
        hw_memory_fit(memory, &target, module->container == HW_CONTAINER_ELF32 ? 32 : 64);
    *image = (struct hw_image){.kernel = kernel, .memory = memory, .variables_in = variables};
    return load_image(image, module, error);
}

hw_status hw_image_load_variables(struct hw_image *image, const struct hw_module *module,
                                  struct hw_memory *memory, const struct hw_image_memory *variables,
                                  struct hw_error *error)
{
    return hw_image_load_in(image, module, &no_kernel, memory, variables, error);
}

hw_status hw_image_load_beside(struct hw_image *image, const struct hw_module *module,
                               const struct hw_kernel *kernel, const struct hw_image *beside,
                               struct hw_error *error)
{
    *image = (struct hw_image){.kernel = kernel, .memory = beside->memory, .beside = beside};
    return load_image(image, module, error);
}

void hw_image_unload(struct hw_image *image)
{
    for (size_t i = 0; !image->beside && i < image->variable_count; i++)
        variables_in(image)->free(image->memory, image->variable[i], NULL);
    if (image->constants && !image->beside)
        hw_memory_free(image->memory, image->constants, NULL);
    free(image->variable);
    for (unsigned i = 0; i < HW_BANKS; i++)
        if (i != HW_CONSTANTS_BANK || !image->constants)
            free(image->bank[i].data);
    if (!image->beside)
        hw_layout_destroy(image->layout);
    free(image->code);
    free(image->piece);
    free(image->reference);
    *image = (struct hw_image){.kernel = NULL};
}

void hw_image_unknown(const struct hw_image *image, const struct hw_target *target,
                      struct hw_unknown_bits *found)
{
    const struct hw_launch_code code = {.data = image->code ? image->code : image->kernel->code,
                                        .bytes = image->code ? image->code_bytes : image->kernel->code_bytes,
                                        .piece = image->piece,
                                        .piece_count = image->piece_count};

    *found = (struct hw_unknown_bits){.count = 0};
    for (uint32_t i = 0; i < hw_code_pieces(&code); i++) {
        const struct hw_code_piece piece = hw_code_piece(&code, i);
        struct hw_unknown_bits more;
        hw_code_unknown(target, (const uint8_t *)code.data + piece.offset, piece.bytes, &more);
        if (!found->count) {
            found->pc = more.pc + piece.address;
            found->insn = more.insn;
        }
        found->count += more.count;
    }
}

static bool has_info(const struct hw_kernel *kernel, const char *name)
{
    const int attribute = hw_attribute_find(name);

    for (size_t i = 0; i < kernel->infos.count; i++)
        if (kernel->infos.list[i].attribute == attribute)
            return true;
    return false;
}

void hw_image_bind(const struct hw_image *image, struct hw_launch *launch)
{
    const struct hw_kernel *kernel = image->kernel;
    const uint32_t header = hw_kernel_abi_of(&launch->code.target)->shared_header;

    launch->code.data = image->code ? image->code : kernel->code;
    launch->code.bytes = image->code ? image->code_bytes : kernel->code_bytes;
    launch->code.piece = image->piece;
    launch->code.piece_count = image->piece_count;
    launch->code.entry = 0;
    launch->code.name = kernel->name;
    launch->code.image = image;
    launch->code.registers = image->registers ? image->registers : 1;
    launch->param_base = kernel->param_base;
    launch->shared_bytes = kernel->shared_bytes < header ? header : kernel->shared_bytes;
    launch->local_bytes = kernel->local_bytes == UNKNOWN_STACK ? 0 : kernel->local_bytes;
    if ((image->calls || image->grows || kernel->local_bytes == UNKNOWN_STACK) &&
        launch->local_bytes < HW_STACK_BYTES)
        launch->local_bytes = HW_STACK_BYTES;
    launch->code.calls_out = image->calls_out;
    launch->code.launches = image->launches;
    launch->code.missing = image->missing;
    launch->code.misses_more = image->misses_more;
    launch->children.image = image->launches ? image : NULL;
    launch->code.caches_loads = has_info(kernel, "EXPLICIT_CACHING");
    launch->textures.references = image->reference;
    launch->textures.reference_count = image->reference_count;
    launch->constants = image->constants;
    for (unsigned i = 0; i < HW_BANKS; i++)
        launch->bank[i] = (struct hw_bank){.data = image->bank[i].data, .bytes = image->bank[i].bytes};
}
