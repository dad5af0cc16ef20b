import type { Catalog } from '../../../catalog/index.ts';
import { englishExpression, englishPattern, englishWords } from '../../../lexicon/index.ts';
import type { Product } from '../../../schemas/product.ts';
import { isCommonWord } from '../../../shopping/nouns/noun-phrase.ts';
import { findMentions } from '../../../text/mentions.ts';
import { normaliseText } from '../../../text/normalise.ts';
import type { Question } from './question.ts';
import { REFUSALS, type Refusal } from './refusals.ts';
import { reasonAgainstAnswer } from './specific.ts';

/** The parts of a catalog that linking needs. */
type TitleIndex = Pick<Catalog, 'size' | 'titleRows' | 'productByRow'>;

/** A catalog's use of an answer, whatever the question. */
interface Naming {
  /** The products whose titles hold it, ascending and at least one. */
  readonly rows: Uint32Array;
  /** True if a listing writes it without a capital, as none does with a name. */
  readonly isCommonWord: boolean;
}

/** A keyword stands in at most one title of two hundred; in a catalog too small for that, in at most 25. */
const MOST_SHARE = 0.005;
const MOST_TITLES = 25;

/** Returns the most titles that may hold a keyword in a catalog of a size. */
export const mostTitles = (size: number): number => Math.max(MOST_TITLES, Math.floor(size * MOST_SHARE));

/**
 * Tells whether a title holds a phrase other than inside a longer name of the product's brand or shop ("Texas
 * Instruments").
 */
function standsAlone({ title, brand, store }: Product, phrase: string): boolean {
  let words = ` ${normaliseText(title)} `;
  for (const name of [brand, store]) {
    const longer = normaliseText(name ?? '');
    if (longer !== phrase && ` ${longer} `.includes(` ${phrase} `)) words = words.replaceAll(` ${longer} `, ' | ');
  }
  return words.includes(` ${phrase} `);
}

/** A listing's texts, without those that are written in small letters throughout and so tell nothing about names. */
const casedText = ({ title, features, description }: Product) =>
  [title, ...features, ...description].filter((text) => /\p{Lu}/u.test(text)).join('\n');

/** The products whose titles hold a phrase (tokens joined by one space), or why it is no keyword in this catalog. */
function namingOf(phrase: string, catalog: TitleIndex): Naming | Refusal {
  const found = catalog.titleRows(phrase);
  if (found.length === 0) return 'answer_not_in_titles';
  if (found.length > mostTitles(catalog.size)) return 'answer_common_in_titles';
  const isWord = /^\p{L}+$/u.test(phrase);
  let common = false;
  const rows = found.filter((row) => {
    const product = catalog.productByRow(row);
    if (!standsAlone(product, phrase)) return false;
    common ||= isWord && isCommonWord(phrase, casedText(product));
    return true;
  });
  return rows.length === 0 ? 'answer_inside_name' : { rows, isCommonWord: common };
}

/** A question and the rows of the products whose titles hold its answer, ascending and at least one. */
interface QuestionLink {
  readonly question: Question;
  readonly rows: Uint32Array;
}

interface LinkedQuestions {
  /** By question id, so that the order of the questions decides nothing. */
  readonly links: readonly QuestionLink[];
  /**
   * Number of questions that carry no task, by code; codes in the order of `REFUSALS`, without those that never
   * occurred.
   */
  readonly refused: ReadonlyMap<Refusal, number>;
}

/** Why a question can carry no task in any catalog, or null when it may. */
export function reasonAgainstQuestion({ question, answer }: Pick<Question, 'question' | 'answer'>): Refusal | null {
  return reasonAgainstAnswer(answer) ?? (findMentions(question, answer).length > 0 ? 'answer_in_question' : null);
}

function countsInOrder(reasons: readonly Refusal[]): Map<Refusal, number> {
  const counts = new Map<Refusal, number>();
  for (const code of Object.keys(REFUSALS) as Refusal[]) {
    const count = reasons.filter((reason) => reason === code).length;
    if (count > 0) counts.set(code, count);
  }
  return counts;
}

/**
 * Links questions to the products whose titles hold their answers. Every distinct answer is looked up once in the title
 * index, so the time depends on the number of questions and hardly on the size of the catalog.
 */
export function linkQuestions(questions: readonly Question[], catalog: TitleIndex): LinkedQuestions {
  const known = new Map<string, Naming | Refusal>();
  const linkOf = (question: Question): QuestionLink | Refusal => {
    const reason = reasonAgainstQuestion(question);
    if (reason !== null) return reason;
    const phrase = normaliseText(question.answer);
    const naming = known.get(phrase) ?? namingOf(phrase, catalog);
    known.set(phrase, naming);
    if (typeof naming === 'string') return naming;
    if (naming.isCommonWord && asksForName(question.question)) return 'answer_is_common_word';
    return { question, rows: naming.rows };
  };
  const results = questions.map(linkOf);
  const links = results.filter((result) => typeof result !== 'string');
  links.sort((a, b) => (a.question.id < b.question.id ? -1 : a.question.id > b.question.id ? 1 : 0));
  return { links, refused: countsInOrder(results.filter((result) => typeof result === 'string')) };
}

/** People and works: what is asked for by name, which may be an ordinary word as well ("Winter", "Fly"). */
const NAMED = englishWords('questions: named').join('|');

/** Words between the question word and what it asks for: "the ninth", "Shakespeare", "1987 crime". */
const BETWEEN = englishPattern('questions: between');

const ASKS_FOR_NAME: readonly RegExp[] = [
  englishExpression('questions: who', 'i'),
  englishExpression('questions: names of people', ''),
  new RegExp(englishPattern('questions: name of', { BETWEEN, NAMED })),
];

/** Tells whether the answer to a question is the name of a person or a work rather than a word for a thing. */
export const asksForName = (question: string): boolean => ASKS_FOR_NAME.some((pattern) => pattern.test(question));
