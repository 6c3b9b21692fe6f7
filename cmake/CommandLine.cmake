# SPDX-License-Identifier: MIT
# The command line tool, build/halfwarp.
#
# A subcommand is a file: src/cli/cmd_NAME.c defines hw_cmd_NAME and holds a line `/* summary: ... */`.
# commands.cmake collects them into a header, so adding a subcommand is adding its file.
file(GLOB command_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cli/cmd_*.c)
set(command_list ${HW_GENERATED_DIR}/commands.h)
add_custom_command(
    OUTPUT ${command_list}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${command_files}" -DOUT=${command_list} -P ${CMAKE_SOURCE_DIR}/cmake/commands.cmake
    DEPENDS ${command_files} ${CMAKE_SOURCE_DIR}/cmake/commands.cmake
    COMMENT "Listing the subcommands"
    VERBATIM)

# Results of sweeps are kept in a database; the libraries need none.
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)

# What the subcommands share is a library of its own, for the unit tests' sake.
hw_sources(cli_sources src/cli src/sweep)
set(cli_helpers ${cli_sources})
list(FILTER cli_sources INCLUDE REGEX "/(main|cmd_[^/]*)\\.c$")
list(FILTER cli_helpers EXCLUDE REGEX "/(main|cmd_[^/]*)\\.c$")

add_library(cli_helpers STATIC ${cli_helpers} ${command_list})
add_dependencies(cli_helpers api_headers) # nvidia-smi's, src/cli/smi.h
target_include_directories(cli_helpers PUBLIC ${CMAKE_SOURCE_DIR}/src ${HW_GENERATED_DIR} ${CMAKE_BINARY_DIR})
target_compile_definitions(cli_helpers PRIVATE HW_LIBDIR="${CMAKE_INSTALL_LIBDIR}") # from the tool's folder: ../lib
target_link_libraries(cli_helpers PUBLIC halfwarp_static PkgConfig::JSONC PRIVATE PkgConfig::LIBELF PkgConfig::SQLITE)

add_executable(halfwarp ${cli_sources})
target_link_libraries(halfwarp PRIVATE cli_helpers)
target_compile_definitions(halfwarp PRIVATE HW_LIBEXECDIR="${CMAKE_INSTALL_LIBEXECDIR}") # from the tool's folder: ../libexec

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
