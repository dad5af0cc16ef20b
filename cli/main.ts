#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Node keeps what it compiled in the system's temporary folder: the next start takes a third less. It keeps nothing of what
// was imported before, so all else is imported behind this.
const { directory } = enableCompileCache();
// Threads use it too where they are told so. It lies in a folder of its own for each version of Node.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(directory);

// Threads begin with room for so many MB of what is new, where they may have as much, and not with one: most of it is gone
// before that is full.
setFlagsFromString('--min-semi-space-size=8');

const { runCommand } = await import('./run-command.ts');
await runCommand(process.argv.slice(2));
