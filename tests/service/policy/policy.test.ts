import { expect, test } from 'vitest';
import { FACTS, MANNERS, POLICY, policyText, REGIMES, STEPS } from '../../../service/policy/index.ts';
import { BUYING } from '../../../service/policy/rules/marketplace/buying.ts';
import { COMPLAINTS } from '../../../service/policy/rules/marketplace/complaints.ts';
import { FRESH } from '../../../service/policy/rules/marketplace/fresh.ts';
import { INSURANCE_LIMIT, RETURN_DAYS } from '../../../service/policy/rules/marketplace/limits.ts';
import { PARCELS } from '../../../service/policy/rules/marketplace/parcels.ts';
import { RETURN_COSTS } from '../../../service/policy/rules/marketplace/return-costs.ts';
import { MERCHANT_RETURNS } from '../../../service/policy/rules/marketplace/returns.ts';
import { ECARDS } from '../../../service/policy/rules/own-shop/ecards.ts';
import { ORDERS } from '../../../service/policy/rules/own-shop/orders.ts';
import { RETURNS } from '../../../service/policy/rules/own-shop/returns.ts';
import { SERVICES } from '../../../service/policy/rules/own-shop/services.ts';

const textOf = (id: string) => POLICY.find((rule) => rule.id === id)?.text;

const Han = /\p{Script=Han}/u;

test('the policy has at least 82 published rules, each with its section in a paper', () => {
  const published = POLICY.filter(({ sources }) => sources.length > 0);
  expect(published.length).toBeGreaterThanOrEqual(82);
});

test('Mix-ECom alone has at least 82 rules in it', () => {
  const rules = POLICY.filter(({ sources }) => sources.some(({ paper }) => paper === 'Mix-ECom'));
  expect(rules.length).toBeGreaterThanOrEqual(82);
});

test('ids of rules are all different, and exceptions name rules that are there', () => {
  const ids = POLICY.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(POLICY.flatMap(({ exceptionOf }) => exceptionOf).filter((id) => !ids.includes(id))).toEqual([]);
});

test.each(POLICY.map(({ id, text }) => [id, text] as const))(
  '%s is written in English and in Chinese',
  (_, { en, zh }) => {
    expect(en).not.toMatch(Han);
    expect(en).toMatch(/\.$/);
    expect(zh).toMatch(Han);
    expect(zh).toMatch(/。$/);
  },
);

test('no two rules of one regime have the same text', () => {
  for (const regime of REGIMES)
    for (const language of ['en', 'zh'] as const) {
      const texts = POLICY.filter(({ regimes }) => regimes.includes(regime)).map(({ text }) => text[language]);
      expect(texts.filter((text, at) => texts.indexOf(text) < at)).toEqual([]);
    }
});

test('the readable policy of a regime has each of its rules once, under its group', () => {
  for (const regime of REGIMES) {
    const page = policyText('en', regime);
    for (const { regimes, text } of POLICY)
      expect(page.split(`- ${text.en}\n`).length - 1).toBe(regimes.includes(regime) ? 1 : 0);
  }
});

test('facts, steps and manners all have words that say what they are', () => {
  for (const table of [FACTS, STEPS, MANNERS])
    for (const words of Object.values(table)) expect(words.length).toBeGreaterThan(5);
});

test.each([
  ['marketplace', [...BUYING, ...COMPLAINTS, ...FRESH, ...MERCHANT_RETURNS, ...PARCELS, ...RETURN_COSTS]],
  ['own-shop', [...ECARDS, ...ORDERS, ...RETURNS, ...SERVICES]],
] as const)('the rules in the folder of a regime are of that regime alone: %s', (regime, rules) => {
  for (const { id, regimes } of rules) expect([id, regimes]).toEqual([id, [regime]]);
});

test.each([
  ['returns.within-seven-days', RETURN_DAYS],
  ['returns.seven-day-goods-only', RETURN_DAYS],
  ['returns.ask-whether-used', RETURN_DAYS],
] as const)('a limit stands in the text of a rule as it is decided by: %s', (id, limit) => {
  expect(textOf(id)?.en).toContain(` ${limit} days`);
  expect(textOf(id)?.zh).toContain(`${limit}天`);
});

test('what insurance pays stands in the text of its rule', () =>
  expect(RETURN_COSTS.filter(({ text }) => text.en.includes(`Insurance pays ${INSURANCE_LIMIT} `))).toHaveLength(1));
