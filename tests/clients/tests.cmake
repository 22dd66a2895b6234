add_test(NAME "clients: what generators make of the API's description compiles"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/clients_test.py" "${PROJECT_SOURCE_DIR}")
set_tests_properties("clients: what generators make of the API's description compiles" PROPERTIES LABELS end-to-end TIMEOUT 900)
