import { flagOf } from '../../text/flags.ts';
import { tokensOf } from '../../text/normalise.ts';

/** Words of a field's name that say nothing about it. */
const EMPTY_NAME_WORDS = new Set(
  'type description feature features method level item product technology recommendation name model models number of for'.split(
    ' ',
  ),
);

/** The words of a field's name that carry it: "cooling" of Cooling Method; the whole name where nothing else is left. */
export function coreOf(field: string): string {
  const tokens = tokensOf(field.replaceAll('_', ' '));
  const core = tokens.filter((token) => !EMPTY_NAME_WORDS.has(token));
  return (core.length === 0 ? tokens : core).slice(-2).join(' ');
}

/** What a text has to hold to state a value of a field: the value, or of a flag what it says the product has or lacks. */
export const statedAs = (field: string, value: string): string => (flagOf(value) === null ? value : coreOf(field));
