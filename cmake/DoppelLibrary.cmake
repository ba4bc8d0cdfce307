# The one library that is installed: doppel::doppel, all modules in libdoppel.a behind include/doppel.
get_property(objects GLOBAL PROPERTY DOPPEL_OBJECTS)
get_property(links GLOBAL PROPERTY DOPPEL_LINKS)
list(REMOVE_DUPLICATES links)

add_library(doppel STATIC ${objects})
add_library(doppel::doppel ALIAS doppel)
target_include_directories(doppel PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                         $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(doppel PRIVATE ${links})
target_compile_features(doppel PUBLIC cxx_std_20)
