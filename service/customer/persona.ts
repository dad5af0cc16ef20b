import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { type Draw, pickOne } from '../../schemas/draw.ts';
import type { Language } from '../store/schema.ts';

const Said = z.strictObject({ en: z.string().min(1), zh: z.string().min(1) });
const TRAITS = z
  .record(z.string(), z.record(z.string(), Said))
  .parse(readTable(new URL('./traits.yaml', import.meta.url)));

/** A customer's manner: ECom-Bench's nine traits. It changes how things are said and in which order, never what is true. */
export const Persona = z.strictObject({
  consumer: z.enum(['value_seeker', 'practical', 'quality_first', 'first_time', 'loyal']),
  emotion: z.enum(['calm', 'friendly', 'worried', 'annoyed']),
  carefulness: z.enum(['high', 'medium', 'low']),
  patience: z.enum(['high', 'medium', 'low']),
  trust: z.enum(['high', 'medium', 'low']),
  rights: z.enum(['high', 'medium', 'low']),
  asking: z.enum(['direct', 'polite', 'roundabout']),
  speaking: z.enum(['concise', 'chatty', 'formal']),
  pace: z.enum(['one_by_one', 'in_a_row']),
});
export type Persona = z.infer<typeof Persona>;
type Trait = keyof Persona;

/** Traits that exclude each other in one person, as pairs of levels. */
const CONTRADICTIONS: readonly Partial<Persona>[] = [
  { emotion: 'friendly', patience: 'low' },
  { emotion: 'friendly', trust: 'low' },
  { emotion: 'annoyed', patience: 'high' },
  { speaking: 'concise', asking: 'roundabout' },
];

const isConsistent = (persona: Persona) =>
  !CONTRADICTIONS.some((pair) => Object.entries(pair).every(([trait, level]) => persona[trait as Trait] === level));

/** Nobody is new with several orders, or loyal with one. */
const hasSuchOrders = ({ consumer }: Persona, orders: number) =>
  consumer === 'first_time' ? orders <= 1 : consumer !== 'loyal' || orders > 1;

/** Draws a consistent manner for a customer with so many orders, that fits what they come with. */
export function drawPersona(draw: Draw, orders: number, isFit: (persona: Persona) => boolean = () => true): Persona {
  for (let attempt = 0; ; attempt++) {
    const persona = Object.fromEntries(
      Object.entries(Persona.shape).map(([trait, levels]) => [
        trait,
        pickOne(draw, `persona/${attempt}/${trait}`, levels.options as readonly string[]),
      ]),
    ) as Persona;
    if (isConsistent(persona) && hasSuchOrders(persona, orders) && isFit(persona)) return persona;
  }
}

/** Writes what a level of a trait says of a customer. */
export function traitText(trait: Trait, level: string, language: Language): string {
  const said = TRAITS[trait]?.[level];
  if (said === undefined) throw new RangeError(`no words for the ${trait} "${level}"`);
  return said[language];
}

const HEADINGS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    profile: 'This is your profile:',
    consumer: 'Consumer type',
    character: 'Character',
    emotion: 'Emotion',
    carefulness: 'Carefulness',
    patience: 'Patience',
    trust: 'Trust',
    rights: 'Rights awareness',
    conduct: 'Conduct',
    asking: 'Asking style',
    speaking: 'Speaking style',
    pace: 'Pace',
    goals: 'These are your goals:',
    intent: 'Intent',
  },
  zh: {
    profile: '这是你的画像：',
    consumer: '消费者类型',
    character: '性格特征',
    emotion: '情绪',
    carefulness: '细心程度',
    patience: '耐心程度',
    trust: '信任程度',
    rights: '维权意识',
    conduct: '行为特征',
    asking: '提问方式',
    speaking: '发言风格',
    pace: '沟通节奏',
    goals: '这是你的目标：',
    intent: '意图',
  },
};

const NUMERALS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/** The number of an intent as the published instructions write it. */
const numbered = (at: number, language: Language) =>
  language === 'zh' ? (NUMERALS[at] ?? String(at + 1)) : ` ${at + 1}`;

/** The instruction of a simulated customer in ECom-Bench's form: the profile in tags, then the numbered intents. */
export function instructionOf(persona: Persona, goals: readonly string[], language: Language): string {
  const names = HEADINGS[language];
  const tagged = (name: string, text: string) => `<${name}>${text}</${name}>`;
  const traits = (list: readonly Trait[]) =>
    list.map((trait) => tagged(names[trait] as string, traitText(trait, persona[trait], language)));
  const block = (name: string, lines: readonly string[]) => [`<${name}>`, ...lines, `</${name}>`];
  return [
    `### ${names.profile}`,
    ...block(names.consumer as string, [traitText('consumer', persona.consumer, language)]),
    ...block(names.character as string, traits(['emotion', 'carefulness', 'patience', 'trust', 'rights'])),
    ...block(names.conduct as string, traits(['asking', 'speaking', 'pace'])),
    `### ${names.goals}`,
    ...goals.flatMap((goal, at) => block(`${names.intent}${numbered(at, language)}`, [goal])),
  ].join('\n');
}
