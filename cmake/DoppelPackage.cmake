# cmake --install, find_package(doppel) and the Debian package.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/doppel)
install(TARGETS doppel EXPORT doppel ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS doppel_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/doppel DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT doppel NAMESPACE doppel:: FILE doppelTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/doppelConfig.cmake.in ${PROJECT_BINARY_DIR}/doppelConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/doppelConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/doppelConfig.cmake ${PROJECT_BINARY_DIR}/doppelConfigVersion.cmake
        DESTINATION ${package_dir})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Doppel maintainers <maintainers@doppel.example>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION text)
set(CPACK_STRIP_FILES ON)
include(CPack)
