import { expect, test } from 'vitest';
import { familyNamed } from '../../../families/index.ts';
import type { Message } from '../../../schemas/model.ts';
import { POLICY } from '../../../service/policy/index.ts';
import { ModelAgent } from '../../../shopping/episode/agents/model-agent.ts';
import { drive } from '../../../shopping/episode/drive.ts';
import { BLIND } from '../../../shopping/episode/images.ts';
import { agentView, episodeKindOf, gradeState } from '../../../shopping/episode/index.ts';
import { begin } from '../../fixtures/episodes.ts';
import { scriptedModels } from '../../fixtures/scripted-models.ts';
import { supportRun } from '../../fixtures/support-episodes.ts';

const run = supportRun('mixecom', { tasks: 1, fits: ({ intents, rules }) => intents.length > 1 && rules.length > 3 });
const [task] = run.tasks as [(typeof run.tasks)[number]];
const [locked] = run.locked as [(typeof run.locked)[number]];
const start = begin(task, run.world);
const { ruleFilter, prompts } = episodeKindOf(familyNamed('mixecom'));
const isModule = ([system]: readonly Message[]) => system?.content.startsWith('You work ahead') === true;

/** Plays with a model that says the same in each step, and picks some rules. */
async function playedBy(prompt: string, rules: readonly string[], keep: readonly number[]) {
  const settings = { model: 'm', temperature: 0, maxOutputTokens: 100, tries: 1 } as never;
  const step = (say: string) => ({ [say]: 'so', tool: 'talk_to_user', arguments: '{"message":"It is done."}' });
  const { models, requests } = scriptedModels(({ messages }) =>
    isModule(messages) ? { rules, keep, plan: 'first this' } : step(prompt.includes('plan') ? 'plan' : 'thought'),
  );
  if (ruleFilter === undefined) throw new RangeError('no filter');
  const agent = new ModelAgent({
    ...{ models, settings, prompt: prompts[prompt] as string, prices: { costOf: () => null } as never, images: false },
    filter: { ...ruleFilter, prompt: ruleFilter.prompts[prompt] as string },
  });
  const end = await drive(start, agent.player(agentView(start), BLIND, { task: 't', trial: 1 }));
  return { requests, end };
}

const WRONG = 'no.such-rule';

test('the module picks rules of all there are whenever the customer has said something new, and the agent is told of those alone', async () => {
  const matters = locked.rules[0] as string;
  const other = POLICY.find(({ id, regimes }) => regimes.includes('marketplace') && !locked.rules.includes(id))?.id;
  const { requests } = await playedBy('e-react', [matters, WRONG], []);
  const [modules, steps] = [
    requests.filter(({ messages }) => isModule(messages)),
    requests.filter(({ messages }) => !isModule(messages)),
  ];
  expect(modules.length).toBe(steps.length);
  expect(modules[0]?.messages[1]?.content.match(/^[a-z-]+\.[a-z-]+: /gm)?.length).toBeGreaterThan(80);
  expect(steps[0]?.messages[1]?.content).toContain(`${matters}: `);
  expect(steps[0]?.messages[1]?.content).not.toContain(`${other}: `);
});

test('steps that no longer matter are left out, but for the last', async () => {
  const counts = async (keep: readonly number[]) => {
    const { requests } = await playedBy('e-react', [], keep);
    return requests.filter(({ messages }) => !isModule(messages)).map(({ messages }) => messages.length);
  };
  const pruned = await counts([]);
  const whole = await counts(Array.from({ length: 50 }, (_, at) => at + 1));
  expect(Math.max(...pruned)).toBe(4);
  expect(whole.at(-1)).toBe(2 * whole.length);
});

test('the plan that is made anew stands in what the agent is asked', async () => {
  const { requests } = await playedBy('e-plan-and-solve', [], []);
  expect(requests.filter(({ messages }) => !isModule(messages))[0]?.messages[1]?.content).toContain('first this');
});

test('the rules that were picked are measured against those that matter', async () => {
  const [one, two] = locked.rules as [string, string];
  const other =
    POLICY.find(({ id, regimes }) => regimes.includes('marketplace') && !locked.rules.includes(id))?.id ?? '';
  const { end } = await playedBy('e-react', [one, two, other], []);
  const { scores } = gradeState(end, task);
  expect(scores.rule_precision).toBeCloseTo(2 / 3);
  expect(scores.rule_recall).toBeCloseTo(2 / locked.rules.length);
  expect(gradeState((await playedBy('e-react', [], [])).end, task).scores).toMatchObject({ rule_recall: 0 });
});
