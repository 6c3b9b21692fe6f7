/* SPDX-License-Identifier: MIT */
/* Groups of lanes of a warp: a mask of lanes, and places in it.
 *
 * A tile is a run of lanes whose number is a power of two; a coalesced group is any set. */
#ifndef HALFWARP_CUDA_GROUPS_WARP_GROUP_H
#define HALFWARP_CUDA_GROUPS_WARP_GROUP_H

#include "block_group.h"

namespace cooperative_groups {

/* The lane that is the k-th of a mask. */
HW_GROUP unsigned lane_of_rank(unsigned mask, unsigned k)
{
    for (; k > 0 && mask; k--)
        mask &= mask - 1;
    return mask ? (unsigned)__builtin_ctz(mask) : 0;
}

class coalesced_group {
  protected:
    unsigned mask;

  public:
    explicit HW_METHOD coalesced_group(unsigned mask) : mask(mask) {}
    HW_METHOD unsigned lanes() const { return mask; }
    HW_METHOD void sync() const { __syncwarp(mask); }
    HW_METHOD unsigned num_threads() const { return (unsigned)__builtin_popcount(mask); }
    HW_METHOD unsigned size() const { return num_threads(); }
    HW_METHOD unsigned thread_rank() const { return (unsigned)__builtin_popcount(mask & hw_lanes_below()); }
    HW_METHOD int any(int predicate) const { return (__ballot_sync(mask, predicate) & mask) != 0; }
    HW_METHOD int all(int predicate) const { return (__ballot_sync(mask, predicate) & mask) == mask; }
    HW_METHOD unsigned ballot(int predicate) const
    {
        const unsigned found = __ballot_sync(mask, predicate) & mask;
        unsigned packed = 0, k = 0;
        for (unsigned rest = mask; rest; rest &= rest - 1, k++)
            packed |= (found >> __builtin_ctz(rest) & 1) << k;
        return packed;
    }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 300
    template <class T> HW_METHOD T shfl(T value, unsigned rank) const
    {
        return __shfl_sync(mask, value, lane_of_rank(mask, rank % num_threads()));
    }
    template <class T> HW_METHOD T shfl_up(T value, unsigned distance) const
    {
        const unsigned rank = thread_rank();
        return __shfl_sync(mask, value, lane_of_rank(mask, rank < distance ? rank : rank - distance));
    }
    template <class T> HW_METHOD T shfl_down(T value, unsigned distance) const
    {
        const unsigned rank = thread_rank(), to = rank + distance;
        return __shfl_sync(mask, value, lane_of_rank(mask, to < num_threads() ? to : rank));
    }
#endif
};

HW_GROUP coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

HW_GROUP unsigned lanes_of_tile(unsigned size)
{
    const unsigned all = size >= 32 ? 0xffffffffu : (1u << size) - 1;
    return all << (thread_block::thread_rank() & 31 & ~(size - 1));
}

template <unsigned Size> class thread_block_tile {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has a power of two of lanes");
    unsigned mask;

  public:
    HW_METHOD thread_block_tile() : mask(lanes_of_tile(Size)) {}
    HW_METHOD unsigned lanes() const { return mask; }
    HW_METHOD void sync() const { __syncwarp(mask); }
    static constexpr HW_METHOD unsigned num_threads() { return Size; }
    static constexpr HW_METHOD unsigned size() { return Size; }
    static HW_METHOD unsigned thread_rank() { return thread_block::thread_rank() & (Size - 1); }
    static HW_METHOD unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    static HW_METHOD unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    HW_METHOD unsigned ballot(int predicate) const
    {
        return (__ballot_sync(mask, predicate) & mask) >> (unsigned)__builtin_ctz(mask);
    }
    HW_METHOD int any(int predicate) const { return ballot(predicate) != 0; }
    HW_METHOD int all(int predicate) const
    {
        return ballot(predicate) == mask >> (unsigned)__builtin_ctz(mask);
    }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 300
    template <class T> HW_METHOD T shfl(T value, unsigned rank) const
    {
        return __shfl_sync(mask, value, rank, Size);
    }
    template <class T> HW_METHOD T shfl_up(T value, unsigned distance) const
    {
        return __shfl_up_sync(mask, value, distance, Size);
    }
    template <class T> HW_METHOD T shfl_down(T value, unsigned distance) const
    {
        return __shfl_down_sync(mask, value, distance, Size);
    }
    template <class T> HW_METHOD T shfl_xor(T value, unsigned lanes) const
    {
        return __shfl_xor_sync(mask, value, lanes, Size);
    }
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
    template <class T> HW_METHOD unsigned match_any(T value) const
    {
        return (__match_any_sync(mask, value) & mask) >> (unsigned)__builtin_ctz(mask);
    }
#endif
};

template <unsigned Size, class Parent> HW_GROUP thread_block_tile<Size> tiled_partition(const Parent &)
{
    return thread_block_tile<Size>();
}

/* The threads of a group with the same answer, or the same label. */
template <class Group> HW_GROUP coalesced_group binary_partition(const Group &group, bool answer)
{
    const unsigned yes = __ballot_sync(group.lanes(), answer) & group.lanes();
    return coalesced_group(answer ? yes : group.lanes() & ~yes);
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 300
template <class Group, class Label>
HW_GROUP coalesced_group labeled_partition(const Group &group, Label label)
{
    unsigned mask = 0;
    for (unsigned left = group.lanes(); left;) {
        const unsigned first = (unsigned)__builtin_ctz(left);
        const unsigned same = __ballot_sync(group.lanes(), __shfl_sync(group.lanes(), label, first) == label);
        if (same >> hw_lane() & 1)
            mask = same & group.lanes();
        left &= ~same;
    }
    return coalesced_group(mask);
}
#endif

/* Any group of a block's threads: the block itself, or lanes of a warp. */
class thread_group {
    unsigned mask; /* 0: the block */

  public:
    explicit HW_METHOD thread_group(unsigned mask) : mask(mask) {}
    HW_METHOD thread_group(const thread_block &) : mask(0) {}
    HW_METHOD thread_group(const coalesced_group &group) : mask(group.lanes()) {}
    template <unsigned Size> HW_METHOD thread_group(const thread_block_tile<Size> &tile) : mask(tile.lanes())
    {
    }
    HW_METHOD unsigned lanes() const { return mask ? mask : 0xffffffffu; }
    HW_METHOD void sync() const
    {
        if (mask)
            __syncwarp(mask);
        else
            __syncthreads();
    }
    HW_METHOD unsigned num_threads() const
    {
        return mask ? (unsigned)__builtin_popcount(mask) : thread_block::num_threads();
    }
    HW_METHOD unsigned size() const { return num_threads(); }
    HW_METHOD unsigned thread_rank() const
    {
        return mask ? (unsigned)__builtin_popcount(mask & hw_lanes_below()) : thread_block::thread_rank();
    }
};

HW_GROUP thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    return thread_group(parent.lanes() & lanes_of_tile(size));
}

} // namespace cooperative_groups

#endif
