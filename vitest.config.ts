import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    pool: 'threads',
    // One file a core: those that wait for an endpoint leave theirs to the others.
    maxWorkers: '100%',
    // Property tests and SQLite on a busy two-core machine: slow is not broken, hung is.
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
