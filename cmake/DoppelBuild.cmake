# How every target of the project is compiled, and the three words the modules' lists are written in:
# doppel_module(), doppel_test() and doppel_warnings().

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# Dev: fast enough to run every test, with assertions and line numbers.
set(CMAKE_CXX_FLAGS_DEV "-O2 -g1")
# Sanitize: for the presets asan and tsan. Most of their time is compiling, and -O1 halves it.
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1")

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
endif()

if(DOPPEL_SANITIZE)
  add_compile_options(-fsanitize=${DOPPEL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${DOPPEL_SANITIZE})
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  add_compile_options(-fsized-deallocation)  # C++14; clang 14 leaves it out unless it is asked for
endif()
if(DOPPEL_FUZZ)
  # The fuzzer must see which way the code under test takes, not only the targets.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(DOPPEL_COVERAGE)
  add_compile_options(-fprofile-instr-generate -fcoverage-mapping)
  add_link_options(-fprofile-instr-generate)
endif()

function(doppel_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                           -Wimplicit-fallthrough -Wextra-semi -Wno-missing-field-initializers)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -Wno-restrict)  # g++ 12 sees overlaps in "a" + string
  endif()
  if(DOPPEL_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# doppel_module(text SOURCES tokenizer.cc ... DEPENDS record ... LINKS hwy::hwy ...)
# One static library doppel_<module>, alias doppel::<module>. DEPENDS are modules, LINKS outside libraries.
# The objects are kept as well: cmake/DoppelLibrary.cmake joins them into the one installed library.
function(doppel_module module)
  cmake_parse_arguments(PARSE_ARGV 1 M "" "" "SOURCES;DEPENDS;LINKS")
  add_library(doppel_${module}_objects OBJECT ${M_SOURCES})
  add_library(doppel_${module} STATIC $<TARGET_OBJECTS:doppel_${module}_objects>)
  add_library(doppel::${module} ALIAS doppel_${module})
  doppel_warnings(doppel_${module}_objects)
  foreach(target doppel_${module}_objects doppel_${module})
    target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(${target} PUBLIC ${M_LINKS})
    foreach(dependency ${M_DEPENDS})
      target_link_libraries(${target} PUBLIC doppel_${dependency})
    endforeach()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY DOPPEL_OBJECTS "$<TARGET_OBJECTS:doppel_${module}_objects>")
  set_property(GLOBAL APPEND PROPERTY DOPPEL_LINKS "${M_LINKS}")
endfunction()

# doppel_test(text SOURCES tokenizer_test.cc ... [LAWS laws_test.cc ...] [LINKS ...] [THREADS])
# Programs <module>_test and <module>_laws; in ctest unit.<module> and laws.<module>. THREADS: <module>_test starts
# threads of its own, so it has the label threads and belongs to the target threaded_tests, for the preset tsan.
function(doppel_test module)
  if(NOT DOPPEL_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 T "THREADS" "" "SOURCES;LAWS;LINKS")
  doppel_test_program(${module}_test unit.${module} ${module} "${T_SOURCES}" "GTest::gtest_main;${T_LINKS}")
  if(T_THREADS)
    set_tests_properties(unit.${module} PROPERTIES LABELS "fast;threads")
    if(NOT TARGET threaded_tests)
      add_custom_target(threaded_tests)
    endif()
    add_dependencies(threaded_tests ${module}_test)
  endif()
  if(T_LAWS)
    doppel_test_program(${module}_laws laws.${module} ${module} "${T_LAWS}"
                        "GTest::gtest_main;rapidcheck;rapidcheck_gtest;${T_LINKS}")
  endif()
endfunction()

function(doppel_test_program program test module sources links)
  add_executable(${program} ${sources})
  doppel_warnings(${program})
  target_link_libraries(${program} PRIVATE doppel::${module} ${links})
  target_include_directories(${program} PRIVATE "${PROJECT_SOURCE_DIR}/tests")  # tests/support
  target_compile_definitions(${program} PRIVATE DOPPEL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${test} COMMAND ${program})
  set_tests_properties(${test} PROPERTIES LABELS fast TIMEOUT 300)
endfunction()
