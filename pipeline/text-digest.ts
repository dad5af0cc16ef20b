import { digestOf } from '../text/digest.ts';

/** Tells whether a query is the one that people read: short, since nobody makes up another on purpose. */
export const textDigest = (query: string): string => (query === '' ? '' : digestOf('query', query).slice(0, 8));
