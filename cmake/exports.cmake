# SPDX-License-Identifier: MIT
# Write the linker's version script: the functions and objects that the public headers declare.
# Called as cmake -DHEADERS=... -DOUT=... -P exports.cmake; a name that is declared but nowhere defined does no harm.
set(names "")
foreach(header ${HEADERS})
    file(READ ${header} text)
    string(REGEX MATCHALL "hw_[a-z0-9_]+[ \n]*[[(]" found "${text}")
    string(REGEX REPLACE "[ \n]*[[(]" "" found "${found}")
    list(APPEND names ${found})
endforeach()
list(REMOVE_DUPLICATES names)
list(SORT names)
list(JOIN names ";\n    " names)
file(WRITE ${OUT} "{\nglobal:\n    ${names};\nlocal:\n    *;\n};\n")
