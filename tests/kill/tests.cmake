find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_test(NAME "kill: a crawl or import killed at any moment ends the same when run again"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/kill_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("kill: a crawl or import killed at any moment ends the same when run again"
                     PROPERTIES LABELS kill TIMEOUT 300 COST 20)
