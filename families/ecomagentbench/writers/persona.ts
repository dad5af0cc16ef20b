import { z } from 'zod';
import { FIELDS, lexiconInForce, ofLexicon, otherLanguage, readOwnWords } from '../../../lexicon/index.ts';
import { type Draw, pickOne } from '../../../schemas/draw.ts';
import { StageError } from '../../../schemas/errors.ts';
import { dialogueOf, isListed } from '../../../shopping/dialogue/field-dialogues.ts';
import { fieldNameOf, type Rubric } from '../../../shopping/kinds/index.ts';
import { nameGiven } from '../../../shopping/language/field-name.ts';
import { memoised } from '../../../text/cache/memoised.ts';
import { normaliseText, tokensOf } from '../../../text/normalise.ts';
import { ownValue } from '../../../text/own-value.ts';
import { hasUnspacedScript } from '../../../text/tokens.ts';
import { inEnglish, type Persona, type PersonaNoise, requirementText } from '../persona.ts';

const Texts = z.array(z.string().min(1)).min(1);
const Occupation = z.tuple([z.string(), z.string(), z.string(), z.string()]);

const Tables = z.strictObject({
  ages: Texts,
  genders: z.record(z.string(), z.int().positive()),
  gendered_goods: z.record(z.string(), z.array(z.string())),
  education: z.record(z.string(), Texts),
  regions: z.record(z.string(), Texts),
  occupations: z.record(z.string(), Occupation),
  routines: z.record(z.string(), Texts),
  commutes: z.record(z.string(), Texts),
  fitness: Texts,
  inactive: z.strictObject({ levels: Texts, commutes: Texts, days: Texts }),
  diets: Texts,
  pets: Texts,
  pet_goods: z.unknown(),
  hobbies: z.strictObject({ quiet: Texts, active: Texts, vigorous: Texts }),
  payments: Texts,
  frequencies: Texts,
  devices: Texts,
  platforms: Texts,
  returns: Texts,
});

/** Seeded tables the unscored part of every persona is drawn from. */
export const PERSONA_TABLES = ofLexicon(() => Tables.parse(readOwnWords('personas.yaml')));

/** The published keys of `product_requirements`; any other field is its own name in snake case. */
const REQUIREMENT_KEYS: Readonly<Record<string, string>> = {
  Brand: 'brand_preference',
  Color: 'color_preference',
  Material: 'material_need',
  Style: 'style_preference',
  Size: 'size_preference',
  'Skin Type': 'skin_type',
  'Hair Type': 'hair_type',
  'Item Form': 'form_preference',
  Scent: 'scent_preference',
  'Finish Type': 'finish_preference',
  'Form Factor': 'form_factor_preference',
  'Shell Type': 'case_type_preference',
  'Compatible Devices': 'device_compatibility',
  'Compatible Phone Models': 'phone_model_compatibility',
  'Operating System': 'os_preference',
  RAM: 'ram_requirement',
  'Hard Drive': 'storage_preference',
  Processor: 'processor_preference',
  'Wireless Type': 'wireless_preference',
  'Memory Storage Capacity': 'storage_capacity_preference',
  'Lens Type': 'lens_preference',
  'Water Resistance Level': 'water_resistance_need',
  'Power Source': 'power_source_preference',
  price: 'budget',
};

/** Key of what is avoided of the fields whose values say what they are of: "Wool" is a material, "Sensitive" no skin type by itself. */
const AVOID = 'avoid_preferences';
const SAY_THEIR_FIELD: ReadonlySet<string> = new Set(['Color', 'Material']);

/** A field's name in the language of the texts. */
const labelOf = (field: string) => (isListed(field) ? dialogueOf(field).label : field);

/** The key of `product_requirements` a persona rubric is published under (reference-systems 1.10). */
export function requirementKeyOf(rubric: Pick<Rubric, 'type' | 'field'>): string {
  const field = fieldNameOf(rubric);
  if (rubric.type === 'negative_attribute')
    return (
      otherLanguage()?.said.avoided.replace('{label}', () => labelOf(field)) ??
      (SAY_THEIR_FIELD.has(field) ? AVOID : `avoid_${plainKeyOf(field)}`)
    );
  if (otherLanguage() !== null && ownValue(REQUIREMENT_KEYS, field) !== undefined) return labelOf(field);
  return ownValue(REQUIREMENT_KEYS, field) ?? plainKeyOf(field);
}

/** A field's name in snake case: a person's, or that of the tables of a foreign shop, where they give one. */
function plainKeyOf(field: string): string {
  const isGiven = Object.hasOwn(lexiconInForce().fields, field) || !FIELDS.has(field);
  const name = normaliseText((isGiven ? nameGiven(field) : undefined) ?? field.replaceAll('_', ' '));
  return name.replaceAll(' ', hasUnspacedScript(name) ? '' : '_');
}

/** Persona rubrics as the profile states them, exclusions last, those of one key in one list. */
function requirementsOf(rubrics: readonly Rubric[]): Persona['product_requirements'] {
  const requirements: Persona['product_requirements'] = {};
  const avoided: Record<string, string[]> = {};
  for (const rubric of rubrics) {
    if (rubric.info_source !== 'persona') continue;
    const key = requirementKeyOf(rubric);
    if (rubric.type === 'negative_attribute') {
      avoided[key] = [...(avoided[key] ?? []), ...inEnglish(rubric).expected_value];
      continue;
    }
    const stated = requirementText(rubric);
    if (stated === null)
      throw new StageError(`a ${rubric.type} of ${rubric.field} cannot be hidden in a persona`, rubric);
    if (Object.hasOwn(requirements, key)) throw new StageError(`two persona rubrics share the key ${key}`, rubric);
    requirements[key] = stated;
  }
  return { ...requirements, ...avoided };
}

const REDRAWS = 12;
const HOBBIES = { least: 2, most: 4 };
/** Place in the age table from which vigorous hobbies are left out. */
const VIGOROUS_BELOW = 4;

/** Draws evenly from lists, and again whenever a text would touch what must stay hidden. */
class NoiseDrawer {
  readonly #draw: Draw;
  readonly #avoid: (text: string) => boolean;

  constructor(draw: Draw, avoid: (text: string) => boolean) {
    this.#draw = draw;
    this.#avoid = avoid;
  }

  one(label: string, texts: readonly string[], fits: (text: string) => boolean = () => true): string {
    const isGood = (text: string) => fits(text) && !this.#avoid(text);
    for (let redraw = 0; redraw < REDRAWS; redraw++) {
      const text = pickOne(this.#draw, `${label}/${redraw}`, texts);
      if (isGood(text)) return text;
    }
    const left = texts.filter(isGood);
    if (left.length === 0) throw new StageError(`every ${label} of the persona tables is to be avoided`, texts);
    return pickOne(this.#draw, `${label}/left`, left);
  }

  several(label: string, count: number, texts: readonly string[]): string[] {
    const chosen: string[] = [];
    for (let place = 0; place < count; place++) {
      chosen.push(this.one(`${label}/${place}`, texts, (text) => !chosen.includes(text)));
    }
    return chosen;
  }

  /** A key by its share out of the sum of all shares; `only` that one, unless it is to be avoided. */
  weighted(label: string, shares: Readonly<Record<string, number>>, only?: string): string {
    const isOne = only !== undefined && !this.#avoid(only);
    return this.one(
      label,
      Object.entries(shares).flatMap(([text, share]) =>
        isOne && text !== only ? [] : Array<string>(share).fill(text),
      ),
    );
  }

  /** Tells whether any of some texts may be drawn. */
  hasOneOf(texts: readonly string[]): boolean {
    return texts.some((text) => !this.#avoid(text));
  }

  number(label: string, below: number): number {
    return this.#draw(label, below);
  }
}

const named = (table: Readonly<Record<string, string[]>>, name: string): string[] => {
  const list = table[name];
  if (list === undefined) throw new StageError(`the persona tables have no "${name}"`, Object.keys(table));
  return list;
};

/** The gender whose goods a product is, by what it is or by its department. */
function genderFor(rubrics: readonly Rubric[]): string | undefined {
  for (const { type, field, expected_value } of rubrics) {
    if (type !== 'entity_match' && !(type === 'attribute_match' && field === 'details.Department')) continue;
    const words = tokensOf([expected_value].flat().join(' '));
    for (const [gender, goods] of Object.entries(PERSONA_TABLES.gendered_goods)) {
      if (words.some((word) => goods.includes(word))) return gender;
    }
  }
  return undefined;
}

/** Ages whose occupations are remembered: more than there are. */
const AGES_KEPT = 64;

/** The occupations that people of an age have. */
const occupationsAt = memoised(AGES_KEPT, (age): readonly string[] => {
  const { ages, occupations } = PERSONA_TABLES;
  const band = ages.indexOf(age);
  return Object.entries(occupations)
    .filter(([, [youngest, oldest]]) => ages.indexOf(youngest) <= band && band <= ages.indexOf(oldest))
    .map(([name]) => name);
});

/** Person behind a persona, before anything is said of how they live. */
type Person = Omit<PersonaNoise['demographics'], 'education_level'>;

function personIn(drawer: NoiseDrawer, gender: string | undefined): Person {
  const tables = PERSONA_TABLES;
  const age = drawer.one('age', tables.ages);
  return {
    gender: drawer.weighted('gender', tables.genders, gender),
    age_range: age,
    location: drawer.one('city', pickRegion(drawer)),
    occupation: drawer.one('occupation', occupationsAt(age)),
  };
}

function noiseOf(drawer: NoiseDrawer, person: Person, pets: readonly string[]): PersonaNoise {
  const tables = PERSONA_TABLES;
  const band = tables.ages.indexOf(person.age_range);
  const [, , education, day] = tables.occupations[person.occupation] as z.infer<typeof Occupation>;
  const hobbies = drawer.several('hobby', HOBBIES.least + drawer.number('hobbies', HOBBIES.most - HOBBIES.least + 1), [
    ...tables.hobbies.quiet,
    ...tables.hobbies.active,
    ...(band < VIGOROUS_BELOW ? tables.hobbies.vigorous : []),
  ]);
  const commute = drawer.one('commute', Object.keys(tables.commutes), (way) =>
    named(tables.commutes, way).includes(day),
  );
  const isActive =
    hobbies.some((hobby) => !tables.hobbies.quiet.includes(hobby)) ||
    tables.inactive.commutes.includes(commute) ||
    tables.inactive.days.includes(day);
  return {
    demographics: {
      ...person,
      education_level: drawer.one('education', named(tables.education, education)),
    },
    lifestyle: {
      hobbies,
      daily_routine: drawer.one('routine', named(tables.routines, day)),
      fitness_level: drawer.one(
        'fitness',
        tables.fitness,
        (level) => !isActive || !tables.inactive.levels.includes(level),
      ),
      dietary_preference: drawer.one('diet', tables.diets),
      commute_method: commute,
      pets: drawer.one('pets', drawer.hasOneOf(pets) ? pets : tables.pets),
    },
    shopping_habits: {
      payment_method: drawer.one('payment', tables.payments),
      shopping_frequency: drawer.one('frequency', tables.frequencies),
      preferred_device: drawer.one('device', tables.devices),
      preferred_platform: drawer.one('platform', tables.platforms),
      return_frequency: drawer.one('returns', tables.returns),
    },
  };
}

function pickRegion(drawer: NoiseDrawer): string[] {
  const regions = Object.values(PERSONA_TABLES.regions);
  return regions[drawer.number('region', regions.length)] as string[];
}

/**
 * Writes what the profile tool returns: the persona rubrics as locked, in English, and a person around them drawn evenly
 * from the tables. `avoid` says whether a text touches a scored value; such an entry is drawn again. `pets` are those that
 * whoever shops for the goods may keep, any where it is empty.
 */
export function writePersona(
  rubrics: readonly Rubric[],
  draw: Draw,
  avoid: (text: string) => boolean,
  pets: readonly string[] = [],
): Persona {
  const drawer = new NoiseDrawer(draw, avoid);
  return {
    user_id: `U_${10_000 + drawer.number('user id', 90_000)}`,
    ...noiseOf(drawer, personIn(drawer, genderFor(rubrics)), pets),
    product_requirements: requirementsOf(rubrics),
  };
}

/** The life of a person who is given, as the tables have it. */
export const lifeOf = (person: Person, draw: Draw): PersonaNoise =>
  noiseOf(new NoiseDrawer(draw, () => false), person, []);
