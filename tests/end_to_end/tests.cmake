find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_test(NAME "indexer: crawl, import, rebuild and mistakes, as people meet them"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/indexer_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("indexer: crawl, import, rebuild and mistakes, as people meet them"
                     PROPERTIES LABELS end-to-end TIMEOUT 300)
add_test(NAME "watch: what is published is found within an interval, and signals are obeyed"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/watch_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("watch: what is published is found within an interval, and signals are obeyed"
                     PROPERTIES LABELS end-to-end TIMEOUT 120)
add_test(NAME "http2: a crawl over one connection"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/http2_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("http2: a crawl over one connection" PROPERTIES LABELS end-to-end SKIP_RETURN_CODE 77 TIMEOUT 120)
