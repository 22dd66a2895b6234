find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_test(NAME "hostile: attacks by servers are reported and do not harm other sources"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/hostile_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("hostile: attacks by servers are reported and do not harm other sources"
                     PROPERTIES LABELS hostile TIMEOUT 300 COST 30)
add_test(NAME "hostile: no control character of a site reaches a terminal, and feeds are well-formed"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/output_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("hostile: no control character of a site reaches a terminal, and feeds are well-formed"
                     PROPERTIES LABELS hostile TIMEOUT 300)
