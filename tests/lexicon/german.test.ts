import { afterEach, beforeEach, expect, test } from 'vitest';
import { sentencesInForce } from '../../families/ecomagentbench/mutations/chinese/sentences.ts';
import { FIELDS, NUMBER_DIALOGUES, otherLanguage, readOwnWords, useLanguage } from '../../lexicon/index.ts';
import { SENTENCES } from '../../shopping/dialogue/field-dialogues.ts';

beforeEach(() => useLanguage('de'));
afterEach(() => useLanguage());

/** An "es" that stands for nothing: "sollen es 4 Sterne sein", "gibt es 10 Euro Rabatt". */
const FOR_NOTHING = /(?:sollen|müssen|gibt) es /gu;

test('no German shopper calls a product "es" whatever its gender: the pronoun agrees, or there is none', () => {
  const { openings, value, excluded, quantity, clue, rating, ratings, price, opinion, reviews } = sentencesInForce();
  const said = [
    ...[openings, value, excluded, quantity, clue, rating, ratings, price, opinion, Object.keys(reviews)],
    ...[SENTENCES.answers, SENTENCES.exclusions, SENTENCES.absences, SENTENCES.quantity.answers],
    ...Object.values(SENTENCES.numeric).map(({ answers }) => answers),
    ...[...FIELDS.values()].map(({ dialogue }) => dialogue?.answers ?? []),
    ...Object.values(readOwnWords('vouchers.yaml') as object).filter(Array.isArray),
  ].flat() as string[];
  expect(said.length).toBeGreaterThan(40);
  expect(said.filter((text) => /(?<![{\p{L}])es(?![}\p{L}])/iu.test(text.replace(FOR_NOTHING, '')))).toEqual([]);
});

/** An "es" of an expression: "haben Sie es eilig". */
const IN_AN_EXPRESSION = /es eilig/gu;

test('no German agent calls a product "es" whatever its gender', () => {
  const asked = [
    ...[...FIELDS.values()].flatMap(({ dialogue }) => dialogue?.questions ?? []),
    ...[...NUMBER_DIALOGUES.values()].flatMap(({ questions }) => questions),
    ...SENTENCES.offTopic.map(({ question }) => question),
    ...SENTENCES.contentFree,
    ...(otherLanguage()?.asked.questions ?? []),
  ];
  expect(asked.length).toBeGreaterThan(50);
  const free = asked.map((text) => text.replace(IN_AN_EXPRESSION, '').replace(/^Gibt es/u, ''));
  expect(free.filter((text) => /(?<!\p{L})es(?!\p{L})/iu.test(text))).toEqual([]);
});
