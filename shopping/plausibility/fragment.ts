import { englishExpression, englishWords } from '../../lexicon/index.ts';
import { type Candidate, type Check, quoted } from './judgement.ts';
import { PHRASES, VOCABULARY_TOKENS } from './reading.ts';

const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '”': '“', '»': '«' };
const OPENERS = new Set(Object.values(PAIRS));
/** A quotation mark after a digit is an inch or foot sign. */
const INCH_SIGNS = /(\d\s?)(?:''|′′|["”″'’′])/g;

function unbalanced({ option }: Candidate): boolean {
  if (!/[()[\]{}"“”«»（）【】]/.test(option)) return false;
  const text = option.normalize('NFKC').replace(/【/g, '[').replace(/】/g, ']').replace(INCH_SIGNS, '$1');
  const open: string[] = [];
  let quotes = 0;
  for (const character of text) {
    if (character === '"') quotes++;
    else if (OPENERS.has(character)) open.push(character);
    else if (PAIRS[character] !== undefined && open.pop() !== PAIRS[character]) return true;
  }
  return open.length > 0 || quotes % 2 === 1 || /[([{]\s*[)\]}]/.test(text);
}

const BAD_START = /^(?:[)\]}.,;:!?*/|\\=_~&+–—•·>›»✅★☆✔]|-(?!\d))/u;
const BAD_END = /[([{,;:/\\|&=\-–—_~#<«…*]$|\.\.\.$|\s\+$/u;
/** A text that ends in an article, which the letter of a standard is not: "USB Type A". */
const DANGLING_A = englishExpression('fragment: dangling a', 'i');

/** A word that a longer word of the same field's vocabulary begins with, and that is no word itself. */
function cutWord({ tokens, vocabulary, normalised }: Candidate): string | null {
  const last = tokens.at(-1);
  if (vocabulary === undefined || last === undefined || last.length < 2 || /\d/.test(last)) return null;
  if (VOCABULARY_TOKENS.has(last) || PHRASES.wholeWords.has(last)) return null;
  const before = normalised.slice(0, -last.length);
  for (const phrase of vocabulary.phrases) {
    if (before !== '' && phrase.startsWith(normalised) && phrase[normalised.length] !== ' ') return phrase;
  }
  if (last.length < 4 || !tokens.slice(0, -1).every((token) => VOCABULARY_TOKENS.has(token))) return null;
  if (last.endsWith('s') || last.endsWith('e') || last.endsWith('y')) return null;
  for (const head of vocabulary.heads) {
    if (head.startsWith(last) && head.length >= last.length + 2) return head;
  }
  return null;
}

const MODEL_LISTS = new Set(['Compatible Devices', 'Compatible Phone Models']);
const MODEL_SUFFIXES = new Set(englishWords('fragment: model suffixes'));

/** "13 Pro Max": the item of a list whose first item alone names the maker. */
function lostItsModel({ field, tokens }: Candidate): boolean {
  return MODEL_LISTS.has(field) && tokens.every((token) => MODEL_SUFFIXES.has(token) || /^\d/.test(token));
}

/** Finds what was cut out of something longer: open brackets, dangling words, words cut in the middle. */
export const fragment: Check = (candidate) => {
  const { field, option, words, tokens, lower, vocabulary, normalised } = candidate;
  if (unbalanced(candidate)) return `fragment: ${quoted(option)} opens a bracket or quotation it does not close`;
  if (BAD_START.test(option) && !/^\.\d/.test(option))
    return `fragment: ${quoted(option)} starts in the middle of something`;
  if (BAD_END.test(option)) return `fragment: ${quoted(option)} breaks off`;
  if (vocabulary?.phrases.has(normalised) === true) return null;
  const first = tokens[0] ?? '';
  if (words.length > 1 && PHRASES.danglingFirst.has(first) && first !== 'not') {
    return `fragment: ${quoted(option)} starts with "${first}"`;
  }
  if (first === 'for' && MODEL_LISTS.has(field)) return `fragment: ${quoted(option)} starts with "for"`;
  if (first === 'not' && !lower.startsWith('not water') && !lower.startsWith('not tested')) {
    return `fragment: ${quoted(option)} says what it is not`;
  }
  const last = tokens.at(-1) ?? '';
  if (words.length > 1 && (PHRASES.danglingLast.has(last) || (option.endsWith(' a') && DANGLING_A.test(option)))) {
    return `fragment: ${quoted(option)} ends with "${last}"`;
  }
  if (candidate.language === 'any') return null;
  if (lostItsModel(candidate)) return `fragment: ${quoted(option)} lost the name it belongs to`;
  const whole = cutWord(candidate);
  return whole === null ? null : `fragment: ${quoted(option)} looks cut off "${whole}"`;
};

/** A whole word that comes again, capital or after a digit, in the middle of another: "Galaxy T235Samsung Galaxy". */
const GLUED_REPEAT = /(?<![\p{L}\d])(\p{L}{4,})(?![\p{L}\d]).*(?:(?<=\d)|(?<=\p{Ll})(?=\p{Lu}))\1(?!\p{L})/u;

/** Finds text that was pasted twice, or two values glued together. */
export const repetition: Check = ({ option, lower, tokens, normalised, vocabulary }) => {
  if (vocabulary?.phrases.has(normalised) === true) return null;
  const half = lower.length >> 1;
  const twice = lower.length >= 8 && lower.slice(0, half).trim() === lower.slice(-half).trim();
  if (twice) return `repeated_text: ${quoted(option)} holds the same text twice`;
  if (lower.length >= 12 && GLUED_REPEAT.test(option))
    return `repeated_text: ${quoted(option)} glues two values together`;
  const long = tokens.filter((token) => token.length >= 4);
  if (tokens.length >= 3 && new Set(long).size < long.length) {
    return `repeated_text: ${quoted(option)} says the same word twice`;
  }
  return null;
};
