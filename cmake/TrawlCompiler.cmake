# Language, warnings, hardening, sanitizers: the same for every target.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
find_program(TRAWL_CCACHE ccache)
if(TRAWL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Lets another checkout of the same sources reuse the compiler cache, also with the tests' precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${TRAWL_CCACHE}")
endif()

add_library(trawl_options INTERFACE)
target_include_directories(trawl_options INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/generated")
target_compile_definitions(trawl_options INTERFACE _GLIBCXX_ASSERTIONS)
# A file and no definition, so that another version is compiled only where it is used.
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/shared/base/version.h"
     CONTENT "#pragma once\n#define TRAWL_VERSION \"${PROJECT_VERSION}\"\n" @ONLY)
target_compile_options(trawl_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -fstack-clash-protection)
if(TRAWL_WERROR)
  target_compile_options(trawl_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False positives of GCC 12 inside libstdc++ at -O1 and above (GCC bugs 105329, 105562, 107852).
  target_compile_options(trawl_options INTERFACE -Wno-restrict -Wno-maybe-uninitialized -Wno-dangling-pointer -Wno-stringop-overread -Wno-stringop-overflow -Wno-array-bounds -Wno-free-nonheap-object -Wno-nonnull)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    target_compile_options(trawl_options INTERFACE -Wno-dangling-reference) # warns about every function that takes a temporary
  endif()
  # The private parts of a class (Class::Impl) may use types that are local to its file: that file is the only one to
  # define it, but g++ cannot know this when a generated file includes it.
  target_compile_options(trawl_options INTERFACE -Wno-subobject-linkage)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # clang's -Wconversion includes -Wsign-conversion, g++'s does not. libstdc++'s stable_sort uses what C++17 deprecated.
  target_compile_options(trawl_options INTERFACE -Wno-sign-conversion -Wno-deprecated-declarations)
endif()
if(TRAWL_SANITIZE)
  target_compile_options(trawl_options INTERFACE -fsanitize=${TRAWL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(trawl_options INTERFACE -fsanitize=${TRAWL_SANITIZE})
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_definitions(trawl_options INTERFACE _FORTIFY_SOURCE=2)
  target_link_options(trawl_options INTERFACE -Wl,-z,relro,-z,now)
endif()
# The fastest linker available: mold if it is installed, else gold, which comes with g++.
find_program(TRAWL_MOLD mold)
find_program(TRAWL_GOLD ld.gold)
if(TRAWL_MOLD)
  target_link_options(trawl_options INTERFACE -fuse-ld=mold)
elseif(TRAWL_GOLD AND NOT TRAWL_SANITIZE)
  target_link_options(trawl_options INTERFACE -fuse-ld=gold)
endif()
