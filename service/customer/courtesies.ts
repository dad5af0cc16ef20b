import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';

const Patterns = z.array(z.string().min(1)).min(1);
const { en, zh } = z
  .strictObject({ en: Patterns, zh: Patterns })
  .parse(readTable(new URL('./courtesies.yaml', import.meta.url)));
const COURTESIES = [...en, ...zh].map((source) => new RegExp(source, 'giu'));

/** A message without its offers of more help. */
export const withoutCourtesies = (message: string): string =>
  COURTESIES.reduce((left, pattern) => left.replace(pattern, ''), message.replace(/[’‘]/g, "'"));
