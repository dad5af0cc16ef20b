import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** The parser of YAML, loaded where it is first used: it is seventy files, and most commands read no YAML but tables that are kept. */
export const yaml = (): typeof import('yaml') => load('yaml') as typeof import('yaml');
