import { z } from 'zod';
import { readTable } from '../../../lexicon/tables.ts';
import { Bilingual } from '../bilingual.ts';
import { ShipmentState } from '../schema.ts';

const table = (name: string) => readTable(new URL(name, import.meta.url));
const words = z.array(Bilingual).min(1);

const CarrierWords = z.strictObject({
  name: Bilingual,
  hours: z.int().positive(),
  step: z.int().positive(),
  first: z.int().positive(),
  next: z.int().positive(),
  dearer: z.int().positive(),
});

/** Names of people, shops and carriers. */
export const PEOPLE = z
  .strictObject({
    surnames: words,
    female: words,
    male: words,
    streets: words,
    estates: words,
    merchants: words,
    shop: words,
    carriers: z.array(CarrierWords).min(3),
  })
  .parse(table('people.yaml'));

/** Fields of products in Chinese, by their English names in lower case. */
export const FIELDS_ZH = z.record(z.string(), z.string().min(1)).parse(table('fields.zh.yaml'));

/** Values of products in Chinese, by their English in lower case. */
export const VALUES_ZH = z.record(z.string(), z.string().min(1)).parse(table('values.zh.yaml'));

const named = z.tuple([Bilingual, Bilingual]);
const range = z.tuple([z.int(), z.int()]);

/** Knowledge a store has of a product besides what the catalog says. */
export const GOODS = z
  .strictObject({
    traits: z.strictObject({
      perishable: words,
      hygiene: words,
      custom: words,
      installed: words,
      electric: words,
      bulky: words,
    }),
    plain: words,
    freestanding: words,
    coded: words,
    weights: z.record(z.string(), range),
    fresh: z.array(
      z.strictObject({
        title: Bilingual,
        category: words,
        grams: z.int().positive(),
        price: z.int().positive(),
        facts: z.record(z.string(), Bilingual),
      }),
    ),
    faults: z.array(z.strictObject({ name: Bilingual, remedy: Bilingual, repair: z.boolean() })),
    gifts: z.array(named),
    materials: z.strictObject({ electric: z.array(named), other: z.array(named) }),
    installation: z.strictObject({
      steps: words,
      fee: z.int(),
      extras: z.array(z.tuple([Bilingual, Bilingual, z.int()])),
    }),
    warranty: z.strictObject({
      months: z.array(z.int()),
      covers: Bilingual,
      labour: z.int(),
      responseHours: z.array(z.int()),
    }),
    unreturnable: z.array(z.string()),
  })
  .parse(table('goods.yaml'));

/** Texts that are written in a store. */
export const WORDS = z
  .strictObject({
    events: z.record(ShipmentState, Bilingual),
    by: z.strictObject({ system: Bilingual, warehouse: Bilingual, courier: Bilingual }),
    reviews: z.record(z.string(), words),
    clip: Bilingual,
    clip_fact: Bilingual,
    promotion: z.strictObject({
      name: Bilingual,
      source: Bilingual,
      subsidy: Bilingual,
      subsidy_example: Bilingual,
      trade_in: Bilingual,
      members: Bilingual,
      threshold: Bilingual,
    }),
    coupon: z.strictObject({ platform: Bilingual, shop: Bilingual, product: Bilingual }),
    remarks: z.strictObject({
      delivery_time: Bilingual,
      special_request: Bilingual,
      carrier: Bilingual,
      expedite: Bilingual,
    }),
    hand_over: Bilingual,
  })
  .parse(table('words.yaml'));
