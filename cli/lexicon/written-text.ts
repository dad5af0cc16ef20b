import { ENGLISH } from '../../lexicon/index.ts';
import type { Proposals } from '../../shopping/lexicon/proposed/index.ts';
import { counted, formatCount } from '../../text/numbers.ts';

/** Says of a file of proposals how many it holds, and how datasets are built from it: the offline writers write English alone. */
export function writtenText(
  { accepted: { clues, values, fields, types }, refused }: Pick<Proposals, 'accepted' | 'refused'>,
  out: string,
  language: string,
): string {
  const how = language === ENGLISH ? 'offline' : `with --writer openai --language ${language}`;
  return `${out} is written: ${formatCount(clues)} clues for ${formatCount(values)} values, and what was accepted of ${counted(fields, 'field', 'fields')} and ${counted(types, 'product type', 'product types')}; ${formatCount(refused.length)} refused, each with its reason. Datasets are built from it ${how}: --lexicon ${out}`;
}
