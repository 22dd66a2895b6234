add_test(NAME "programs: crawl, search and serve the demo site"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/programs_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("programs: crawl, search and serve the demo site" PROPERTIES LABELS end-to-end TIMEOUT 300)
