find_package(Python3 COMPONENTS Interpreter REQUIRED)
function(trawl_listed world seconds)
  add_test(NAME "listed: what is counted is listed, ${world}"
           COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/listed_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}" ${world})
  set_tests_properties("listed: what is counted is listed, ${world}" PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1800 COST ${seconds} ${ARGN})
endfunction()
trawl_listed(demo 40 LABELS end-to-end)
# As tests/real/mirror_test.py has crawled it.
trawl_listed(mirror 200 LABELS real FIXTURES_REQUIRED crawled_mirror)
