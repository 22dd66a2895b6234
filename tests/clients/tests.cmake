add_test(NAME "clients: what generators make of the API's description gets what the daemon answers"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/clients_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("clients: what generators make of the API's description gets what the daemon answers" PROPERTIES LABELS end-to-end TIMEOUT 900)
