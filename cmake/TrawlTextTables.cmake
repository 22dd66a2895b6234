# Generates from a file of schema/ the string literals that a file of shared/text includes: one per line, without the
# comments, in generated/shared/text/NAME_table.inc.
function(trawl_text_table name prefix end)
  set(source "${PROJECT_SOURCE_DIR}/schema/${name}.txt")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(STRINGS "${source}" lines REGEX "^[^#]" ENCODING UTF-8)
  list(TRANSFORM lines REPLACE "(.+)" "${prefix}\"\\1${end}\"")
  list(JOIN lines "\n" lines)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/shared/text/${name}_table.inc" CONTENT "${lines}\n" @ONLY)
endfunction()
trawl_text_table(synonyms "" "\\\\n")
trawl_text_table(simplified "u" " ")
