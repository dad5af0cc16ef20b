import { englishWords } from '../../lexicon/index.ts';
import { canonicalField, KNOWN_FIELDS } from '../product/fields.ts';
import { isRawObject } from '../rows/row.ts';
import { calledFor } from './descriptions.ts';
import { type Draft, NAMED } from './draft.ts';
import { headerWords, isOfReviews } from './header.ts';
import { bySaying } from './identity.ts';
import { type Column, isHtml, isScalar, isTexts, isUrl, lengthOf, MOSTLY, wordsOf } from './profile.ts';

/** Most words of a quality in a list, which is no sentence, share of members that are such, and most different ones to all that are listed. */
const MOST_WORDS_OF_QUALITY = 3;
const SHORT_QUALITIES = 0.95;
const MOST_DIFFERENT = 0.2;

/** Tells whether a column of a known field lists qualities of a small set, "Waterproof" and "Foldable": details and no texts. */
function listsQualities(column: Column): boolean {
  const isKnown = KNOWN_FIELDS.includes(canonicalField(column.name.split('.').at(-1) as string));
  if (!isKnown || column.share(isTexts) < MOSTLY) return false;
  const members = column.stated.flat().map(String);
  const short = members.filter((member) => member.trim().split(/\s+/).length <= MOST_WORDS_OF_QUALITY);
  return short.length >= members.length * SHORT_QUALITIES && new Set(members).size <= MOST_DIFFERENT * members.length;
}

/** Words that texts have on average, share of rows that have one and of texts that no other row has, for them to say what a product is like. */
const LEAST_PROSE = 25;
const LEAST_ROWS = 0.5;
const MOST_OF_OTHERS = 0.4;

const OF_OTHERS = new Set(englishWords('columns: texts about others'));

/** Tells whether a column is named for what says nothing of the product itself: other products, sellers, buyers, pictures. */
const isAboutOthers = (column: Column) =>
  column.named('reviews', 'review_text', 'other', 'category', 'shop') >= NAMED ||
  headerWords(column.name).some((word) => OF_OTHERS.has(word));

/** Tells whether a column holds texts of many words, or pages of some, most of each product alone, and is not named for something else. */
const isLongProse = (column: Column) =>
  column.share((value) => typeof value === 'string' && !isUrl(value)) >= MOSTLY &&
  column.statedShare >= LEAST_ROWS &&
  column.mean(wordsOf) >=
    (column.share(isHtml) >= MOSTLY && column.named('details') < NAMED ? LEAST_SAID : LEAST_PROSE) &&
  column.distinctShare >= MOST_OF_OTHERS &&
  !isAboutOthers(column);

const bySize = (columns: readonly Column[]) => columns.toSorted((a, b) => b.mean(wordsOf) - a.mean(wordsOf));

/** Words that the members of a list have on average, and share of them that no other row has, from which on they are sentences. */
const LEAST_WORDS_OF_SENTENCE = 5;
const MOST_NEW = 0.4;

/** Tells whether the cells of a column list sentences, as those do that say what a product is like, whatever it is called. */
function listsSentences(column: Column): boolean {
  if (column.share(isTexts) < MOSTLY || isAboutOthers(column)) return false;
  const members = column.stated.flat().map(String);
  const words = members.reduce((sum, member) => sum + wordsOf(member), 0);
  return (
    column.share(isUrl) === 0 &&
    words >= members.length * LEAST_WORDS_OF_SENTENCE &&
    new Set(members).size >= members.length * MOST_NEW
  );
}

/** Score from which on a name says description and nothing beside, and words that texts of others have on average, at least. */
const WELL_NAMED = 0.8;
const LEAST_SAID = 6;

const LIST_SEPARATORS = ['\n', ' | ', '|', ';', ' • ', '   '];

/** Finds the texts that say what a product is like. */
export function findTexts(columns: readonly Column[], draft: Draft): void {
  const isProse = (column: Column) =>
    column.share((value) => isScalar(value) || isTexts(value)) >= MOSTLY && column.mean(textLength) >= 20;
  const [called] = bySaying(calledFor(columns, draft, 'features', 'before_detail'), 'features').filter(
    (one) => one.named('features') >= NAMED && isProse(one) && !listsQualities(one),
  );
  // A "color_description" of three words is a color.
  const isSaid = (column: Column) => column.named('description') >= WELL_NAMED || column.mean(wordsOf) >= LEAST_SAID;
  // Reviews have a body and a text as well.
  const described = bySaying(calledFor(columns, draft, 'description', 'review_text'), 'description').filter(
    (column) => column.named('description') >= NAMED && !isOfReviews(column.name) && isProse(column) && isSaid(column),
  );
  const free = columns.filter((column) => !draft.isTaken(column) && column !== called && !described.includes(column));
  const features = called ?? free.find(listsSentences);
  const others = bySize(free.filter((column) => column !== features && isLongProse(column)));
  const [description, second] = described.length > 0 ? described : others;
  if (description !== undefined)
    draft.put(
      'description',
      description.name,
      [description],
      `${described.length > 0 ? 'named like a description' : 'the longest texts that differ'}; ${ofProse(description)}`,
    );
  const bullets = features ?? second;
  if (bullets === undefined) return;
  const separator = LIST_SEPARATORS.find(
    (one) => bullets.share((value) => typeof value === 'string' && value.includes(one)) > 0.3,
  );
  const said = separator === undefined ? bullets.name : { column: bullets.name, separator };
  draft.put(
    'features',
    said,
    [bullets],
    `${features === undefined ? (described.length > 0 ? 'named like another description' : 'other texts that differ') : called === undefined ? 'lists of sentences' : 'named like features'}; ${ofProse(bullets)}`,
  );
}

const textLength = (value: unknown) =>
  Array.isArray(value)
    ? value.reduce<number>((sum, item) => sum + (isRawObject(item) ? 0 : lengthOf(item)), 0)
    : lengthOf(value);

const ofProse = (column: Column) =>
  column.share(isTexts) >= MOSTLY
    ? `${column.stated.length} lists of texts`
    : `${column.stated.length} texts of ${Math.round(column.mean(wordsOf))} words`;
