import { expect, test } from 'vitest';
import type { Rubric } from '../../../../shopping/kinds/index.ts';
import { slotValueAbsent } from '../../../../stages/gates/slots/slot-value-absent.ts';
import { answered, bound, exclusion, wish } from '../../../fixtures/slots.ts';

const matte = wish('r1', 'Finish Type', 'Matte');
const feature = wish('r1', 'Special Feature', 'Noise Cancelling');
const both = wish('r1', 'Special Feature', ['Foldable', 'Backlit']);
const rated = bound('r1', 'average_rating', { min: 4.5 });
const cheap = bound('r1', 'price', { max: 1250 });
const codes = (rubric: Rubric, response: string) =>
  slotValueAbsent.check(answered(rubric, response)).map(({ code }) => code);

test.each<[Rubric, string]>([
  [matte, 'The finish has to be matte.'],
  [feature, 'The special feature I need is Noise-Cancelling.'],
  [both, 'It must be Foldable and Backlit.'],
  [exclusion('r1', 'Finish Type', ['Matte', 'Glossy']), 'Neither Matte nor Glossy.'],
  [wish('r1', 'Screen Size', '15.6 Inches'), 'The screen has to measure 15.6".'],
  [wish('r1', 'Shape', '圆形'), 'The shape has to be 圆形.'],
  [wish('r1', 'Shape', 'L-Shape'), 'The shape has to be L-Shape.'],
  [rated, 'It has to be rated at least 4.5 stars.'],
  [cheap, 'I will pay no more than $1,250.'],
  [bound('r1', 'price', { min: 20, max: 40 }), 'The price has to be between $20 and $40.'],
])('an answer that states its value once is clean: %#: %2$s', (rubric, response) =>
  expect(codes(rubric, response)).toEqual([]),
);

test.each<[string, Rubric, string]>([
  ['leaves the value out', matte, 'I do not like it shiny.'],
  ['answers in other words', feature, 'It has to cancel out noise.'],
  ['holds the value only inside a longer word', matte, 'The mattefinished kind.'],
  ['tears the value apart', feature, 'Noise is bad, cancelling it is good.'],
  ['states the value twice', matte, 'Matte. It has to be matte.'],
  ['leaves out one of two values', both, 'It must be Foldable.'],
  ['answers a Chinese value in English', wish('r1', 'Shape', '圆形'), 'The shape has to be round.'],
  ['states another number', rated, 'It has to be rated at least 4 stars.'],
  ['does not say that the number is the least', rated, 'It has to be rated 4.5 stars.'],
  ['does not say that the number is the most', cheap, 'It has to cost $1,250.'],
  ['turns the bound round', cheap, 'It has to cost at least $1,250.'],
  ['tells the most as a start', cheap, 'It has to be from $1,250.'],
])('an answer that %s does not state its value', (_, rubric, response) =>
  expect(codes(rubric, response)).toEqual(['slot_value_absent']),
);
