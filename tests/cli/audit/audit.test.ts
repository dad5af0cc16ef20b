import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type AuditOptions, audit } from '../../../cli/audit/audit.ts';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { AuditDocument } from '../../../schemas/audit.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { corrupted, type OpenRun } from '../../fixtures/corrupted-run.ts';
import { type FinishedFixture, finishedRun } from '../../fixtures/finished-run.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

let sound: FinishedFixture;
beforeAll(() => {
  sound = finishedRun();
});

function audited(folder: string, options: AuditOptions = {}, width = 100, colour = false) {
  let text = '';
  const code = audit(folder, options, { write: (part) => (text += part), width, colour });
  return { code, text };
}
const documentOf = (options: AuditOptions = {}, folder = sound.folder) =>
  AuditDocument.parse(JSON.parse(audited(folder, { ...options, json: true }).text));

test('a sound run shows each intent from planned to accepted, and ends with 0', () => {
  const { code, text } = audited(sound.folder);
  expect(code).toBe(0);
  expect(text).toMatch(/intent +planned +extract +validate +surplus +failed +accepted/);
  expect(text).toMatch(/coupon_budget +4 +-1 +-1 +-1 +0 +1\/1/);
  expect(text).toMatch(/review_driven +2 +0 +0 +0 +-1 +1\/1/);
  expect(text).toMatch(/total +6 +-1 +-1 +-1 +-1 +2\/2/);
  expect(text).toContain('Every planned task has one end, and ledger, splits and manifest agree.');
});

test('what was planned is what every stage took and what was accepted', () => {
  for (const { planned, accepted, surplus, failed, pending, stages } of documentOf().intents) {
    const taken = Object.values(stages as Record<string, number>).reduce((sum, count) => sum + count, 0);
    expect(planned).toBe(accepted + surplus + failed + pending + taken);
  }
});

test('rejections are counted by stage and code with their task and detail', () => {
  const { causes, rejected, matching } = documentOf();
  expect([rejected, matching]).toEqual([2, 2]);
  expect(causes).toMatchObject([
    {
      stage: 'extract',
      code: 'too_few_features',
      count: 1,
      examples: [{ id: sound.ids.unfit, detail: '1 of 8: details.Color' }],
    },
    { stage: 'validate', code: 'hidden_in_query', count: 1, examples: [{ id: sound.ids.leaky }] },
  ]);
});

/** A run whose first rejection stands there several times over, as other tasks. */
const many = (count: number) =>
  corrupted(sound, (run) => {
    for (let at = 0; at < count; at++) {
      const id = `copy-${at}`;
      run.rejected.push({ ...run.rejected[0], id, category: at % 2 === 0 ? 'Bags' : 'Boxes' });
      run.ledger.push({ ...run.ledger[1], id, wave: 3 });
      run.manifest.counts.coupon_budget.planned += 1;
      run.manifest.counts.coupon_budget.rejected += 1;
      run.manifest.counts.coupon_budget.codes.too_few_features += 1;
    }
  });

test('at most three examples stand for a cause, and the most frequent cause comes first', () => {
  const { causes, categories, problems } = documentOf({}, many(6));
  expect(problems.filter(({ promise }) => promise !== 'file_digest')).toEqual([]);
  expect(causes[0]).toMatchObject({ code: 'too_few_features', count: 7 });
  expect(causes[0]?.examples).toHaveLength(3);
  expect(categories).toEqual([
    { category: 'Bags', rejected: 5, codes: { too_few_features: 4, hidden_in_query: 1 } },
    { category: 'Boxes', rejected: 3, codes: { too_few_features: 3 } },
  ]);
});

test('rejections are counted by the fields of the requirements at fault, and of the facts that were dropped', () => {
  expect(documentOf().fields).toEqual([
    { field: 'Size', rejected: 2, codes: {}, dropped: { 'holds control characters': 2 } },
    { field: 'Closure', rejected: 1, codes: { hidden_in_query: 1 }, dropped: {} },
    { field: 'Material', rejected: 1, codes: { hidden_in_persona_noise: 1 }, dropped: {} },
  ]);
  const { text } = audited(sound.folder);
  expect(text).toContain('Closure (1): 1 hidden_in_query');
  expect(text).toContain('Size (2): 2 facts dropped (2 holds control characters)');
});

/** The run as it was built before, with one more sample lost. */
const worse = (folder = sound.folder) =>
  corrupted({ ...sound, folder }, (run) => {
    Object.assign(run.manifest.counts.coupon_budget, { accepted: 0, rejected: 3 });
    run.manifest.counts.coupon_budget.codes.too_few_features = 2;
    run.manifest.dataset_digest = 'e'.repeat(64);
  });

test('yields are shown beside those of the run named', () => {
  const { against } = documentOf({ against: worse() });
  expect(against?.intents[0]).toEqual({
    intent: 'coupon_budget',
    now: 0.5,
    before: 0.25,
    codes: [{ code: 'too_few_features', now: 0.25, before: 0.5 }],
  });
  expect(audited(sound.folder, { against: worse() }).text).toContain(
    'coupon_budget: 25.0% to 50.0% (+25.0 points); too_few_features 50.0% to 25.0%',
  );
});

test('without a name they are shown beside those of the run the folder held before, if there was one', () => {
  expect(documentOf().against).toBeNull();
  const folder = corrupted(sound, () => {});
  cpSync(join(worse(), 'manifest.json'), join(folder, '.work', 'previous.json'));
  expect(documentOf({}, folder).against?.intents[0]).toMatchObject({ now: 0.5, before: 0.25 });
});

test('a run of another family is nothing to compare with', () => {
  const other = corrupted(sound, (run) => {
    run.manifest.config.family = 'shoppingbench';
  });
  expect(() => audited(sound.folder, { against: other })).toThrow(
    /a run of shoppingbench; expected one of ecomagentbench/,
  );
});

test.each([
  [{ field: 'Closure' }, ['hidden_in_query']],
  [{ field: 'Size' }, ['too_few_features', 'hidden_in_query']],
  [{ field: 'Size', stage: 'extract' }, ['too_few_features']],
  [{ code: 'hidden_in_query' }, ['hidden_in_query']],
  [{ stage: 'extract' }, ['too_few_features']],
  [{ stage: 'extract', code: 'hidden_in_query' }, []],
  [{ intent: 'review_driven' }, []],
  [{ intent: 'coupon_budget', stage: 'validate' }, ['hidden_in_query']],
])('the filters %j let only these causes through: %j', (options, codes) => {
  const found = documentOf(options);
  expect(found.causes.map(({ code }: { code: string }) => code)).toEqual(codes);
  expect(found.matching).toBe(codes.length);
  expect(found.rejected).toBe(2);
  expect(audited(sound.folder, options).code).toBe(0);
});

test('a filter on one intent shows the funnel of that intent alone', () => {
  expect(documentOf({ intent: 'review_driven' }).intents.map(({ intent }: { intent: string }) => intent)).toEqual([
    'review_driven',
  ]);
});

test.each([
  [{ code: 'hidden_in_qury' }, /--code is "hidden_in_qury", .*expected one of hidden_in_query, too_few_features/],
  [{ field: 'Clousure' }, /--field is "Clousure", .*expected one of Closure, Material, Size/],
  [{ stage: 'extrakt' }, /--stage is "extrakt", .*expected one of extract, validate/],
  [{ intent: 'coupon' }, /--intent is "coupon", expected one of this run's: coupon_budget, review_driven/],
])('a filter that nothing in the run meets is a slip of the pen: %j', (options, sentence) => {
  expect(() => audited(sound.folder, options)).toThrow(ConfigError);
  expect(() => audited(sound.folder, options)).toThrow(sentence);
});

test('tasks that failed are named, since no split holds them', () => {
  expect(audited(sound.folder).text).toContain(`${sound.ids.failed}: stage_error in partition`);
});

test.each<[string, (run: OpenRun) => void, RegExp]>([
  [
    'a rejection is missing',
    (run) => {
      run.rejected.pop();
    },
    /ledger_and_splits: is rejected in ledger\.jsonl and missing from rejected\.jsonl/,
  ],
  [
    'a sample is missing',
    (run) => {
      run.accepted.pop();
    },
    /ledger_and_splits: is accepted in ledger\.jsonl and missing from accepted\.jsonl/,
  ],
  [
    'a task is missing',
    (run) => {
      run.ledger.pop();
    },
    /count_differs: review_driven: planned is 2 in the manifest and 1 in ledger\.jsonl/,
  ],
  [
    'a count is wrong',
    (run) => {
      run.manifest.counts.coupon_budget.surplus = 2;
    },
    /tasks_vanished: coupon_budget: 4 tasks were planned, 5 are accounted for/,
  ],
  [
    'a rejection has another code',
    (run) => {
      run.rejected[0].code = 'title_leak';
    },
    /its code is title_leak in rejected\.jsonl and too_few_features in ledger\.jsonl/,
  ],
])('a run that does not add up ends with 1 and a sentence: %s', (_what, change, sentence) => {
  const { code, text } = audited(corrupted(sound, change), {}, 1000);
  expect(code).toBe(1);
  expect(text).toMatch(sentence);
});

test.each([
  ['ledger.jsonl', '{"id": "x"', /ledger\.jsonl:7: is not JSON: .*; restore the file or build the run again/],
  ['rejected.jsonl', '{"id": "x"}\n', /rejected\.jsonl:3: "family": /],
  ['accepted.jsonl', 'null\n', /accepted\.jsonl:3: .*expected object/],
])('a broken line of %s is one sentence with its place', (name, line, sentence) => {
  const folder = corrupted(sound, () => {});
  appendFileSync(join(folder, name), line);
  expect(() => audited(folder)).toThrow(ConfigError);
  expect(() => audited(folder)).toThrow(sentence);
});

test('a line separator inside a text does not end a line', () => {
  const folder = corrupted(sound, (run) => {
    run.rejected[0].detail = 'a\u2028b\u0085c';
  });
  expect(readFileSync(join(folder, 'rejected.jsonl'), 'utf8')).toContain('\u2028');
  expect(audited(folder).text).toContain('a\\u{2028}b\\u{85}c');
});

test('a code that is the name of a method is counted like any other', () => {
  const folder = corrupted(sound, (run) => {
    run.rejected[0].code = run.ledger[1].code = 'constructor';
    run.manifest.counts.coupon_budget.codes = { constructor: 1, hidden_in_query: 1 };
  });
  expect(documentOf({}, folder)).toMatchObject({ causes: [{ code: 'constructor', count: 1 }, {}] });
});

test('a file that somebody changed since the run was written is named', () => {
  const folder = corrupted(sound, (run) => {
    (run.accepted[0] as { user_query: string }).user_query += ' Please.';
  });
  const named = documentOf({}, folder).problems.filter(({ promise }) => promise === 'file_digest');
  expect(named.map(({ where }) => where)).toEqual(['accepted.jsonl', 'splits/test.jsonl', 'agent/test.jsonl']);
});

test('no line is wider than the window, whatever the details say', () => {
  const details = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.lorem({ maxCount: 40 }));
  fc.assert(
    fc.property(details, fc.constantFrom(60, 100, 160, 40), (detail, width) => {
      const folder = corrupted(sound, () => {});
      const path = join(folder, 'rejected.jsonl');
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replace(JSON.stringify('1 of 8: details.Color'), () => JSON.stringify(detail)),
      );
      for (const line of audited(folder, {}, width).text.split('\n'))
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }),
    { numRuns: propertyRuns(40) },
  );
});

test('where no columns fit, every number stands with its name', () => {
  expect(audited(sound.folder, {}, 50).text.replace(/\s+/g, ' ')).toContain(
    'coupon_budget planned 4, extract -1, validate -1, surplus -1, failed 0, accepted 1/1',
  );
});

test('colour adds nothing but colour, and what the run says cannot steer the terminal', () => {
  const folder = corrupted(sound, (run) => {
    run.rejected[0].detail = '\u001b[2Jx\u202e\u0007';
  });
  expect(stripVTControlCharacters(audited(folder, {}, 100, true).text)).toBe(audited(folder).text);
  expect(audited(folder).text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
