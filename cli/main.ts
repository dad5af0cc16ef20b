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

const { calledCommand, explainError } = await import('./command-line.ts');
const { diskFault } = await import('../schemas/disk-fault.ts');

// A reader that has seen enough (`| head`) closes the pipe; that is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.exit(explainError(diskFault(error, 'standard output') ?? error));
});
// What nobody can be told is no reason to stop.
process.stderr.on('error', () => {});

process.exitCode = await calledCommand();
