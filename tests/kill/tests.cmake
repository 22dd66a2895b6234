find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_test(NAME "kill: a crawl or import that is killed and run again ends the same"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/kill_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("kill: a crawl or import that is killed and run again ends the same"
                     PROPERTIES LABELS kill TIMEOUT 300 COST 20)
add_test(NAME "kill: commands that are killed at random moments, again and again"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/random_kills.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}" --kills 25)
set_tests_properties("kill: commands that are killed at random moments, again and again" PROPERTIES LABELS kill TIMEOUT 300)
