import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FIELDS, type FieldEntry, languageInForce, otherLanguage } from '../../../../lexicon/index.ts';
import { readTable } from '../../../../lexicon/tables.ts';
import { drawFor } from '../../../../pipeline/seed.ts';
import { type Draw, pickOne, shuffled } from '../../../../schemas/draw.ts';
import { unlikelyBeside } from '../../../../shopping/plausibility/unlikely-together.ts';
import { sentencesInForce } from './sentences.ts';

/** Made shops by language: the currency, its prices in whole units, and made-up makers whose names mean nothing. */
const SHOPS: Readonly<Record<string, { readonly currency: string; readonly unit: number; readonly brands: string[] }>> =
  {
    zh: { currency: 'CNY', unit: 10, brands: ['晨屿', '禾木', '蓝汐', '云朴', '青岚'] },
    es: { currency: 'EUR', unit: 1, brands: ['Olmara', 'Trevisa', 'Nubeka', 'Calvorn'] },
    de: { currency: 'EUR', unit: 1, brands: ['Norvik', 'Halmer', 'Brelto', 'Quendel'] },
    id: { currency: 'IDR', unit: 10_000, brands: ['Satrala', 'Menira', 'Kolabu', 'Rantika'] },
  };

const Values = z.record(z.string(), z.array(z.string()));
/** A kind of goods: its values by field, and sorts of it with values of their own. */
const Kind = z
  .looseObject({ sorts: z.array(Values).default([{}]) })
  .transform(({ sorts, ...common }) => sorts.map((sort) => ({ ...Values.parse(common), ...sort })));
/** Sorts of each kind of goods, by language. */
export const GOODS = z
  .record(z.string(), z.record(z.string(), Kind))
  .parse(readTable(new URL('./goods.yaml', import.meta.url)));

const SEED = 7;
/** Of a hundred products, those that state a field. */
const STATING = 85;
/** Kinds of goods; with few there are several products of each that only what is hidden tells apart. */
const KINDS = 30;
const MAPPING = `product:
  id: id
  title: title
  price: price
  currency: {currency}
  category: category
  rating: rating
  rating_count: ratings
  description: about
  details: { object: details }
  reviews: { column: reviews, rating: stars, text: body }
`;
/** Every third product has reviews, so many. */
const REVIEWED = { every: 3, reviews: 12 };

/** Reviews that say some of what shoppers of the language praise, and others that say nothing of use. */
function reviewsOf(draw: Draw, noun: string): object[] {
  const { reviews, reviews_of, filler, used } = sentencesInForce();
  const fitting = Object.entries(reviews).filter(([opinion]) => reviews_of[opinion]?.includes(noun) ?? true);
  const praised = shuffled(draw, 'praised', fitting)
    .slice(0, 3)
    .map(([, sentences]) => sentences);
  return Array.from({ length: REVIEWED.reviews }, (_, at) => {
    const praise = praised[at % (praised.length + 1)];
    const body = [used.replace('{n}', String(3 + at)), pickOne(draw, `review ${at}`, praise ?? filler)].join(' ');
    return { stars: praise === undefined ? 2 + draw(`stars ${at}`, 4) : 5, body };
  });
}

/** Fields of one kind of goods alone, which no shop of all kinds states. */
const OF_APPLIANCES = /^(?:容量|出水量|额定功率|能效等级|燃料|内胆|内胆材质|机身|镁棒|排烟|控制方式|功能)$/u;

/** A price between two whole ones, or between 5 and 100 of a shop's units where there are none. */
function priceOf([least, most]: readonly string[] = [], unit: number, draw: Draw): number {
  if (least === undefined || most === undefined) return (5 + draw('price', 95)) * unit;
  return Number(least) + draw('price', Number(most) - Number(least));
}

/** A fact of a product, as it is asked for. */
export const asked = ({ field, value }: { readonly field: string; readonly value: string }) =>
  ({ type: 'attribute_match', field: `details.${field}`, value }) as const;

interface ShopOptions {
  /** Kinds of goods it sells. */
  readonly kinds?: number;
  /** A field that every product comes in two or three values of, as options to choose from. */
  readonly option?: string;
}

/** Writes a catalog of made products in the language in force, and the mapping it is read by, into a folder. */
export function makeShop(
  folder: string,
  products: number,
  { kinds = KINDS, option }: ShopOptions = {},
): { inputs: string[]; format: string } {
  const language = otherLanguage();
  const shop = SHOPS[languageInForce()];
  if (language === null || shop === undefined) throw new Error(`no shop is made in ${languageInForce()}`);
  const fields = [...FIELDS].filter(
    ([field, { values, dialogue }]) =>
      dialogue !== undefined && Object.keys(values).length > 2 && !OF_APPLIANCES.test(field),
  );
  const goods = GOODS[languageInForce()];
  const nouns = (goods === undefined ? language.nouns : Object.keys(goods)).slice(0, kinds);
  const rows = Array.from({ length: products }, (_, at) => at).flatMap((at) => {
    const draw = drawFor(SEED, `product ${at}`, 'made shop');
    const noun = pickOne(draw, 'noun', nouns);
    const sort = goods?.[noun] === undefined ? {} : pickOne(draw, 'sort', goods[noun]);
    const valuesOf = (field: string, { values }: FieldEntry) => sort[field] ?? Object.keys(values);
    const details: { field: string; value: string }[] = [];
    for (const [field, entry] of fields) {
      const own = valuesOf(field, entry).filter(
        (value) => unlikelyBeside(details.map(asked), { field, value }) === null,
      );
      if (own.length > 0 && draw(`states ${field}`, 100) < STATING)
        details.push({ field, value: pickOne(draw, field, own) });
    }
    const row = {
      id: `made-${String(at).padStart(6, '0')}`,
      title: `${pickOne(draw, 'brand', shop.brands)} ${noun} ${1000 + draw('model', 9000)}-${at}`,
      price: priceOf(sort.price, shop.unit, draw),
      category: noun,
      rating: (30 + draw('rating', 21)) / 10,
      ratings: draw('ratings', 3000),
      about: sentencesInForce().about,
      details: Object.fromEntries(details.flatMap(({ field, value }) => (field === option ? [] : [[field, value]]))),
      reviews: at % REVIEWED.every === 0 ? reviewsOf(draw, noun) : [],
    };
    const choices = fields.flatMap(([field, entry]) => (field === option ? valuesOf(field, entry) : []));
    const offered = shuffled(draw, 'choices', choices).slice(0, 2 + draw('choices', 2));
    return offered.length === 0 ? [row] : offered.map((choice) => ({ ...row, choice }));
  });
  const file = join(folder, 'products.jsonl');
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const mapping = join(folder, 'shop.mapping.yaml');
  const variants = option === undefined ? '' : `  variants: { options: [{ field: ${option}, value: choice }] }\n`;
  writeFileSync(mapping, MAPPING.replace('{currency}', shop.currency) + variants);
  return { inputs: [file], format: `mapping:${mapping}` };
}
