add_test(NAME "schema: abbreviations are mined as texts explain them"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/mine_abbreviations_test.py" "${PROJECT_SOURCE_DIR}")
