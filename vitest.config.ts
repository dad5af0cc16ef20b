import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';

/** More is tried than `npm test` has time for, as `npm run test:all` and `npm run test:exhaustive` do. */
const { PROPERTY_RUNS } = process.env;
const all = PROPERTY_RUNS === 'all' || PROPERTY_RUNS === 'exhaustive';

/** Two files more than there are cores, where the machine has four gigabytes for each. */
const MOST_AT_ONCE = Math.max(
  availableParallelism(),
  Math.min(
    availableParallelism() + 2,
    Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / (4 * 2 ** 30)),
  ),
);

const everywhere = {
  environment: 'node',
  setupFiles: 'tests/setup.ts',
  pool: 'threads',
  // Node strips the types itself, as it does for users, and loads modules once a thread, not once a file: with modules
  // that are transformed for each file, loading them is half of the time.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  isolate: false,
  // Property tests and SQLite on a busy two-core machine: slow is not broken, hung is.
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

/** Servers, processes and kills, where other work keeps the machine busy besides. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000 } as const;

/**
 * `npm test` is all but tests/integration; `npm run test:all` is both, and `npm run test:exhaustive` both with every case: they
 * are one project, so that files that wait run beside files that compute.
 */
export default defineConfig({
  test: {
    globalSetup: ['tests/temporary-root.ts', 'tests/compile-cache.ts'],
    sequence: { sequencer: LongestFirst },
    projects: all
      ? [
          {
            test: { ...everywhere, ...patient, name: 'all', include: ['tests/**/*.test.ts'], maxWorkers: MOST_AT_ONCE },
          },
        ]
      : [
          {
            test: {
              ...everywhere,
              name: 'quick',
              include: ['tests/**/*.test.ts'],
              exclude: ['tests/integration/**'],
              // One file a core: each thread more loads and compiles everything once more.
              maxWorkers: availableParallelism(),
              sequence: { groupOrder: 1 },
            },
          },
          {
            test: {
              ...everywhere,
              ...patient,
              name: 'integration',
              include: ['tests/integration/**/*.test.ts'],
              // They wait for processes, polls and time limits for a third of their time.
              maxWorkers: MOST_AT_ONCE,
            },
          },
        ],
  },
});
