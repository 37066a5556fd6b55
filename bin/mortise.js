#!/usr/bin/env node
import module from 'node:module';

// From Node 22 on: what was compiled for the last command is not compiled again for this one.
module.enableCompileCache?.();
const { main } = await import('../dist/cli/main.js');

process.exitCode = await main(process.argv.slice(2));
