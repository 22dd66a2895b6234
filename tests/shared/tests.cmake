add_test(NAME "plain processor: the same answers without wider instructions"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/plain_processor_test.py" "$<TARGET_FILE:test_shared_search>")
set_tests_properties("plain processor: the same answers without wider instructions" PROPERTIES LABELS unit SKIP_RETURN_CODE 77 TIMEOUT 300)
