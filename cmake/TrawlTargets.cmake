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

# trawl_unity(target): compiles the sources of a folder together, up to TRAWL_UNITY at a time, so that the headers they
# share are read once and templates are instantiated once. A name in an unnamed namespace must therefore be unique in its
# folder. -DTRAWL_UNITY=0 compiles each file alone.
# TRAWL_ALONE: the sources that are compiled alone because they and a neighbour use a name for different things.
set(TRAWL_ALONE
  cli/render/lists.cpp cli/terminal.cpp indexer/commands/inspect/inspect_feed.cpp indexer/crawl/rebuild.cpp
  indexer/feed/formats/json_feed.cpp indexer/feed/formats/rss.cpp
  indexer/feed/sitemap.cpp searchd/http/request_head.cpp searchd/page/page_query.cpp
  shared/api/request/search_request.cpp shared/search/discover/suggest.cpp shared/search/results/snippet.cpp
  shared/search/results/sort.cpp shared/text/date_parse.cpp shared/text/date_parse_time.cpp
  shared/text/date_parse_tokens.cpp shared/text/unicode.cpp shared/url/idna.cpp
  tests/indexer/crawl/pages/page_scheduler_test.cpp tests/indexer/crawl/pages/url_rules_test.cpp
  tests/indexer/crawl/publish_rate_test.cpp tests/indexer/crawl/schedule_test.cpp
  tests/indexer/extract/page_rules_test.cpp tests/indexer/feed/page_list_test.cpp tests/indexer/fetch/tls_test.cpp
  tests/indexer/store/host_store_test.cpp tests/indexer/store/input_store_test.cpp
  tests/indexer/store/source_store_test.cpp tests/indexer/store/url_store_test.cpp)

function(trawl_unity target)
  if(NOT TRAWL_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(SORT sources)
  list(TRANSFORM TRAWL_ALONE PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE alone)
  list(REMOVE_ITEM sources ${alone})
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    list(APPEND folders ${folder})
    list(APPEND ${folder}_sources "${source}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH ${folder}_sources count)
    math(EXPR groups "(${count} + ${TRAWL_UNITY} - 1) / ${TRAWL_UNITY}")
    set(index 0)
    foreach(source IN LISTS ${folder}_sources)
      math(EXPR group "${index} * ${groups} / ${count}")
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}_${group}")
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

function(trawl_library folder)
  trawl_target_name(${folder} name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(NOT sources)
    file(WRITE "${PROJECT_BINARY_DIR}/generated/empty_${name}.cpp" "")
    set(sources "${PROJECT_BINARY_DIR}/generated/empty_${name}.cpp")
  endif()
  add_library(${name} STATIC ${sources})
  trawl_unity(${name})
  target_link_libraries(${name} PUBLIC trawl_options Threads::Threads)
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
