add_test(NAME "house: includes, sizes, mentions and names are as the rules say"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/house_test.py" "${PROJECT_SOURCE_DIR}")
add_test(NAME "house: every rule can fail" COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/house_test_test.py")
add_test(NAME "house: ./dev helps, builds and speaks as it should" COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/dev_test.py")
set_tests_properties("house: includes, sizes, mentions and names are as the rules say" "house: every rule can fail"
                     "house: ./dev helps, builds and speaks as it should" PROPERTIES LABELS house)
if(NOT TRAWL_SANITIZE)
  add_test(NAME "house: the programs use every function"
           COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/unused_functions_test.py" "${CMAKE_BINARY_DIR}")
  set_tests_properties("house: the programs use every function" PROPERTIES LABELS house)
endif()
add_test(NAME "house: the version is in no compiler command, so another one is compiled only where it is used"
         COMMAND grep -q TRAWL_VERSION "${CMAKE_BINARY_DIR}/compile_commands.json")
set_tests_properties("house: the version is in no compiler command, so another one is compiled only where it is used"
                     PROPERTIES LABELS house WILL_FAIL TRUE)
add_test(NAME "house: ctest runs each test case of the sources"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/test_names_test.py" "${CMAKE_BINARY_DIR}")
set_tests_properties("house: ctest runs each test case of the sources" PROPERTIES LABELS house)
