export { contradictionsIn, decide } from './decide.ts';
export { FACTS, type Fact, MANNERS, type Manner, STEPS, type StepName } from './facts.ts';
export { policyText } from './policy-text.ts';
export * from './rule.ts';
export { POLICY } from './rules/index.ts';
