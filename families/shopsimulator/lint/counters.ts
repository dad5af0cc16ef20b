import {
  asIn,
  type Counter,
  defect,
  excerpt,
  NOTHING,
  type Place,
  perTask,
  sign,
} from '../../../pipeline/foreign-lint.ts';
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
    defect('instruction_short', `the instruction has ${FEW_WORDS} words or fewer`, 'tasks'),
    ({ instruction }) => {
      const words = tokensOf(instruction).length;
      return { of: 1, found: words <= FEW_WORDS ? [`"${excerpt(instruction)}"`] : [] };
    },
  ),
  perTask(
    defect('title_copied', `the instruction has ${COPIED} words of the target's title in a row`, 'tasks with a title'),
    ({ title, instruction }) => {
      if (title === null) return NOTHING;
      const copied = copiedFrom(title, instruction);
      return { of: 1, found: copied.split(' ').length >= COPIED ? [excerpt(copied)] : [] };
    },
  ),
  perTask(
    defect(
      'nothing_required',
      'neither an attribute nor an option is scored, so any product of the category has most of the reward',
      'tasks',
    ),
    ({ attributes, options, instruction }) => ({
      of: 1,
      found: attributes.length + options.length === 0 ? [excerpt(instruction)] : [],
    }),
  ),
  perTask(
    defect(
      'fact_twice',
      'one thing is scored twice: two attributes are the same, or an attribute is the option',
      'attributes',
    ),
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
    defect(
      'options_alike',
      'two options that are asked for are one to the published matching: one is a subset of the other',
      'pairs of options',
    ),
    ({ options }) => {
      const pairs = options.flatMap((one, at) => options.slice(at + 1).map((other) => [one, other] as const));
      const alike = pairs.filter(([one, other]) => tokenSetRatio(one, other) > ALIKE);
      return { of: pairs.length, found: alike.map(([one, other]) => `"${one}" and "${other}"`) };
    },
  ),
  perTask(
    defect('price_unsaid', 'a price bound is scored that the instruction does not say', 'tasks with a bound'),
    ({ most, instruction }) => {
      if (most === null) return NOTHING;
      const numbers = tokensOf(instruction).map(Number);
      return { of: 1, found: numbers.includes(most) ? [] : [`${most}: ${excerpt(instruction)}`] };
    },
  ),
  perTask(
    sign(
      'attribute_reworded',
      'the instruction does not say a scored attribute in its own words: an agent has to know what is meant',
      'attributes',
    ),
    ({ attributes, instruction }) => ({
      of: attributes.length,
      found: attributes.filter((attribute) => !says(instruction, attribute)),
    }),
  ),
  perTask(
    sign('option_reworded', 'the instruction does not say a scored option in its own words', 'options'),
    ({ options, instruction }) => ({
      of: options.length,
      found: options.filter((option) => !says(instruction, option)),
    }),
  ),
];
