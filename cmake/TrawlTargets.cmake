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

# Parsing the standard library is a third of the work of compiling a small file, so it is parsed once. The headers are
# compiled by trawl_std for all libraries and programs, and with Catch2 by trawl_catch for the tests. Sources still
# include what they use (tests/house/ checks it).
file(WRITE "${PROJECT_BINARY_DIR}/generated/precompiled.cpp" "")
set(TRAWL_STD <algorithm> <array> <chrono> <cstdint> <deque> <expected> <filesystem> <functional> <map> <memory> <optional>
    <ranges> <set> <span> <string> <string_view> <unordered_map> <utility> <vector>)
add_library(trawl_std OBJECT "${PROJECT_BINARY_DIR}/generated/precompiled.cpp")
target_link_libraries(trawl_std PRIVATE trawl_options Threads::Threads)
target_precompile_headers(trawl_std PRIVATE ${TRAWL_STD})

function(trawl_library folder)
  trawl_target_name(${folder} name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(NOT sources)
    file(WRITE "${PROJECT_BINARY_DIR}/generated/empty_${name}.cpp" "")
    set(sources "${PROJECT_BINARY_DIR}/generated/empty_${name}.cpp")
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC trawl_options Threads::Threads)
  target_precompile_headers(${name} REUSE_FROM trawl_std)
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
include(TrawlSynonyms)
