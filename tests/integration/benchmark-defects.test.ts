import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { worldOf } from '../../cli/find-world.ts';
import { EcomagentbenchSample } from '../../families/ecomagentbench/sample.ts';
import { openRun } from '../../pipeline/folder/run-files.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';
import { FULL_SIZE, fullRunOf } from '../fixtures/built-run.ts';
import { unprovenAnswers } from './defects/answers.ts';
import { hollowExclusions, loosePhrases, missingClues, missingConstraints } from './defects/contract.ts';
import { idleTerms, mistakenTiers, schemesOf, strangeAmounts, wrongArithmetic } from './defects/coupons.ts';
import {
  brokenScripts,
  falseTriggers,
  inventedRequirements,
  looseAnswers,
  publishedFalseTriggers,
  QUESTIONS,
  weakKeywords,
} from './defects/dialogue.ts';
import {
  halfLeaks,
  namedTargets,
  personaLeaks,
  queryLeaks,
  repeatedFacts,
  slotLeaks,
  titleLeaks,
} from './defects/leaks.ts';
import { noiseValues, plantedExclusions, plantedValues, transparentClues, weakEntities } from './defects/noise.ts';
import { weakOpinions } from './defects/opinions.ts';
import { RawCatalog } from './defects/raw-catalog.ts';
import { type Counter, fieldNameOf, type Sample } from './defects/sample-parts.ts';
import { SPOILED, spoilOne } from './defects/spoiled.ts';
import { genderedMismatches, nearDuplicates, openingOf, sharesOf, verbatimCopies } from './defects/style.ts';

/**
 * Builds 200 samples from the bundled catalog once and counts the defects that the published benchmark has
 * (reference-systems 7.2, S1 to S12). The counters read the published lines and the raw rows and share no code with the
 * gates; what the gates overlook, they may see. Each counter is shown a spoiled sample too, so that none is blind.
 */
const PER_INTENT = FULL_SIZE.ecomagentbench;
const INTENTS = [
  'product_search',
  'knowledge_reasoning',
  'rating_quality',
  'feature_combination',
  'negative_constraint',
  'use_case_scenario',
  'coupon_budget',
  'review_driven',
];
const PUBLISHED_KEYS = `id intent_category user_query user_persona clarification_script target_product rubrics
  implicit_rubric_ids difficulty_metrics generation_artifacts extracted_features feature_partition voucher
  validation_passed validation_issues judge_passed judge_issues sample_status`.split(/\s+/);

type Counts = Record<'planned' | 'accepted' | 'rejected' | 'surplus' | 'failed' | 'pending', number>;
type FileCounts = Record<'read' | 'kept' | 'merged' | 'quarantined', number>;

const catalog = new RawCatalog();

let samples: Sample[] = [];
let vocabulary: ReadonlyMap<string, ReadonlySet<string>> = new Map();

let root = '';
const fileOf = (...path: string[]) => readFileSync(join(root, 'ecomagentbench', ...path), 'utf8');
const linesOf = <Line>(...path: string[]): Line[] =>
  fileOf(...path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

beforeAll(async () => {
  root = await fullRunOf('ecomagentbench');
  samples = linesOf('accepted.jsonl');
  addTitleStated();
  vocabulary = catalog.vocabulary(new Set(samples.flatMap(({ rubrics }) => rubrics.map(fieldNameOf))));
});

/** What titles are trusted to state is learned from the whole catalog: taken from it, where the titles hold the words. */
function addTitleStated(): void {
  const run = openRun(join(root, 'ecomagentbench'), 'verify');
  const built = worldOf(run, catalogWorld, undefined, join(root, 'out', '.catalogs'));
  for (let row = 0; row < built.size; row++) {
    const { id, details } = built.productByRow(row);
    for (const [field, { raw }] of Object.entries(details))
      for (const { value, statedIn } of raw) if (statedIn === 'title') catalog.addTitleStated(id, field, value);
  }
  built.close();
}

/** At most a screenful of what a counter found. */
const shown = (found: readonly string[]) => [
  ...found.slice(0, 12),
  ...(found.length > 12 ? [`and ${found.length - 12} more`] : []),
];

const COUNTERS: readonly (readonly [kind: string, sentence: string, counter: () => Counter])[] = [
  ['S1', 'every intent has its clues, and no clue says its value', () => missingClues],
  ['S2', 'every exclusion names real alternatives and removes a near miss', () => hollowExclusions(catalog)],
  ['S3', 'every intent has the requirement it is named for', () => missingConstraints],
  ['S4', 'no question about nothing opens a slot under the published matcher', () => publishedFalseTriggers],
  ['S4', 'no question about nothing opens a slot under our matcher', () => falseTriggers],
  ['S4', 'keywords are three or more, specific, and give no value away', () => weakKeywords],
  ['S5', 'every clarification requirement has its slot', () => brokenScripts],
  ['S5', 'every answer states its value once, word for word, without a hedge', () => looseAnswers],
  ['S5', 'no answer asks for more than its own requirement', () => inventedRequirements(vocabulary)],
  ['S6', 'no query says a hidden value', () => queryLeaks],
  ['S6', 'no query half gives a hidden value away', () => halfLeaks],
  ['S6', 'no persona says a scored value outside its requirements', () => personaLeaks],
  ['S6', 'no slot says the value of another', () => slotLeaks],
  ['S6', 'no title of a target gives a hidden value away', () => titleLeaks],
  ['S6', 'no query names its target', () => namedTargets],
  ['S7', 'no fact is scored twice', () => repeatedFacts],
  ['S8', 'no scored value is a fragment, a placeholder, a code, a sentence or in another language', () => noiseValues],
  ['S8', 'no scored value is noise that the sample planted', () => plantedValues(catalog)],
  ['S8', 'no excluded value is stated by planted noise alone', () => plantedExclusions(catalog)],
  ['S9', 'every noun phrase is a specific one of the title, without its brand', () => weakEntities(catalog)],
  ['S9', 'every clue keeps the words and the letters of its value to itself', () => transparentClues],
  ['S9', 'every query requirement has its words in the query', () => loosePhrases(catalog)],
  ['S10', 'every voucher is needed and adds up from its own fields', () => wrongArithmetic(catalog)],
  ['S10', 'every amount of a voucher is a whole one and stands in the query', () => strangeAmounts(catalog)],
  ['S10', 'every cap, tier and coupon decides about a product of the same noun', () => idleTerms(catalog)],
  ['S10', 'every target has to be judged by the tier it reaches', () => mistakenTiers(catalog)],
  ['S11', 'opinions are praise of two kinds, quoted word for word from good reviews', () => weakOpinions(catalog)],
  ['S12', 'no two queries are nearly one text', () => nearDuplicates],
  ['S12', 'no shopper asks for what is made for another gender', () => genderedMismatches],
  [
    'proof',
    'the target alone answers, and a second reading counts what the proof counts',
    () => unprovenAnswers(catalog),
  ],
];

describe('the defects of the published benchmark do not occur', () => {
  test.each(COUNTERS)('%s: %s', (_kind, _sentence, counter) => {
    expect(shown(counter()(samples))).toEqual([]);
  });
});

describe('no counter is blind', () => {
  test.each(SPOILED.map((spoiling) => [spoiling[0], spoiling] as const))('%s is counted', (_, spoiling) => {
    const known = { catalog, vocabulary };
    expect(spoiling[1](known)([spoilOne(samples, known, spoiling)])).not.toEqual([]);
  });
});

describe('style and diversity', () => {
  test('S12: no city has more than 5 % of the shoppers', () => {
    const [city] = sharesOf(samples, ({ user_persona: persona }) => persona.demographics.location);
    expect(city?.[1], city?.[0]).toBeLessThanOrEqual(0.05);
  });

  test('S12: shoppers pay in at least six ways, none of them used by more than 20 %', () => {
    const ways = sharesOf(samples, ({ user_persona: persona }) => persona.shopping_habits.payment_method);
    expect(ways.length).toBeGreaterThanOrEqual(6);
    expect(ways[0]?.[1], ways[0]?.[0]).toBeLessThanOrEqual(0.2);
  });

  test('S12: fewer than 40 % of the explicit values are copies of several words, letter for letter', () => {
    const { explicit, copied } = verbatimCopies(samples);
    expect(explicit).toBeGreaterThan(samples.length);
    expect(copied / explicit).toBeLessThan(0.4);
  });

  test('S12: no more than 5 % of the queries begin with the same six words', () => {
    const [opening] = sharesOf(samples, openingOf);
    expect(opening?.[1], opening?.[0]).toBeLessThanOrEqual(0.05);
  });

  test('S10: tiered and stacked vouchers occur beside simple ones', () => {
    const schemes = schemesOf(samples);
    expect(Object.keys(schemes).sort()).toEqual(['fixed', 'percentage', 'stacked', 'tiered']);
    expect(Math.max(...Object.values(schemes)) / PER_INTENT, JSON.stringify(schemes)).toBeLessThanOrEqual(0.6);
  });
});

describe('the make-up of the benchmark', () => {
  test('every intent has its 25 samples', () => {
    const counts = sharesOf(samples, ({ intent_category: intent }) => intent);
    expect(Object.fromEntries(counts.map(([intent, share]) => [intent, Math.round(share * samples.length)]))).toEqual(
      Object.fromEntries(INTENTS.map((intent) => [intent, PER_INTENT])),
    );
  });

  test('every line is a sample of the published form, its keys in the published order', () => {
    for (const sample of samples) {
      expect(EcomagentbenchSample.safeParse(sample).error?.issues ?? []).toEqual([]);
      expect(Object.keys(sample).slice(0, PUBLISHED_KEYS.length)).toEqual(PUBLISHED_KEYS);
    }
  });

  test('no product is the target of two samples, and no id is used twice', () => {
    expect(new Set(samples.map(({ target_product: { product_id: id } }) => id)).size).toBe(samples.length);
    expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length);
  });

  test('no main category has more than 20 % of the targets', () => {
    const [category] = sharesOf(samples, ({ target_product: target }) => target.main_category);
    expect(category?.[1], category?.[0]).toBeLessThanOrEqual(0.2);
  });

  test('a sample has 9 to 11 requirements on average, as published', () => {
    const mean = samples.reduce((sum, { rubrics }) => sum + rubrics.length, 0) / samples.length;
    expect(mean).toBeGreaterThanOrEqual(9);
    expect(mean).toBeLessThanOrEqual(11);
  });

  test.each([
    ['query', 0.55, 0.65],
    ['persona', 0.17, 0.23],
    ['clarification', 0.17, 0.23],
  ] as const)('the %s holds its published share of the requirements', (source, least, most) => {
    const all = samples.flatMap(({ rubrics }) => rubrics);
    const share = all.filter(({ info_source }) => info_source === source).length / all.length;
    expect(share).toBeGreaterThanOrEqual(least);
    expect(share).toBeLessThanOrEqual(most);
  });

  test('in 95 % of the samples or more, both hidden sources are needed to find the target', () => {
    const needed = samples.filter(
      ({ proof: { answer_set: set } }) => set.without_persona > set.size && set.without_clarification > set.size,
    );
    expect(needed.length / samples.length).toBeGreaterThanOrEqual(0.95);
  });
});

describe('nothing vanishes', () => {
  test('every planned task has one end, and every end is on record', () => {
    const { counts } = JSON.parse(fileOf('manifest.json')) as { counts: Record<string, Counts> };
    const ledger = linesOf<{ id: string; status: string; intent: string }>('ledger.jsonl');
    const rejected = linesOf<{ id: string }>('rejected.jsonl').map(({ id }) => id);
    for (const [intent, { planned, accepted, rejected: refused, surplus, failed, pending }] of Object.entries(counts)) {
      expect({ intent, planned }).toEqual({ intent, planned: accepted + refused + surplus + failed + pending });
      expect({ intent, failed, pending }).toEqual({ intent, failed: 0, pending: 0 });
      expect(ledger.filter((line) => line.intent === intent).length).toBe(planned);
    }
    const ended = (status: string) => ledger.filter((line) => line.status === status).map(({ id }) => id);
    expect(new Set(ledger.map(({ id }) => id)).size).toBe(ledger.length);
    expect(ended('accepted')).toEqual(samples.map(({ id }) => id));
    expect(ended('rejected')).toEqual(rejected);
  });

  test('every raw row is kept, merged or quarantined with a reason', () => {
    const { catalog: read } = JSON.parse(fileOf('manifest.json')) as {
      catalog: { files: FileCounts[]; products: number };
    };
    const quarantine = linesOf<{ reason: string }>('quarantine.jsonl');
    const sum = (key: keyof FileCounts) => read.files.reduce((total, file) => total + file[key], 0);
    expect(sum('read')).toBe(catalog.rows);
    expect(sum('read')).toBe(sum('kept') + sum('merged') + sum('quarantined'));
    expect(quarantine.length).toBe(sum('quarantined'));
    expect(quarantine.every(({ reason }) => reason !== '')).toBe(true);
    expect(read.products).toBe(catalog.products.size);
  });
});

test('the questions about nothing are enough, and short enough to be asked', () => {
  const questions = Object.values(QUESTIONS).flat();
  expect(new Set(questions).size).toBeGreaterThanOrEqual(25);
  expect(questions.filter(({ length }) => length > 100)).toEqual([]);
});
