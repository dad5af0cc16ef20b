import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { createProgress, type ProgressUpdate } from '../../../cli/terminal/progress.ts';

const ERASE = '\r\u001b[K';

function progressWith({ isTTY = true, colour = false, columns = 80 as number | undefined } = {}) {
  const written: string[] = [];
  const clock = { now: 0 };
  const stream = { columns, write: (text: string) => written.push(text) };
  const progress = createProgress(stream, { colour, isTTY, now: () => clock.now });
  const update = (over: Partial<ProgressUpdate> = {}) =>
    progress.update({ phase: 'build', done: 0, total: 100, detail: '', ...over });
  return { progress, update, written, clock, stream };
}

/** What a live line shows, without what paints it. */
const shownBy = (text: string | undefined) =>
  (text ?? '').replace(/^\r(?:\u001b7\u001b\[K(?:\u001b\[B\u001b\[K)+\u001b8|\u001b\[K)/, '').replace(/\r$/, '');

describe('in a terminal', () => {
  test('the line says the phase, the counts, the rate and the time left', () => {
    const { update, written, clock } = progressWith();
    update();
    for (; clock.now < 5000; clock.now += 100) update({ done: clock.now / 100 });
    update({ done: 50, total: 105, detail: 'coupon_budget' });
    expect(shownBy(written.at(-1))).toBe('⠋ build 50/105 47% 10/s 0:06 left coupon_budget');
  });

  test('the line is repainted at most 10 times a second, however often something happens', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 70 }), { maxLength: 200 }), (steps) => {
        const { update, written, clock } = progressWith();
        const paintedAt: number[] = [];
        for (const step of steps) {
          clock.now += step;
          const before = written.length;
          update({ done: clock.now });
          if (written.length > before) paintedAt.push(clock.now);
        }
        for (const [index, at] of paintedAt.entries()) {
          if (index > 0) expect(at - paintedAt[index - 1]!).toBeGreaterThanOrEqual(100);
        }
      }),
    );
  });

  test('the line is always narrower than the window, whatever its size and however it changes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ columns: fc.integer({ min: 1, max: 200 }), detail: fc.string({ unit: 'grapheme' }) })),
        (steps) => {
          const { update, written, clock, stream } = progressWith();
          for (const { columns, detail } of steps) {
            clock.now += 1000;
            stream.columns = columns;
            update({ done: clock.now / 500, total: 1e6, detail });
            expect(displayWidth(shownBy(written.at(-1)))).toBeLessThan(columns);
          }
        },
      ),
    );
  });

  test('a line said stands above the live one', () => {
    const { progress, update, written } = progressWith();
    update({ done: 1 });
    progress.say('raw/reviews.jsonl:1042: "rating" is "five"');
    expect(written.at(-1)).toBe(`${ERASE}raw/reviews.jsonl:1042: "rating" is "five"\n⠋ build 1/100 1%\r`);
  });

  test('closing clears the line, and nothing is painted after it', () => {
    const { progress, update, written, clock } = progressWith();
    update();
    progress.close();
    expect(written.at(-1)).toBe(ERASE);
    const before = written.length;
    clock.now = 10_000;
    update();
    progress.close();
    expect(written.length).toBe(before);
    progress.say('done');
    expect(written.at(-1)).toBe('done\n');
  });

  test('every row a shrunk window has wrapped the line into is erased, and no other', () => {
    const { update, written, clock, stream } = progressWith();
    update({ detail: 'x'.repeat(100) });
    stream.columns = 30;
    clock.now = 100;
    update();
    expect(written.at(-1)).toMatch(/^\r\u001b7\u001b\[K(?:\u001b\[B\u001b\[K){2}\u001b8⠙ build/);
  });

  test('a window whose size is unknown counts as 80 columns', () => {
    const { update, written } = progressWith({ columns: undefined });
    update({ detail: 'x'.repeat(100) });
    expect(displayWidth(shownBy(written[0]))).toBe(79);
  });

  test('a total that nobody knows gives neither a percentage nor a time left', () => {
    const { update, written, clock } = progressWith();
    update({ phase: 'ingest', total: null });
    clock.now = 1000;
    update({ phase: 'ingest', done: 5000, total: null });
    expect(shownBy(written.at(-1))).toBe('⠋ ingest 5,000 5,000/s');
  });

  test('a resumed run is timed from where it resumes', () => {
    const { update, written, clock } = progressWith();
    update({ done: 80 });
    for (; clock.now < 15_000; clock.now += 1000) update({ done: 80 + clock.now / 1000 });
    update({ done: 95 });
    expect(shownBy(written.at(-1))).toContain('1.0/s 0:05 left');
  });

  test('what is wrong now stands before all that a narrow window cuts', () => {
    const { update, written } = progressWith({ columns: 60 });
    update({
      done: 0,
      trouble: 'localhost:8000: ECONNREFUSED',
      spent: ['$0'],
      detail: '15 requests sent, none answered yet',
    });
    expect(shownBy(written[0])).toMatch(/^⠋ build 0\/100 0% localhost:8000: ECONNREFUSED \$0 15 /);
  });

  const LARGE = {
    counted: 'accepted',
    spent: ['21,419 calls', '$12.42 of $50.00'],
    troubles: ['3,011 reply_unusable', '4 no_partition'],
    detail: '3 batches with 1,200 requests under way, 940 planned',
  };

  test.each([
    [60, '⠋ build 40/100 accepted 40% 21,419 calls, $12.42 of $50.00'],
    [
      160,
      '⠋ build 40/100 accepted 40% 21,419 calls, $12.42 of $50.00 20/s 3,011 reply_unusable, 4 no_partition 3 batches with 1,200 requests under way, 940 planned',
    ],
  ])('what it costs and what goes wrong stand before what a window of %i columns cuts', (columns, line) => {
    const { update, written, clock } = progressWith({ columns });
    update();
    clock.now = 2000;
    update({ done: 40, ...LARGE });
    expect(shownBy(written.at(-1))).toBe(line);
  });

  test('what a model says of a fault cannot steer the terminal', () => {
    const { update, written } = progressWith();
    update({ troubles: ['\u001b[2J'] });
    expect(shownBy(written.at(-1))).toContain('\\u{1b}[2J');
  });

  test('no rate and no time left are told before something was made, however much was looked at', () => {
    const { update, written, clock } = progressWith();
    update({ done: 0, made: 0 });
    clock.now = 20_000;
    update({ done: 40, made: 0 });
    expect(shownBy(written.at(-1))).toBe('⠋ build 40/100 40%');
  });

  test('the rate is that of what was made, the time left that of what is not done', () => {
    const { update, written, clock } = progressWith();
    for (; clock.now < 10_000; clock.now += 500) update({ done: 70 + clock.now / 500, made: clock.now / 500 });
    update({ done: 90, made: 20 });
    expect(shownBy(written.at(-1))).toBe('⠋ build 90/100 90% 2.0/s 0:05 left');
  });

  test('each phase has its own rate', () => {
    const { update, written, clock } = progressWith();
    update({ phase: 'ingest', done: 0, total: null });
    clock.now = 1000;
    update({ phase: 'ingest', done: 50_000, total: null });
    clock.now = 2000;
    update({ phase: 'build', done: 0 });
    clock.now = 4000;
    update({ phase: 'build', done: 4 });
    expect(shownBy(written.at(-1))).toMatch(/ 2\.0\/s$/);
  });
});

describe('elsewhere', () => {
  test('a plain line comes at once and then at most every 5 seconds', () => {
    const { update, written, clock } = progressWith({ isTTY: false });
    for (; clock.now <= 12_000; clock.now += 50) update({ done: clock.now / 200 });
    expect(written).toEqual([
      'build: 0 of 100 (0%)\n',
      'build: 25 of 100 (25%), 5.0/s, 0:15 left\n',
      'build: 50 of 100 (50%), 5.0/s, 0:10 left\n',
    ]);
  });

  test('while nothing happens no line comes again', () => {
    const { update, written, clock } = progressWith({ isTTY: false });
    for (; clock.now <= 60_000; clock.now += 1000)
      update({ done: 3, made: 3, spent: ['$0.42'], detail: '1 batch with 16 requests under way' });
    expect(written).toEqual(['build: 3 of 100 (3%), $0.42, 1 batch with 16 requests under way\n']);
    update({ done: 4, made: 4, spent: ['$0.42'], detail: '1 batch with 16 requests under way' });
    expect(written).toHaveLength(2);
  });

  test('what counts and what stands beside it reads as one line of a log', () => {
    const { update, written } = progressWith({ isTTY: false });
    const spent = ['1,257 calls', 'no price known'];
    update({ done: 0, total: 8, counted: 'accepted', spent, troubles: ['93 reply_unusable'], detail: '96 planned' });
    expect(written).toEqual([
      'build: 0 of 8 accepted (0%), 1,257 calls, no price known, 93 reply_unusable, 96 planned\n',
    ]);
  });

  test('nothing is erased and nothing is coloured', () => {
    const { progress, update, written } = progressWith({ isTTY: false });
    update({ detail: 'coupon_budget' });
    progress.say('a line');
    progress.close();
    expect(written.join('')).toBe('build: 0 of 100 (0%), coupon_budget\na line\n');
  });
});

test('text from the catalog cannot steer the terminal', () => {
  const { progress, update, written } = progressWith({ isTTY: false });
  update({ detail: '\u001b[2J' });
  progress.say('\u001b[2J\nforged: all good');
  expect(written.join('')).toBe('build: 0 of 100 (0%), \\u{1b}[2J\n\\u{1b}[2J\\nforged: all good\n');
});
