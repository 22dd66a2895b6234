# trawl_library(folder deps…): a static library of every *.cpp under the folder, except main.cpp. A dependency that is a
# folder of this tree is named by its path; anything else is an outside target.
function(trawl_target_name folder out)
  string(REPLACE "/" "_" name "trawl_${folder}")
  set(${out} ${name} PARENT_SCOPE)
endfunction()

function(trawl_link target)
  foreach(dep IN LISTS ARGN)
    if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${dep}")
      trawl_target_name(${dep} name)
      target_link_libraries(${target} PUBLIC ${name})
    else()
      target_link_libraries(${target} PUBLIC ${dep})
    endif()
  endforeach()
endfunction()

# Most of the time of compiling a small file goes to the headers and templates that its neighbours use too. So the
# sources of a folder are compiled together: generated/<target>/<folder>.cpp includes them all. Names that are local to
# a file must therefore be unique in its folder. -DTRAWL_TOGETHER=OFF compiles each source alone, which editors prefer.
# CMake's own unity build names sources by absolute paths, so a compiler cache would find nothing in another checkout.
option(TRAWL_TOGETHER "Compile the sources of a folder together" ON)

# trawl_together(out target root sources): sets `out` to the files to compile for `sources`, which are absolute paths
# below `root`; folder names are relative to `root`.
function(trawl_together out target root)
  if(NOT TRAWL_TOGETHER)
    set(${out} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(folders "")
  foreach(source IN LISTS ARGN)
    file(RELATIVE_PATH source "${root}" "${source}")
    get_filename_component(folder "${source}" DIRECTORY)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    list(APPEND folders ${folder})
    string(APPEND includes_${folder} "#include \"${source}\"\n")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(files "")
  foreach(folder IN LISTS folders)
    set(file "${PROJECT_BINARY_DIR}/generated/${target}/${folder}.cpp")
    file(CONFIGURE OUTPUT "${file}" CONTENT "${includes_${folder}}" @ONLY)
    list(APPEND files "${file}")
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# What reads options, prints, or waits for a network is compiled in four fifths of the time without -O2.
set(TRAWL_AT_O1 "")
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(TRAWL_AT_O1 shared/opensearch shared/options shared/mcp indexer/commands cli)
endif()

# Precompiled once for all libraries: reading these is a third of compiling a folder. And once more for those at -O1: what g++ 14
# precompiles at -O2 it does not take there.
function(trawl_precompile name)
  add_library(${name} OBJECT "${PROJECT_BINARY_DIR}/generated/headers.cpp")
  target_link_libraries(${name} PRIVATE trawl_options Threads::Threads)
  target_compile_options(${name} PRIVATE ${ARGN})
  target_precompile_headers(${name} PRIVATE <algorithm> <array> <charconv> <chrono> <expected> <filesystem> <functional> <iostream> <map>
                            <memory> <mutex> <optional> <ranges> <set> <span> <sstream> <string> <string_view> <thread> <unordered_map> <utility> <vector>)
endfunction()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/headers.cpp" CONTENT "")
trawl_precompile(trawl_headers)
if(TRAWL_AT_O1)
  trawl_precompile(trawl_headers_at_o1 -O1)
endif()

function(trawl_library folder)
  trawl_target_name(${folder} name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  trawl_together(sources ${name} "${PROJECT_SOURCE_DIR}" ${sources})
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC trawl_options Threads::Threads)
  if("${folder}" IN_LIST TRAWL_AT_O1)
    target_compile_options(${name} PRIVATE -O1)
    target_precompile_headers(${name} REUSE_FROM trawl_headers_at_o1)
  else()
    target_precompile_headers(${name} REUSE_FROM trawl_headers)
  endif()
  trawl_link(${name} ${ARGN})
endfunction()

function(trawl_program name main folder)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${main}")
    trawl_target_name(${folder} library)
    add_executable(${name} ${main})
    target_link_libraries(${name} PRIVATE ${library})
  endif()
endfunction()

include(TrawlFields)
include(TrawlTextTables)
include(TrawlWords)
