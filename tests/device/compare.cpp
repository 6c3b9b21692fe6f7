/* SPDX-License-Identifier: MIT */
/* The same math functions on the device and the host, from the same templates.
 *
 *   compare inputs FOLDER            writes FOLDER/float.in and FOLDER/double.in, and prints the kernels' names
 *   compare results FOLDER KERNEL    compares FOLDER/KERNEL.out: where products are joined with sums, results may be one
 *                                    unit apart */
#include "math/all.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace hw = halfwarp_math;

enum { COUNT = 4096 };

template <class T> static std::vector<T> inputs()
{
    std::vector<T> values;
    uint64_t state = 88172645463325252u;
    for (int k = 0; k < COUNT; k++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const double part = (double)(state >> 11) * 0x1p-53;
        const double extents[] = {1, 2, 10, 90, 30, 1e5, 700};
        if (k % 8 == 0)
            values.push_back(hw::from_bits<T>((typename hw::format<T>::bits)(state >> (64 - 8 * sizeof(T)))));
        else
            values.push_back((T)((part * 2 - (k % 16 < 8)) * extents[k % 8 - 1]));
    }
    return values;
}

template <class T> static void write(const std::string &path)
{
    const std::vector<T> values = inputs<T>();
    FILE *file = std::fopen(path.c_str(), "wb");
    std::fwrite(values.data(), sizeof(T), COUNT, file);
    std::fclose(file);
}

template <class T, class Function> static int compare(const std::string &path, Function f)
{
    const std::vector<T> values = inputs<T>();
    std::vector<T> results(COUNT);
    FILE *file = std::fopen(path.c_str(), "rb");
    if (!file || std::fread(results.data(), sizeof(T), COUNT, file) != COUNT)
        return std::printf("%s is not there\n", path.c_str()), 1;
    std::fclose(file);
    for (int k = 0; k < COUNT; k++) {
        const T host = f(values[k]), device = results[k];
        if (std::isnan(host) && std::isnan(device))
            continue;
        const int64_t apart = (int64_t)hw::bits_of(host) - (int64_t)hw::bits_of(device);
        if (apart > 1 || apart < -1)
            return std::printf("%s: %.17g gives %.17g, on the host %.17g\n", path.c_str(), (double)values[k],
                               (double)device, (double)host),
                   1;
    }
    return 0;
}

int main(int, char **argument)
{
    const std::string folder = argument[2];
    if (!std::strcmp(argument[1], "inputs")) {
        write<float>(folder + "/float.in");
        write<double>(folder + "/double.in");
#define FUNCTION(name) std::puts("float_" #name "\ndouble_" #name);
#include "functions.h"
#undef FUNCTION
        return 0;
    }
    const std::string kernel = argument[3], path = folder + "/" + kernel + ".out";
#define FUNCTION(name)                                                                                       \
    if (kernel == "float_" #name)                                                                            \
        return compare<float>(path, [](float x) { return hw::name(x); });                                    \
    if (kernel == "double_" #name)                                                                           \
        return compare<double>(path, [](double x) { return hw::name(x); });
#include "functions.h"
    return 1;
}
