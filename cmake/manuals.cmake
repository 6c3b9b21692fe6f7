# SPDX-License-Identifier: MIT
# Write the manual pages of the tool and of each subcommand, compressed without a date, and completion for each shell,
# where a prefix has them below share/.
# Called as cmake -DTOOL=... -DGZIP=... -DOUT=... -P manuals.cmake.
function(print file)
    execute_process(COMMAND ${TOOL} help ${ARGN} OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT}/man/man1 ${OUT}/bash-completion/completions ${OUT}/zsh/site-functions
    ${OUT}/fish/vendor_completions.d)
print(${OUT}/bash-completion/completions/halfwarp --completion bash)
print(${OUT}/zsh/site-functions/_halfwarp --completion zsh)
print(${OUT}/fish/vendor_completions.d/halfwarp.fish --completion fish)

execute_process(COMMAND ${TOOL} help --complete "" OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[a-z+]+\t" commands "${commands}")
print(${OUT}/man/man1/halfwarp.1 --man)
foreach(command ${commands})
    string(STRIP ${command} command)
    print(${OUT}/man/man1/halfwarp-${command}.1 ${command} --man)
endforeach()
file(GLOB pages ${OUT}/man/man1/*.1)
execute_process(COMMAND ${GZIP} -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
file(TOUCH ${OUT}/done)
