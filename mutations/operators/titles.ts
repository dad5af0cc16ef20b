import type { QueryWording } from '../../shopping/draft.ts';
import { withSentence } from '../changes.ts';
import { type Mutant, type Operator, operatorsOf, type Sample } from '../operator.ts';
import { SPELLINGS } from '../spellings.ts';

const GATE = 'leak: title';
type AnySample = Sample<QueryWording>;

const wordsOf = (title: string) => title.match(/[\p{L}\p{N}][\p{L}\p{N}.'’-]*/gu) ?? [];
const titles = ({ targets }: AnySample) =>
  targets.map(({ title }) => title).filter((title) => wordsOf(title).length >= 4);
const say = (sample: AnySample, title: string): Mutant<QueryWording> =>
  withSentence(sample, `I mean the ${title}, you know.`);

/** Disguises of a title; those that need a single word or a table of values are for values only. */
const DISGUISES = [
  'as listed',
  'upper, lower and title case',
  'typographic variants',
  'invisible characters',
  'look-alike letters',
  'markup around and inside',
];

const spelled: readonly Operator<QueryWording>[] = DISGUISES.map((group) => ({
  gate: GATE,
  name: `the title: ${group}`,
  plant: (sample) =>
    titles(sample).flatMap((title) =>
      (SPELLINGS[group] ?? []).flatMap(({ spell }) => {
        const words = spell(title, 'title');
        return words === null ? [] : [say(sample, words)];
      }),
    ),
}));

/** Plants titles of so many words or more, told as lists of words. */
const retold =
  (
    least: number,
    tell: (words: readonly string[]) => readonly (readonly string[])[],
  ): Operator<QueryWording>['plant'] =>
  (sample) =>
    titles(sample)
      .map(wordsOf)
      .flatMap((words) => (words.length < least ? [] : tell(words).map((told) => say(sample, told.join(' ')))));
const places = ({ length }: readonly string[]) => [Math.floor(length / 2), Math.floor(length / 3)];

export const TITLES: readonly Operator<QueryWording>[] = [
  ...spelled,
  ...operatorsOf<QueryWording>(GATE, {
    'the title without its punctuation': retold(0, (words) => [words]),
    'most of the title': retold(6, (words) => {
      const most = Math.ceil(words.length * 0.8);
      return [words.slice(0, most), words.slice(-most)];
    }),
    'the title with a word put in': retold(5, (words) => places(words).map((at) => words.toSpliced(at, 0, 'nice'))),
    'the title with a word left out': retold(6, (words) => places(words).map((at) => words.toSpliced(at, 1))),
    'the title with its halves swapped': retold(6, (words) => {
      const half = Math.ceil(words.length / 2);
      return [[...words.slice(half), ...words.slice(0, half)]];
    }),
    "the title's words turned round": retold(6, (words) => [words.toReversed()]),
    "the product's id": (sample) =>
      sample.targets.flatMap(({ id }) =>
        [id, id.toLowerCase(), `#${id}`, `"${id}"`, id.replace(/^(.{4})/, '$1-')].map((code) =>
          withSentence(sample, `Its number is ${code}.`),
        ),
      ),
    'a model or part number': (sample) =>
      sample.targets
        .flatMap(({ details }) => Object.entries(details))
        .filter(([field]) => /model (?:number|name)|part number/i.test(field))
        .flatMap(([, { options }]) => options.filter((code) => /\d{3}/.test(code) && code.length >= 5))
        .flatMap((code) => [code, code.toLowerCase(), code.replace(/[- ]/g, '')])
        .map((words) => withSentence(sample, `The model is ${words}.`)),
  }),
];
