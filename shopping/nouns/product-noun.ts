import { englishExpression, englishPattern, otherLanguage } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { isBorneOut } from './evidence.ts';
import { listedNoun } from './listed-noun.ts';
import { type NounContext, type PhraseUse, type ProductNoun, phraseEndingAt } from './noun-phrase.ts';
import { COLLECTIONS, formsOf, isPlural, isWeak, NOUNS, PARTS, SORTS, singularOf, singularsIn } from './noun-words.ts';
import { isNameHere, type ShelfUse } from './shelf-use.ts';
import { type Head, headsIn, headsOfKinds, namingParts, SEVERAL, sayingOf } from './title-name.ts';

export type TitledProduct = Pick<Product, 'title' | 'brand' | 'category' | 'features' | 'description'>;

/** Signs that join things. */
const JOINT = englishExpression('product noun: joint', 'i');

/** The share of a shelf's titles that are most of them. */
const MOST = 0.5;

/**
 * The product noun phrase of a title: a product noun of its naming part, best one that the shelf is named for, with the
 * words before it that belong to it ("over-ear headphones", "laptop sleeve"). What stands behind "for" or "with" names
 * other things and is not looked at. A weak noun ("case", "charger") never stands alone. Null when the title names no
 * product this catalog or the noun list knows.
 */
export function productNounOf(
  product: TitledProduct,
  useOf: (phrase: string) => PhraseUse,
  shelf?: ShelfUse,
): ProductNoun | null {
  const { title, brand, category, features, description } = product;
  const language = otherLanguage();
  if (language !== null) return listedNoun(language, title);
  const leaf = new Set(singularsIn(category.at(-1) ?? ''));
  const context: NounContext = {
    brand: new Set((brand ?? '').toLowerCase().split(/\s+/)),
    path: new Set(singularsIn(category.join(' '))),
    kinds: new Set(
      singularsIn(category.filter((name, at) => at === category.length - 1 || !SEVERAL.test(name)).join(' ')),
    ),
    leaf,
    category,
    useOf,
    text: [...features, ...description].join('\n').replaceAll(title, ''),
    alone: true,
    sure: false,
  };
  const kinds = headsOfKinds(category.at(-1) ?? '');
  const isNamedFor = [...kinds].some((kind) => formsOf([kind]).some((form) => NOUNS.has(form)) || PARTS.has(kind));
  const parts = namingParts(title, kinds);
  const heads = parts
    .flatMap((words, part) => headsIn(words, part, kinds, context))
    .filter(({ noun }) => !isNamedFor || !leaf.has(noun) || kinds.has(noun));
  // Only what the shelf is named for, or its titles are named by, is believed wherever it stands; else the last noun of the
  // first part, before which nothing is: of a "Camera Battery AC/DC Charger" that is nothing.
  const ofLeaf = heads.filter(
    ({ noun }) =>
      (leaf.has(noun) || isWrittenInto(category.at(-1) ?? '', noun)) &&
      (shelf === undefined ||
        isNameHere(
          sayingOf(
            title,
            (word) => singularOf(word) === noun,
            (word) => useOf(word).isCommon(word),
          ),
          shelf,
        )),
  );
  // Where belts have a shelf of their own, what stands among tools is none that a shopper means by one.
  const isElsewhere = ({ noun }: Head) =>
    category.length > 1 &&
    !isWeak(noun) &&
    !category.slice(0, -1).some((name) => headsOfKinds(name).has(noun)) &&
    shelf?.isNamedElsewhere(noun) === true;
  const ofTitles = heads.filter(
    (head) =>
      !ofLeaf.includes(head) &&
      shelf?.names(head.noun) === true &&
      !(isNamedFor && isElsewhere(head)) &&
      !isSaidBeside(title, head, heads),
  );
  const last = heads.find((head) => head.part === 0 && !isSaidBeside(title, head, heads));
  const isMixed = !isNamedFor && shelf?.isMixed() === true;
  const isAtOdds = isNamedFor && (shelf === undefined || shelf.saying(formsOf(kinds)) >= MOST);
  const others =
    last !== undefined &&
    (shelf === undefined || (!isElsewhere(last) && isBorneOut(last, heads, context, { isAtOdds, isMixed })))
      ? [last]
      : [];
  const inOrder = [
    ...ofLeaf,
    ...ofTitles.filter(({ part }) => part === 0),
    ...others,
    ...(last === undefined ? ofTitles : []),
  ];
  for (const head of inOrder) {
    // Away from its shelf a lone noun in mid-name is as likely a thing the product goes with ("TV screws").
    const alone = ofLeaf.includes(head) || head.at === head.words.length - 1;
    const found = phraseEndingAt(title, head.words, head.at, { ...context, alone, sure: ofLeaf.includes(head) });
    if (found !== null) return found;
  }
  return nounForDevice(title, leaf);
}

/** Tells whether a noun is said beside one before it, with which the product comes: "Laptop Case & Shoulder Strap". */
const isSaidBeside = (title: string, { words, at }: Head, heads: readonly Head[]): boolean =>
  heads.some(
    (other) =>
      other.words === words && other.at < at && JOINT.test(title.slice(words[other.at]?.end, words[at]?.start)),
  );

/**
 * Tells whether a category writes a noun in two words ("Sound Bars" of a soundbar), or names what it is a sort of
 * ("Speakers" of a loudspeaker), or a sort of it. Most words end with others by chance: an earring is no ring.
 */
const isWrittenInto = (category: string, noun: string): boolean =>
  category.split(SEVERAL).some((kind) => {
    const words = singularsIn(kind);
    const last = words.at(-1) ?? '';
    return words.some((_, at) => words.slice(at).join('') === noun) || isSortOf(noun, last) || isSortOf(last, noun);
  });
const isSortOf = (compound: string, noun: string) => noun !== '' && SORTS.has(compound) && compound.endsWith(noun);

const DEVICES = englishPattern('product noun: devices');
const NOUN_FOR_DEVICE = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\p{L}+) for (?:${DEVICES})(?: \\p{Lu}\\p{L}+)?(?![\\p{L}\\p{N}])`,
  'u',
);

/** "Case for Kindle Paperwhite": a weak noun of the product's shelf and the device it is for. */
function nounForDevice(title: string, leaf: ReadonlySet<string>): ProductNoun | null {
  const match = NOUN_FOR_DEVICE.exec(title);
  const head = match?.[1];
  const noun = singularOf(head?.toLowerCase() ?? '');
  if (match === null || head === undefined || !leaf.has(noun) || COLLECTIONS.has(noun)) return null;
  return { span: match[0], plural: isPlural(head) };
}
