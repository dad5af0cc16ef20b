import { formIn } from '../../catalog/index.ts';
import { FIELDS, ofLexicon } from '../../lexicon/index.ts';
import type { Span } from '../../schemas/finding.ts';
import { findMentions } from '../../text/mentions.ts';

/** Names of products that tell a value, by field and the value's comparison form. */
const NAMES: ReadonlyMap<string, readonly string[]> = ofLexicon(
  () =>
    new Map(
      [...FIELDS].flatMap(([field, { values }]) =>
        Object.entries(values).flatMap(([value, { told_by = [] }]) =>
          told_by.length === 0 ? [] : [[`${field}\n${formIn(field, value)}`, told_by] as const],
        ),
      ),
    ),
);

/** Names of products in a text that tell a value of a field without being it: "电热水器" of 燃料 电加热. */
export const tellingNames = (text: string, field: string, value: string): Span[] =>
  (NAMES.get(`${field}\n${formIn(field, value)}`) ?? []).flatMap((name) => findMentions(text, name));
