import { type StoreTime, type Weekday, Weekday as Weekdays } from './schema.ts';

const HOUR_MS = 3_600_000;

/** Milliseconds of a wall-clock time; only differences mean something. */
const toMs = (time: StoreTime) => Date.parse(`${time}Z`);
const fromMs = (ms: number): StoreTime => new Date(ms).toISOString().slice(0, 19);

export const addHours = (time: StoreTime, hours: number): StoreTime => fromMs(toMs(time) + hours * HOUR_MS);
/** The full hour by which a time is over. */
export const fullHour = (time: StoreTime): StoreTime => fromMs(Math.ceil(toMs(time) / HOUR_MS) * HOUR_MS);
export const addMinutes = (time: StoreTime, minutes: number): StoreTime => fromMs(toMs(time) + minutes * 60_000);
export const addDays = (time: StoreTime, days: number): StoreTime => addHours(time, days * 24);

/** Hours from one time to a later one, parts of an hour included. */
const hoursBetween = (from: StoreTime, to: StoreTime): number => (toMs(to) - toMs(from)) / HOUR_MS;
export const daysBetween = (from: StoreTime, to: StoreTime): number => hoursBetween(from, to) / 24;

/** Hours of a day in which people order, shops pack and couriers ring; the days keep their order of events in them. */
const [OPENS, CLOSES] = [8, 23] as const;
const DAY_MS = 24 * HOUR_MS;

/** A time moved into the waking hours of its day, earlier times to earlier ones; as it is on the day of `now`. */
export function byDay(time: StoreTime, now: StoreTime): StoreTime {
  const ms = toMs(time);
  const day = Math.floor(ms / DAY_MS) * DAY_MS;
  if (day + DAY_MS > toMs(now)) return time;
  const minutes = OPENS * 60 + ((ms - day) / 60_000) * ((CLOSES - OPENS) / 24);
  return fromMs(day + Math.floor(minutes * 60) * 1000);
}

const WEEK: readonly Weekday[] = Weekdays.options;

/** The weekday of a time, or of a date alone. */
export function weekdayOf(time: string): Weekday {
  const day = new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return WEEK[(day + 6) % 7] as Weekday;
}

/** The date of the next such day after a time; of the same day a week later. */
export function nextDate(time: StoreTime, weekday: Weekday): string {
  const ahead = (WEEK.indexOf(weekday) - WEEK.indexOf(weekdayOf(time)) + 7) % 7;
  return addDays(time, ahead === 0 ? 7 : ahead).slice(0, 10);
}
