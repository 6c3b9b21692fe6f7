# SPDX-License-Identifier: MIT
# Write the list of subcommands: a line HW_COMMAND(name, "summary") for each src/cli/cmd_NAME.c.
# Called as cmake -DFILES=... -DOUT=... -P commands.cmake.
set(lines "")
foreach(file ${FILES})
    string(REGEX REPLACE ".*/cmd_([^/]*)\\.c$" "\\1" name ${file})
    file(READ ${file} text)
    if(NOT text MATCHES "/\\* summary: ([^\n]*) \\*/")
        message(FATAL_ERROR "${file}: there is no line /* summary: ... */, which `halfwarp --help` shows for ${name}")
    endif()
    string(REPLACE "\"" "\\\"" summary "${CMAKE_MATCH_1}")
    string(APPEND lines "HW_COMMAND(${name}, \"${summary}\")\n")
endforeach()
file(WRITE ${OUT} "${lines}")
