import { z } from 'zod';
import { readWords } from '../../../lexicon/index.ts';
import type { Span } from '../../../schemas/finding.ts';
import { type Piece, pieces } from '../../../shopping/language/outright-pieces.ts';
import { isWanted } from '../../../text/denials.ts';
import { tokensOf } from '../../../text/normalise.ts';

const Words = z.array(z.string().min(1)).min(1);
const SERVICES = z
  .record(z.string(), z.strictObject({ after: Words, verb: Words, says: Words }))
  .parse(readWords('services.yaml'));

/** Tells whether a query can ask for a service of the catalog. */
export const canSayService = (service: string): boolean => Object.hasOwn(SERVICES, service);

/** Every way to ask for a service; empty for one the family has no words for. */
export function servicePieces(service: string): Piece[] {
  const words = Object.hasOwn(SERVICES, service) ? SERVICES[service] : undefined;
  return words === undefined ? [] : [...pieces('after', words.after), ...pieces('verb', words.verb)];
}

const patternOf = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${tokensOf(words).join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{N}])`, 'giu');

/**
 * Tells whether a part of a text, or the whole, says that the service is wanted and nothing around it takes that back.
 */
export function saysService(text: string, service: string, part: Span = { start: 0, end: text.length }): boolean {
  const says = Object.hasOwn(SERVICES, service) ? (SERVICES[service]?.says ?? []) : [];
  return says.some((words) =>
    [...text.slice(part.start, part.end).matchAll(patternOf(words))].some(({ 0: { length }, index }) => {
      const start = part.start + index;
      return isWanted(text, { start, end: start + length });
    }),
  );
}
