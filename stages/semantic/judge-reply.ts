import { z } from 'zod';
import type { Span } from '../../schemas/finding.ts';
import { foldWithOrigin, hasUnspacedScript } from '../../text/tokens.ts';
import type { JudgedText } from './texts.ts';

/** The schema of a judge's reply: which requirement stands in which text, in whose words, and how the query reads. */
export const judgeReply = (names: readonly string[]) =>
  z.strictObject({
    requirements: z.array(
      z.strictObject({
        id: z.string(),
        verdict: z.enum(['supported', 'unsupported', 'unsure']),
        support: z.array(z.strictObject({ text: z.enum(names), quote: z.string() })),
      }),
    ),
    naturalness: z.strictObject({
      verdict: z.enum(['natural', 'unnatural', 'unsure']),
      quote: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  });
export type JudgeReply = z.infer<ReturnType<typeof judgeReply>>;

/** A text a requirement stands in, and where in it. */
export interface Support {
  readonly text: JudgedText;
  readonly span: Span;
}

/** A reply that decides: for each id the places named, none where the requirement is nowhere. */
export interface Judgement {
  readonly support: ReadonlyMap<string, readonly Support[]>;
  /** Place where the query does not read like a person's, and the reason; null where it does. */
  readonly unnatural: { readonly span: Span; readonly reason: string } | null;
}

/** Reasons that keep a reply from deciding, in words of ours alone, that may be shown to the judge. */
export type Undecided = readonly string[];

/**
 * Takes a judge at its word only as far as the texts bear it out. A reply that leaves out an id, contradicts itself, is
 * unsure, or quotes what nobody wrote decides nothing.
 */
export function readReply(
  reply: JudgeReply,
  ids: readonly string[],
  texts: readonly JudgedText[],
): { readonly judgement: Judgement } | { readonly undecided: Undecided } {
  const undecided: string[] = [];
  if (reply.requirements.some(({ id }) => !ids.includes(id)))
    undecided.push('it speaks of an id that is not in the list');
  const support = new Map<string, readonly Support[]>();
  for (const id of ids) {
    const [entry, ...more] = reply.requirements.filter((requirement) => requirement.id === id);
    if (entry === undefined || more.length > 0) {
      undecided.push(`${id}: judged ${entry === undefined ? 'not at all' : 'more than once'}`);
      continue;
    }
    const { problems, found } = readEntry(entry, texts);
    undecided.push(...problems.map((problem) => `${id}: ${problem}`));
    support.set(id, found);
  }
  const unnatural = readNaturalness(reply.naturalness, texts);
  if (typeof unnatural === 'string') return { undecided: [...undecided, `naturalness: ${unnatural}`] };
  return undecided.length > 0 ? { undecided } : { judgement: { support, unnatural } };
}

function readEntry({ verdict, support }: JudgeReply['requirements'][number], texts: readonly JudgedText[]) {
  const problems: string[] = [];
  if (verdict === 'unsure') problems.push('the verdict is "unsure"');
  if (verdict === 'supported' && support.length === 0) problems.push('"supported" without naming where');
  if (verdict === 'unsupported' && support.length > 0) problems.push('"unsupported" and yet found in a text');
  const found: Support[] = [];
  for (const { text: name, quote } of support) {
    const text = texts.find((candidate) => candidate.name === name);
    const span = text === undefined ? null : placeOfQuote(text.text, quote);
    if (text === undefined) problems.push('it names a text that there is not');
    else if (span === null) problems.push(`the quote does not stand word for word in "${text.name}"`);
    else if (!found.some((other) => other.text === text)) found.push({ text, span });
  }
  return { problems, found };
}

function readNaturalness(
  { verdict, quote, reason }: JudgeReply['naturalness'],
  texts: readonly JudgedText[],
): Judgement['unnatural'] | string {
  if (verdict === 'unsure') return 'the verdict is "unsure"';
  if (verdict === 'natural') return null;
  const query = texts.find(({ source }) => source === 'query');
  const span = placeOfQuote(query?.text ?? '', quote ?? '');
  if (query === undefined || span === null) return 'the quote does not stand word for word in "query"';
  if (reason === null || reason.trim() === '') return '"unnatural" without a reason';
  return { span, reason: reason.trim() };
}

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);

/** Signs that models straighten when they copy a text. */
const STRAIGHT: readonly (readonly [RegExp, string])[] = [
  [/[“”„‟«»″]/, '"'],
  [/[‘’‚‛′`]/, "'"],
  [/[‐‑‒–—―−]/, '-'],
];

const straight = (character: string) => STRAIGHT.find(([signs]) => signs.test(character))?.[1] ?? character;

/** A text in small letters with plain signs and single spaces, and the place in the original of each unit and of its end. */
function plain(text: string): { readonly text: string; readonly origin: readonly number[] } {
  const folded = foldWithOrigin(text);
  let result = '';
  const origin: number[] = [];
  for (let at = 0; at < folded.text.length; at++) {
    const character = folded.text[at] as string;
    const space = /\s/.test(character);
    if (space && result.endsWith(' ')) continue;
    result += space ? ' ' : straight(character);
    origin.push(folded.origin[at] as number);
  }
  origin.push(text.length);
  return { text: result, origin };
}

/**
 * Finds the place where a quote stands in a text, or null where it does not: the same characters in the same order,
 * whole words, but for case, white space, and the shape of quotation marks and dashes. A quote without a letter or
 * digit stands nowhere.
 */
export function placeOfQuote(text: string, quote: string): Span | null {
  const wanted = plain(quote).text.trim();
  if (!/[\p{L}\p{N}]/u.test(wanted)) return null;
  const { text: within, origin } = plain(text);
  const anywhere = hasUnspacedScript(wanted);
  for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + 1)) {
    const after = at + wanted.length;
    const cut =
      (isWordPart(within[at - 1]) && isWordPart(wanted[0])) || (isWordPart(within[after]) && isWordPart(wanted.at(-1)));
    if (cut && !anywhere) continue;
    let end = after;
    while (end < origin.length - 1 && origin[end] === origin[after - 1]) end++;
    return { start: origin[at] as number, end: origin[end] as number };
  }
  return null;
}
