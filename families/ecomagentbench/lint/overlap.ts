import { perTask, sign } from '../../../pipeline/foreign-lint.ts';
import { foldedTokensOf } from '../../../shopping/dialogue/question-matcher.ts';
import { tellingTokensOf } from '../../../shopping/dialogue/slot-words.ts';
import { findMentions } from '../../../text/mentions.ts';
import type { LintSample } from './sample.ts';

const hiddenOf = ({ rubrics }: LintSample) =>
  rubrics.filter(
    ({ source, type }) => source !== 'query' && (type === 'attribute_match' || type === 'negative_attribute'),
  );

/** Counts hidden values of which a telling word stands in the query, or in another hidden value. */
export const valueOverlaps = perTask<LintSample>(
  sign('value_overlaps', 'a word of a hidden value stands in the query or in another hidden value', 'hidden values'),
  (sample) => {
    const hidden = hiddenOf(sample);
    const said = new Set(foldedTokensOf(sample.query ?? ''));
    const found = hidden.flatMap((rubric, at) => {
      const telling = [...tellingTokensOf(rubric.values)];
      const elsewhere = new Set(hidden.slice(0, at).flatMap(({ values }) => [...tellingTokensOf(values)]));
      const words = telling.filter((token) => said.has(token) || elsewhere.has(token));
      return words.length === 0 ? [] : [`${rubric.field} "${rubric.values.join(', ')}": ${words.join(', ')}`];
    });
    return { of: hidden.length, found };
  },
);

/** Counts hidden values that the title of the target holds: whoever finds the product finds them with it. */
export const valueInTitle = perTask<LintSample>(
  sign('value_in_title', 'a hidden value stands in the title of the target', 'hidden values'),
  (sample) => {
    const hidden = hiddenOf(sample).filter(({ type }) => type === 'attribute_match');
    const found = hidden.flatMap(({ field, values }) =>
      values
        .filter((value) => findMentions(sample.target.title ?? '', value, field).length > 0)
        .map((value) => `${field} "${value}"`),
    );
    return { of: hidden.length, found };
  },
);

const LONGEST_UNSEEN = 2;
const asciiLetters = (value: string) => value.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Counts hidden values that the published leak check, which skips two letters and other scripts, cannot see. */
export const valueUnseen = perTask<LintSample>(
  sign(
    'value_unseen',
    'a hidden value is too short, or of another script, for the published leak check',
    'hidden values',
  ),
  ({ rubrics }) => {
    const hidden = rubrics.filter(({ source }) => source !== 'query');
    const texts = hidden.flatMap(({ field, values, range }) =>
      [...values, ...[range?.min, range?.max].flatMap((bound) => (bound === undefined ? [] : [String(bound)]))].map(
        (value) => ({ field, value }),
      ),
    );
    const found = texts
      .filter(({ value }) => asciiLetters(value).length <= LONGEST_UNSEEN)
      .map(({ field, value }) => `${field} "${value}"`);
    return { of: texts.length, found };
  },
);
