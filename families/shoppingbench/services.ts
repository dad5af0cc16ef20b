import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { containsWords } from '../../catalog/text/normalise.ts';
import { type Piece, pieces } from '../language/pieces.ts';

const Words = z.array(z.string().min(1)).min(1);
const SERVICES = z
  .record(z.string(), z.strictObject({ after: Words, verb: Words, says: Words }))
  .parse(parse(readFileSync(new URL('./services.yaml', import.meta.url), 'utf8')));

/** Services of the catalog that a query can ask for, by the catalog's names. */
export const KNOWN_SERVICES: readonly string[] = Object.keys(SERVICES);

export const canSayService = (service: string): boolean => Object.hasOwn(SERVICES, service);

/** Every way to ask for a service; empty for one the family has no words for. */
export function servicePieces(service: string): Piece[] {
  const words = Object.hasOwn(SERVICES, service) ? SERVICES[service] : undefined;
  return words === undefined ? [] : [...pieces('after', words.after), ...pieces('verb', words.verb)];
}

/** Whether a text says that the service is wanted. */
export const saysService = (text: string, service: string): boolean =>
  Object.hasOwn(SERVICES, service) && (SERVICES[service]?.says ?? []).some((words) => containsWords(text, words));
