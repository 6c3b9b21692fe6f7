/* SPDX-License-Identifier: MIT */
/* Functions of groups: synchronisation, sums and scans over them. */
#ifndef HALFWARP_CUDA_GROUPS_GROUP_FUNCTIONS_H
#define HALFWARP_CUDA_GROUPS_GROUP_FUNCTIONS_H

#include "warp_group.h"

namespace cooperative_groups {

template <class Group> HW_GROUP void sync(const Group &group)
{
    group.sync();
}
template <class Group> HW_GROUP unsigned thread_rank(const Group &group)
{
    return group.thread_rank();
}
template <class Group> HW_GROUP unsigned group_size(const Group &group)
{
    return group.size();
}

#define HW_OPERATION(name, expression)                                \
    template <class T> struct name {                                  \
        HW_METHOD T operator()(T a, T b) const { return expression; } \
    };
/* clang-format off */
HW_OPERATION(plus, a + b)
HW_OPERATION(less, a < b ? a : b)
HW_OPERATION(greater, a > b ? a : b)
HW_OPERATION(bit_and, a & b)
HW_OPERATION(bit_or, a | b)
HW_OPERATION(bit_xor, a ^ b)
/* clang-format on */
#undef HW_OPERATION

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 300
/* Of all values of a group, in each of its threads. */
template <unsigned Size, class T, class Operation>
HW_GROUP T reduce(const thread_block_tile<Size> &tile, T value, Operation operation)
{
    for (unsigned step = Size / 2; step > 0; step /= 2)
        value = operation(value, tile.shfl_xor(value, step));
    return value;
}
template <class T, class Operation>
HW_GROUP T reduce(const coalesced_group &group, T value, Operation operation)
{
    T result = group.shfl(value, 0);
    for (unsigned k = 1; k < group.size(); k++)
        result = operation(result, group.shfl(value, k));
    return result;
}

/* Of the values of the threads up to one's own, or before it. */
template <class Group, class T, class Operation>
HW_GROUP T inclusive_scan(const Group &group, T value, Operation operation)
{
    for (unsigned step = 1; step < group.size(); step *= 2) {
        const T other = group.shfl_up(value, step);
        if (group.thread_rank() >= step)
            value = operation(other, value);
    }
    return value;
}
template <class Group, class T> HW_GROUP T inclusive_scan(const Group &group, T value)
{
    return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class Operation>
HW_GROUP T exclusive_scan(const Group &group, T value, Operation operation)
{
    const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() ? before : T();
}
template <class Group, class T> HW_GROUP T exclusive_scan(const Group &group, T value)
{
    return exclusive_scan(group, value, plus<T>());
}
#endif

} // namespace cooperative_groups

#endif
