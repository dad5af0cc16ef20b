import { rulesAbout } from '../../service/policy-lines.ts';
import { supportFamily } from '../../stages/service/family.ts';
import { build, builder } from './building.ts';
import { DESCRIPTION } from './description.ts';
import { lint } from './lint/index.ts';
import { figuresOf, paper } from './paper.ts';

/** Dialogues of several types mixed, on a marketplace of merchants, under its business rules (Mix-ECom). */
export const family = supportFamily({
  ...DESCRIPTION,
  builder,
  build,
  talking: { say: 'talk_to_user', text: 'message', end: 'end_conversation' },
  limits: { steps: 80, questions: 25 },
  figures: figuresOf,
  rules: rulesAbout('marketplace'),
  prompts: {
    react: 'mixecom/react/agent.md',
    'plan-and-solve': 'mixecom/plan-and-solve/agent.md',
    'e-react': 'mixecom/e-react/agent.md',
    'e-plan-and-solve': 'mixecom/e-plan-and-solve/agent.md',
  },
  ruleFilters: {
    'e-react': 'mixecom/e-react/rule_filter.md',
    'e-plan-and-solve': 'mixecom/e-plan-and-solve/rule_filter.md',
  },
  paper,
  lint,
});
