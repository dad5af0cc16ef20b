import type { Draw } from '../../../schemas/draw.ts';
import { writeScript } from '../../../shopping/dialogue/script.ts';
import { detailFieldOf, fieldNameOf, type Rubric } from '../../../shopping/kinds/index.ts';
import { faultyWords } from '../../../shopping/language/faulty-words.ts';
import type { ReadySentence } from '../../../shopping/language/request.ts';
import { entityAt } from '../../../shopping/task.ts';
import { voucherSentences } from '../../../shopping/vouchers/text.ts';
import { offlineWriter, type Writer } from '../../../stages/verbalise.ts';
import { findMentions, findRangeMentions } from '../../../text/mentions.ts';
import { DEFAULT_CURRENCY } from '../../../text/money.ts';
import type { Wording } from '../wording.ts';
import { writePersona } from './persona.ts';
import { petsFor } from './pets.ts';
import { opinionSentence, writeQuery } from './query-writer.ts';

/** Values a text of the persona's noise must not touch. */
function scoredValues(rubrics: readonly Rubric[]): { field: string; value: string }[] {
  return rubrics.flatMap((rubric) => {
    const field = rubric.field.replace(/^details\./, '');
    if (rubric.type === 'attribute_match' || rubric.type === 'negative_attribute') {
      return [rubric.expected_value].flat().map((value) => ({ field, value }));
    }
    return rubric.type === 'entity_match' ? [{ field, value: rubric.expected_value }] : [];
  });
}

/**
 * Writes query, persona and script with no model: deterministic, from seeded tables and the clue bank. A later attempt
 * draws anew and leaves out the words that the gates found fault with.
 */
export const hiddenIntentWriter: Writer<Wording> = offlineWriter(async ({ task, targets: [target], earlier, draw }) => {
  const currency = target.currency ?? DEFAULT_CURRENCY;
  const { rubrics } = task.locked;
  const values = scoredValues(rubrics);
  const ranges = rubrics.flatMap((rubric) =>
    rubric.type === 'numeric_range' && detailFieldOf(rubric.field) !== null
      ? [{ field: fieldNameOf(rubric), expected_value: rubric.expected_value }]
      : [],
  );
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
    persona: writePersona(
      rubrics,
      draw('persona'),
      (text) =>
        values.some(({ field, value }) => findMentions(text, value, field).length > 0) ||
        ranges.some(({ field, expected_value }) => findRangeMentions(text, field, expected_value).length > 0),
      petsFor(target, entityAt(task).phrase),
    ),
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
