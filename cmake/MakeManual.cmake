# cmake -DPROGRAM=…/trawl -DOUT=folder -P MakeManual.cmake: writes the documentation that the programs generate about
# themselves to files.
set(ENV{TRAWL_CONFIG} /dev/null) # ignore the configuration of the user who builds
function(write_output file)
  execute_process(COMMAND "${PROGRAM}" ${ARGN} OUTPUT_FILE "${OUT}/${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE "${OUT}")
file(MAKE_DIRECTORY "${OUT}/man1" "${OUT}/man5" "${OUT}/man7")
execute_process(COMMAND "${PROGRAM}" man --all "${OUT}/man1" COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${OUT}/man1/trawl-config.5" "${OUT}/man5/trawl-config.5")
file(RENAME "${OUT}/man1/trawl-query.7" "${OUT}/man7/trawl-query.7")
write_output(trawl.bash completion bash)
write_output(_trawl completion zsh)
write_output(trawl.fish completion fish)
write_output(config.toml config)
file(TOUCH "${OUT}/stamp")
