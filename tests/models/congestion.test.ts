import { expect, test } from 'vitest';
import { Congestion } from '../../models/congestion.ts';

const NOTHING = { retryAfterMs: null, lastMinute: 0, knownPerMinute: null };

/** Requests of ten a second from `from` to `to`, all of them answered well. */
function tenASecond(congestion: Congestion, from: number, to: number): void {
  for (let now = from; now < to; now += 100) {
    congestion.started(now);
    congestion.replied(now, now + 50, null);
  }
}

test('the first 429 takes the rate down at once', () => {
  const congestion = new Congestion();
  tenASecond(congestion, 0, 10_000);
  expect(congestion.perMinute).toBeNull();
  congestion.limited(9_900, 10_000, NOTHING);
  expect(congestion.perMinute).toBeCloseTo(420, -1);
});

test('before enough went out to tell the rate, one 429 does not bring everything to a crawl', () => {
  const congestion = new Congestion();
  congestion.started(0);
  congestion.limited(0, 50, NOTHING);
  expect(congestion.perMinute).toBe(420);
});

test('the rest of the burst changes nothing', () => {
  const congestion = new Congestion();
  tenASecond(congestion, 0, 10_000);
  congestion.limited(9_900, 10_000, NOTHING);
  const { perMinute } = congestion;
  for (let index = 0; index < 50; index++) congestion.limited(9_950, 10_100 + index, NOTHING);
  expect(congestion.perMinute).toBe(perMinute);
});

test('429s to requests that started under the lower rate take it down again as soon as they are not few', () => {
  const congestion = new Congestion();
  tenASecond(congestion, 0, 10_000);
  congestion.limited(9_900, 10_000, NOTHING);
  const first = congestion.perMinute!;
  for (let index = 1; index <= 3; index++) congestion.limited(10_000 + index, 10_100 + index, NOTHING);
  expect(congestion.perMinute).toBe(first);
  congestion.limited(10_004, 10_104, NOTHING);
  expect(congestion.perMinute).toBeLessThan(first);
});

test('however many 429s come, requests do not stop for good', () => {
  const congestion = new Congestion();
  for (let now = 0; now < 100_000; now += 100) congestion.limited(now, now + 50, NOTHING);
  expect(congestion.perMinute).toBe(6);
});

test('the rate climbs back with replies, not with time', () => {
  const congestion = new Congestion();
  tenASecond(congestion, 0, 10_000);
  congestion.limited(9_900, 10_000, NOTHING);
  const cut = congestion.perMinute!;
  congestion.felt(100_000);
  congestion.replied(99_000, 100_000, null);
  expect(congestion.perMinute! / cut).toBeLessThan(1.5);
});

test('it climbs quickly at first and carefully near where it was cut', () => {
  const congestion = new Congestion();
  tenASecond(congestion, 0, 10_000);
  congestion.limited(9_900, 10_000, NOTHING);
  const cut = congestion.perMinute!;
  const at: number[] = [];
  for (let second = 0; second < 30; second++) {
    congestion.felt(10_000 + second * 1_000);
    tenASecond(congestion, 10_000 + second * 1_000, 11_000 + second * 1_000);
    at.push(congestion.perMinute! / cut);
  }
  expect(at[9]).toBeGreaterThan(1.3);
  expect(at[29]! - at[14]!).toBeLessThan(0.1);
});

test('back at what the limits allow it no longer counts', () => {
  const congestion = new Congestion();
  tenASecond(congestion, 0, 10_000);
  congestion.limited(9_900, 10_000, { ...NOTHING, knownPerMinute: 588 });
  expect(congestion.perMinute).toBeCloseTo(588 * 0.7, 0);
  for (let now = 10_000; now < 200_000; now += 500) {
    congestion.felt(now);
    congestion.replied(now, now + 50, 588);
  }
  expect(congestion.perMinute).toBeNull();
});

test('a rate nobody has to wait for is forgotten', () => {
  const congestion = new Congestion();
  congestion.limited(0, 100, NOTHING);
  congestion.replied(200, 5_000, null);
  expect(congestion.perMinute).not.toBeNull();
  congestion.replied(200, 10_200, null);
  expect(congestion.perMinute).toBeNull();
});

test('a long wait that is asked for tells of a used-up minute: its requests were the limit', () => {
  const congestion = new Congestion();
  for (let now = 0; now < 2_000; now += 10) congestion.started(now);
  congestion.limited(1_900, 2_000, { retryAfterMs: 58_000, lastMinute: 200, knownPerMinute: null });
  expect(congestion.perMinute).toBe(140);
});

test('429s that come once in a while at any rate do not bring it to a standstill', () => {
  const congestion = new Congestion();
  let now = 0;
  for (let index = 0; now < 600_000; index++) {
    now += 60_000 / Math.min(congestion.perMinute ?? 600, 600);
    congestion.started(now);
    congestion.felt(now);
    if (index % 30 === 29) congestion.limited(now, now + 5, NOTHING);
    else congestion.replied(now, now + 5, null);
  }
  expect(congestion.perMinute ?? 600).toBeGreaterThan(300);
});

test('a rate that was a burst is no measure of noise: 429s well below it still count, few as they are', () => {
  const congestion = new Congestion();
  for (let now = 0; now < 1_000; now += 40) {
    congestion.started(now);
    congestion.replied(now, now, null);
  }
  congestion.limited(990, 1_000, NOTHING);
  const burst = congestion.perMinute!;
  tenASecond(congestion, 1_000, 8_000);
  expect(congestion.perMinute).toBeGreaterThan(burst);
  congestion.limited(7_900, 8_000, NOTHING);
  expect(congestion.perMinute).toBeLessThan(burst);
});
