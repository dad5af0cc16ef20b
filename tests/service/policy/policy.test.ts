import { expect, test } from 'vitest';
import { FACTS, GROUPS, MANNERS, POLICY, policyText, REGIMES, STEPS } from '../../../service/policy/index.ts';

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
    const page = policyText('en', GROUPS, { regime });
    for (const { regimes, text } of POLICY)
      expect(page.split(`- ${text.en}\n`).length - 1).toBe(regimes.includes(regime) ? 1 : 0);
  }
});

test('the policy of one group leaves the others out, and always has what holds in general', () => {
  const page = policyText('en', ['logistics'], { regime: 'marketplace' });
  expect(page).toContain('## In general');
  expect(page).toContain('## Orders and logistics');
  expect(page).not.toContain('## After sales');
});

test('a filtered policy holds the rules that are named and no others', () => {
  const only = new Set(['orders.cancel-before-shipping', 'conduct.polite']);
  const page = policyText('zh', GROUPS, { regime: 'own-shop', only });
  expect(page.match(/^- /gm)).toHaveLength(2);
});

test('facts, steps and manners all have words that say what they are', () => {
  for (const table of [FACTS, STEPS, MANNERS])
    for (const words of Object.values(table)) expect(words.length).toBeGreaterThan(5);
});
