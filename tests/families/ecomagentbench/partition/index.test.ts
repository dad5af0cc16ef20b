import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partition } from '../../../../families/ecomagentbench/partition/index.ts';
import { drawFor } from '../../../../pipeline/seed.ts';
import { isKept } from '../../../../pipeline/stage.ts';
import type { Product } from '../../../../schemas/product.ts';
import { AnswerSets } from '../../../../shopping/answers/answer-set.ts';
import type { IntentContract } from '../../../../shopping/intent.ts';
import type { Feature, InfoSource } from '../../../../shopping/kinds/index.ts';
import type { RequiredNecessity } from '../../../../shopping/necessity.ts';
import type { PlacementObserver, TriedPlacement } from '../../../../shopping/placement.ts';
import type { FeaturedTask, PartitionedTask } from '../../../../shopping/task.ts';
import { details, storedCatalog } from '../../../fixtures/stored-catalog.ts';
import { plannedTask } from '../../../fixtures/tasks.ts';

const SOURCES: Record<string, InfoSource[]> = {
  Color: ['query', 'persona'],
  Material: ['query', 'persona'],
  Style: ['query', 'persona'],
  'Finish Type': ['query', 'clarification'],
  Shape: ['query', 'clarification'],
  Closure: ['query', 'clarification'],
};

/** A target that states all twelve fields, `f1` to `f6` of them for the query only. */
const TARGET: Record<string, string> = {
  Color: 'teal',
  Material: 'cork',
  Style: 'retro',
  'Finish Type': 'matte',
  Shape: 'oval',
  Closure: 'zipper',
  f1: 'one',
  f2: 'two',
  f3: 'three',
  f4: 'four',
  f5: 'five',
  f6: 'six',
};

const feature = (field: string, value: string): Feature => ({
  type: 'attribute_match',
  field: `details.${field}`,
  value,
  sources: SOURCES[field] ?? ['query'],
  implicit: true,
  required: false,
});

const task = (features: Feature[]): FeaturedTask => ({
  ...plannedTask({ id: 'ecomagentbench-product_search-0' }),
  entities: [{ phrase: 'tote bag', titleSpan: 'Tote Bag', plural: false }],
  broader: [],
  features,
  dropped: [],
});

async function partitioned(
  rivals: readonly Record<string, string>[],
  {
    seed = 42,
    features = Object.entries(TARGET).map(([field, value]) => feature(field, value)),
    requireNecessity = 'off' as RequiredNecessity,
    definingConstraint = null as IntentContract['definingConstraint'],
    contract = { leastImplicit: 2, leastQuery: 4, leastHidden: 2 } as Omit<IntentContract, 'definingConstraint'>,
    onTried = undefined as PlacementObserver | undefined,
  } = {},
) {
  const products: Partial<Product>[] = [TARGET, ...rivals].map((values) => ({ details: details(values) }));
  const catalog = storedCatalog(products);
  const stage = partition({
    answerSets: new AnswerSets(catalog),
    drawFor: ({ id }) => drawFor(seed, id, 'partition'),
    contractsOf: () => [{ definingConstraint, ...contract }],
    explicit: () => true,
    maxAnswers: 1,
    requireNecessity,
    onTried,
  });
  const outcome = await stage.run(task(features));
  catalog.close();
  return outcome;
}

const sourcesOf = ({ placed }: PartitionedTask) => Map.groupBy(placed, ({ source }) => source);

/** Rivals that differ from the target in a few fields. */
const rival = fc
  .subarray(Object.keys(TARGET), { minLength: 1, maxLength: 4 })
  .map((fields) => ({ ...TARGET, ...Object.fromEntries(fields.map((field) => [field, 'other'])) }));

test('whoever watches is told of every draw in order, the one that is taken among them, and changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rival, { minLength: 1, maxLength: 12 }), fc.integer(), async (rivals, seed) => {
      const tried: TriedPlacement[] = [];
      const outcome = await partitioned(rivals, { seed, onTried: (one) => tried.push(one) });
      expect(outcome).toEqual(await partitioned(rivals, { seed }));
      expect(tried.map(({ number }) => number)).toEqual(tried.map((_, at) => at + 1));
      if (!isKept(outcome)) return;
      const { placed, candidatesTried, necessity } = outcome.kept;
      expect(tried).toHaveLength(candidatesTried);
      const taken = tried.find((one) => one.kind === 'weighed' && isDeepStrictEqual(one.placed, placed));
      expect(taken).toMatchObject({ left: { all: necessity?.all, queryAlone: necessity?.queryAlone } });
    }),
    { numRuns: 20 },
  );
});

test('a draw that comes to nothing says what it lacked', async () => {
  const tried: TriedPlacement[] = [];
  // Every value holds every other one, so that no two of them may be in one task.
  const features = Object.keys(TARGET).map((field) => feature(field, 'cotton'));
  await partitioned([{ ...TARGET, Color: 'other' }], { features, onTried: (one) => tried.push(one) });
  const obstacles = tried.map((one) => (one.kind === 'impossible' ? one.obstacle : 'none'));
  expect(obstacles).toContain('too few facts are left for the persona');
  expect(obstacles).not.toContain('none');
});

test('a task none of whose draws comes to a split says what they lacked, and how often', async () => {
  const features = Object.keys(TARGET).map((field) => feature(field, 'cotton'));
  const outcome = await partitioned([{ ...TARGET, Color: 'other' }], { features });
  expect(outcome).toMatchObject({
    code: 'no_partition',
    detail: expect.stringMatching(/^96 splits of \d+ features.*: 96 times too few facts are left for the persona$/),
  });
});

test('features that cannot fill every place are not drawn from, and it is said which lack', async () => {
  const tried: TriedPlacement[] = [];
  const features = Object.entries(TARGET).map(([field, value]) => ({ ...feature(field, value), implicit: false }));
  const outcome = await partitioned([{ ...TARGET, Color: 'other' }], { features, onTried: (one) => tried.push(one) });
  expect(outcome).toMatchObject({
    code: 'no_partition',
    detail:
      'features are needed: 2 for the persona, 2 for the clarification, 2 for clues in the query, 2 for the query to say outright; none can serve the 2 for clues in the query',
  });
  expect(tried).toEqual([]);
});

test('every feature is placed at most once, in a source it may be in, with two in each hidden source', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rival, { minLength: 1, maxLength: 12 }), fc.integer(), async (rivals, seed) => {
      const outcome = await partitioned(rivals, { seed });
      if (!isKept(outcome)) return;
      const { placed, unused } = outcome.kept;
      const fields = [...placed.map(({ feature: { field } }) => field), ...unused.map(({ field }) => field)];
      expect(fields.toSorted()).toEqual(
        Object.keys(TARGET)
          .map((field) => `details.${field}`)
          .toSorted(),
      );
      for (const { feature: placedFeature, source, expression } of placed) {
        expect(placedFeature.sources).toContain(source);
        expect(expression === null).toBe(source !== 'query');
      }
      const by = sourcesOf(outcome.kept);
      expect([by.get('persona')?.length, by.get('clarification')?.length]).toEqual([2, 2]);
      expect(by.get('query')?.length).toSatisfy((count: number) => count >= 4 && count <= 6);
      expect(placed.filter(({ expression }) => expression === 'implicit')).toHaveLength(2);
    }),
    { numRuns: 40 },
  );
});

test('the counts it reports are those of the catalog', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rival, { minLength: 1, maxLength: 12 }), async (rivals) => {
      const outcome = await partitioned(rivals);
      if (!isKept(outcome)) return;
      const { placed, necessity } = outcome.kept;
      const count = (withheld: readonly InfoSource[]) =>
        [TARGET, ...rivals].filter((values) =>
          placed.every(
            ({ feature: { field, value }, source }) => withheld.includes(source) || values[field.slice(8)] === value,
          ),
        ).length;
      expect(necessity).toEqual({
        all: count([]),
        withoutPersona: count(['persona']),
        withoutClarification: count(['clarification']),
        queryAlone: count(['persona', 'clarification']),
        attained: count(['persona']) > 1 && count(['clarification']) > 1,
        exclusionDecides: true,
      });
    }),
    { numRuns: 40 },
  );
});

/** The target's facts, and an exclusion of what rivals state instead for each of the fields. */
const excluding = (fields: readonly string[]): Feature[] => [
  ...fields.map(
    (field, place): Feature => ({
      type: 'negative_attribute',
      field: `details.${field}`,
      value: ['other'],
      sources: ['query', 'persona'],
      implicit: false,
      required: place === 0,
    }),
  ),
  ...Object.entries(TARGET).map(([field, value]) => feature(field, value)),
];

const excludedFields = fc.subarray(['Color', 'Material', 'Shape', 'f1'], { minLength: 1 });

test('whatever split of a task that excludes is tried takes one exclusion, and states nothing of its field', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rival, { minLength: 1, maxLength: 12 }),
      excludedFields,
      fc.integer(),
      async (rivals, fields, seed) => {
        const onTried = (tried: TriedPlacement) => {
          if (tried.kind !== 'weighed') return;
          const placed = tried.placed.map(({ feature }) => feature);
          expect(placed.filter(({ type }) => type === 'negative_attribute')).toHaveLength(1);
          expect(new Set(placed.map(({ field }) => field)).size).toBe(placed.length);
        };
        await partitioned(rivals, { seed, definingConstraint: 'exclusion', features: excluding(fields), onTried });
      },
    ),
    { numRuns: 60 },
  );
});

test('a fact whose field the one exclusion is of fills no place', async () => {
  const tried: TriedPlacement[] = [];
  // Without the color, the material is all that the persona can hold.
  const features = excluding(['Color']).filter(({ field }) => field !== 'details.Style');
  const onTried = (one: TriedPlacement) => tried.push(one);
  const outcome = await partitioned([{ ...TARGET, Color: 'other' }], {
    definingConstraint: 'exclusion',
    features,
    onTried,
  });
  expect(outcome).toMatchObject({
    code: 'no_partition',
    detail: expect.stringMatching(
      /^beside an exclusion of Color, .*; only 1 can serve the 2 for the persona: Material$/,
    ),
  });
  expect(tried).toEqual([]);
});

test('the counts it reports of a task that excludes are those of the catalog', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rival, { minLength: 1, maxLength: 12 }), excludedFields, async (rivals, fields) => {
      const outcome = await partitioned(rivals, { definingConstraint: 'exclusion', features: excluding(fields) });
      if (!isKept(outcome)) return;
      const { placed, necessity } = outcome.kept;
      const count = (counts: (one: (typeof placed)[number]) => boolean) =>
        [TARGET, ...rivals].filter((values) =>
          placed.filter(counts).every(({ feature: { type, field, value } }) => {
            const own = values[field.slice(8)];
            return type === 'negative_attribute' ? !(value as string[]).includes(own as string) : own === value;
          }),
        ).length;
      const all = count(() => true);
      expect(necessity).toMatchObject({
        all,
        withoutPersona: count(({ source }) => source !== 'persona'),
        withoutClarification: count(({ source }) => source !== 'clarification'),
        queryAlone: count(({ source }) => source === 'query'),
        exclusionDecides: count(({ feature: { type } }) => type !== 'negative_attribute') > all,
      });
    }),
    { numRuns: 40 },
  );
});

test('a catalog with a near miss for each hidden source and one that an exclusion keeps out always yields a split in which all matter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('Color', 'f1', 'Closure'), fc.integer(), async (excluded, seed) => {
      const rivals = ['Material', 'Shape', excluded].map((field) => ({ ...TARGET, [field]: 'other' }));
      const outcome = await partitioned(rivals, {
        seed,
        definingConstraint: 'exclusion',
        features: excluding([excluded, 'f2']),
      });
      expect(isKept(outcome) && outcome.kept.necessity).toMatchObject({ attained: true, exclusionDecides: true });
    }),
    { numRuns: 30 },
  );
});

test('a catalog with one near miss for each hidden source always yields a split in which both matter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('Color', 'Material', 'Style'),
      fc.constantFrom('Finish Type', 'Shape', 'Closure'),
      fc.array(rival, { maxLength: 6 }),
      fc.integer(),
      async (persona, clarification, others, seed) => {
        const rivals = [{ ...TARGET, [persona]: 'other' }, { ...TARGET, [clarification]: 'other' }, ...others];
        const outcome = await partitioned(rivals, { seed });
        // Other rivals may differ from the target only in fields the split leaves out; then the answer stays ambiguous.
        if (isKept(outcome)) expect(outcome.kept.necessity?.attained).toBe(true);
        else expect(outcome.code).toBe('ambiguous_answer');
      },
    ),
    { numRuns: 60 },
  );
});

test('a target that no hidden requirement tells apart is kept without necessity, or rejected where it is required', async () => {
  const rivals = [{ ...TARGET, f1: 'other' }];
  const kept = await partitioned(rivals);
  expect(isKept(kept) && kept.kept.necessity?.attained).toBe(false);
  for (const requireNecessity of ['any', 'both'] as const)
    expect(await partitioned(rivals, { requireNecessity })).toMatchObject({
      code: 'nothing_hidden_needed',
      detail: expect.stringMatching(
        /: 1 with everything, 1 without the persona, .* 1 with the query alone; \d+ splits? /,
      ),
    });
});

test.each([
  ['persona_not_needed', { 'Finish Type': 'other' }],
  ['clarification_not_needed', { Color: 'other' }],
])('a target that needs one hidden source will do unless both are required: %s', async (code, change) => {
  const rivals = [{ ...TARGET, ...change }];
  expect(isKept(await partitioned(rivals, { requireNecessity: 'any' }))).toBe(true);
  expect(await partitioned(rivals, { requireNecessity: 'both' })).toMatchObject({ code });
});

test('a target with a twin is ambiguous', async () => {
  expect(await partitioned([{ ...TARGET }])).toMatchObject({
    code: 'ambiguous_answer',
    detail: expect.stringMatching(/^2 products satisfy every requirement, at most 1 may: \S+, \S+$/),
  });
});

test('two values that give each other away are never in one task', async () => {
  const features = [
    ...Object.entries(TARGET).map(([field, value]) => feature(field, value)),
    feature('f7', 'matte paper'),
  ];
  for (let seed = 0; seed < 20; seed++) {
    const outcome = await partitioned(
      [
        { ...TARGET, Color: 'other' },
        { ...TARGET, 'Finish Type': 'other' },
      ],
      { seed, features },
    );
    if (!isKept(outcome)) continue;
    const fields = outcome.kept.placed.map(({ feature: { field } }) => field);
    expect(fields.includes('details.f7') && fields.includes('details.Finish Type')).toBe(false);
  }
});

test('the same task is split the same way every time, and another seed splits it another way', async () => {
  const rivals = [
    { ...TARGET, Color: 'other' },
    { ...TARGET, Shape: 'other' },
  ];
  expect(await partitioned(rivals)).toEqual(await partitioned(rivals));
  const splits = await Promise.all([1, 2, 3, 4].map((seed) => partitioned(rivals, { seed })));
  expect(new Set(splits.map((split) => JSON.stringify(split))).size).toBeGreaterThan(1);
});

test('what the query leaves open both hidden sources may close together', async () => {
  // Each source's own fact keeps the rival out, so that neither is needed alone; the query may say no fact it fails.
  const hideable = Object.fromEntries(Object.keys(SOURCES).map((field) => [field, 'other']));
  for (let seed = 0; seed < 20; seed++) {
    const outcome = await partitioned([{ ...TARGET, ...hideable }], { seed });
    expect(outcome).toMatchObject({ kept: { necessity: { all: 1, withoutPersona: 1, queryAlone: 2 } } });
    expect(isKept(outcome) && outcome.kept.candidatesTried).toBeLessThan(10);
  }
});

test('a short request leaves the hidden sources all that a task needs besides', async () => {
  const features = ['Color', 'Material', 'Shape', 'f1', 'f2'].map((field) => feature(field, TARGET[field] as string));
  const contract = { leastImplicit: 1, leastQuery: 2, leastHidden: 1, leastFacts: 5 };
  for (let seed = 0; seed < 20; seed++) {
    const outcome = await partitioned([{ ...TARGET, Color: 'red', Material: 'tin' }], { seed, features, contract });
    const placed = isKept(outcome) ? Map.groupBy(outcome.kept.placed, ({ source }) => source) : new Map();
    expect(placed.get('query')).toHaveLength(2);
    expect(placed.get('persona')).toHaveLength(2);
    expect(placed.get('clarification')).toHaveLength(1);
    expect(outcome).toMatchObject({ kept: { necessity: { all: 1, queryAlone: 2 } } });
  }
});

test('an exclusion is hidden where nothing else leaves a short request open', async () => {
  const fields = ['Material', 'Style', 'Closure', 'f1', 'f2', 'f3'];
  const exclusion = (value: string): Feature => ({
    ...feature('Color', ''),
    ...{ type: 'negative_attribute', value: [value], implicit: false, required: true },
  });
  const features = [...fields.map((field) => feature(field, TARGET[field] as string)), exclusion('red')];
  const contract = { leastImplicit: 1, leastQuery: 3, leastHidden: 1 };
  const rivals = [
    { ...TARGET, Color: 'red' },
    ...['Material', 'Closure'].map((field) => ({ ...TARGET, f1: 'a', f2: 'b', f3: 'c', [field]: 'other' })),
  ];
  for (let seed = 0; seed < 20; seed++) {
    const outcome = await partitioned(rivals, { seed, features, contract, definingConstraint: 'exclusion' });
    expect(outcome).toMatchObject({ kept: { necessity: { all: 1, queryAlone: 2 } } });
  }
});

/** The target's facts, of which its shelf is silent about some. */
const silentAbout = (...fields: readonly string[]) =>
  Object.entries(TARGET).map(([field, value]) => ({
    ...feature(field, value),
    ...(fields.includes(field) ? { silence: 2 } : {}),
  }));
const askedOf = (outcome: Awaited<ReturnType<typeof partitioned>>) =>
  isKept(outcome) ? outcome.kept.placed.map(({ feature: { field } }) => field.slice('details.'.length)) : [];

test('what the shelf is silent about is not asked where other facts make the task', async () => {
  for (let seed = 0; seed < 12; seed++) {
    const rivals = [{ ...TARGET, Color: 'red' }];
    const asked = askedOf(await partitioned(rivals, { seed, features: silentAbout('Shape', 'f1', 'f2') }));
    expect(asked).toContain('Color');
    for (const field of ['Shape', 'f1', 'f2']) expect(asked).not.toContain(field);
  }
});

test('it is asked where nothing else tells the target from its rivals', async () => {
  const rivals = [{ ...TARGET, Shape: 'round' }];
  expect(askedOf(await partitioned(rivals, { features: silentAbout('Shape', 'f1', 'f2') }))).toContain('Shape');
});

test('a task that can only be made of what its shelf is silent about is rejected', async () => {
  const features = silentAbout(...Object.keys(TARGET));
  expect(await partitioned([{ ...TARGET, Shape: 'round' }], { features })).toMatchObject({ code: 'unspoken_of' });
});
