import type { Draw } from '../../../schemas/draw.ts';
import type { Span } from '../../../schemas/finding.ts';
import { writeScript } from '../../../shopping/dialogue/script.ts';
import { detailFieldOf, fieldNameOf, type Rubric } from '../../../shopping/kinds/index.ts';
import { faultyWords } from '../../../shopping/language/faulty-words.ts';
import type { ReadySentence } from '../../../shopping/language/request.ts';
import { entityAt } from '../../../shopping/task.ts';
import { voucherSentences } from '../../../shopping/vouchers/wordings.ts';
import { offlineWriter, type Writer } from '../../../stages/verbalise.ts';
import { findRangeMentions, mentionsOf } from '../../../text/mentions.ts';
import { DEFAULT_CURRENCY } from '../../../text/money.ts';
import { type PreparedText, preparedText } from '../../../text/prepare.ts';
import type { Wording } from '../wording.ts';
import { writePersona } from './persona.ts';
import { petsFor } from './pets.ts';
import { opinionSentence, writeQuery } from './query-writer.ts';

/** Tells whether a text touches a value or a range that is scored, as the persona's noise must not. */
function touchesScored(rubrics: readonly Rubric[]): (text: string) => boolean {
  const finders = rubrics.flatMap((rubric): ((text: PreparedText) => Span[])[] => {
    if (rubric.type === 'numeric_range' && detailFieldOf(rubric.field) !== null) {
      const field = fieldNameOf(rubric);
      return [(text) => findRangeMentions(text, field, rubric.expected_value)];
    }
    if (rubric.type !== 'attribute_match' && rubric.type !== 'negative_attribute' && rubric.type !== 'entity_match')
      return [];
    const field = rubric.field.replace(/^details\./, '');
    return [rubric.expected_value].flat().map((value) => mentionsOf(value, field));
  });
  return (text) => {
    const prepared = preparedText(text);
    return finders.some((find) => find(prepared).length > 0);
  };
}

/**
 * Writes query, persona and script with no model: deterministic, from seeded tables and the clue bank. A later attempt
 * draws anew and leaves out the words that the gates found fault with.
 */
export const hiddenIntentWriter: Writer<Wording> = offlineWriter(async ({ task, targets: [target], earlier, draw }) => {
  const currency = target.currency ?? DEFAULT_CURRENCY;
  const { rubrics } = task.locked;
  const { query, surfaces } = writeQuery(
    {
      task,
      topic: [...target.category, entityAt(task).phrase].join(' '),
      currency,
      ready: readySentences(rubrics, draw('ready sentences')),
      avoid: faultyWords(earlier),
    },
    draw('query'),
  );
  return {
    query,
    surfaces,
    persona: writePersona(rubrics, draw('persona'), touchesScored(rubrics), petsFor(target, entityAt(task).phrase)),
    script: writeScript(task, draw('script'), {
      currency,
      hints: earlier.flatMap(({ findings }) => findings.map(({ code }) => code)),
    }),
  };
});

/** Sentences that are composed whole: review opinions first, the voucher last. */
function readySentences(rubrics: readonly Rubric[], draw: Draw): ReadySentence[] {
  const opinions = rubrics.filter((rubric) => rubric.type === 'review_opinion');
  const budget = rubrics.find((rubric) => rubric.type === 'budget_match');
  const sentences: ReadySentence[] = [];
  if (opinions.length > 0) {
    const { text, surfaces } = opinionSentence(
      opinions.map(({ expected_value }) => expected_value.opinion),
      draw,
    );
    sentences.push({
      text,
      surfaces: Object.fromEntries(opinions.map(({ id }, index) => [id, surfaces[index] as string])),
    });
  }
  if (budget !== undefined) {
    const { text, surface } = voucherSentences(budget.expected_value.voucher, budget.expected_value.budget, draw);
    sentences.push({ text, surfaces: { [budget.id]: surface } });
  }
  return sentences;
}
