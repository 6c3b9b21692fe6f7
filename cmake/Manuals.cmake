# SPDX-License-Identifier: MIT
# Manual pages and completion for shells, which the tool prints itself (`halfwarp help --man`, `--completion`).  Pages are
# compressed, as Debian's policy wants them.  The sanitizers' builds are not installed, and go without.
if(HW_SANITIZE)
    return()
endif()
find_program(HW_GZIP gzip REQUIRED)
set(manuals ${CMAKE_BINARY_DIR}/share)
add_custom_command(
    OUTPUT ${manuals}/done
    COMMAND ${CMAKE_COMMAND} -DTOOL=$<TARGET_FILE:halfwarp> -DGZIP=${HW_GZIP} -DOUT=${manuals}
        -P ${CMAKE_SOURCE_DIR}/cmake/manuals.cmake
    DEPENDS halfwarp ${CMAKE_SOURCE_DIR}/cmake/manuals.cmake
    COMMENT "Writing the manual pages"
    VERBATIM)
add_custom_target(manuals ALL DEPENDS ${manuals}/done)
install(DIRECTORY ${manuals}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(DIRECTORY ${manuals}/bash-completion ${manuals}/zsh ${manuals}/fish DESTINATION ${CMAKE_INSTALL_DATADIR})
