find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_test(NAME "kill: a crawl or import that is killed and run again ends the same"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/kill_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("kill: a crawl or import that is killed and run again ends the same"
                     PROPERTIES LABELS kill TIMEOUT 300 COST 20)
