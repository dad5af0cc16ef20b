import { FIELDS } from '../../lexicon/index.ts';
import type { Span } from '../../schemas/finding.ts';
import { findMentions } from '../../text/mentions.ts';
import { normaliseValue } from '../../text/normalise.ts';

/** Names of products in a text that tell a value of a field without being it: "电热水器" of 燃料 电加热. */
export function tellingNames(text: string, field: string, value: string): Span[] {
  const entry = Object.entries(FIELDS.get(field)?.values ?? {}).find(
    ([listed]) => normaliseValue(listed) === normaliseValue(value),
  );
  return (entry?.[1].told_by ?? []).flatMap((name) => findMentions(text, name));
}
