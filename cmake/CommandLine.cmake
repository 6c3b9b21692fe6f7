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

hw_sources(cli_sources src/cli)
add_executable(halfwarp ${cli_sources} ${command_list})
target_include_directories(halfwarp PRIVATE ${CMAKE_SOURCE_DIR}/src ${HW_GENERATED_DIR})
target_link_libraries(halfwarp PRIVATE halfwarp_static)
