import { type Dice, diceFor } from './random.ts';
import { NOISE_WORDS } from './tables.ts';

export const NOISE_KINDS = [
  'placeholder',
  'truncated',
  'html',
  'variant_code',
  'sentence',
  'foreign',
  'senseless_field',
  'contradiction',
  'artefact',
] as const;
type NoiseKind = (typeof NOISE_KINDS)[number];

/** One detail that was made worthless on purpose. */
export interface Planted {
  readonly file: string;
  readonly product: string;
  readonly key: string;
  readonly value: string;
  readonly kind: NoiseKind;
  /** For a contradiction: the fact (or the title) it cannot stand next to. Neither of the two can be trusted. */
  readonly against?: { readonly key: string; readonly value: string };
}

/** Place that noise can be planted in; `set` writes a raw value under a raw key. */
interface NoiseTarget {
  readonly file: string;
  readonly id: string;
  readonly group: string;
  /** Raw key and clean options of each field that may be spoiled, in the order they may be chosen. */
  readonly fields: ReadonlyMap<string, { readonly key: string; readonly options: readonly string[] }>;
  readonly rivals: (field: string) => readonly string[];
  readonly spellKey: (field: string) => string;
  readonly set: (key: string, value: string) => void;
  readonly title: { readonly value: string; readonly set: (title: string) => void };
}

const WEIGHTS: Readonly<Record<NoiseKind, number>> = {
  placeholder: 24,
  truncated: 11,
  html: 12,
  variant_code: 14,
  sentence: 8,
  foreign: 10,
  senseless_field: 8,
  contradiction: 10,
  artefact: 6,
};

type Proposal = Omit<Planted, 'file' | 'product' | 'kind'> & { readonly title?: string };

/** Facts of the product that another fact would contradict: field, option, other field, option to plant there. */
function openContradictions(target: NoiseTarget): [field: string, option: string, other: string, planted: string][] {
  const states = (field: string, option: string) => target.fields.get(field)?.options.includes(option) ?? false;
  const rules: ReturnType<typeof openContradictions> = [
    ['Power Source', 'Corded Electric', 'Special Feature', 'Cordless'],
    ['Water Resistance Level', 'Not Water Resistant', 'Special Feature', 'Waterproof'],
    ['Special Feature', 'Waterproof', 'Water Resistance Level', 'Not Water Resistant'],
    ['Connectivity Technology', 'Wired', 'Wireless Type', 'Bluetooth'],
  ];
  return rules.filter(([field, option]) => states(field, option));
}

function contradict(target: NoiseTarget, dice: Dice): Proposal | undefined {
  const fitting = openContradictions(target);
  if (fitting.length > 0) {
    const [field, option, other, planted] = dice.pick(fitting);
    const present = target.fields.get(other);
    const value =
      present !== undefined && other === 'Special Feature' ? [...present.options, planted].join(', ') : planted;
    const against = { key: target.fields.get(field)!.key, value: option };
    return { key: present?.key ?? target.spellKey(other), value, against };
  }
  if (dice.chance(72)) return undefined;
  const title = `${target.title.value}, Set of 6`;
  const key = target.fields.get('Number of Items')?.key ?? target.spellKey('Number of Items');
  return { key, value: '1', against: { key: 'title', value: 'Set of 6' }, title };
}

function propose(kind: NoiseKind, target: NoiseTarget, field: string, dice: Dice): Proposal | undefined {
  if (kind === 'contradiction') return contradict(target, dice);
  if (kind === 'senseless_field') {
    const open = Object.entries(NOISE_WORDS.senseless[target.group] ?? {}).filter(([name]) => !target.fields.has(name));
    if (open.length === 0) return undefined;
    const [name, value] = dice.pick(open);
    return { key: target.spellKey(name), value };
  }
  const { key, options } = target.fields.get(field)!;
  const clean = options[0]!;
  switch (kind) {
    case 'placeholder':
      return { key, value: dice.pick(NOISE_WORDS.placeholder) };
    case 'truncated':
      return { key, value: dice.pick([...(NOISE_WORDS.truncated[field] ?? []), ...NOISE_WORDS.truncated.any!]) };
    case 'html': {
      const rival = dice.pick([...target.rivals(field).filter((value) => value !== clean), 'Others']);
      const forms = [
        `${clean} &amp; ${rival}&nbsp;`,
        `<b>${clean}</b>`,
        `${clean}&nbsp;`,
        `${clean}<br>`,
        `&quot;${clean}&quot;`,
      ];
      return { key, value: dice.pick(forms) };
    }
    case 'variant_code':
      return { key, value: dice.pick(NOISE_WORDS.variant_code).replace('{value}', clean) };
    case 'sentence':
      return { key, value: dice.pick(NOISE_WORDS.sentence) };
    case 'foreign':
      return { key, value: dice.pick(NOISE_WORDS.foreign[field] ?? NOISE_WORDS.foreign.any!) };
    case 'artefact':
      return { key, value: dice.chance(50) ? target.id : `https://www.example.com/dp/${target.id}` };
  }
}

/** Spoils up to `count` details of a product; fields in `spared` are left alone nine times out of ten. */
export function plantNoise(target: NoiseTarget, count: number, spared: readonly string[]): Planted[] {
  const planted: Planted[] = [];
  const used = new Set<string>();
  for (let attempt = 0; planted.length < count && attempt < count * 6; attempt += 1) {
    const dice = diceFor('noise', target.id, attempt);
    const inviting = attempt === 0 && openContradictions(target).length > 0 && dice.chance(22);
    const drawn = NOISE_KINDS[dice.byWeight(NOISE_KINDS.map((name) => WEIGHTS[name]))]!;
    const kind = inviting ? 'contradiction' : drawn;
    const sparing = dice.chance(90);
    const open = [...target.fields.keys()].filter((field) => !sparing || !spared.includes(field));
    const proposal = propose(kind, target, dice.pick(open), dice);
    if (proposal === undefined) continue;
    const { title, ...fact } = proposal;
    const touched = [fact.key, fact.against?.key].filter((key) => key !== undefined);
    if (touched.some((key) => used.has(key))) continue;
    // A planted contradiction must not rest on a value that tells the variants of a line apart.
    const spoilsAxis = spared.some((field) => target.fields.get(field)?.key === fact.key);
    if (spoilsAxis && sparing) continue;
    for (const key of touched) used.add(key);
    target.set(fact.key, fact.value);
    if (title !== undefined) target.title.set(title);
    planted.push({ file: target.file, product: target.id, ...fact, kind });
  }
  return planted;
}
