find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_test(NAME "hostile: what ill-meaning servers do is told, and costs the others nothing"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/hostile_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("hostile: what ill-meaning servers do is told, and costs the others nothing"
                     PROPERTIES LABELS hostile TIMEOUT 300 COST 30)
