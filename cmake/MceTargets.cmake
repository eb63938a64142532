# SPDX-License-Identifier: MIT

# Flags of our own code. -Wrestrict is wrong about std::string in g++ 12; clang++ complains about its std::stable_sort.
# Consumers only get -ffp-contract=off, below: a fused multiply-add would change results.
add_library(mce_flags INTERFACE)
target_compile_options(mce_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                       -Wnon-virtual-dtor -Wold-style-cast -fno-math-errno
                       $<IF:$<CXX_COMPILER_ID:GNU>,-Wno-restrict,-Wno-deprecated-declarations>)

# mce_library(NAME core SOURCES … [USES …] [NEEDS …]): one library per folder.
# USES are the folders below it, part of its interface; NEEDS are libraries that only its .cpp files include.
# A library sees its own public headers and those of the folders it uses, through links in the build tree, and no
# others: an include that points the wrong way does not compile.
function(mce_library)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;USES;NEEDS" ${ARGN})
  set(target mce_${ARG_NAME})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(mce::${ARG_NAME} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${ARG_NAME} POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PUBLIC -ffp-contract=off)
  set(headers ${PROJECT_BINARY_DIR}/headers/${ARG_NAME})
  file(MAKE_DIRECTORY ${headers}/mce)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/mce/${ARG_NAME} ${headers}/mce/${ARG_NAME} SYMBOLIC)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${headers}>
                                              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM ARG_USES PREPEND mce_)
  target_link_libraries(${target} PUBLIC ${ARG_USES} PRIVATE $<BUILD_INTERFACE:mce_flags> ${ARG_NEEDS})
  install(TARGETS ${target} EXPORT mceTargets)
endfunction()

# mce_program(NAME …): a program of ours, with our flags.
function(mce_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_link_libraries(${name} PRIVATE mce_flags ${ARG_USES})
endfunction()

# mce_not_hot(target …): without optimisation these compile twice as fast in debug and sanitizer builds.
function(mce_not_hot)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O0>)
  endforeach()
endfunction()

# mce_embed(target name file): the text of a data file as `std::string_view mce::name()`, declared by the file that
# uses it: it is found wherever the library is.
function(mce_embed target name file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} TEXT)
  set(NAME ${name})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded.cpp.in ${name}.cpp @ONLY)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
endfunction()
