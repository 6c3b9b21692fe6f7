/* SPDX-License-Identifier: MIT */
// A C++ program on the installed library: assemble a kernel from text, run it on a G80, read its result.
#include <halfwarp/machine.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct hw_error error;

void check(hw_status status)
{
    if (status)
        throw std::runtime_error(error.text);
}

std::vector<unsigned char> assemble(const hw_target &target, const std::vector<std::string> &lines)
{
    std::vector<unsigned char> code;
    for (const std::string &line : lines) {
        hw_insn insn;
        check(hw_parse(&target, HW_SYNTAX_NV, line.c_str(), code.size(), &insn, &error));
        code.resize(code.size() + insn.bytes);
        hw_insn_store(&insn, code.data() + code.size() - insn.bytes);
    }
    return code;
}

std::uint32_t run()
{
    hw_target target;
    const hw_chip_info *chip;
    hw_memory *memory;
    std::uint64_t address;
    std::uint32_t result = 0;
    check(hw_target_find("sm_10", &target, &error));
    check(hw_chip_find("sm_10", &chip, &error));
    check(hw_memory_create(&memory, &error));
    check(hw_memory_alloc(memory, sizeof result, &address, &error));

    char store_to[40];
    std::snprintf(store_to, sizeof store_to, "MVI R0, 0x%x", static_cast<unsigned>(address));
    const auto code = assemble(target, {store_to, "MVI R1, 0x2a", "GST.U32 global14[R0], R1", "NOP # exit"});

    hw_launch launch;
    hw_launch_result outcome;
    hw_launch_init(&launch, &target, chip, memory);
    launch.code.data = code.data();
    launch.code.bytes = code.size();
    check(hw_launch_run(&launch, &outcome, &error));
    check(hw_memory_read(memory, address, &result, sizeof result, &error));
    hw_memory_destroy(memory);
    return result;
}

} // namespace

int main()
{
    try {
        const std::uint32_t result = run();
        std::printf("%u\n", result);
        return result == 42 ? 0 : 1;
    } catch (const std::exception &failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 1;
    }
}
