add_test(NAME "schema: mined abbreviations are those that texts explain"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/mine_abbreviations_test.py" "${PROJECT_SOURCE_DIR}")
add_test(NAME "schema: the API's descriptions have every filter"
         COMMAND ${Python3_EXECUTABLE} "${PROJECT_SOURCE_DIR}/schema/update_api.py" --check)
add_test(NAME "schema: a new field is a row in fields.json"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/fields_test.py" "${PROJECT_SOURCE_DIR}")
add_test(NAME "schema: every reference in the API's descriptions leads to something"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/references_test.py" "${PROJECT_SOURCE_DIR}")
add_test(NAME "schema: names in the API's description stay apart in generated clients"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/names_test.py" "${PROJECT_SOURCE_DIR}")
add_test(NAME "schema: a parameter of a search is described, documented, an option, and part of what tells requests apart"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/parameters_test.py" "${PROJECT_SOURCE_DIR}")
