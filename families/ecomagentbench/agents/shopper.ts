import { englishExpression, englishWords } from '../../../lexicon/index.ts';
import type { ClarificationScript, ClarificationSlot } from '../../../shopping/dialogue/clarification.ts';
import { FRAME_WORDS, FUNCTION_WORDS } from '../../../shopping/dialogue/question-matcher.ts';
import { foundOrMade } from '../../../text/cache/found-or-made.ts';
import { tokensOf } from '../../../text/normalise.ts';

type KeyedSlot = Pick<ClarificationSlot, 'slot_id' | 'trigger_keywords'>;

const MOST_CHARACTERS = 100;
const MOST_CONTENT = 8;
const MOST_CONTENT_IN_A_ROW = 4;
const MOST_LIST_MARKS = 3;
const MOST_KEYWORD_WORDS = 3;
const MOST_COVERED = 5;
const DETERMINERS: ReadonlySet<string> = new Set(englishWords('question matcher: determiners'));

const EXAMPLES = englishExpression('question matcher: examples', 'giu');
const LIST_MARKS = englishExpression('question matcher: list marks', 'giu');
const hasVowel = (word: string) => /[aeiouy]/.test(word);

/** Step 2 of the matcher: a word without its English endings. */
function folded(token: string): string {
  if (!/^[a-z]{3,}$/.test(token)) return token;
  let word = token;
  if (word.length >= 4) {
    if (word.endsWith('ies') || word.endsWith('ied')) word = `${word.slice(0, -3)}y`;
    else if (['ses', 'xes', 'zes', 'ches', 'shes'].some((ending) => word.endsWith(ending))) word = word.slice(0, -2);
    else if (word.endsWith('s') && !'sui'.includes(word.at(-2) as string)) word = word.slice(0, -1);
  }
  for (const ending of ['ed', 'ing']) {
    const root = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || root.length < 2 || !hasVowel(root) || (ending === 'ed' && root.endsWith('e')))
      continue;
    word = root;
    break;
  }
  if (word.length >= 3 && word.endsWith('e')) word = word.slice(0, -1);
  const last = word.at(-1) as string;
  return word.length >= 4 && last === word.at(-2) && /[b-df-hj-np-tv-z]/.test(last) ? word.slice(0, -1) : word;
}

const isContent = (token: string) => !FUNCTION_WORDS.has(token);

/** Steps 1 and 4: whether these are the words of one natural question, apart from how keywords cover them. */
function isNatural(asked: string, tokens: readonly string[]): boolean {
  let row = 0;
  let longest = 0;
  for (const token of tokens) {
    row = isContent(token) ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  const marked = tokensOf(asked.replace(LIST_MARKS, ' and '));
  const listed = marked.filter(
    (token, at) => at > 0 && DETERMINERS.has(token) && isContent(marked[at - 1] as string),
  ).length;
  return (
    tokens.some((token) => FRAME_WORDS.has(token)) &&
    tokens.filter(isContent).length <= MOST_CONTENT &&
    longest <= MOST_CONTENT_IN_A_ROW &&
    (asked.match(LIST_MARKS)?.length ?? 0) + listed <= MOST_LIST_MARKS
  );
}

/** Questions of a bank are put to every script of a run; those made of a script's own words are not worth keeping. */
const MOST_KEPT = 2000;
const readings = new Map<string, readonly string[] | null>();

/** The folded words of a question; null where it is no natural one. */
function wordsAsked(question: string): readonly string[] | null {
  const known = readings.get(question);
  if (known !== undefined) return known;
  const trimmed = question.trim();
  const asked = trimmed.replace(EXAMPLES, ' ');
  const tokens = tokensOf(asked);
  const words = [...trimmed].length <= MOST_CHARACTERS && isNatural(asked, tokens) ? tokens.map(folded) : null;
  if (readings.size < MOST_KEPT) readings.set(question, words);
  return words;
}

const keywords = new WeakMap<readonly string[], readonly (readonly string[])[]>();

/** The folded words of keywords; those too long to hit anything are left out. */
function wordsOfKeywords(list: readonly string[]): readonly (readonly string[])[] {
  return foundOrMade(keywords, list, () =>
    list
      .map((keyword) => tokensOf(keyword).map(folded))
      .filter(({ length }) => length > 0 && length <= MOST_KEYWORD_WORDS),
  );
}

/** The slots a question is about by the steps in `matchQuestion`'s description, carried out once more on their own. */
export function slotsAbout(question: string, slots: readonly KeyedSlot[]): string[] {
  const words = wordsAsked(question);
  if (words === null) return [];
  const covered = words.map(() => false);
  const about = slots.filter(({ trigger_keywords }) => {
    const hits = wordsOfKeywords(trigger_keywords).map((wanted) => {
      let hit = false;
      for (let at = 0; at + wanted.length <= words.length; at++) {
        if (wanted.some((word, offset) => words[at + offset] !== word)) continue;
        hit = true;
        covered.fill(true, at, at + wanted.length);
      }
      return hit;
    });
    return hits.includes(true);
  });
  const taken = covered.filter(Boolean).length;
  return taken > MOST_COVERED || taken * 2 > words.length ? [] : about.map(({ slot_id }) => slot_id);
}

/** Answers questions from a sample's script, as whoever runs the benchmark would. */
export class Shopper {
  readonly #script: ClarificationScript;
  readonly #revealed = new Set<string>();
  #turns = 0;

  constructor(script: ClarificationScript) {
    this.#script = script;
  }

  /** The answer, and the slot it was taken from; the default answer is from none. */
  ask(question: string): { readonly answer: string; readonly slot: ClarificationSlot | null } {
    const { clarification_slots: slots, default_response: unsaid, max_clarification_turns: most } = this.#script;
    this.#turns += 1;
    if (this.#turns > most) return { answer: '', slot: null };
    const about = slotsAbout(question, slots).filter((id) => !this.#revealed.has(id));
    const slot = about.length === 1 ? slots.find(({ slot_id }) => slot_id === about[0]) : undefined;
    if (slot === undefined) return { answer: unsaid, slot: null };
    this.#revealed.add(slot.slot_id);
    return { answer: slot.user_response, slot };
  }
}
