# SPDX-License-Identifier: MIT
# Write the list of subcommands: a line HW_COMMAND(NAME, "name", "summary") for each src/cli/cmd_NAME.c.  The name that
# people write is another where a line `/* command: ... */` says so.
# Called as cmake -DFILES=... -DOUT=... -P commands.cmake.
set(lines "")
foreach(file ${FILES})
    string(REGEX REPLACE ".*/cmd_([^/]*)\\.c$" "\\1" name ${file})
    file(READ ${file} text)
    if(NOT text MATCHES "/\\* summary: ([^\n]*) \\*/")
        message(FATAL_ERROR "${file}: there is no line /* summary: ... */, which `halfwarp --help` shows for ${name}")
    endif()
    string(REPLACE "\"" "\\\"" summary "${CMAKE_MATCH_1}")
    set(command ${name})
    if(text MATCHES "/\\* command: ([^\n]*) \\*/")
        set(command ${CMAKE_MATCH_1})
    endif()
    string(APPEND lines "HW_COMMAND(${name}, \"${command}\", \"${summary}\")\n")
endforeach()
file(WRITE ${OUT} "${lines}")
