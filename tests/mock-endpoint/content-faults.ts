import type { ContentFault } from './fault-kinds.ts';

/** Content faults that need nothing but a good reply. */
export type MechanicalFault = Exclude<ContentFault, 'leak' | 'tamper' | 'obey'>;

/** What a choice of a completion says. */
export interface Said {
  readonly content: string | null;
  readonly refusal: string | null;
  readonly finish: 'stop' | 'length' | 'content_filter';
}

export const saying = (content: string | null): Said => ({ content, refusal: null, finish: 'stop' });

/** Where an object of the reply holds a value. */
interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/**
 * Spoils a good reply in one way, or null where that cannot be done to it: text that is no JSON has no key to lose.
 * `at`, from 0 to 1, chooses among the places where it can be done.
 */
export function spoil(kind: MechanicalFault, good: string, at: number, contentBytes: number): Said | null {
  switch (kind) {
    case 'cut_off':
      return { ...saying(good.slice(0, Math.floor(good.length / 2))), finish: 'length' };
    case 'refusal':
      return { ...saying(null), refusal: "I'm sorry, but I can't assist with that request." };
    case 'content_filter':
      return { ...saying(''), finish: 'content_filter' };
    case 'empty':
      return saying('');
    case 'null_content':
      return saying(null);
    case 'huge':
      return saying(inflated(good, contentBytes));
    default: {
      const value = parsed(good);
      if (value === null) return null;
      const spoiled = spoilJson(kind, value, good, at);
      return spoiled === null ? null : saying(spoiled);
    }
  }
}

type JsonFault = Exclude<MechanicalFault, 'cut_off' | 'refusal' | 'content_filter' | 'empty' | 'null_content' | 'huge'>;

function spoilJson(kind: JsonFault, value: object, good: string, at: number): string | null {
  const places = placesIn(value);
  const place = places[Math.floor(at * places.length)];
  switch (kind) {
    case 'fenced_json':
      return `\`\`\`json\n${good}\n\`\`\``;
    case 'text_around_json':
      return `Sure! Here is the JSON you asked for:\n\n${good}\n\nLet me know if you need anything else.`;
  }
  if (place === undefined) return null;
  const { holder, key } = place;
  switch (kind) {
    case 'invalid_json':
      // No bracket is missing and no comma is spare, so that only asking again helps.
      return JSON.stringify(value).replace(`${JSON.stringify(key)}:`, (start) => `${start.slice(0, -1)} is `);
    case 'trailing_comma':
      return good.replace(/[}\]]\s*$/, (end) => `,${end}`);
    case 'missing_key':
      delete holder[key];
      break;
    case 'extra_key':
      holder.confidence_note = 'added by the model';
      break;
    case 'wrong_type':
      holder[key] = typeof holder[key] === 'string' ? { text: holder[key] } : 'about that';
      break;
  }
  return JSON.stringify(value);
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(placesIn);
  if (Array.isArray(value)) return inside;
  const holder = value as Record<string, unknown>;
  return [...Object.keys(holder).map((key) => ({ holder, key })), ...inside];
}

/** Blows up the first string of a JSON reply, so that it still fits its schema; other replies as a whole. */
function inflated(good: string, bytes: number): string {
  const filler = 'and so on '.repeat(Math.ceil(bytes / 10)).slice(0, bytes);
  const value = parsed(good);
  const place = value === null ? undefined : placesIn(value).find(({ holder, key }) => typeof holder[key] === 'string');
  if (place === undefined) return good + filler;
  place.holder[place.key] = `${place.holder[place.key]} ${filler}`;
  return JSON.stringify(value);
}
