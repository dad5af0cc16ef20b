import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditPaths } from '../../../../cli/audit/audit.ts';
import { ConfigError } from '../../../../schemas/errors.ts';
import { type FinishedFixture, finishedRun } from '../../../fixtures/finished-run.ts';
import { folderWith, lines } from '../../../fixtures/raw-files.ts';
import { attribute, publishedSample, rubrics, script } from './published-samples.ts';

// biome-ignore lint/suspicious/noExplicitAny: samples are changed at will
type Json = any;

let sound: FinishedFixture;
let samples: Json[];
beforeAll(() => {
  sound = finishedRun();
  samples = readFileSync(join(sound.folder, 'accepted.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
});

async function linted(rows: readonly Json[], catalog?: string) {
  let text = '';
  const folder = folderWith({ 'samples.jsonl': lines(...rows) });
  const output = { write: (part: string) => (text += part), width: 100, colour: false };
  await auditPaths([`${folder}/samples.jsonl`], { json: true, catalog }, output);
  const { files } = JSON.parse(text);
  const counts = Object.fromEntries(files[0].counts.map((count: Json) => [count.code, count]));
  return { file: files[0], counts };
}

describe('a gate finds its defect in a foreign sample', () => {
  test.each<[string, Json]>([
    ['hidden_in_query', { user_query: 'A canvas tote as dark as night, please.' }],
    ['implicit_literal', { user_query: 'A black bag, please.' }],
    ['title_leak', { user_query: 'I want the Loft Bag.' }],
    ['hidden_in_other_slot', { clarification_script: script({ user_response: 'Lavender on canvas.' }) }],
    ['slot_value_absent', { clarification_script: script({ user_response: 'One that smells good.' }) }],
    ['slot_hedged', { clarification_script: script({ user_response: 'Lavender, if possible.' }) }],
    ['slot_keywords', { clarification_script: script({ trigger_keywords: ['lavender', 'smell', 'scent'] }) }],
    ['slot_unreachable', { clarification_script: script({ trigger_keywords: ['qwerty'] }) }],
    ['slot_false_trigger', { clarification_script: script({ trigger_keywords: ['budget'] }) }],
    ['slot_missing', { clarification_script: { clarification_slots: [] } }],
    ['duplicate_fact', { rubrics: rubrics(attribute('r7', 'Finish Type', 'Canvas', 'query')) }],
    ['implausible_value', { rubrics: rubrics(attribute('r7', 'Compatible Devices', '2019)', 'query')) }],
  ])('%s: %j', async (code, change) => {
    const { counts } = await linted([publishedSample(), publishedSample({ id: 's2', ...change })]);
    expect(counts[code].tasks).toMatchObject([{ line: 2, id: 's2' }]);
  });
});

test('a gate that reads what is not published is left out', async () => {
  const { counts } = await linted([publishedSample({ user_query: null })]);
  for (const code of [
    'hidden_in_query',
    'surface_missing',
    'persona_field',
    'entity_ungrounded',
    'slot_incomplete',
    'ambiguous_answer',
  ])
    expect([code, counts[code].of]).toEqual([code, 0]);
});

test('our own samples pass the gates they passed when they were built, with their catalog and without', async () => {
  for (const catalog of [undefined, sound.catalog]) {
    const { file, counts } = await linted(samples, catalog);
    expect(file).toMatchObject({ format: 'EComAgentBench', linted: 2, unreadable: [] });
    for (const code of [
      'hidden_in_query',
      'hidden_in_persona_noise',
      'surface_missing',
      'voucher_arithmetic',
      'persona_field',
      'persona_requirement',
      'target_fails',
      'unknown_product',
      'ambiguous_answer',
    ])
      expect([code, counts[code].found]).toEqual([code, 0]);
    expect(counts.persona_field.of).toBe(2);
    expect(counts.target_fails.of).toBe(catalog === undefined ? 0 : 18);
  }
});

test.each([
  ['INR', '₹', 0],
  ['USD', '$', 0],
  // The voucher takes off less than the text says.
  ['INR', '₹', 1, 150],
])('the price of a target is in the currency of its voucher: %s', async (currency, sign, found, off = 100) => {
  const sample = publishedSample({
    intent_category: 'coupon_budget',
    user_query: `A tote bag. I've got a store coupon that takes ${sign}${off} off orders of ${sign}500 or more, and I can't pay more than ${sign}450 after it.`,
    target_product: { title: 'Loft Bag', price: 520, main_category: 'Bags' },
    rubrics: rubrics({ ...attribute('r7', 'budget', null, 'query'), type: 'budget_match', field: 'budget' }),
    voucher: {
      ...{ voucher_type: 'shop', discount_type: 'fixed', threshold: 500, face_value: 100, budget: 450, currency },
    },
  });
  const { counts } = await linted([sample]);
  expect([counts.voucher_arithmetic.of, counts.voucher_arithmetic.found]).toEqual([1, found]);
});

test('a catalog shows targets that fail, answers beside them and products it does not hold', async () => {
  const change = (edit: (sample: Json) => void) => {
    const copy = structuredClone(samples[0]);
    edit(copy);
    return copy;
  };
  const fails = change((sample) => {
    sample.rubrics[1].expected_value = 'Leather';
  });
  const several = change((sample) => {
    sample.rubrics = sample.rubrics.filter(({ id }: Json) => ['r1', 'r6'].includes(id));
  });
  const strange = change((sample) => {
    sample.target_product.product_id = 'T9';
  });
  const { counts } = await linted([fails, several, strange], sound.catalog);
  expect(counts.target_fails.tasks).toMatchObject([{ line: 1 }]);
  expect(counts.ambiguous_answer.tasks).toMatchObject([{ line: 2 }]);
  expect(counts.unknown_product.tasks).toMatchObject([{ line: 3 }]);
});

test('a catalog that is none is one sentence', async () => {
  await expect(linted(samples, join(sound.folder, 'manifest.json'))).rejects.toThrow(ConfigError);
});
