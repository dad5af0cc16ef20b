import type { Language } from '../store/schema.ts';
import { GROUPS, type Group, type Regime } from './rule.ts';
import { POLICY } from './rules/index.ts';

export { contradictionsIn, decide, decides } from './decide.ts';
export { FACTS, MANNERS, STEPS } from './facts.ts';
export * from './rule.ts';
export { POLICY };

const HEADINGS: Readonly<Record<Group, Readonly<Record<Language, string>>>> = {
  general: { en: 'In general', zh: '总则' },
  logistics: { en: 'Orders and logistics', zh: '订单与物流' },
  'pre-sales': { en: 'Before buying', zh: '售前' },
  'after-sales': { en: 'After sales', zh: '售后' },
};
const TITLES: Readonly<Record<Language, string>> = { en: 'Rules of customer service', zh: '客服规则' };

/** The rules of a regime as a page that agents are given. */
export function policyText(language: Language, regime: Regime): string {
  const sections = GROUPS.map((group) => {
    const rules = POLICY.filter((rule) => rule.group === group && rule.regimes.includes(regime));
    return `## ${HEADINGS[group][language]}\n\n${rules.map(({ text }) => `- ${text[language]}`).join('\n')}\n`;
  });
  return [`# ${TITLES[language]}\n`, ...sections].join('\n');
}
