import { expect, test } from 'vitest';
import { rehearsedTalks } from '../../../../families/shopsimulator/measurements/talk-rehearsal.ts';
import { SHOES, shoeTask } from '../../../fixtures/shop-tasks.ts';

test('the shopper tells what the bank asks about it, and nothing to idle talk and bags of keywords', () => {
  const samples = [...SHOES.keys()].slice(0, 6).map((at) => shoeTask(at, 'multi_turn'));
  const { on_topic: on, off_topic: off, content_free: idle, keyword_bags: bags } = rehearsedTalks(samples);
  expect(on.asked).toBeGreaterThan(50);
  expect(on.told / on.asked).toBeGreaterThanOrEqual(0.75);
  expect([off.told, idle.told, bags.told]).toEqual([0, 0, 0]);
});
