import { z } from 'zod';
import type { Tool } from '../../pipeline/episode.ts';
import { defineTool } from './tool.ts';

const LONGEST = 10_000;
const MOST_SHOWN = 10_000;

/** Runs a program of the agent's, where episodes allow it: the episode waits until a sandbox has run it. */
export const pythonExecute: Tool = defineTool({
  name: 'python_execute',
  description:
    'Runs Python code, and gives back what it prints: plain Python for calculations, without files, network, clock or packages.',
  input: z.object({ code: z.string().min(1).max(LONGEST).describe('Python code; print what you want to see') }),
  output: z.object({ output: z.string(), error: z.string().nullable() }),
  readOnly: true,
  run: ({ code }) => ({ kind: 'program', code }),
  resume(_args, _scene, _awaited, came) {
    if (came.type !== 'ran') throw new RangeError(`a program was run, and "${came.type}" came`);
    return { result: { output: came.output.slice(0, MOST_SHOWN), error: came.error }, isError: came.error !== null };
  },
});
