# ada, the URL parser: the system's where there is one, otherwise the source that tools/fetch_ada.sh put into the
# build folder, compiled without our warnings. Its objects are part of libdoppel.a, so that users need not know.
set(DOPPEL_ADA_DIR "${PROJECT_SOURCE_DIR}/build/third_party/ada" CACHE PATH "folder of ada.h and ada.cpp")
find_package(ada CONFIG QUIET)
set(DOPPEL_SYSTEM_ADA ${ada_FOUND})

if(NOT DOPPEL_SYSTEM_ADA)
  if(NOT EXISTS "${DOPPEL_ADA_DIR}/ada.cpp")
    message(FATAL_ERROR "ada is neither installed nor in ${DOPPEL_ADA_DIR}: run tools/setup.sh build")
  endif()
  add_library(doppel_ada OBJECT "${DOPPEL_ADA_DIR}/ada.cpp")
  target_include_directories(doppel_ada SYSTEM PUBLIC "${DOPPEL_ADA_DIR}")
  set_property(GLOBAL APPEND PROPERTY DOPPEL_OBJECTS $<TARGET_OBJECTS:doppel_ada>)
endif()

# doppel_link_ada(url): the one module that sees it.
function(doppel_link_ada module)
  if(DOPPEL_SYSTEM_ADA)
    target_link_libraries(doppel_${module}_objects PRIVATE ada::ada)
    target_link_libraries(doppel_${module} PUBLIC ada::ada)
    set_property(GLOBAL APPEND PROPERTY DOPPEL_LINKS ada::ada)
  else()
    target_include_directories(doppel_${module}_objects SYSTEM PRIVATE "${DOPPEL_ADA_DIR}")
    target_sources(doppel_${module} PRIVATE $<TARGET_OBJECTS:doppel_ada>)
  endif()
endfunction()
