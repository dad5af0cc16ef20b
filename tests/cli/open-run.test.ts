import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { audit } from '../../cli/audit/audit.ts';
import { explain } from '../../cli/explain/explain.ts';
import { report } from '../../cli/report/write-report.ts';
import { verify } from '../../cli/verify/verify.ts';
import { laidOutEarlier } from '../fixtures/earlier-run.ts';
import { type FinishedOrders, finishedOrders } from '../fixtures/finished-orders.ts';
import { type FinishedFixture, finishedRun } from '../fixtures/finished-run.ts';

let runs: Record<'without splits' | 'with splits', (FinishedFixture | FinishedOrders) & { earlier: string }>;
beforeAll(async () => {
  const [one, other] = [finishedRun(), await finishedOrders()];
  runs = {
    'without splits': { ...one, earlier: laidOutEarlier(one.folder) },
    'with splits': { ...other, earlier: laidOutEarlier(other.folder) },
  };
});

let said: MockInstance<typeof process.stderr.write>;
beforeEach(() => {
  said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => said.mockRestore());

let text = '';
const output = { write: (part: string) => (text += part), width: 100, colour: false };
beforeEach(() => {
  text = '';
});
/** Each notice, without the breaks and colours of its window. */
const linesSaid = () =>
  said.mock.calls.map(([line]) => stripVTControlCharacters(String(line)).replace(/\s+/g, ' ').trim());

describe.each(['without splits', 'with splits'] as const)('a run of an earlier version, %s', (kind) => {
  test('is audited, and its files are named in one sentence', () => {
    const { earlier } = runs[kind];
    expect(audit(earlier, {}, output)).toBe(0);
    expect(text).toContain('ledger, splits and manifest agree');
    expect(linesSaid()).toEqual([
      `${earlier} was built by an earlier version of Cartwright and is read as it is: its samples are in splits/valid.jsonl, its rejections in splits/rejected.jsonl`,
    ]);
  });

  test('is verified', () => {
    const { earlier, catalog } = runs[kind];
    expect([verify(earlier, { catalog }, output), text]).toEqual([
      0,
      expect.stringContaining('all that verify checks'),
    ]);
    expect(linesSaid()).toHaveLength(1);
  });

  test('is explained, and the files that hold a sample are those it has', () => {
    const { earlier, ids, catalog } = runs[kind];
    const [id = ''] = Object.values(ids);
    expect(explain(earlier, id, output, { catalog })).toBe(0);
    expect(text).toMatch(/^accepted: in splits\/valid\.jsonl(?: and splits\/train\.jsonl)?$/m);
    expect(linesSaid()).toHaveLength(1);
  });

  test('gets its page', async () => {
    const { earlier } = runs[kind];
    expect([await report(earlier, output), text.split('\n')[0]]).toEqual([0, `${earlier}/report.html`]);
    expect(linesSaid()).toHaveLength(1);
  });
});

test('of a run of this version nothing is said', () => {
  expect(audit(runs['with splits'].folder, {}, output)).toBe(0);
  expect(linesSaid()).toEqual([]);
});
