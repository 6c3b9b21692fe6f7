# SPDX-License-Identifier: MIT
# make install: headers, libraries, the tool, pkg-config files, CMake package files, pages and examples.
#
# With shared libraries built, halfwarp::halfwarp and halfwarp::isa are those; the static ones are
# halfwarp::halfwarp_static and halfwarp::isa_static.
include(CMakePackageConfigHelpers)

set(installed halfwarp_static halfwarp-isa_static)
set_target_properties(halfwarp_static PROPERTIES EXPORT_NAME halfwarp_static)
set_target_properties(halfwarp-isa_static PROPERTIES EXPORT_NAME isa_static)
if(HW_SHARED_LIBS)
    list(APPEND installed halfwarp_shared halfwarp-isa_shared)
    set_target_properties(halfwarp_shared PROPERTIES EXPORT_NAME halfwarp)
    set_target_properties(halfwarp-isa_shared PROPERTIES EXPORT_NAME isa)
endif()

# Packages that bring the host's libraries along (tools/package/wheel) put them there, where nothing else looks; the
# old kind of path, unlike the new one, holds for what these libraries need themselves.
set_target_properties(halfwarp PROPERTIES
    INSTALL_RPATH "$ORIGIN/${HW_TOOL_TO_LIBRARIES}/halfwarp/${HW_HOST_FOLDER}")
install(TARGETS halfwarp)
install(TARGETS ${installed} EXPORT halfwarp-targets)
install(FILES ${HW_PUBLIC_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/halfwarp)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/halfwarp-cuda DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})   # CUDA C++ for clang

# The prefix is the installing command's to choose (cmake --install --prefix), so the pkg-config files
# find it from where they stand.
file(RELATIVE_PATH HW_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" HW_PC_PREFIX ${HW_PC_PREFIX})
foreach(name halfwarp halfwarp-isa)
    configure_file(${CMAKE_SOURCE_DIR}/src/${name}.pc.in ${HW_GENERATED_DIR}/${name}.pc @ONLY)
    install(FILES ${HW_GENERATED_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/halfwarp)
install(EXPORT halfwarp-targets NAMESPACE halfwarp:: DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/halfwarp-config.cmake.in
    ${HW_GENERATED_DIR}/halfwarp-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${HW_GENERATED_DIR}/halfwarp-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${HW_GENERATED_DIR}/halfwarp-config.cmake ${HW_GENERATED_DIR}/halfwarp-config-version.cmake
    DESTINATION ${package_dir})

# Pages keep their places to each other, so that their links work.
foreach(folder docs isa methods facts tests)
    file(GLOB_RECURSE pages CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/${folder}/*.md)
    list(APPEND HW_PAGES ${pages})
endforeach()
file(GLOB_RECURSE pictures CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/docs/images/*)
foreach(page README.md CHANGELOG.md CONTRIBUTING.md packages.txt ${HW_PAGES} ${pictures})
    cmake_path(GET page PARENT_PATH folder)
    install(FILES ${CMAKE_SOURCE_DIR}/${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN __pycache__ EXCLUDE)
