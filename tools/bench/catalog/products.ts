import { fillNames } from '../../sample-maker/grammar.ts';
import { drawPrice } from '../../sample-maker/listings.ts';
import type { Dice } from '../../sample-maker/random.ts';
import { ASPECTS, WORDS } from '../../sample-maker/tables.ts';
import { titlesOf } from '../../sample-maker/titles.ts';
import { drawDetails } from './details.ts';
import { jsonList, jsonObject, jsonTexts } from './json.ts';
import type { BenchLine, Wordiness } from './lines.ts';

/** Weights of the numbers of pictures and videos that listings have, from none on, in parts of a hundred or so. */
const IMAGE_WEIGHTS = [0, 46, 15, 11, 9, 6, 5, 5, 2, 1];
const VIDEO_WEIGHTS = [82, 8, 4, 2, 1, 1, 1, 0, 0, 0, 1];

const BASE_64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-+';
const HEX = '0123456789abcdef';
const HOST = 'https://images.example.com/images/I';
const VIDEO_WORDS =
  'honest review of this watch before you buy unboxing and first look how to set it up is it worth it'.split(' ');

/** Characters that no packer can shorten much: file names are what a catalog's media are made of. */
function drawName(characters: string, length: number, dice: Dice): string {
  let name = '';
  for (let at = 0; at < length; at++) name += characters[dice.below(characters.length)];
  return name;
}

function image(place: number, dice: Dice): string {
  const small = `${HOST}/${drawName(BASE_64, 11, dice)}._AC`;
  const hiRes = dice.chance(85) ? `"${HOST}/${drawName(BASE_64, 11, dice)}._AC_SL1500_.jpg"` : 'null';
  const variant = place === 0 ? 'MAIN' : `PT0${place}`;
  return `{"thumb": "${small}_US40_.jpg", "large": "${small}_.jpg", "variant": "${variant}", "hi_res": ${hiRes}}`;
}

function video(place: number, dice: Dice): string {
  const title = dice.some(VIDEO_WORDS, dice.between(3, 9)).join(' ');
  const url = `https://video.example.com/vdp/${drawName(HEX, 32, dice)}?ref=dp_vse_rvc_${place}`;
  return `{"title": "${title}", "url": "${url}", "user_id": "${dice.chance(60) ? `/shop/${drawName(HEX, 9, dice)}` : ''}"}`;
}

const several = (weights: readonly number[], one: (place: number, dice: Dice) => string, dice: Dice) =>
  jsonList(Array.from({ length: dice.byWeight(weights) }, (_, place) => one(place, dice)));

const drawImages = (dice: Dice) => several(IMAGE_WEIGHTS, image, dice);
const drawVideos = (dice: Dice) => several(VIDEO_WEIGHTS, video, dice);

export interface BenchProduct {
  readonly id: string;
  readonly bench: BenchLine;
  /** Stars, in tenths of which reviews scatter. */
  readonly rating: number;
  /** Its line of the metadata file. */
  readonly text: string;
}

const ID_CHARACTERS = 'ABCDEFGHJKLMNPQRSTVWXYZ0123456789';
const MOST_FEATURES: Readonly<Record<Wordiness, number>> = { bare: 0, thin: 3, usual: 5, rich: 7 };
/** Of a hundred listings of a line, how many have a description. */
const DESCRIBED: Readonly<Record<Wordiness, number>> = { bare: 15, thin: 35, usual: 45, rich: 60 };

/** Words for sentences that say nothing: real descriptions repeat each other far less than ours would. */
const FILLER = [...new Set([...ASPECTS.values()].flatMap(({ good }) => good.join(' ').match(/\b[a-z]{3,}\b/g) ?? []))];

function fillerSentence(dice: Dice): string {
  let sentence = 'The';
  for (let left = dice.between(6, 14); left > 0; left--) sentence += ` ${dice.pick(FILLER)}`;
  return `${sentence}.`;
}

function drawId(dice: Dice): string {
  let id = 'B0';
  for (let at = 0; at < 8; at++) id += ID_CHARACTERS[dice.below(ID_CHARACTERS.length)];
  return id;
}

/** Ratings gather around 4.3 with a long tail of poor products. */
const drawRating = (dice: Dice) => (50 - dice.below(9) - Math.min(dice.below(32), dice.below(32), dice.below(32))) / 10;

/** From one rating to tens of thousands, most products with a few dozen. */
const drawRatingCount = (dice: Dice) =>
  Math.max(1, Math.floor(10 ** (dice.below(4400) / 1000) * (dice.below(100) / 70)));

function drawPriceText(low: number, high: number, priced: number, dice: Dice): string {
  if (dice.chance(priced)) return (drawPrice([low, high], dice) - dice.pick([0.01, 0.01, 0.51, 0])).toFixed(2);
  return dice.chance(0.2) ? '"\\u2014"' : dice.chance(0.2) ? `"from ${low}.99"` : 'null';
}

/** Texts that the variants of a line share, written once. */
function sharedTexts({ line, wordiness, dice }: BenchLine): { features: string; description: string } {
  const lookUp = (name: string) =>
    ({ noun: line.noun, Brand: line.brand, Line: line.name })[name] ??
    (line.axes.includes(name) ? undefined : line.shared.get(name)?.[0]);
  const filled = (templates: readonly string[]) =>
    templates.map((text) => fillNames(text, lookUp)).filter((text) => text !== undefined);
  const count = dice.chance(22) ? 0 : dice.below(MOST_FEATURES[wordiness] + 1);
  const features = [...filled(line.shelf.bullets), ...filled(dice.some(WORDS.common_bullets, 2))].slice(0, count);
  const described = dice.chance(DESCRIBED[wordiness])
    ? [dice.pick(filled(WORDS.descriptions)), ...Array.from({ length: dice.below(4) }, () => fillerSentence(dice))]
    : [];
  return { features: jsonTexts(features), description: jsonTexts(described) };
}

/** The products of a line, one for each variant. */
export function productsOf(bench: BenchLine): BenchProduct[] {
  const { line, dice } = bench;
  const { shelf } = line;
  // Few extras: most of the time goes into finding which of them a title may name.
  const { titles } = titlesOf({ ...line, shelf: { ...shelf, extras: dice.some(shelf.extras, 3) } });
  const { features, description } = sharedTexts(bench);
  const priced = [100, 0, 45][dice.byWeight([30, 40, 30])]!;
  const store = dice.chance(80) ? line.brand : `${line.brand} ${dice.pick(['Direct', 'Official', 'US', 'Store'])}`;
  return line.variants.map((facts, variant): BenchProduct => {
    const id = drawId(dice);
    const rating = drawRating(dice);
    const text = jsonObject([
      ['main_category', dice.chance(4) ? 'null' : JSON.stringify(shelf.mainCategory)],
      ['title', dice.chance(0.05) ? '""' : JSON.stringify(titles[variant])],
      ['average_rating', rating.toFixed(1)],
      ['rating_number', String(drawRatingCount(dice))],
      ['features', features],
      ['description', description],
      ['price', drawPriceText(shelf.price[0], shelf.price[1], priced, dice)],
      ['images', drawImages(dice)],
      ['videos', drawVideos(dice)],
      ['store', dice.chance(3) ? 'null' : JSON.stringify(store)],
      ['categories', dice.chance(5) ? '[]' : jsonTexts(shelf.categories)],
      ['details', drawDetails(bench, facts, dice)],
      ['parent_asin', `"${id}"`],
      ['bought_together', 'null'],
    ]);
    return { id, bench, rating, text };
  });
}
