import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openCatalog } from '../../../catalog/store.ts';
import { cachedCatalog, catalogOf } from '../../../pipeline/commands/find-catalog.ts';
import { openRun } from '../../../pipeline/commands/run-files.ts';
import { verify } from '../../../pipeline/commands/verify.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { corrupted, type FinishedFixture, finishedRun, type OpenRun, type Seal } from '../../fixtures/finished-run.ts';

let sound: FinishedFixture;
beforeAll(() => {
  sound = finishedRun();
});

/** Verifies a folder; the breaches are the lines printed before the last. */
function verified(folder: string, catalog = sound.catalog) {
  let text = '';
  const code = verify(folder, { catalog }, { write: (part) => (text += part), width: 100, colour: false });
  const lines = text.trimEnd().split('\n');
  return { code, breaches: lines.slice(0, -1), summary: lines.at(-1) ?? '' };
}

const COUPON = 0;
const REVIEW = 1;
const rubric = (run: OpenRun, sample: number, id: string) => run.valid[sample].rubrics.find((candidate: { id: string }) => candidate.id === id);
const evidence = (run: OpenRun, sample: number, id: string) => run.valid[sample].proof.rubrics.find((candidate: { rubric_id: string }) => candidate.rubric_id === id);
const answers = (run: OpenRun, sample: number) => run.valid[sample].proof.answer_set;
const swap = (list: unknown[], a: number, b: number) => {
  [list[a], list[b]] = [list[b], list[a]];
};

test('a run nobody touched holds, and says so in one line', () => {
  const { code, breaches, summary } = verified(sound.folder);
  expect(breaches).toEqual([]);
  expect(code).toBe(0);
  expect(summary).toMatch(/all that verify checks holds: 2 samples, 2 rejections and 6 tasks, against 9 products/);
});

test('writing the same records again changes nothing', () => {
  expect(verified(corrupted(sound, () => {})).code).toBe(0);
  expect(verified(corrupted(sound, () => {}, 'locks')).code).toBe(0);
});

type Corruption = readonly [what: string, seal: Seal, where: string | keyof FinishedFixture['ids'], promise: string, change: (run: OpenRun) => void];

/** What was done to the run, what was made to agree with it, and the breach that must be named. */
const CORRUPTIONS: readonly Corruption[] = [
  ['a word of a query is changed', 'nothing', 'splits/valid.jsonl', 'file_digest', (run) => { run.valid[COUPON].user_query += ' Thanks.'; }],
  ['a word of a query is changed and the files are sealed again', 'files', 'coupon', 'sample_digest', (run) => { run.valid[COUPON].user_query += ' Thanks.'; }],
  ['a rejection is reworded', 'nothing', 'splits/rejected.jsonl', 'file_digest', (run) => { run.rejected[0].detail = 'it was bad'; }],
  ['a rejection loses its evidence', 'files', 'unfit', 'rejection_unexplained', (run) => { run.rejected[0].detail = ''; }],
  ['the manifest names another seed', 'nothing', 'manifest.json', 'dataset_digest', (run) => { run.manifest.config.seed = 43; }],
  ['the manifest names another seed and is sealed again', 'files', 'coupon', 'provenance_differs', (run) => { run.manifest.config.seed = 43; }],
  ['an expected value is swapped', 'samples', 'coupon', 'lock_changed', (run) => { rubric(run, COUPON, 'r1').expected_value = 'Red'; }],
  ['an expected value is swapped and locked again', 'locks', 'coupon', 'target_fails', (run) => { rubric(run, COUPON, 'r1').expected_value = 'Red'; }],
  ['an expected value is none of the features', 'locks', 'coupon', 'feature_unknown', (run) => { rubric(run, COUPON, 'r1').expected_value = 'black'; }],
  ['a source is swapped', 'locks', 'coupon', 'withheld_count_differs', (run) => { rubric(run, COUPON, 'r4').info_source = 'persona'; }],
  ['the implicit rubrics are listed otherwise', 'samples', 'coupon', 'lock_changed', (run) => { run.valid[COUPON].implicit_rubric_ids = []; run.valid[COUPON].difficulty_metrics.implicit_count = 0; }],
  ['the voucher of the budget is changed', 'samples', 'coupon', 'lock_changed', (run) => { rubric(run, COUPON, 'r5').expected_value.voucher.steps[0].discount.off = 600; }],
  ['the voucher of the budget is changed and locked again', 'locks', 'coupon', 'voucher_differs', (run) => { rubric(run, COUPON, 'r5').expected_value.voucher.steps[0].discount.off = 600; }],
  ['the budget is more than the price', 'locks', 'coupon', 'voucher_not_needed', (run) => { rubric(run, COUPON, 'r5').expected_value.budget = 4500; }],
  ['a quoted review is reworded', 'samples', 'review', 'lock_changed', (run) => { evidence(run, REVIEW, 'r1').quotes[0].quote = 'The strap always slips.'; }],
  ['a quoted review is reworded and locked again', 'locks', 'review', 'target_fails', (run) => { evidence(run, REVIEW, 'r1').quotes[0].quote = 'The strap always slips.'; }],
  ['an opinion loses its quotes', 'samples', 'review', 'malformed_record', (run) => { delete evidence(run, REVIEW, 'r1').quotes; }],
  ['a rubric is removed', 'samples', 'coupon', 'lock_changed', (run) => { run.valid[COUPON].rubrics.splice(1, 1); }],
  ['a rubric is removed and the rest locked again', 'locks', 'coupon', 'withheld_count_differs', (run) => { run.valid[COUPON].rubrics.splice(3, 1); }],
  ['a rubric is removed everywhere but in the answer set', 'locks', 'coupon', 'answer_set_differs', (run) => {
    run.valid[COUPON].rubrics.splice(0, 1);
    run.valid[COUPON].proof.rubrics.splice(0, 1);
    run.valid[COUPON].implicit_rubric_ids = [];
    run.valid[COUPON].difficulty_metrics.implicit_count = 0;
    run.valid[COUPON].feature_partition.query_count -= 1;
  }],
  ['the noun phrase is removed', 'locks', 'coupon', 'entity_ungrounded', (run) => { run.valid[COUPON].rubrics.splice(5, 1); }],
  ['the noun phrase is another', 'locks', 'coupon', 'target_fails', (run) => { rubric(run, COUPON, 'r6').expected_value = 'Umbrella'; }],
  ['the words of the title are not in it', 'locks', 'coupon', 'entity_ungrounded', (run) => { rubric(run, COUPON, 'r6').title_span = 'Duffel Bag'; }],
  ['the lock is another than the ledger says', 'files', 'coupon', 'lock_changed', (run) => { run.ledger[0].lock_digest = '0'.repeat(64); }],
  ['the size of the answer set is wrong', 'samples', 'coupon', 'answer_set_differs', (run) => { answers(run, COUPON).size = 2; }],
  ['another product is listed as the answer', 'samples', 'coupon', 'answer_set_differs', (run) => { answers(run, COUPON).product_ids = ['P1']; }],
  ['the digest of the answer set is wrong', 'samples', 'coupon', 'answer_set_differs', (run) => { answers(run, COUPON).digest = '0'.repeat(64); }],
  ['the count without the persona is wrong', 'samples', 'coupon', 'withheld_count_differs', (run) => { answers(run, COUPON).without_persona += 1; }],
  ['the count without the clarification is wrong', 'samples', 'coupon', 'withheld_count_differs', (run) => { answers(run, COUPON).without_clarification += 1; }],
  ['the count of the query alone is wrong', 'samples', 'coupon', 'withheld_count_differs', (run) => { answers(run, COUPON).query_alone -= 1; }],
  ['the count of the noun phrase alone is wrong', 'samples', 'coupon', 'withheld_count_differs', (run) => { answers(run, COUPON).noun_phrase_alone -= 1; }],
  ['necessity is claimed wrongly', 'samples', 'coupon', 'withheld_count_differs', (run) => { answers(run, COUPON).both_hidden_sources_needed = false; }],
  ['what a rubric removes is wrong', 'samples', 'coupon', 'removed_count_differs', (run) => { evidence(run, COUPON, 'r3').removes = 7; }],
  ['the noun phrase is said to remove products', 'samples', 'coupon', 'removed_count_differs', (run) => { evidence(run, COUPON, 'r6').removes = 7; }],
  ['what the target states is invented', 'samples', 'coupon', 'evidence_differs', (run) => { evidence(run, COUPON, 'r2').target_states = ['Silk']; }],
  ['the proof says nothing of a rubric', 'samples', 'coupon', 'evidence_differs', (run) => { run.valid[COUPON].proof.rubrics.splice(2, 1); }],
  ['a value is excluded that no product states', 'locks', 'coupon', 'exclusion_of_nothing', (run) => { rubric(run, COUPON, 'r3').expected_value = ['Paisley']; }],
  ['the run asked for another number of answers', 'files', 'manifest.json', 'count_differs', (run) => { run.manifest.catalog.products = 10; }],
  ['a surface is not in the query', 'samples', 'coupon', 'surface_missing', (run) => { rubric(run, COUPON, 'r1').query_surface = 'As dark as night'; }],
  ['a surface is removed', 'samples', 'coupon', 'surface_missing', (run) => { delete rubric(run, COUPON, 'r1').query_surface; }],
  ['a hidden rubric is given a surface', 'samples', 'coupon', 'surface_missing', (run) => { rubric(run, COUPON, 'r2').query_surface = 'tote'; }],
  ['the target is not in the catalog', 'samples', 'coupon', 'unknown_product', (run) => { run.valid[COUPON].target_product.product_id = 'T9'; }],
  ['the target is another product', 'samples', 'coupon', 'target_fails', (run) => { run.valid[COUPON].target_product.product_id = 'P1'; }],
  ['the target is another product than the ledger says', 'samples', 'coupon', 'ledger_and_splits', (run) => { run.valid[COUPON].target_product.product_id = 'P1'; }],
  ['the title of the target is reworded', 'samples', 'coupon', 'target_record_differs', (run) => { run.valid[COUPON].target_product.title = 'Harbor Canvas Tote'; }],
  ['a detail of the target is changed', 'samples', 'coupon', 'target_record_differs', (run) => { run.valid[COUPON].target_product.details.Color = 'Red'; }],
  ['the raw line is another', 'samples', 'coupon', 'target_record_differs', (run) => { run.valid[COUPON].provenance.raw_line = 2; }],
  ['the raw details are another', 'samples', 'coupon', 'target_record_differs', (run) => { run.valid[COUPON].provenance.raw_details.pop(); }],
  ['the published budget is another', 'samples', 'coupon', 'voucher_differs', (run) => { run.valid[COUPON].voucher.budget = 41; }],
  ['the published voucher is removed', 'samples', 'coupon', 'voucher_differs', (run) => { run.valid[COUPON].voucher = null; }],
  ['a persona requirement is changed', 'samples', 'coupon', 'persona_requirement', (run) => { run.valid[COUPON].user_persona.product_requirements.material_need = 'Silk'; }],
  ['a persona avoids nothing any more', 'samples', 'coupon', 'persona_requirement', (run) => { delete run.valid[COUPON].user_persona.product_requirements.avoid_preferences; }],
  ['a slot is removed', 'samples', 'coupon', 'slot_missing', (run) => { run.valid[COUPON].clarification_script.clarification_slots = []; }],
  ['a slot answers for a rubric that is not there', 'samples', 'coupon', 'unknown_id', (run) => { run.valid[COUPON].clarification_script.clarification_slots[0].linked_rubric_ids = ['r9']; }],
  ['an implicit rubric is not there', 'locks', 'coupon', 'unknown_id', (run) => { run.valid[COUPON].implicit_rubric_ids = ['r9']; }],
  ['a count of the record is wrong', 'samples', 'coupon', 'count_differs', (run) => { run.valid[COUPON].feature_partition.query_count = 9; }],
  ['a sample is given another id', 'samples', 'coupon_budget-ffffffffff', 'id_differs', (run) => { run.valid[COUPON].id = run.ledger[0].id = 'ecomagentbench-coupon_budget-ffffffffff'; }],
  ['a rank is another', 'files', 'surplus', 'id_differs', (run) => { run.ledger[4].rank = '0'.repeat(64); }],
  ['a sample has a key no schema knows', 'samples', 'splits/valid.jsonl:1', 'malformed_record', (run) => { run.valid[COUPON].bonus = 1; }],
  ['a sample stands twice', 'files', 'coupon', 'split_repeats', (run) => { run.valid.push(structuredClone(run.valid[COUPON])); }],
  ['two samples share a target', 'files', 'coupon', 'near_duplicate', (run) => { run.valid.push(structuredClone(run.valid[COUPON])); }],
  ['a sample is dropped', 'files', 'coupon', 'ledger_and_splits', (run) => { run.valid.splice(0, 1); }],
  ['a rejection is dropped', 'files', 'unfit', 'ledger_and_splits', (run) => { run.rejected.splice(0, 1); }],
  ['a rejection has another code', 'files', 'unfit', 'ledger_and_splits', (run) => { run.rejected[0].code = 'title_leak'; }],
  ['a rejection was made by another stage', 'files', 'unfit', 'ledger_and_splits', (run) => { run.rejected[0].stage = 'validate'; }],
  ['a rejection stands twice', 'files', 'unfit', 'split_repeats', (run) => { run.rejected.push(run.rejected[0]); }],
  ['the rejections are reordered', 'files', 'splits/rejected.jsonl', 'split_order', (run) => { run.rejected.reverse(); }],
  ['the samples are reordered', 'files', 'splits/valid.jsonl', 'split_order', (run) => { run.valid.reverse(); }],
  ['the ledger is reordered', 'nothing', 'ledger.jsonl', 'file_digest', (run) => { swap(run.ledger, 3, 4); }],
  ['the ledger is reordered and sealed again', 'files', 'ledger.jsonl', 'ledger_order', (run) => { swap(run.ledger, 2, 3); }],
  ['a task vanishes from the ledger', 'files', 'manifest.json', 'count_differs', (run) => { run.ledger.splice(4, 1); }],
  ['a task stands twice in the ledger', 'files', 'surplus', 'ledger_repeats', (run) => { run.ledger.push(run.ledger[4]); }],
  ['a failed task is called surplus', 'files', 'failed', 'ledger_malformed', (run) => { run.ledger[5].status = 'surplus'; }],
  ['a rejected task is called surplus', 'files', 'leaky', 'ledger_and_splits', (run) => { Object.assign(run.ledger[3], { status: 'surplus', stage: null, code: null }); }],
  ['an accepted task is called pending', 'files', 'coupon', 'ledger_and_splits', (run) => { run.ledger[0].status = 'pending'; }],
  ['a planned task is not accounted for', 'files', 'manifest.json', 'tasks_vanished', (run) => { run.manifest.counts.coupon_budget.planned += 1; }],
  ['a rejection is counted under another code', 'files', 'manifest.json', 'count_differs', (run) => { run.manifest.counts.coupon_budget.codes = { hidden_in_query: 2 }; }],
  ['an intent has no counts', 'files', 'manifest.json', 'count_differs', (run) => { delete run.manifest.counts.review_driven; }],
  ['a digest is missing', 'nothing', 'ledger.jsonl', 'file_digest', (run) => { delete run.manifest.outputs['ledger.jsonl']; }],
  ['the manifest gives a digest of a file no run writes', 'files', 'manifest.json', 'unknown_file', (run) => { run.manifest.outputs['../../secret'] = '0'.repeat(64); }],
  ['a quarantined row vanishes', 'files', 'quarantine.jsonl', 'rows_vanished', (run) => { run.quarantine.pop(); }],
  ['a raw row vanishes', 'files', 'manifest.json', 'rows_vanished', (run) => { run.manifest.catalog.ingest.kept -= 1; }],
  ['a raw row of one file vanishes', 'files', 'manifest.json', 'rows_vanished', (run) => { run.manifest.catalog.files[0].kept -= 1; }],
];

describe('verify finds and names that', () => {
  test.each(CORRUPTIONS)('%s (sealed again: %s)', (_what, seal, where, promise, change) => {
    const { code, breaches } = verified(corrupted(sound, change, seal));
    const place = Object.hasOwn(sound.ids, where) ? sound.ids[where as keyof FinishedFixture['ids']] : where;
    expect(breaches.filter((line) => line.includes(place) && line.includes(`: ${promise}: `)), breaches.join('\n')).not.toEqual([]);
    expect(code).toBe(1);
  });
});

test('a sample that says its hidden sources do not both matter breaks a run that asked for it', () => {
  const change = (run: OpenRun) => {
    run.manifest.config.requireNecessity = true;
    answers(run, REVIEW).both_hidden_sources_needed = false;
  };
  expect(verified(corrupted(sound, change, 'samples')).breaches.join('\n')).toMatch(/review_driven-\w+: necessity_not_attained: /);
});

test('a file that ends in half a line is found, and the half line is never read as a record', () => {
  const folder = corrupted(sound, () => {});
  const path = join(folder, 'ledger.jsonl');
  truncateSync(path, readFileSync(path).length - 20);
  expect(verified(folder).breaches.join('\n')).toMatch(/ledger\.jsonl:6: malformed_record: is not JSON.*ends in the middle/);
});

test('a line that is not UTF-8 is found', () => {
  const folder = corrupted(sound, () => {});
  appendFileSync(join(folder, 'quarantine.jsonl'), Buffer.from([0x22, 0xff, 0x22, 0x0a]));
  expect(verified(folder).breaches.join('\n')).toContain('quarantine.jsonl:2: malformed_record: is not UTF-8');
});

test('any single changed bit of a split, the ledger or the quarantine is found', () => {
  const files = ['splits/valid.jsonl', 'splits/rejected.jsonl', 'ledger.jsonl', 'quarantine.jsonl'];
  const folder = mkdtempSync(join(tmpdir(), 'bit-'));
  cpSync(sound.folder, folder, { recursive: true });
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.nat(), fc.nat(7), (name, at, bit) => {
      const bytes = readFileSync(join(folder, name));
      const place = at % bytes.length;
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] as number) ^ (1 << bit);
      writeFileSync(join(folder, name), changed);
      expect(verified(folder).code).toBe(1);
      writeFileSync(join(folder, name), bytes);
    }),
    { numRuns: 60 },
  );
  expect(verified(folder).code).toBe(0);
});

test('what a sample says cannot steer the terminal', () => {
  const { breaches } = verified(corrupted(sound, (run) => { rubric(run, COUPON, 'r1').query_surface = '\u001b[2J\u202e'; }, 'samples'));
  expect(breaches.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.each([
  ['a folder that is not there', () => join(sound.folder, 'nowhere'), /is missing, expected a run folder/],
  ['a file', () => join(sound.folder, 'manifest.json'), /is a file; verify reads a run folder/],
  ['a folder without a run', () => mkdtempSync(join(tmpdir(), 'empty-')), /has no manifest\.json, expected the folder of a finished run/],
  ['an interrupted run', () => { const copy = corrupted(sound, () => {}); rmSync(join(copy, 'manifest.json')); return copy; }, /its run is not finished; run the same build:dataset command again/],
  ['a run without its ledger', () => { const copy = corrupted(sound, () => {}); rmSync(join(copy, 'ledger.jsonl')); return copy; }, /ledger\.jsonl is missing; restore it/],
  ['a manifest of something else', () => corrupted(sound, (run) => { run.manifest.counts = 3; }), /manifest\.json: "counts": /],
  ['a run of another family', () => corrupted(sound, (run) => { run.manifest.config.family = 'shoppingbench'; }), /is of the family shoppingbench, and verify knows ecomagentbench only/],
])('%s is one clear sentence', (_what, folder, sentence) => {
  expect(() => verified(folder())).toThrow(ConfigError);
  expect(() => verified(folder())).toThrow(sentence);
});

test('the catalog is found in the cache by its digest, and asked for where it is not there', () => {
  const run = openRun(sound.folder, 'verify');
  const cache = join(sound.catalog, '..');
  expect(cachedCatalog(run, cache)?.digest).toBe(run.manifest.catalog.digest);
  const empty = mkdtempSync(join(tmpdir(), 'cache-'));
  writeFileSync(join(empty, 'broken.db'), 'not a catalog');
  expect(cachedCatalog(run, empty)).toBeNull();
  expect(() => catalogOf(run, undefined, empty)).toThrow(/name it with --catalog <catalog\.db>/);
});

test('another catalog than the run was built from is refused', () => {
  const other = finishedRun().catalog;
  const folder = corrupted(sound, (run) => { run.manifest.catalog.digest = '0'.repeat(64); });
  expect(openCatalog(other).digest).toBe(openCatalog(sound.catalog).digest);
  expect(() => verified(folder)).toThrow(/expected the one .* was built from, 0000000000000000/);
});
