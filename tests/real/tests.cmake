find_package(Python3 COMPONENTS Interpreter REQUIRED)
# Tests on real pages, which are not part of the repository; skipped with a message if they are missing. They mostly wait
# for a server that is slow or faulty on purpose, so the longest start first (COST, in seconds) and run in parallel with others.
function(trawl_real name seconds script)
  add_test(NAME "real: ${name}" COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${script}" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}" ${ARGN})
  set_tests_properties("real: ${name}" PROPERTIES LABELS real SKIP_RETURN_CODE 77 TIMEOUT 900 COST ${seconds})
endfunction()
trawl_real(archive 2 archive_test.py)
trawl_real(mirror 90 mirror_test.py)
trawl_real(whole 60 whole_test.py)
trawl_real("beside Xapian" 60 beside_xapian_test.py)
trawl_real(ranking 40 ranking_test.py)
trawl_real("guest, polite" 20 guest_test.py Guest.test_a_host_gets_one_request_at_a_time_and_none_twice)
trawl_real("guest, of faulty hosts" 40 guest_test.py Guest.test_faults_cost_no_article_within_three_rounds)
trawl_real("guest, of feeds that moved" 1 guest_test.py Guest.test_a_permanently_moved_feed_is_requested_at_its_new_address_after_three_days)

# One crawl of all sites for those that read it or go on from it.
set_tests_properties("real: mirror" PROPERTIES FIXTURES_SETUP crawled_mirror)
set_tests_properties("real: whole" "real: ranking" "real: beside Xapian" PROPERTIES FIXTURES_REQUIRED crawled_mirror)
