import type { QueryWording } from '../../shopping/draft.ts';
import { withSentence } from '../changes.ts';
import type { Mutant, Operator, Sample } from '../operator.ts';
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

export const TITLES: readonly Operator<QueryWording>[] = [
  ...spelled,
  {
    gate: GATE,
    name: 'the title without its punctuation',
    plant: (sample) => titles(sample).map((title) => say(sample, wordsOf(title).join(' '))),
  },
  {
    gate: GATE,
    name: 'most of the title',
    plant: (sample) =>
      titles(sample).flatMap((title) => {
        const words = wordsOf(title);
        const most = Math.ceil(words.length * 0.8);
        return words.length < 6
          ? []
          : [say(sample, words.slice(0, most).join(' ')), say(sample, words.slice(-most).join(' '))];
      }),
  },
  {
    gate: GATE,
    name: 'the title with a word put in',
    plant: (sample) =>
      titles(sample).flatMap((title) => {
        const words = wordsOf(title);
        return words.length < 5
          ? []
          : [Math.floor(words.length / 2), Math.floor(words.length / 3)].map((at) =>
              say(sample, words.toSpliced(at, 0, 'nice').join(' ')),
            );
      }),
  },
  {
    gate: GATE,
    name: 'the title with a word left out',
    plant: (sample) =>
      titles(sample).flatMap((title) => {
        const words = wordsOf(title);
        return words.length < 6
          ? []
          : [Math.floor(words.length / 2), Math.floor(words.length / 3)].map((at) =>
              say(sample, words.toSpliced(at, 1).join(' ')),
            );
      }),
  },
  {
    gate: GATE,
    name: 'the title with its halves swapped',
    plant: (sample) =>
      titles(sample).flatMap((title) => {
        const words = wordsOf(title);
        const half = Math.ceil(words.length / 2);
        return words.length < 6 ? [] : [say(sample, [...words.slice(half), ...words.slice(0, half)].join(' '))];
      }),
  },
  {
    gate: GATE,
    name: "the title's words turned round",
    plant: (sample) =>
      titles(sample).flatMap((title) =>
        wordsOf(title).length < 6 ? [] : [say(sample, wordsOf(title).toReversed().join(' '))],
      ),
  },
  {
    gate: GATE,
    name: "the product's id",
    plant: (sample) =>
      sample.targets.flatMap(({ id }) =>
        [id, id.toLowerCase(), `#${id}`, `"${id}"`, id.replace(/^(.{4})/, '$1-')].map((code) =>
          withSentence(sample, `Its number is ${code}.`),
        ),
      ),
  },
  {
    gate: GATE,
    name: 'a model or part number',
    plant: (sample) =>
      sample.targets.flatMap(({ details }) =>
        Object.entries(details)
          .filter(([field]) => /model (?:number|name)|part number/i.test(field))
          .flatMap(([, { options }]) =>
            options
              .filter((code) => /\d{3}/.test(code) && code.length >= 5)
              .flatMap((code) =>
                [code, code.toLowerCase(), code.replace(/[- ]/g, '')].map((words) =>
                  withSentence(sample, `The model is ${words}.`),
                ),
              ),
          ),
      ),
  },
];
