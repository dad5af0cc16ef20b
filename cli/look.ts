import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Colours, type and controls that all our pages share. */
export const look = (): string => readFileSync(join(import.meta.dirname, 'look.css'), 'utf8');
