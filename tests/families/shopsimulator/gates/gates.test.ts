import { beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '../../../../families/shopsimulator/profile.ts';
import type { Scenario, ShopsimulatorSample } from '../../../../families/shopsimulator/sample.ts';
import type { Wording } from '../../../../families/shopsimulator/wording.ts';
import { fieldNameOf, satisfies } from '../../../../shopping/kinds/index.ts';
import type { GateInput } from '../../../../stages/gate.ts';
import { lockDigestOf } from '../../../../stages/lock.ts';
import { type FineSamples, fineSamples } from '../../../fixtures/fine-samples.ts';

let built: FineSamples;
beforeAll(async () => {
  built = await fineSamples(2);
}, 60_000);

type Draft = GateInput<Wording>;
const first = (scenario: Scenario) => built.samples[scenario][0] as ShopsimulatorSample;
const draftOf = (scenario: Scenario) => built.draftOf(first(scenario));
const codesWith = (scenario: Scenario, change: (draft: Draft) => Draft) => built.codesIn(change(draftOf(scenario)));
const reworded = (change: (wording: Wording) => Partial<Wording>) => (draft: Draft) => ({
  ...draft,
  wording: { ...draft.wording, ...change(draft.wording) },
});
const profiled = (change: (profile: Profile) => Profile) =>
  reworded(({ profile }) => ({ profile: profile === null ? null : change(profile) }));
/** The draft with other rubrics, sealed anew. */
const locking =
  (change: (rubrics: Draft['task']['locked']['rubrics']) => Draft['task']['locked']['rubrics']) => (draft: Draft) => {
    const locked = { ...draft.task.locked, rubrics: change(draft.task.locked.rubrics) };
    return { ...draft, task: { ...draft.task, locked, lockDigest: lockDigestOf(locked) } };
  };

test.each(['single_turn', 'multi_turn', 'personalised_single_turn', 'personalised_multi_turn'] as const)(
  'no gate finds anything in a sample of %s',
  (scenario) => {
    expect(built.samples[scenario]).toHaveLength(2);
    for (const sample of built.samples[scenario]) expect(built.codesIn(built.draftOf(sample))).toEqual([]);
  },
);

describe('scenario contract', () => {
  test('finds a personalised task without a profile', () => {
    expect(
      codesWith(
        'personalised_single_turn',
        reworded(() => ({ profile: null })),
      ),
    ).toContain('scenario_contract');
  });

  test('finds a task without a price bound', () => {
    const codes = codesWith(
      'single_turn',
      locking((rubrics) => rubrics.filter(({ field }) => field !== 'price')),
    );
    expect(codes).toContain('scenario_contract');
  });

  test('finds a multi-turn task that tells a requirement before anybody asks', () => {
    const told = locking((rubrics) =>
      rubrics.map((rubric) => (rubric.field === 'price' ? { ...rubric, info_source: 'query' as const } : rubric)),
    );
    expect(codesWith('multi_turn', told)).toContain('scenario_contract');
  });
});

test('fine catalog: finds a target of no shelf', () => {
  const codes = codesWith('single_turn', (draft) => ({ ...draft, task: { ...draft.task, targetIds: ['nowhere'] } }));
  expect(codes).toContain('off_shelf');
});

describe('profile: needs', () => {
  test('finds a need that the profile holds no more', () => {
    const tamed = profiled((profile) => ({
      ...profile,
      preferences: {
        brands: profile.preferences.brands.map((brand) => ({ ...brand, level: 'low' as const })),
        lasting: profile.preferences.lasting.map((wish) => ({ ...wish, level: 'low' as const })),
      },
    }));
    expect(codesWith('personalised_single_turn', tamed)).toContain('profile_need_missing');
  });

  test('finds something it holds to that nothing asks', () => {
    const more = profiled((profile) => ({
      ...profile,
      preferences: {
        ...profile.preferences,
        lasting: [
          ...profile.preferences.lasting,
          { topic: 'scent', wish: 'Only ever buys things that smell of vanilla.', level: 'high' },
        ],
      },
    }));
    expect(codesWith('personalised_multi_turn', more)).toContain('profile_need_extra');
  });
});

describe('profile: history', () => {
  const holding = (sample: ShopsimulatorSample) =>
    sample.rubrics.find(({ info_source: source }) => source === 'persona') as (typeof sample.rubrics)[number];
  const buying = (id: string) =>
    profiled((profile) => ({
      ...profile,
      purchase_history: profile.purchase_history.map((purchase, at) =>
        at === 0 ? { ...purchase, product_id: id } : purchase,
      ),
    }));

  test('finds something bought that states the field of a need and does not meet it', () => {
    const sample = first('personalised_single_turn');
    const need = holding(sample);
    const path = sample.target.category.join(' > ');
    const contrary = [...built.catalog.products()]
      .map(({ product }) => product)
      .find(
        (product) =>
          product.category.join(' > ') === path &&
          (product.details[fieldNameOf(need)]?.options.length ?? 0) > 0 &&
          satisfies(product, need) === 'no',
      );
    expect(codesWith('personalised_single_turn', buying(contrary?.id ?? ''))).toContain('profile_contradicted');
  });

  test('lets pass what does not state the field', () => {
    const need = holding(first('personalised_single_turn'));
    const silent = [...built.catalog.products()]
      .map(({ product }) => product)
      .find(({ details }) => details[fieldNameOf(need)] === undefined);
    const id = silent?.id ?? 'nothing';
    expect(codesWith('personalised_single_turn', buying(id))).not.toContain('profile_contradicted');
  });
});

describe('leak: profile', () => {
  const bought = (entry: Partial<Profile['purchase_history'][number]>) =>
    profiled((profile) => ({
      ...profile,
      purchase_history: profile.purchase_history.map((purchase, at) =>
        at === 0 ? { ...purchase, ...entry } : purchase,
      ),
    }));

  test('finds the very product among what was bought', () => {
    const { target } = first('personalised_single_turn');
    expect(codesWith('personalised_single_turn', bought({ product_id: target.product_id }))).toContain(
      'profile_names_target',
    );
  });

  test('finds its title in whatever place', () => {
    const { target } = first('personalised_single_turn');
    expect(codesWith('personalised_single_turn', bought({ title: target.title }))).toContain('profile_names_target');
  });

  test('finds what is told only when asked', () => {
    const { target_options: options } = first('personalised_multi_turn');
    const [option] = Object.values(options);
    expect(codesWith('personalised_multi_turn', bought({ title: `Throw in ${option}` }))).toContain('profile_leak');
  });
});

describe('profile: fit', () => {
  test('finds a need that removes nothing', () => {
    const twice = locking((rubrics) => {
      const lasting = rubrics.find(({ info_source: source }) => source === 'persona') as (typeof rubrics)[number];
      return [...rubrics, { ...lasting, id: `r${rubrics.length + 1}` }];
    });
    expect(codesWith('personalised_single_turn', twice)).toContain('profile_idle');
  });

  test('finds a profile that nearly nothing is left without', () => {
    const told = locking((rubrics) => {
      const lasting = rubrics.filter(({ info_source: source }) => source === 'persona');
      return [
        ...rubrics,
        ...lasting.map((rubric, at) => ({
          ...rubric,
          id: `r${rubrics.length + 1 + at}`,
          info_source: 'query' as const,
        })),
      ];
    });
    expect(codesWith('personalised_single_turn', told)).toContain('profile_not_needed');
  });
});

describe('goal', () => {
  test('finds a goal that leaves a requirement out', () => {
    expect(
      codesWith(
        'multi_turn',
        reworded(() => ({ goal: 'I just want one of those.' })),
      ),
    ).toContain('goal_incomplete');
  });

  test('finds a goal that copies the title', () => {
    const { target_product: title } = first('multi_turn');
    const copied = reworded(({ goal }) => ({ goal: `${goal} I mean the ${title}.` }));
    expect(codesWith('multi_turn', copied)).toContain('goal_title_leak');
  });
});

describe('objections', () => {
  test('finds one that says nothing of its requirement', () => {
    const vague = reworded(({ objections }) => ({
      objections: Object.fromEntries(Object.keys(objections).map((slot) => [slot, 'No, not that one.'])),
    }));
    expect(codesWith('multi_turn', vague)).toContain('objection_astray');
  });

  test('finds one that says another requirement', () => {
    const swapped = reworded(({ objections }) => {
      const [one, other, ...rest] = Object.entries(objections) as [[string, string], [string, string]];
      return { objections: Object.fromEntries([[one[0], `${one[1]} ${other[1]}`], other, ...rest]) };
    });
    expect(codesWith('multi_turn', swapped)).toContain('objection_astray');
  });
});
