import { expect, test } from 'vitest';
import { rulesAbout } from '../../service/policy-lines.ts';

const HAN = /\p{Script=Han}/u;

test.each(['own-shop', 'marketplace'] as const)('rules are read in the language of the conversation: %s', (regime) => {
  const rules = rulesAbout(regime);
  expect(rules({}, 'en').length).toBeGreaterThan(80);
  expect(rules({}, 'zh')).toHaveLength(rules({}, 'en').length);
  expect(rules({}, 'en').filter((rule) => HAN.test(rule))).toEqual([]);
  expect(rules({}, 'zh').filter((rule) => !HAN.test(rule))).toEqual([]);
});

test('a word of either language finds a rule', () => {
  const rules = rulesAbout('own-shop');
  expect(rules({ about: 'invoice' }, 'zh').length).toBeGreaterThan(0);
  expect(rules({ about: '发票' }, 'zh').length).toBeGreaterThan(0);
  expect(rules({ about: 'zebra' }, 'en')).toEqual([]);
});

test('rules are given by their ids, and those of no regime’s are left out', () => {
  const rules = rulesAbout('own-shop');
  const ids = ['invoices.issue', 'returns.within-seven-days', 'no.such-rule'];
  expect(rules({ ids }, 'en')).toEqual([expect.stringMatching(/^invoices\.issue: /)]);
});
