import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { PER_PAGE } from '../../../../families/shopsimulator/episode/limits.ts';
import {
  BUY_NOW,
  clickables,
  clicked,
  FRONT,
  searched,
  type Visit,
} from '../../../../families/shopsimulator/episode/pages.ts';
import { UNASKED } from '../../../../families/shopsimulator/episode/staged.ts';
import { textPages } from '../../../../families/shopsimulator/episode/text.ts';
import type { Place } from '../../../../families/shopsimulator/episode/tool-data.ts';
import { agentView, apply, describeTools, type EpisodeWorld } from '../../../../shopping/episode/index.ts';
import { begin } from '../../../fixtures/episodes.ts';
import { propertyRuns } from '../../../fixtures/property-runs.ts';
import { playableShoe, SCENARIOS, SHOES, shopWorld } from '../../../fixtures/shop-tasks.ts';

let world: EpisodeWorld;
let place: Place;
beforeAll(async () => {
  ({ world } = await shopWorld());
  place = world.place as Place;
});

const click = (visit: Visit, ...values: readonly string[]) =>
  values.reduce((at, value) => clicked(at, value, place) ?? expect.fail(`${value} is not there`), visit);

describe('the pages', () => {
  const results = () => searched(FRONT, 'badminton shoes', 1, place);

  test('lead from results over a product and its sections back to the same results', () => {
    const second = click(results(), 'next >');
    const [id = ''] = clickables(second, place).filter((one) => one.startsWith('S'));
    const back = click(second, id, 'description', '< prev', '< prev');
    expect(back).toMatchObject({ page: 'results', number: 2, keywords: 'badminton shoes' });
    expect(click(back, '< prev').number).toBe(1);
    expect(click(back, 'back to search').page).toBe('front');
  });

  test('have as many products as the page is long, and no next one behind the last', () => {
    const last = click(results(), 'next >');
    expect(clickables(results(), place).filter((one) => one.startsWith('S'))).toHaveLength(PER_PAGE);
    expect(clickables(last, place)).not.toContain('next >');
    expect(clicked(last, 'next >', place)).toBeNull();
  });

  test('keep what is chosen of a product, and forget it with another product or search', () => {
    const chosen = click(searched(FRONT, 'aldo model 1', 1, place), 'S1', 'Blue', '40', 'features', '< prev');
    expect(chosen.options).toEqual({ Color: 'Blue', Size: '40' });
    expect(click(chosen, 'White').options).toEqual({ Color: 'White', Size: '40' });
    expect(click(chosen, 'S0').options).toEqual({});
    expect(searched(chosen, 'lamp', 1, place).options).toEqual({});
  });

  test('take an option with its name, in any capitals', () => {
    const open = click(searched(FRONT, 'aldo model 1', 1, place), 's1');
    expect(click(open, 'color: BLUE').options).toEqual({ Color: 'Blue' });
  });

  test('open a product from anywhere once it was shown, and never before', () => {
    const open = click(searched(FRONT, 'aldo model 1', 1, place), 'S1');
    expect(click(open, 'S0').productId).toBe('S0');
    expect(clicked(FRONT, 'S1', place)).toBeNull();
    expect(clicked(open, 'L0', place)).toBeNull();
  });

  test('can be bought from where the button is, and nowhere else', () => {
    expect(clicked(results(), BUY_NOW, place)).toBeNull();
    expect(click(results(), 'S1', BUY_NOW).page).toBe('bought');
  });
});

test('whatever is listed to be clicked can be clicked, on any way through the shop', () => {
  const Choice = fc.array(fc.nat(), { maxLength: 25 });
  fc.assert(
    fc.property(Choice, fc.constantFrom('shoes', 'aldo leather', 'lamp', 'nothing like it'), (choices, words) => {
      let visit = searched(FRONT, words, 1, place);
      for (const choice of choices) {
        const there = clickables(visit, place);
        for (const one of there) expect([visit.page, one, clicked(visit, one, place)]).not.toContain(null);
        const next = there[choice % Math.max(1, there.length)];
        visit = next === undefined ? searched(visit, words, 1, place) : click(visit, next);
      }
    }),
    { numRuns: propertyRuns(200) },
  );
});

test('no action, however it is written, is an error of the environment', () => {
  const Verb = fc.constantFrom('search', 'click', 'ask', 'buy', '');
  const Action = fc.oneof(
    fc
      .tuple(Verb, fc.oneof(fc.string(), fc.constantFrom('S0', 'S1', 'next >', 'Blue', 'features')))
      .map(([verb, said]) => `${verb}[${said}]`),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(Action, { maxLength: 20 }), fc.constantFrom(...SCENARIOS), (actions, scenario) => {
      let state = begin(playableShoe(2, scenario), world);
      for (const action of actions) {
        const call = textPages.call(action) ?? { tool: 'nothing', arguments: {} };
        state = apply(state, { type: 'turn', calls: [call] }).state;
        if (state.end !== null) break;
      }
      expect(state.end?.end ?? 'done').toBe('done');
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('a text page escapes what a title says', () => {
  const visit = { ...FRONT, page: 'front' as const };
  const memory = {
    visit,
    shopper: UNASKED,
    reply: '<script>"x"</script>',
    bought: null,
  };
  const { html } = textPages.page(
    { place, staged: { request: '', talk: null }, memory },
    { instruction: 'a & b', reward: null },
  );
  expect(html).toContain('&lt;script&gt;&quot;x&quot;&lt;/script&gt;');
  expect(html).toContain('a &amp; b');
});

test.each(SCENARIOS)(
  'an agent is told at first what its scenario holds, and nothing that is hidden: %s',
  (scenario) => {
    for (const at of SHOES.keys()) {
      const task = playableShoe(at, scenario);
      const view = agentView(begin(task, world));
      const hidden = scenario.endsWith('multi_turn') ? ['Mesh', 'Leather', 'Canvas', 'Lace', 'Strap', 'Blue'] : [];
      const text = JSON.stringify({ instruction: view.instruction, id: view.id });
      expect(hidden.filter((value) => text.includes(value))).toEqual([]);
      expect(text).not.toContain(`"S${at}"`);
      expect(view.instruction.includes('profile')).toBe(scenario.startsWith('personalised'));
    }
  },
);

test('results fit the schemas that the tools declare', async () => {
  const tools = new Map(world.kind.tools({ program: false }).map((tool) => [tool.name, tool]));
  let state = begin(playableShoe(1, 'multi_turn'), world);
  const calls: readonly [string, object][] = [
    ['search', { keywords: 'aldo shoes model 1' }],
    ['open_product', { product_id: 'S1' }],
    ['click', { value: 'attributes' }],
    ['click', { value: '< prev' }],
    ['click', { value: 'nothing' }],
    ['ask_shopper', { question: 'Is S1 right? What is your budget?' }],
    ['click', { value: 'Blue' }],
    ['buy_now', {}],
  ];
  for (const [tool, args] of calls) {
    const step = apply(state, { type: 'turn', calls: [{ tool, arguments: args }] });
    state = step.state;
    for (const { content } of step.observation?.results ?? [])
      expect([tool, tools.get(tool)?.output.safeParse(content).error]).toEqual([tool, undefined]);
  }
  expect(state.end?.end).toBe('done');
  expect(describeTools([...tools.values()]).map(({ name }) => name)).toEqual([
    'search',
    'click',
    'open_product',
    'ask_shopper',
    'buy_now',
  ]);
});
