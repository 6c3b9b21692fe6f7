/* Reading ELF cubins: not there yet. */
#include "module/internal.h"

hw_status hw_cubin_elf_read(const uint8_t *bytes, size_t length, struct hw_module **module,
                            struct hw_error *error)
{
    (void)bytes, (void)length, (void)module;
    return hw_fail(error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR, "ELF cubins cannot be read yet");
}
