import { expect, test } from 'vitest';
import { rulesAbout } from '../../service/policy-lines.ts';

const HAN = /\p{Script=Han}/u;

test.each(['own-shop', 'marketplace'] as const)('rules are read in the language of the conversation: %s', (regime) => {
  const rules = rulesAbout(regime);
  expect(rules(undefined, 'en').length).toBeGreaterThan(80);
  expect(rules(undefined, 'zh')).toHaveLength(rules(undefined, 'en').length);
  expect(rules(undefined, 'en').filter((rule) => HAN.test(rule))).toEqual([]);
  expect(rules(undefined, 'zh').filter((rule) => !HAN.test(rule))).toEqual([]);
});

test('a word of either language finds a rule', () => {
  const rules = rulesAbout('own-shop');
  expect(rules('invoice', 'zh').length).toBeGreaterThan(0);
  expect(rules('发票', 'zh').length).toBeGreaterThan(0);
  expect(rules('zebra', 'en')).toEqual([]);
});
