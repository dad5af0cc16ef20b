import { asIn, type Counter, excerpt, NOTHING, type Place, perTask } from '../../../pipeline/foreign-lint.ts';
import { normaliseText, normaliseValue, tokensOf } from '../../../text/normalise.ts';
import { tokenSetRatio } from '../rewards/token-set-ratio.ts';
import type { LintTask } from './task.ts';

/** Words of an instruction that asks for next to nothing. */
const FEW_WORDS = 4;
/** Words of a title in a row that were copied. */
const COPIED = 5;
/** From here on the published matching takes two options for one. */
const ALIKE = 85;

const instructionReused: Counter<LintTask> = {
  code: 'instruction_reused',
  meaning: 'the instruction is that of an earlier task about another product',
  unit: 'tasks',
  isDefect: true,
  begin: () => {
    const firsts = new Map<string, Place & { readonly product: string }>();
    return ({ file, line, instruction, productId, title }) => {
      const words = normaliseText(instruction);
      const product = productId ?? title ?? '';
      const first = firsts.get(words);
      if (first === undefined) firsts.set(words, { file, line, product });
      const isReused = first !== undefined && first.product !== product;
      return { of: 1, found: isReused ? [`${excerpt(instruction)}, ${asIn(first, file)}`] : [] };
    };
  },
};

/** The longest run of words of a title that stands in a text. */
function copiedFrom(title: string, text: string): string {
  const padded = ` ${tokensOf(text).join(' ')} `;
  const words = tokensOf(title);
  let longest: readonly string[] = [];
  for (let from = 0; from < words.length; from++) {
    let to = from + longest.length + 1;
    while (to <= words.length && padded.includes(` ${words.slice(from, to).join(' ')} `)) {
      longest = words.slice(from, to);
      to += 1;
    }
  }
  return longest.join(' ');
}

const says = (text: string, value: string) =>
  ` ${tokensOf(text).join(' ')} `.includes(` ${tokensOf(value).join(' ')} `);

/** Counters that need nothing but the published task. */
export const COUNTERS: readonly Counter<LintTask>[] = [
  instructionReused,
  perTask(
    {
      code: 'instruction_short',
      meaning: `the instruction has ${FEW_WORDS} words or fewer`,
      unit: 'tasks',
      isDefect: true,
    },
    ({ instruction }) => {
      const words = tokensOf(instruction).length;
      return { of: 1, found: words <= FEW_WORDS ? [`"${excerpt(instruction)}"`] : [] };
    },
  ),
  perTask(
    {
      code: 'title_copied',
      meaning: `the instruction has ${COPIED} words of the target's title in a row`,
      unit: 'tasks with a title',
      isDefect: true,
    },
    ({ title, instruction }) => {
      if (title === null) return NOTHING;
      const copied = copiedFrom(title, instruction);
      return { of: 1, found: copied.split(' ').length >= COPIED ? [excerpt(copied)] : [] };
    },
  ),
  perTask(
    {
      code: 'nothing_required',
      meaning: 'neither an attribute nor an option is scored, so any product of the category has most of the reward',
      unit: 'tasks',
      isDefect: true,
    },
    ({ attributes, options, instruction }) => ({
      of: 1,
      found: attributes.length + options.length === 0 ? [excerpt(instruction)] : [],
    }),
  ),
  perTask(
    {
      code: 'fact_twice',
      meaning: 'one thing is scored twice: two attributes are the same, or an attribute is the option',
      unit: 'attributes',
      isDefect: true,
    },
    ({ attributes, options }) => {
      const seen = new Set(options.map(normaliseValue));
      const twice = attributes.filter((attribute) => {
        const isSeen = seen.has(normaliseValue(attribute));
        seen.add(normaliseValue(attribute));
        return isSeen;
      });
      return { of: attributes.length, found: twice };
    },
  ),
  perTask(
    {
      code: 'options_alike',
      meaning: 'two options that are asked for are one to the published matching: one is a subset of the other',
      unit: 'pairs of options',
      isDefect: true,
    },
    ({ options }) => {
      const pairs = options.flatMap((one, at) => options.slice(at + 1).map((other) => [one, other] as const));
      const alike = pairs.filter(([one, other]) => tokenSetRatio(one, other) > ALIKE);
      return { of: pairs.length, found: alike.map(([one, other]) => `"${one}" and "${other}"`) };
    },
  ),
  perTask(
    {
      code: 'price_unsaid',
      meaning: 'a price bound is scored that the instruction does not say',
      unit: 'tasks with a bound',
      isDefect: true,
    },
    ({ most, instruction }) => {
      if (most === null) return NOTHING;
      const numbers = tokensOf(instruction).map(Number);
      return { of: 1, found: numbers.includes(most) ? [] : [`${most}: ${excerpt(instruction)}`] };
    },
  ),
  perTask(
    {
      code: 'attribute_reworded',
      meaning: 'the instruction does not say a scored attribute in its own words: an agent has to know what is meant',
      unit: 'attributes',
      isDefect: false,
    },
    ({ attributes, instruction }) => ({
      of: attributes.length,
      found: attributes.filter((attribute) => !says(instruction, attribute)),
    }),
  ),
  perTask(
    {
      code: 'option_reworded',
      meaning: 'the instruction does not say a scored option in its own words',
      unit: 'options',
      isDefect: false,
    },
    ({ options, instruction }) => ({
      of: options.length,
      found: options.filter((option) => !says(instruction, option)),
    }),
  ),
];
