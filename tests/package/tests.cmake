find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_test(NAME "package: systemd knows every setting of the units, and their commands work"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/units_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
