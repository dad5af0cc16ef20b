import { drawFor } from '../pipeline/seed.ts';
import { pickOne } from '../schemas/draw.ts';
import { type Claim, claimsOf } from '../schemas/task.ts';
import type { QueryWording } from '../shopping/draft.ts';
import { ADMISSION, NearDuplicates } from '../stages/admission.ts';
import type { Planted } from './measure.ts';
import type { Sample } from './operator.ts';
import type { World } from './world.ts';

const WORDS = ['zeppelin', 'lantern', 'harbour', 'meadow', 'violin'];

type AnySample = Sample<QueryWording>;
const whatsOf = ({ task }: AnySample) => claimsOf(task).map(({ what }) => what);
type Offered = Parameters<NearDuplicates['findings']>[0];
const offered = ({ task, wording }: AnySample): Offered => ({
  id: task.id,
  claims: claimsOf(task),
  query: wording.query,
});

/** Claims of what one sample of a run may take up. */
const claimed = (...whats: readonly string[]) => whats.map((what): Claim => ({ what, most: 1, path: 'test' }));

/** Ways to offer a sample once more: by its target or question, or by nearly its text. */
const COPIES: Readonly<
  Record<
    string,
    (sample: AnySample, around: { other: AnySample; place: (below: number) => number }) => readonly Partial<Offered>[]
  >
> = {
  'a target of an earlier sample': ({ task }, { other }) =>
    task.targetIds.map((id) => ({ query: other.wording.query, claims: claimed(id, 'new') })),
  'the question of an earlier sample': ({ task }, { other }) =>
    task.subject === undefined
      ? []
      : [{ query: other.wording.query, claims: claimed('new', `subject ${task.subject}`) }],
  'the same text': ({ wording }) => [
    { query: wording.query },
    { query: wording.query.toUpperCase() },
    { query: wording.query.replace(/[.,!?]/g, '') },
    { query: `  ${wording.query}\n` },
    { query: wording.query.replaceAll(' ', '\u00a0') },
  ],
  'a text with a word changed': ({ wording }, { place }) => {
    const words = wording.query.split(' ');
    return words.length < 12
      ? []
      : WORDS.slice(0, 3).map((word) => ({ query: words.with(place(words.length), word).join(' ') }));
  },
  'a text with a sentence more': ({ wording }) => [
    { query: `${wording.query} Thanks a lot!` },
    { query: `Hi there! ${wording.query}` },
  ],
  'its sentences in another order': ({ wording }) => {
    const sentences = wording.query.split(/(?<=[.!?]) /);
    return sentences.length < 2 ? [] : [{ query: sentences.toReversed().join(' ') }];
  },
  'a text with invisible characters': ({ wording }) => [
    { query: wording.query.replaceAll(' ', ' \u200b') },
    { query: wording.query.replace(/e/g, 'e\u00ad') },
  ],
};

/** Offers each sample once more beside itself; admission has to refuse the copy. */
export const measureAdmission = ({ samples }: World<QueryWording>, most: number): Planted[] =>
  Object.entries(COPIES).map(([name, copies]) => {
    const mutants = samples.flatMap((sample) => {
      const draw = drawFor(42, sample.task.id, name);
      const strangers = samples.filter((other) => !whatsOf(other).some((what) => whatsOf(sample).includes(what)));
      if (strangers.length === 0) return [];
      const around = { other: pickOne(draw, 'other', strangers), place: (below: number) => draw('place', below) };
      return copies(sample, around).map((copy) => ({
        sample,
        copy: { id: 'copy', claims: claimed('new'), query: '', ...copy },
      }));
    });
    const drawn = mutants.slice(0, most);
    const missed = drawn
      .filter(({ sample, copy }) => {
        const admitted = new NearDuplicates();
        admitted.findings(offered(sample));
        return admitted.findings(copy).length === 0;
      })
      .map(({ sample, copy }) => ({ input: sample, what: copy.query }));
    return { gate: ADMISSION.name, name, planted: drawn.length, missed };
  });

/** Counts the good samples that admission refuses when they come one after the other. */
export function refusedByAdmission({ samples }: World<QueryWording>): {
  readonly trials: number;
  readonly hits: number;
} {
  const admitted = new NearDuplicates();
  return {
    trials: samples.length,
    hits: samples.filter((sample) => admitted.findings(offered(sample)).length > 0).length,
  };
}
