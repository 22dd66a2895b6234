add_test(NAME "mutations: each one still applies"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/mutations_test.py" "${PROJECT_SOURCE_DIR}")
