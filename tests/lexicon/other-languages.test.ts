import { afterEach, expect, test } from 'vitest';
import { sentencesInForce } from '../../families/ecomagentbench/mutations/chinese/sentences.ts';
import { FIELDS, NUMBER_DIALOGUES, otherLanguage, useLanguage } from '../../lexicon/index.ts';
import { SENTENCES } from '../../shopping/dialogue/field-dialogues.ts';

afterEach(() => useLanguage());

/** Questions of agents in the language in force. */
const asked = () => [
  ...[...FIELDS.values()].flatMap(({ dialogue }) => dialogue?.questions ?? []),
  ...[...NUMBER_DIALOGUES.values()].flatMap(({ questions }) => questions),
  ...SENTENCES.offTopic.map(({ question }) => question),
  ...(otherLanguage()?.asked.questions ?? []),
];

test('no Spanish agent calls a product "lo", or calls it by adjectives, whatever its gender', () => {
  useLanguage('es');
  const gendered = /(?<!\p{L})lo (?!que)|(?:ar|er|ir)lo(?!\p{L})|hecho|fabricado|algún |concreto que/iu;
  expect(asked().filter((text) => gendered.test(text))).toEqual([]);
});

test('Indonesian shoppers and agents write the polite word for "you" with a capital', () => {
  useLanguage('id');
  expect(asked().filter((text) => /(?<!\p{L})anda(?!\p{L})/u.test(text))).toEqual([]);
});

test.each([
  ['es', /y punto|lo tengo decidido|exijo|es firme|no cedo|sin falta|descarto/iu],
  ['de', /unbedingt|steht fest|dabei bleibe|bleibe ich|nichts anderes|auf keinen fall/iu],
  ['id', /pokoknya|sudah pasti|harus|tetap,/iu],
])('no answer or request in %s insists on what is only liked', (code, strained) => {
  useLanguage(code);
  const { answers, exclusions, numeric, quantity } = SENTENCES;
  const { value, excluded, rating, ratings, price, clue, opinion } = sentencesInForce();
  const said = [
    ...[answers, exclusions, quantity.answers, ...Object.values(numeric).map((number) => number.answers)],
    ...[value, excluded, rating, ratings, price, clue, opinion],
  ].flat();
  expect(said.length).toBeGreaterThan(20);
  expect(said.filter((pattern) => strained.test(pattern))).toEqual([]);
});
