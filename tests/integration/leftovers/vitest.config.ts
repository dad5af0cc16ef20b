import { defineConfig } from 'vitest/config';

/** A test run of its own, in the temporary folder of which things are left. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: ['../../temporary-root.ts'],
    include: ['untidy.ts'],
    pool: 'threads',
  },
});
