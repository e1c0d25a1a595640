#!/usr/bin/env node
/** The command `employee-service`. */
import { processTerminal } from "soapwright-command";
import { run } from "./run";

void run(process.argv.slice(2), processTerminal()).then((exitCode) => {
  process.exitCode = exitCode;
});
