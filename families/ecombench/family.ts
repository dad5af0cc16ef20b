import { join } from 'node:path';
import { BUNDLED } from '../../pipeline/family.ts';
import { rulesAbout } from '../../service/policy-lines.ts';
import { supportFamily } from '../../stages/support/family.ts';
import { build, builder } from './building.ts';
import { lint } from './lint/index.ts';
import { figuresOf, paper } from './paper.ts';
import { NAME, plan } from './planning.ts';

/** Customer service of one shop with a database behind it, personas and the shop's own tools (ECom-Bench). */
export const ecombench = supportFamily({
  name: NAME,
  about: 'customer service over a store: orders, parcels, returns, services and choices, by an executable policy',
  sample: { inputs: [join(BUNDLED, 'amazon-meta.jsonl.gz')], out: 'out/sample-ecombench' },
  splits: { test: 1 },
  plan,
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
