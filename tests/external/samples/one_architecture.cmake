# SPDX-License-Identifier: MIT
# Read after project(): each sample's CMakeLists.txt then sets CMAKE_CUDA_ARCHITECTURES to a list of its own, which no
# option changes; from here on it stays SAMPLES_ARCHITECTURE.
macro(one_architecture variable access value)
    if("${access}" STREQUAL "MODIFIED_ACCESS" AND NOT "${value}" STREQUAL "${SAMPLES_ARCHITECTURE}")
        set(${variable} "${SAMPLES_ARCHITECTURE}")
    endif()
endmacro()
variable_watch(CMAKE_CUDA_ARCHITECTURES one_architecture)
