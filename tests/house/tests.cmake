add_test(NAME "house: includes and mentions are as the rules say"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/house_test.py" "${PROJECT_SOURCE_DIR}")
add_test(NAME "house: ./dev helps, builds and speaks as it should" COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/dev_test.py")
set_tests_properties("house: includes and mentions are as the rules say"
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
