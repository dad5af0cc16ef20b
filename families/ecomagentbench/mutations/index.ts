import { fitting, OF_QUERIES, OF_SCRIPTS, type Rewriting } from '../../../mutations/harmless.ts';
import { type Mutant, type Operator, operatorsOf, type Sample } from '../../../mutations/operator.ts';
import { OF_ANY } from '../../../mutations/operators/index.ts';
import { OF_SLOTS } from '../../../mutations/operators/slots/index.ts';
import { UNSEEN_HEDGES } from '../../../mutations/operators/unseen.ts';
import { defineSuite } from '../../../mutations/suite.ts';
import { sharesWord } from '../../../mutations/values.ts';
import { pickOne } from '../../../schemas/draw.ts';
import { judgesOf } from '../building.ts';
import { family as ecomagentbench } from '../family.ts';
import type { Persona } from '../persona.ts';
import type { Wording } from '../wording.ts';
import { hiddenIntentWriter } from '../writers/offline-writer.ts';
import { INTENTS } from './contracts.ts';
import { LEAKS, withPart, withPersona } from './leaks.ts';

const FIELDS = 'whitelist: fields';
const REQUIREMENTS = 'whitelist: requirements';
const LEVELS = ['demographics', 'lifestyle', 'shopping_habits'] as const;

const without = (part: object, key: string) =>
  Object.fromEntries(Object.entries(part).filter(([other]) => other !== key));

const EXTRA_KEYS = [
  'age',
  'income',
  'wishlist',
  'color_preference',
  'favourite_brand',
  'notes',
  '__proto_',
  'Gender',
  'target',
  'constructor',
];

/** The profile's requirements with one entry changed; none where that changes nothing. */
function changedEach(
  sample: Sample<Wording>,
  change: (value: string | string[], key: string) => string | string[] | undefined,
): Mutant<Wording>[] {
  const { product_requirements: stated } = sample.wording.persona;
  return Object.entries(stated).flatMap(([key, value]) => {
    const other = change(value, key);
    if (other === undefined || JSON.stringify(other) === JSON.stringify(value)) return [];
    return [
      withPersona(
        sample,
        { product_requirements: { ...stated, [key]: other } },
        `${key}: ${JSON.stringify(value)} to ${JSON.stringify(other)}`,
      ),
    ];
  });
}
const eachText = (sample: Sample<Wording>, change: (text: string) => string) =>
  changedEach(sample, (value) => (typeof value === 'string' ? change(value) : value.map(change)));

const requirements = operatorsOf<Wording>(REQUIREMENTS, {
  'requirement in capitals': (sample) => eachText(sample, (text) => text.toUpperCase()),
  'requirement in lower case': (sample) => eachText(sample, (text) => text.toLowerCase()),
  'requirement cut short': (sample) => eachText(sample, (text) => text.slice(0, -1)),
  'requirement with a space behind': (sample) => eachText(sample, (text) => `${text} `),
  'requirement made a wish': (sample) => eachText(sample, (text) => `${text} if possible`),
  'requirement with an alternative': (sample) => eachText(sample, (text) => `${text} or anything similar`),
  'requirement negated': (sample) => eachText(sample, (text) => `not ${text}`),
  'requirement with a look-alike letter': (sample) =>
    eachText(sample, (text) => text.replace(/[ae]/, (letter) => (letter === 'a' ? 'а' : 'е'))),
  'requirement with a zero-width space': (sample) =>
    eachText(sample, (text) => `${text.slice(0, 1)}\u200b${text.slice(1)}`),
  'requirement as a list': (sample) => changedEach(sample, (value) => (typeof value === 'string' ? [value] : value[0])),
  'exclusions reversed, cut or doubled': (sample) => [
    ...changedEach(sample, (value) => (Array.isArray(value) ? value.toReversed() : undefined)),
    ...changedEach(sample, (value) => (Array.isArray(value) ? value.slice(1) : undefined)),
    ...changedEach(sample, (value) => (Array.isArray(value) ? [...value, ...value] : undefined)),
    ...changedEach(sample, (value) => (Array.isArray(value) ? [...value, 'Neon'] : undefined)),
  ],
  'requirement of another sample': (sample, { samples, draw }) =>
    changedEach(sample, (value, key) => {
      const others = samples
        .flatMap(({ wording }) => wording.persona.product_requirements[key] ?? [])
        .filter((other) => other !== value);
      return others.length === 0 ? undefined : (pickOne(draw, key, others) as string);
    }),
  'requirement left out': (sample) => {
    const { product_requirements: stated } = sample.wording.persona;
    return Object.keys(stated).map((key) =>
      withPersona(sample, { product_requirements: without(stated, key) as Persona['product_requirements'] }, key),
    );
  },
  'exclusions nobody locked': (sample) => {
    const { product_requirements: stated } = sample.wording.persona;
    return Object.keys(stated).some((key) => key.startsWith('avoid_'))
      ? []
      : [withPersona(sample, { product_requirements: { ...stated, avoid_preferences: ['Neon'] } }, 'avoid Neon')];
  },
  'profile of another sample': (sample, { samples, draw }) => {
    const other = pickOne(draw, 'other', samples);
    const { product_requirements } = other.wording.persona;
    const texts = Object.values(sample.wording.persona.product_requirements).flat();
    const held = Object.values(product_requirements).flat();
    return texts.every((text) => held.includes(text))
      ? []
      : [withPersona(sample, { product_requirements }, other.task.id)];
  },
});

const fields = operatorsOf<Wording>(FIELDS, {
  'a field the profile may not have': (sample) =>
    EXTRA_KEYS.flatMap((key) => {
      const { persona } = sample.wording;
      const more = { [key]: 'x' };
      return [
        withPersona(sample, more as Partial<Persona>, key),
        ...LEVELS.map((level) => withPart(sample, level, more, `${level}.${key}`)),
        ...(key in persona.product_requirements
          ? []
          : [withPart(sample, 'product_requirements', more, `product_requirements.${key}`)]),
      ];
    }),
  'a field left out of the profile': (sample) => {
    const { persona } = sample.wording;
    return [
      ...Object.keys(persona).map((key) => ({
        input: { ...sample, wording: { ...sample.wording, persona: without(persona, key) as Persona } },
        what: key,
      })),
      ...[...LEVELS, 'product_requirements' as const].flatMap((level) =>
        Object.keys(persona[level]).map((key) =>
          withPersona(sample, { [level]: without(persona[level], key) } as Partial<Persona>, `${level}.${key}`),
        ),
      ),
    ];
  },
});

/** Wishes about products that no rubric scores: colours, materials and features as anybody would name them. */
const WISHES =
  `black clothes | red shoes | a bluetooth headset | stainless steel cookware | leather bags | wireless earbuds | waterproof jackets | cotton shirts | a pink phone case | noise cancelling headphones | wooden furniture | silver jewelry | purple curtains | a solar powered lamp | an HDMI cable | nylon straps | rechargeable batteries | a touchscreen | glossy paper | organic shampoo`.split(
    ' | ',
  );

const VERBS = ['Prefers', 'Wants', 'Always buys', 'Is fond of', 'Looks for', 'Loves', 'Insists on', 'Avoids'];

const preferences: Operator<Wording> = {
  gate: 'leak: persona',
  name: 'a product wish in the context',
  plant(sample, { draw }) {
    const { lifestyle } = sample.wording.persona;
    const scored = JSON.stringify(sample.task.locked.rubrics.map(({ expected_value }) => expected_value));
    return WISHES.filter((wish) => !sharesWord(scored, wish)).map((wish) => {
      const at = draw(wish, 3);
      const told = `${pickOne(draw, `verb ${wish}`, VERBS)} ${wish}`;
      if (at === 0) return withPart(sample, 'lifestyle', { hobbies: [...lifestyle.hobbies, told] }, told);
      if (at === 1)
        return withPart(sample, 'lifestyle', { daily_routine: `${lifestyle.daily_routine} ${told}.` }, told);
      return withPart(sample, 'shopping_habits', { preferred_platform: told }, told);
    });
  },
};

const PROFILE: readonly Operator<Wording>[] = [...fields, ...requirements, preferences];

/** The rest of the profile, as another has it. */
const OF_PROFILES: Rewriting<Wording> = {
  name: 'the context of another profile',
  rewrite: (sample, { draw, samples }) =>
    [0, 1].flatMap((at) => {
      const { demographics, lifestyle, shopping_habits } = pickOne(draw, `profile ${at}`, samples).wording.persona;
      const context = { demographics, lifestyle, shopping_habits };
      return fitting(sample, [
        Object.values(demographics).join(' '),
        JSON.stringify(lifestyle),
        JSON.stringify(shopping_habits),
      ]).length === 3
        ? [{ ...sample.wording, persona: { ...sample.wording.persona, ...context } }]
        : [];
    }),
};

export const suite = defineSuite<Wording>({
  family: ecomagentbench,
  gatesOn: (view) => judgesOf(view, { maxAnswers: 1 }).gates,
  writerOn: () => hiddenIntentWriter,
  perIntent: 25,
  operators: [
    ...(OF_ANY as unknown as Operator<Wording>[]),
    ...LEAKS,
    ...PROFILE,
    ...(OF_SLOTS as unknown as Operator<Wording>[]),
    ...(INTENTS as unknown as Operator<Wording>[]),
  ],
  rewritings: [...([...OF_QUERIES, ...OF_SCRIPTS] as unknown as Rewriting<Wording>[]), OF_PROFILES],
  unseen: [UNSEEN_HEDGES as unknown as Operator<Wording>],
});
