import { rulesAbout } from '../../service/policy-lines.ts';
import { supportFamily } from '../../stages/service/family.ts';
import { build, builder } from './building.ts';
import { DESCRIPTION } from './description.ts';
import { lint } from './lint/index.ts';
import { figuresOf, paper } from './paper.ts';

/** Customer service of one shop with a database behind it, personas and the shop's own tools (ECom-Bench). */
export const family = supportFamily({
  ...DESCRIPTION,
  builder,
  build,
  talking: { say: 'reply', text: 'text', end: null },
  // The paper: 20 turns of the conversation; its agents call as many tools as they like.
  limits: { steps: 80, questions: 20 },
  figures: figuresOf,
  rules: rulesAbout('own-shop'),
  prompts: { react: 'ecombench/react/agent.md', 'plan-and-solve': 'ecombench/plan-and-solve/agent.md' },
  paper,
  lint,
});
