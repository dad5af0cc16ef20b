import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Lint, lintFiles } from '../../cli/audit/foreign/files.ts';

/**
 * The 900 published ShoppingBench test tasks, linted. The counts are those of reference-systems 7.3 where both define a
 * thing alike; where they differ, each task that makes the difference was read, and the reason stands beside the count.
 */
const REAL = join(import.meta.dirname, '../../../shared/data/real/shoppingbench');
const present = existsSync(REAL);
if (!present) console.warn('published tasks are absent (../shared/data/real/shoppingbench): their tests are skipped');

const FILES = ['product', 'shop', 'voucher', 'web_simpleqa'];

let lint: Lint;
beforeAll(async () => {
  if (present) lint = await lintFiles(FILES.map((name) => join(REAL, `synthesize_${name}_test.jsonl.gz`)));
});

const countsOf = (code: string) => lint.files.map(({ counts }) => counts.find((count) => count.code === code)!);
/** What was found in each file, and in how many tasks. */
const foundIn = (code: string) => countsOf(code).map(({ found, tasks }) => [found, tasks.length]);
const lookedAt = (code: string) => countsOf(code).map(({ of }) => of);
const linesIn = (code: string, file: number) => countsOf(code)[file]!.tasks.map(({ line }) => line);
const figure = (file: number, name: string) => lint.files[file]!.figures.find((row) => row.name === name)?.value;

describe.skipIf(!present)('the published tasks', () => {
  test('are all read', () => {
    expect(lint.files.map(({ read, linted }) => [read, linted])).toEqual([
      [250, 250],
      [250, 250],
      [250, 250],
      [150, 150],
    ]);
    expect(lint.total).toMatchObject({ read: 900, linted: 900, unreadable: 0 });
  });

  test.each<[string, number[][]]>([
    [
      'title_only',
      [
        [11, 11],
        [0, 0],
        [3, 3],
        [0, 0],
      ],
    ],
    [
      'title_only_product',
      [
        [11, 11],
        [18, 18],
        [84, 70],
        [0, 0],
      ],
    ],
    [
      'titles_alike',
      [
        [0, 0],
        [19, 12],
        [5, 4],
        [0, 0],
      ],
    ],
    [
      'value_short',
      [
        [28, 26],
        [95, 62],
        [81, 59],
        [0, 0],
      ],
    ],
    [
      'bound_vacuous',
      [
        [4, 4],
        [5, 5],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'bound_low',
      [
        [10, 10],
        [33, 30],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'bound_wide',
      [
        [23, 23],
        [52, 50],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'price_untraced',
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'voucher_inconsistent',
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'voucher_text',
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'voucher_unneeded',
      [
        [0, 0],
        [0, 0],
        [18, 18],
        [0, 0],
      ],
    ],
    [
      'cap_idle',
      [
        [0, 0],
        [0, 0],
        [71, 71],
        [0, 0],
      ],
    ],
    [
      'near_duplicate',
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'keyword_untitled',
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
  ])('have as many %s as the reference counts: %j', (code, counts) => expect(foundIn(code)).toEqual(counts));

  test('repeat targets as the reference counts them: 6 within the web file, one of them thrice, and 25 across files', () => {
    expect(foundIn('target_reused')).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [7, 7],
    ]);
    expect(foundIn('target_shared')).toEqual([
      [0, 0],
      [0, 0],
      [25, 13],
      [0, 0],
    ]);
    // Its 28 repeated titles are these 25 products and three pairs of equal titles within shop tasks.
    expect(foundIn('title_reused').flat()).toEqual(Array(8).fill(0));
    const equal = countsOf('titles_alike')[1]!.tasks.filter(({ found }) =>
      found.some((pair) => pair.startsWith('1.00')),
    );
    expect(equal.map(({ line }) => line)).toEqual([28, 84, 115]);
  });

  test('have a value without a trace in 60 tasks, where the reference has 143: the others are only spelt otherwise', () => {
    expect(lookedAt('value_untraced')).toEqual([562, 1605, 1594, 0]);
    expect(foundIn('value_untraced')).toEqual([
      [15, 14],
      [25, 24],
      [29, 22],
      [0, 0],
    ]);
    // "10pcs" asked for as a pack of 10, "int:l" as large, "organic: yes" as organic, "bag" as bags.
    for (const line of [15, 43, 183, 3]) expect(linesIn('value_untraced', 0)).not.toContain(line);
    // The only three of which a reader finds nothing in any words.
    expect(linesIn('value_untraced', 1)).toContain(25);
    expect(linesIn('value_untraced', 2)).toEqual(expect.arrayContaining([48, 138]));
  });

  test('reword a value in 320 tasks, where the reference has 322', () => {
    expect(foundIn('value_reworded')).toEqual([
      [81, 66],
      [205, 122],
      [239, 132],
      [0, 0],
    ]);
  });

  test('ask for every service, where the reference misses three: each is asked for in other words', () => {
    expect(lookedAt('service_untraced')).toEqual([103, 288, 290, 0]);
    expect(foundIn('service_untraced').flat()).toEqual(Array(8).fill(0));
  });

  test('have 165 values that say nothing, where the reference, which does not give its list, has 169', () => {
    expect(foundIn('noise_value')).toEqual([
      [22, 21],
      [83, 58],
      [60, 51],
      [0, 0],
    ]);
  });

  test('never ask for one shop with any of 121 shop vouchers, where the reference has two that do', () => {
    // They are "the same brand" of one product (line 32) and "trusted sellers", who are several (line 73).
    expect(lookedAt('shop_condition_unsaid')).toEqual([0, 0, 121, 0]);
    expect(foundIn('shop_condition_unsaid')[2]).toEqual([121, 121]);
  });

  test('repeat a key 9 times, where the reference has 8: one is "color family" and "color_family"', () => {
    expect(foundIn('fact_twice')).toEqual([
      [0, 0],
      [1, 1],
      [3, 3],
      [0, 0],
    ]);
    expect(foundIn('key_conflict')).toEqual([
      [0, 0],
      [3, 3],
      [2, 2],
      [0, 0],
    ]);
    expect(linesIn('key_conflict', 2)).toEqual([124, 194]);
  });

  test('have 31 short keywords, where the reference has 30: "1977 " is one behind its space', () => {
    expect(foundIn('keyword_short')[3]).toEqual([31, 31]);
    expect(linesIn('keyword_short', 3)).toContain(26);
  });

  test('reuse 7 keywords 8 times, where the reference has 6: "1977 " is 1977', () => {
    expect(foundIn('keyword_reused')[3]).toEqual([8, 8]);
    expect(countsOf('keyword_reused')[3]!.tasks.find(({ line }) => line === 145)?.found[0]).toBe('1977, as in line 26');
  });

  test('give 15 answers away, where the reference has 13: two stand in the question in the plural', () => {
    expect(foundIn('keyword_in_question')[3]).toEqual([15, 15]);
    expect(linesIn('keyword_in_question', 3)).toEqual(expect.arrayContaining([16, 92]));
  });

  test('hold one keyword in the title by chance: June 3 in June 30', () => {
    expect(countsOf('keyword_within_word')[3]!.tasks).toMatchObject([{ line: 41 }]);
  });

  test.each([
    ['target products', [250, 736, 714, 150]],
    ['scored constraints per task, mean', [4.39, 12.68, 10.39, undefined]],
    ['scored constraints per task, fewest', [1, 3, 1, undefined]],
    ['scored constraints per task, most', [13, 39, 34, undefined]],
    ['words per query, mean', [17.37, 60.1, 89.54, 32.61]],
    ['share of title words in the query, mean', [0.24, 0.35, 0.36, undefined]],
    ['prices with an upper bound only', [undefined, undefined, undefined, undefined]],
    ['prices with a lower bound only', [118, 353, undefined, undefined]],
    ['price ranges', [65, 189, undefined, undefined]],
    ['budget above the price after the voucher, median share', [undefined, undefined, 0.05, undefined]],
    ['budgets within 1% of it', [undefined, undefined, 17, undefined]],
  ])('have the figures of the reference: %s %j', (name, values) => {
    const rounded = FILES.map((_, file) => {
      const value = figure(file, name);
      return value === undefined ? undefined : Math.round(value * 100) / 100;
    });
    expect(rounded).toEqual(values);
  });

  test('range from a bound to 3.26 times it in the median, as the reference has it', () => {
    const median = lint.total.figures.find(({ name }) => name === 'end of a range by its start, median')?.value;
    expect(median).toBeCloseTo(3.26, 2);
  });
});
