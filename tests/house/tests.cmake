add_test(NAME "house: includes, sizes, mentions and names are as the rules say"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/house_test.py" "${PROJECT_SOURCE_DIR}")
add_test(NAME "house: every rule can fail" COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/house_test_test.py")
set_tests_properties("house: includes, sizes, mentions and names are as the rules say" "house: every rule can fail"
                     PROPERTIES LABELS house)
