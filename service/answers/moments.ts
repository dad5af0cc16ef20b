import type { Language } from '../store/schema.ts';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTH = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?\\.?`).join('|');

const two = (number: number | string) => String(number).padStart(2, '0');
const monthOf = (word: string) => MONTHS.findIndex((name) => name.startsWith(word.toLowerCase().slice(0, 3))) + 1;

const DAYS: readonly [RegExp, (groups: Record<string, string>) => readonly [month: number, day: number]][] = [
  [/\d{4}-(?<month>\d{1,2})-(?<day>\d{1,2})/g, ({ month, day }) => [Number(month), Number(day)]],
  [/(?<![\d/])(?<month>\d{1,2})\/(?<day>\d{1,2})(?![\d/])/g, ({ month, day }) => [Number(month), Number(day)]],
  [/(?<month>\d{1,2})\s*月\s*(?<day>\d{1,2})\s*[日号]/g, ({ month, day }) => [Number(month), Number(day)]],
  [
    new RegExp(`\\b(?<month>${MONTH})\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?\\b`, 'gi'),
    ({ month = '', day }) => [monthOf(month), Number(day)],
  ],
  [
    new RegExp(`\\b(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?<month>${MONTH})`, 'gi'),
    ({ month = '', day }) => [monthOf(month), Number(day)],
  ],
];

/** Days that a text names, as `06-12`. */
export function datesIn(text: string): string[] {
  return DAYS.flatMap(([pattern, read]) =>
    [...text.normalize('NFKC').matchAll(pattern)].map(({ groups = {} }) => {
      const [month, day] = read(groups);
      return `${two(month)}-${two(day)}`;
    }),
  );
}

const CLOCK = /(?<![\d:])(?<hour>\d{1,2}):(?<minute>\d\d)(?::\d\d)?(?:\s*(?<half>am|pm|a\.m\.|p\.m\.))?(?![\d:])/gi;
const HALF = /(?<![\d:.])(?<hour>\d{1,2})\s*(?<half>am|pm|a\.m\.|p\.m\.)/gi;
const CHINESE = /(?<part>凌晨|早上|上午|中午|下午|晚上)?\s*(?<hour>\d{1,2})\s*[点时](?!间)/g;

function hourOf(hour: number, half = ''): number {
  const isLate = /^p|下午|晚上/i.test(half);
  if (isLate && hour < 12) return hour + 12;
  return /^a|凌晨/i.test(half) && hour === 12 ? 0 : hour % 24;
}

/** Hours that a text names, of 24. */
export function hoursIn(text: string): number[] {
  const plain = text.normalize('NFKC');
  const found: number[] = [];
  for (const { groups = {} } of plain.matchAll(CLOCK)) found.push(hourOf(Number(groups.hour), groups.half));
  for (const { groups = {} } of plain.matchAll(HALF)) found.push(hourOf(Number(groups.hour), groups.half));
  for (const { groups = {} } of plain.matchAll(CHINESE)) found.push(hourOf(Number(groups.hour), groups.part));
  return found;
}

/**
 * A local time to the hour, as the rules of Mix-ECom ask for it, as what something is done by: "by 1 pm on June 12", or
 * "around" that where the hour is not full.
 */
export function momentText(time: string, language: Language): string {
  const [month, day, hour, minute] = [time.slice(5, 7), time.slice(8, 10), time.slice(11, 13), time.slice(14, 16)].map(
    Number,
  ) as [number, number, number, number];
  const isFull = minute === 0;
  if (language === 'zh') return `${month}月${day}日${hour}点${isFull ? '前' : '左右'}`;
  const name = MONTHS[month - 1] as string;
  const clock = `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'am' : 'pm'}`;
  return `${isFull ? 'by' : 'around'} ${clock} on ${name[0]?.toUpperCase()}${name.slice(1)} ${day}`;
}
