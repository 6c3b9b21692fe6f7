# SPDX-License-Identifier: MIT
# The command line tool, build/halfwarp.
#
# A subcommand is a file: src/cli/cmd_NAME.c defines hw_command_NAME.  A header lists them (src/cli/commands.c), so adding
# a subcommand is adding its file.
file(GLOB command_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cli/cmd_*.c)
list(TRANSFORM command_files REPLACE ".*/cmd_([^/]*)\\.c$" "HW_COMMAND(\\1)\n")
list(JOIN command_files "" command_list)
file(GENERATE OUTPUT ${HW_GENERATED_DIR}/commands.h CONTENT "${command_list}")

# Results of sweeps are kept in a database; the libraries need none.
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)

# All but `main` is a library of its own, for the unit tests' sake, and for that of ranks of MPI.
hw_sources(cli_helpers src/cli src/sweep src/cuda/inject) # the rules of HALFWARP_FAIL, which are checked
list(FILTER cli_helpers EXCLUDE REGEX "/(main|inject|launched_kernels)\\.c$") # what follows the rules is in the CUDA libraries

add_library(cli_helpers STATIC ${cli_helpers} ${HW_INJECT_FUNCTIONS})
add_dependencies(cli_helpers api_headers) # nvidia-smi's, src/cli/smi.h
target_include_directories(cli_helpers PUBLIC ${CMAKE_SOURCE_DIR}/src ${HW_GENERATED_DIR} ${CMAKE_BINARY_DIR})
# From the tool's folder: ../lib, ../libexec.
target_compile_definitions(cli_helpers PRIVATE HW_LIBDIR="${CMAKE_INSTALL_LIBDIR}"
    HW_LIBEXECDIR="${CMAKE_INSTALL_LIBEXECDIR}")
target_link_libraries(cli_helpers PUBLIC halfwarp_static PkgConfig::JSONC PRIVATE PkgConfig::LIBELF PkgConfig::SQLITE)

add_executable(halfwarp ${CMAKE_SOURCE_DIR}/src/cli/main.c)
target_link_libraries(halfwarp PRIVATE cli_helpers)

# Sweeps as ranks of MPI are a program of their own, to which `halfwarp sweep` hands over: nothing else needs MPI.  Its
# libraries have leaks of their own, so the sanitizers' builds do without.
if(HW_MPI AND NOT HW_SANITIZE)
    find_package(MPI QUIET COMPONENTS C)
endif()
if(MPI_C_FOUND)
    hw_sources(mpi_sources src/sweep/mpi)
    add_executable(halfwarp-sweep-mpi ${mpi_sources})
    target_link_libraries(halfwarp-sweep-mpi PRIVATE cli_helpers MPI::MPI_C)
    install(TARGETS halfwarp-sweep-mpi COMPONENT mpi DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/halfwarp)
endif()
