/* SPDX-License-Identifier: MIT */
/* Names of the C++ library that NVRTC has without any header: std::initializer_list, std::move, std::forward.
 * The options --builtin-initializer-list=false and --builtin-move-forward=false leave them out. */
#ifndef HALFWARP_CUDA_DEVICE_RUNTIME_NAMES_H
#define HALFWARP_CUDA_DEVICE_RUNTIME_NAMES_H

#include "attributes.h"

#if __cplusplus >= 201103L
namespace std {
#ifndef HW_NO_INITIALIZER_LIST
/* The compiler makes objects of it: a pointer, and a number. */
template <class E> class initializer_list {
    const E *first_;
    size_t count_;

  public:
    typedef E value_type;
    typedef const E &reference, &const_reference;
    typedef size_t size_type;
    typedef const E *iterator, *const_iterator;

    HW_MEMBER constexpr initializer_list() noexcept : first_(nullptr), count_(0) {}
    HW_MEMBER constexpr size_t size() const noexcept { return count_; }
    HW_MEMBER constexpr const E *begin() const noexcept { return first_; }
    HW_MEMBER constexpr const E *end() const noexcept { return first_ + count_; }
};
template <class E> HW_MEMBER constexpr const E *begin(initializer_list<E> list) noexcept
{
    return list.begin();
}
template <class E> HW_MEMBER constexpr const E *end(initializer_list<E> list) noexcept
{
    return list.end();
}
#endif

#ifndef HW_NO_MOVE_FORWARD
template <class T> struct hw_without_reference {
    typedef T type;
};
template <class T> struct hw_without_reference<T &> {
    typedef T type;
};
template <class T> struct hw_without_reference<T &&> {
    typedef T type;
};
template <class T> HW_MEMBER constexpr typename hw_without_reference<T>::type &&move(T &&value) noexcept
{
    return static_cast<typename hw_without_reference<T>::type &&>(value);
}
template <class T> HW_MEMBER constexpr T &&forward(typename hw_without_reference<T>::type &value) noexcept
{
    return static_cast<T &&>(value);
}
template <class T> HW_MEMBER constexpr T &&forward(typename hw_without_reference<T>::type &&value) noexcept
{
    return static_cast<T &&>(value);
}
#endif
} // namespace std
#endif

#endif
