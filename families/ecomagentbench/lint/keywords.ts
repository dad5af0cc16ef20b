import { defect, perTask, sign } from '../../../pipeline/foreign-lint.ts';
import { FUNCTION_WORDS } from '../../../shopping/dialogue/question-matcher.ts';
import { normaliseText, tokensOf } from '../../../text/normalise.ts';
import type { LintRubric, LintSample, LintSlot } from './sample.ts';

/** The requirement a slot answers for. */
export const rubricOfSlot = ({ rubrics }: LintSample, { rubricIds }: LintSlot): LintRubric | undefined =>
  rubrics.find(({ id }) => rubricIds.includes(id));

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const LEAST_LETTERS = 3;

/** The value a slot hides as one text: words as they are listed, or the number of a bound. */
const textOf = ({ values, range }: LintRubric) =>
  range === null ? values.join(', ') : String(range.min ?? range.max ?? '');

const isValue = (keyword: string, rubric: LintRubric) => letters(keyword) === letters(textOf(rubric));

/** Tells whether a keyword holds a word of a value, as the published rule sees it: letter by letter. */
const holdsValue = (keyword: string, rubric: LintRubric) =>
  tokensOf(textOf(rubric)).some((token) => token.length >= LEAST_LETTERS && keyword.toLowerCase().includes(token));

const slotsWith = (
  sample: LintSample,
  found: (keyword: string, rubric: LintRubric) => boolean,
  except: (keyword: string, rubric: LintRubric) => boolean = () => false,
) => ({
  of: sample.slots.length,
  found: sample.slots.flatMap((slot) => {
    const rubric = rubricOfSlot(sample, slot);
    if (rubric === undefined || slot.keywords.some((keyword) => except(keyword, rubric))) return [];
    const words = slot.keywords.filter((keyword) => found(keyword, rubric));
    return words.length === 0 ? [] : [`${slot.id} hides "${textOf(rubric)}": ${words.join(', ')}`];
  }),
});

export const keywordIsValue = perTask<LintSample>(
  defect('keyword_is_value', 'a keyword that opens a slot is the value hidden in it', 'slots'),
  (sample) => slotsWith(sample, isValue),
);

export const keywordHoldsValue = perTask<LintSample>(
  sign(
    'keyword_holds_value',
    'a keyword that opens a slot holds a word of the value hidden in it, though none is the value',
    'slots',
  ),
  (sample) => slotsWith(sample, holdsValue, isValue),
);

/** Pairs of keywords of two slots that meet a test. */
function collisions(sample: LintSample, collide: (one: string, other: string) => boolean) {
  const { slots } = sample;
  const found = slots.flatMap((slot, at) =>
    slots
      .slice(at + 1)
      .flatMap((other) =>
        slot.keywords.flatMap((keyword) =>
          other.keywords.filter((second) => collide(keyword, second)).map((second) => `${keyword} / ${second}`),
        ),
      ),
  );
  return { of: slots.length > 1 ? 1 : 0, found: found.length === 0 ? [] : [found.join(', ')] };
}

export const keywordShared = perTask<LintSample>(
  { code: 'keyword_shared', meaning: 'two slots have a keyword in common', unit: 'samples', isDefect: true },
  (sample) => collisions(sample, (one, other) => normaliseText(one) === normaliseText(other)),
);

export const keywordWithin = perTask<LintSample>(
  defect(
    'keyword_within',
    'a keyword of one slot stands within one of another, letter by letter, so that both open',
    'samples',
  ),
  (sample) =>
    collisions(sample, (one, other) => {
      const [a, b] = [one.toLowerCase(), other.toLowerCase()];
      return a !== b && (a.includes(b) || b.includes(a));
    }),
);

/** Words that stand in questions about anything. */
const GENERIC: ReadonlySet<string> = new Set(
  'type, look, style, feature, features, feel, use, size, how many, how much, where, what for, design, fit, special, quality, details, kind, form, option, options'.split(
    ', ',
  ),
);

export const keywordGeneric = perTask<LintSample>(
  sign('keyword_generic', 'a keyword stands in questions about almost anything', 'slots'),
  (sample) =>
    slotsWith(sample, (keyword) => {
      const tokens = tokensOf(keyword);
      return GENERIC.has(tokens.join(' ')) || tokens.every((token) => FUNCTION_WORDS.has(token));
    }),
);
