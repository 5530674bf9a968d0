#!/usr/bin/env node
import { unsupportedNode } from './node-version.mjs';

/** The command `booking-server` of the package. Old versions of Node cannot load the rest. */
const problem = unsupportedNode();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  const { runCommandLine } = await import('../../dist/src/process/command-line.js');
  await runCommandLine(process.argv.slice(2));
}
