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

# The presets compile ten sources of a library together (CMAKE_UNITY_BUILD), so that headers are read and templates are
# instantiated once for all of them. These are compiled alone because they and another source of the library use a name
# for different things.
set(TRAWL_ALONE
  cli/render/lists.cpp cli/terminal.cpp indexer/commands/inspect/inspect_feed.cpp
  indexer/crawl/pages/link_discovery.cpp indexer/crawl/rebuild.cpp indexer/crawl/seeds/seed_reader.cpp
  indexer/extract/content/removal/repetitions.cpp indexer/extract/content/removal/teaser_lists.cpp
  indexer/extract/metadata/dates/dates.cpp indexer/extract/metadata/dates/visible_dates.cpp
  indexer/extract/metadata/heading_weights.cpp indexer/extract/metadata/json_ld.cpp
  indexer/extract/metadata/language.cpp indexer/extract/page_kind.cpp indexer/extract/page_rules.cpp
  indexer/feed/formats/json_feed.cpp indexer/feed/formats/rss.cpp indexer/feed/sitemap.cpp
  searchd/http/request_head.cpp searchd/page/page_links.cpp searchd/page/page_query.cpp
  shared/index/records/stored_fields.cpp shared/query/operators/exact.cpp shared/query/operators/field.cpp
  shared/query/operators/near.cpp shared/query/operators/not.cpp shared/query/operators/or.cpp
  shared/query/operators/parenthesis.cpp shared/query/operators/phrase.cpp shared/query/operators/prefix.cpp
  shared/search/discover/suggest.cpp shared/search/discover/trending.cpp shared/search/rank/first_stage.cpp
  shared/search/rank/rank_terms.cpp shared/search/rank/second_stage.cpp shared/search/rank/signals/coverage.cpp
  shared/search/rank/signals/feedback.cpp shared/search/rank/signals/lead.cpp shared/search/rank/signals/pairs.cpp
  shared/search/rank/signals/passage.cpp shared/search/results/highlight.cpp shared/search/results/highlight_terms.cpp
  shared/search/results/result_order.cpp shared/search/results/snippet.cpp shared/search/results/sort.cpp
  shared/text/date_parse_time.cpp shared/text/tokenizer.cpp shared/text/unicode.cpp shared/url/idna.cpp
  tests/indexer/crawl/import/import_row_test.cpp tests/indexer/crawl/pages/article_pipeline_test.cpp
  tests/indexer/crawl/pages/page_scheduler_test.cpp tests/indexer/crawl/pages/url_rules_test.cpp
  tests/indexer/crawl/publish_rate_test.cpp tests/indexer/crawl/schedule_test.cpp
  tests/indexer/extract/content/article_body_end_test.cpp
  tests/indexer/extract/metadata/signals/signal_collector_test.cpp tests/indexer/extract/page_rules_test.cpp
  tests/indexer/feed/page_list_test.cpp tests/indexer/fetch/tls_test.cpp tests/indexer/store/host_store_test.cpp
  tests/indexer/store/input_store_test.cpp tests/indexer/store/source_store_test.cpp
  tests/indexer/store/url_store_test.cpp tests/shared/api/service_test.cpp
  tests/shared/index/postings/posting_lists_test.cpp tests/shared/query/parse_query_test.cpp
  tests/shared/search/search_engine_test.cpp)
list(TRANSFORM TRAWL_ALONE PREPEND "${PROJECT_SOURCE_DIR}/")
set_source_files_properties(${TRAWL_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

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
