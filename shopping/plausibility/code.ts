import { englishExpression, englishPattern } from '../../lexicon/index.ts';
import { normaliseText } from '../../text/normalise.ts';
import { type Check, quoted } from './judgement.ts';

/** Letters with digits that mean something by themselves: a measure, a standard, a class. */
const SPECIFICATION = new RegExp(
  `^[([]?(?:${[
    `[<>≤≥~±]?\\d[\\d.,]*(?:[x×]\\d[\\d.,]*)*[-\\s]?(?:[a-zµμΩ°%]{1,4}|${englishPattern('code: measured')})s?`,
    '\\d{2,5}[x×]\\d{2,5}[ip]?|usb\\S*|802\\.11\\S*|wi-?fi\\d?|bt\\d\\S*|bluetooth\\d\\S*|ip[x\\d]\\d+k?|(?:lp|g)?ddr\\d\\w*|cat\\.?\\d\\w?|rj-?\\d+|db-?\\d+|rg-?\\d+\\w?|rs-?\\d+|ieee\\S*|mp[34]|h\\.?26[45]',
    'hdr\\d*\\+?|wpa\\d?|spf\\d+\\+?|upf\\d+\\+?|cr\\d{4}|lr\\d+|[abc]\\d|[eg]u?\\d{1,2}(?:\\.\\d)?|b\\d{2}|br\\d{2}|par\\d+|[tmp]\\d|pm\\d.*|uv\\d+|k?n95|ps\\d|x\\d{2}|[2-5]g|qi\\d?|atx\\S*|eps\\S*|lga\\d*|am\\d\\+?',
    'pcie\\S*|nvme|sata\\S*|hd\\d*|c\\d{1,2}|v\\d\\S*|gen\\d|windows\\d*|xt\\d+|ec\\d|so-?239|pl-?259|iso\\d+|en\\d+|aa?a?a?\\d|q\\d|s\\d|f/\\d\\S*|[rgm]tx\\d*|u\\.\\d|type-?c\\d?|thunderbolt\\d|vitamin|b\\d+|d\\d|w\\d|nylon\\d+',
  ].join('|')})[)\\],]?$`,
  'i',
);
const MIXED = /(?=.*\d)(?=.*\p{L})/u;
const CODE_SHAPE = /\p{Lu}.*\d{2}|\d{2}.*\p{Lu}|\p{L}\d{3,}|-\d{2,}$|\d-\p{L}+\d|(?:\p{L}\d){3}/u;
const VARIANT_PREFIX = /^\p{Ll}-\p{L}{3,}|^\p{Lu}{1,2}\s?[-–.]\s?\p{L}{2,}|^\p{Lu}\d*\s*[-–:]\s/u;
const VARIANT_SUFFIX = /[\s_-]\p{Lu}$/u;
/** "Adult-1": a variant number tied to a word. */
const NUMBERED = /\p{L}\p{Ll}{2,}-\d{1,3}$|\d-\d{1,2}$/u;
/** "iPhone 14-1"; "apple-ipad-3" is how some databases write a name. */
const NUMBERED_MODEL = /\d-\d{1,2}$/u;
/** "01-USB", "T2308-Desktop", "A-HD23 Blue": a variant code before the value. */
const CODE_BEFORE = /^(?:0\d[-_]|\p{Lu}{1,2}\d{2,}-|\p{Lu}-\p{Lu}{1,3}\d+\s)(?=[\p{L}\d])/u;
const CODE_AFTER = /[-_](?:v|\p{Lu})?\d{1,3}$/u;
/** "Silicone+Case+Film": what is in the box. */
const BUNDLE = /[\p{L}\d)]\+[\p{L}\d].*\+[\p{L}\d]/u;
const RAW_NAME = englishExpression('code: raw name', 'u');

/** Fields whose values are words: a number in one is a variant code, a pack count or a part of another field. */
const PLAIN_WORD_FIELDS = new Set(['Color', 'Scent', 'Pattern', 'Finish Type']);
/** Fields that are made of names of models. */
const MODEL_FIELDS = new Set([
  'Compatible Devices',
  'Compatible Phone Models',
  'Processor',
  'Graphics Coprocessor',
  'Graphics Description',
  'Brand',
]);
/** "Galaxy", "iPhone14", "MacBook-Air": what a model is called by; "20MU" and "A2762" are only its numbers. */
const NAME = /^[("]?(?:\p{L}{2,}(?!\d)|\p{L}{3,}\d{1,2}(?!\d))/u;
/** "SKU: 88213", "Model:XJ-200", "SKU-88213": what kind of code follows. */
const NAMED_CODE = englishExpression('code: named code', 'i');
/** "B07XK2M9QZ", "A1B2C3": letters and digits by turns, as no brand is called; "A4Tech" and "3M" are. */
const BY_TURNS = /^(?:[A-Z]+\d+){3,}[A-Z]*$/i;
const CODED_NAME = /^\p{L}{2,}\d{2,}[-/]\d+/u;
const CARATS = /\b\d{1,2}\s?k(?:t|arat)?\b|\b3d\b/gi;

const isCode = (word: string) => {
  const bare = word.replace(/^[("'[]+|[)"',\].]+$/g, '');
  return bare.length >= 3 && MIXED.test(bare) && !SPECIFICATION.test(bare) && CODE_SHAPE.test(bare);
};

/** Finds variant codes tied to a value, bundles and names out of a database, in fields of every kind. */
export const variant: Check = ({ option, vocabulary }) => {
  if (RAW_NAME.test(option)) return `raw_name: ${quoted(option)} is a name out of a database`;
  if (BUNDLE.test(option)) return `code: ${quoted(option)} lists what is in the box`;
  if (CODE_BEFORE.test(option)) return `code: ${quoted(option)} starts with a variant code`;
  const bare = option.replace(CODE_AFTER, '');
  if (bare !== option && vocabulary?.phrases.has(normaliseText(bare)) === true) {
    return `code: ${quoted(option)} is "${bare}" with a variant number`;
  }
  return null;
};

/** Finds codes where something may be called by any name. */
export const codedName: Check = ({ option }) => {
  if (NAMED_CODE.test(option)) return `code: ${quoted(option)} names a code`;
  return BY_TURNS.test(option) || CODED_NAME.test(option) ? `code: ${quoted(option)} looks like a part number` : null;
};

/** Finds part numbers and bare numbers where a shopper's word should be. */
export const code: Check = (candidate) => {
  const { field, option, words, vocabulary, normalised } = candidate;
  if (vocabulary?.phrases.has(normalised) === true) return null;
  if (/^[\d.,\s/-]+$/.test(option)) return `digits_only: ${quoted(option)} is a number without a meaning`;
  if (field === 'Brand') return codedName(candidate);
  if (NAMED_CODE.test(option)) return `code: ${quoted(option)} names a code`;
  if (/#\s?[\p{L}\d]/u.test(option)) return `code: ${quoted(option)} is a variant number`;
  if (PLAIN_WORD_FIELDS.has(field)) {
    if (VARIANT_PREFIX.test(option)) return `code: ${quoted(option)} starts with a variant letter`;
    if (VARIANT_SUFFIX.test(option)) return `code: ${quoted(option)} ends with a variant letter`;
  }
  if (vocabulary !== undefined && !vocabulary.digits && /\d/.test(option.replace(CARATS, ''))) {
    return `code: ${quoted(option)} holds a number where a ${field} has none`;
  }
  if (MODEL_FIELDS.has(field)) {
    const named = option.split(/[\s/-]+/).some((word) => NAME.test(word));
    if (NUMBERED_MODEL.test(option)) return `code: ${quoted(option)} carries a variant number`;
    return named || field === 'Processor' ? null : `code: ${quoted(option)} is a part number without a name`;
  }
  if (NUMBERED.test(option)) return `code: ${quoted(option)} carries a variant number`;
  const part = words.flatMap((word) => word.split('/')).find(isCode);
  return part === undefined ? null : `code: "${part}" in ${quoted(option)} looks like a part number`;
};
