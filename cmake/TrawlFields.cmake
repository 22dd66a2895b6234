# schema/fields.json becomes the rows of shared/schema/fields.h: generated/shared/schema/fields_table.inc, one
# designated initializer per field. Leaves out members that a field does not have. In its texts, {categories} stands for
# its closed list of categories, which also becomes shared/schema/categories.h.
set(TRAWL_FIELDS_JSON "${PROJECT_SOURCE_DIR}/schema/fields.json")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${TRAWL_FIELDS_JSON}")
file(READ "${TRAWL_FIELDS_JSON}" fields_json)

string(REGEX MATCH "\"categories\": \\[([^]]*)\\]" categories "${fields_json}")
set(category_rows "${CMAKE_MATCH_1}")
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/shared/schema/categories.inc"
     CONTENT "// Made from schema/fields.json by cmake/TrawlFields.cmake.\n${category_rows}\n" @ONLY)
string(REGEX REPLACE "[\",]" "" categories "${category_rows}")

# trawl_field_member(out json index member): appends ".member = value, " to `out`, with the value in C++.
function(trawl_field_member out json index member)
  string(JSON type ERROR_VARIABLE missing TYPE "${json}" fields ${index} ${member})
  if(missing)
    return()
  endif()
  string(JSON value GET "${json}" fields ${index} ${member})
  if(type STREQUAL "STRING")
    string(REPLACE "\\" "\\\\" value "${value}")
    string(REPLACE "\"" "\\\"" value "${value}")
    set(value "\"${value}\"")
    if(member STREQUAL "type")
      set(value "field_type(${value})")
    endif()
  elseif(type STREQUAL "BOOLEAN")
    if(value)
      set(value true)
    else()
      set(value false)
    endif()
  elseif(type STREQUAL "ARRAY")
    string(REGEX REPLACE "[ \n]+" " " value "${value}")
    string(REGEX REPLACE "^.(.*).$" "{\\1}" value "${value}") # the brackets
  endif()
  set(${out} "${${out}}.${member} = ${value}, " PARENT_SCOPE)
endfunction()

string(REPLACE "{categories}" "${categories}" fields_json "${fields_json}")
string(JSON fields_count LENGTH "${fields_json}" fields)
math(EXPR fields_last "${fields_count} - 1")
set(fields_rows "// Made from schema/fields.json by cmake/TrawlFields.cmake.\n")
foreach(i RANGE ${fields_last})
  set(fields_row "")
  foreach(member IN ITEMS name type nullable filter query column prefix ignores_case facet heading option help
                          example) # in the order of struct Field
    trawl_field_member(fields_row "${fields_json}" ${i} ${member})
  endforeach()
  string(APPEND fields_rows "Field{${fields_row}},\n")
endforeach()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/shared/schema/fields_table.inc" CONTENT "${fields_rows}" @ONLY)
