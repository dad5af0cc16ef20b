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

/** Words in front of a day, and behind one, by which its end is meant. */
const END_BEFORE =
  /(?:(?:end|close) of (?:the )?(?:day,? )?(?:on |of )?|(?:23:59|24:00|11:59 ?(?:pm|p\.m\.)),? (?:on |of )?)$/i;
const END_BEHIND =
  /^,?\s*(?:(?:by|before|at|until) )?(?:(?:the )?end of (?:the )?day|23:59|24:00|11:59 ?(?:pm|p\.m\.)|24\s*[点时]|(?:晚上|夜里|半夜|深夜)\s*12\s*[点时]|当[天日]|之?内|结束)/i;
/** Midnight belongs to the day before as to the one after. */
const MIDNIGHT_BEFORE = /midnight,? (?:on |of )?$/i;
const MIDNIGHT_BEHIND = /^,?\s*(?:(?:by|before|at|until) )?(?:midnight|午夜|半夜)/i;
/** A day before whose beginning something happens, where no hour of it is said. */
const BEFORE = /\bbefore (?:the )?$/i;
const HOUR_BEHIND = /^,?\s*(?:(?:at|by|around)\s+)?\d/i;

/** Days after one, in a common year and in a leap year. */
const daysAfter = (month: number, day: number): string[] => [
  ...new Set([2023, 2024].map((year) => new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(5, 10))),
];

/** A day that a text names: as it is told, and whether its hour is told with it as the midnight at one of its ends. */
interface NamedDay {
  readonly days: readonly string[];
  readonly isMidnight: boolean;
}

function namedDays(text: string): NamedDay[] {
  const plain = text.normalize('NFKC');
  return DAYS.flatMap(([pattern, read]) =>
    [...plain.matchAll(pattern)].map(({ 0: whole, index, groups = {} }): NamedDay => {
      const [month, day] = read(groups);
      const [before, behind] = [plain.slice(0, index), plain.slice(index + whole.length)];
      const own = `${two(month)}-${two(day)}`;
      if (END_BEFORE.test(before) || END_BEHIND.test(behind)) return { days: daysAfter(month, day), isMidnight: true };
      if (MIDNIGHT_BEFORE.test(before) || MIDNIGHT_BEHIND.test(behind))
        return { days: [own, ...daysAfter(month, day)], isMidnight: true };
      return { days: [own], isMidnight: BEFORE.test(before) && !HOUR_BEHIND.test(behind) };
    }),
  );
}

/** Days that a text names, as `06-12`; the end of a day is the beginning of the next. */
export const datesIn = (text: string): string[] => namedDays(text).flatMap(({ days }) => days);

const CLOCK = /(?<![\d:])(?<hour>\d{1,2}):(?<minute>\d\d)(?::\d\d)?(?:\s*(?<half>am|pm|a\.m\.|p\.m\.))?(?![\d:])/gi;
const HALF = /(?<![\d:.])(?<hour>\d{1,2})\s*(?<half>am|pm|a\.m\.|p\.m\.)/gi;
const CHINESE =
  /(?<part>凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|深夜)?\s*(?<hour>\d{1,2}|零)\s*[点时](?!间)/g;

function hourOf(hour: number, half = ''): number {
  const isLate = /^p|下午|傍晚|晚上/i.test(half) || (half === '中午' && hour < 10);
  if (isLate && hour < 12) return hour + 12;
  return /^a|凌晨|晚上|夜|深夜/i.test(half) && hour === 12 ? 0 : hour % 24;
}

/** Hours that a text names, of 24. */
export function hoursIn(text: string): number[] {
  const plain = text.normalize('NFKC');
  const found: number[] = [];
  for (const { groups = {} } of plain.matchAll(CLOCK)) found.push(hourOf(Number(groups.hour), groups.half));
  for (const { groups = {} } of plain.matchAll(HALF)) found.push(hourOf(Number(groups.hour), groups.half));
  for (const { groups = {} } of plain.matchAll(CHINESE))
    found.push(hourOf(Number(groups.hour === '零' ? 0 : groups.hour), groups.part));
  if (/\bnoon\b/i.test(plain)) found.push(12);
  if (namedDays(plain).some(({ isMidnight }) => isMidnight)) found.push(0);
  return [...new Set(found)];
}

/** Parts of the day in Chinese, each with the hour it ends at. */
const PARTS: readonly (readonly [until: number, part: string])[] = [
  ...([
    [5, '凌晨'],
    [8, '早上'],
    [12, '上午'],
    [13, '中午'],
    [18, '下午'],
    [24, '晚上'],
  ] as const),
];

/**
 * A local time that something is done by, as the rules of Mix-ECom ask for it to the hour: "by 1 pm on June 12", the end
 * of a day for its midnight, and "around" a quarter of an hour where the hour is not full.
 */
export function momentText(time: string, language: Language): string {
  const hour = Number(time.slice(11, 13));
  const minute = Number(time.slice(14, 16));
  const isFull = minute === 0;
  const isEnd = isFull && hour === 0;
  const shown = new Date(`${time.slice(0, 10)}T00:00:00Z`);
  if (isEnd) shown.setUTCDate(shown.getUTCDate() - 1);
  const [month, day] = [shown.getUTCMonth() + 1, shown.getUTCDate()];
  const quarter = Math.min(45, Math.round(minute / 15) * 15);
  const of12 = hour % 12 === 0 ? 12 : hour % 12;
  if (language === 'zh') {
    if (isEnd) return `${month}月${day}日24点前`;
    const part = PARTS.find(([until]) => hour < until)?.[1] ?? '';
    const behind = quarter === 0 ? '' : quarter === 30 ? '半' : `${quarter}分`;
    return `${month}月${day}日${part}${hour <= 12 ? hour : of12}点${behind}${isFull ? '前' : '左右'}`;
  }
  const name = MONTHS[month - 1] as string;
  const date = `${name[0]?.toUpperCase()}${name.slice(1)} ${day}`;
  if (isEnd) return `by the end of ${date}`;
  const clock =
    isFull && hour === 12 ? 'noon' : `${of12}${quarter === 0 ? '' : `:${quarter}`} ${hour < 12 ? 'am' : 'pm'}`;
  return `${isFull ? 'by' : 'around'} ${clock} on ${date}`;
}
