add_test(NAME "schema: mined abbreviations are those that texts explain"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/mine_abbreviations_test.py" "${PROJECT_SOURCE_DIR}")
