/** A count with commas every three digits, the same in every locale. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A count with its noun: `1 reply`, `1,200 replies`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
/** The mean of at least one value. */
export const mean = (values: readonly number[]): number => sum(values) / values.length;

/** The middle of at least one value, between the two in the middle of an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A rate per second with as many digits as one can read at a glance. */
export function formatRate(perSecond: number): string {
  if (perSecond >= 10) return `${formatCount(Math.round(perSecond))}/s`;
  if (perSecond >= 0.1) return `${perSecond.toFixed(1)}/s`;
  return `${(perSecond * 60).toFixed(1)}/min`;
}

/** A duration as m:ss or h:mm:ss, rounded up so that it never says 0:00 while work is left. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${twoDigits(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
}
