import { z } from 'zod';
import { normaliseValue } from '../../text/normalise.ts';
import { readTable } from '../../text/tables.ts';

const Phrases = z.strictObject({
  before: z.array(z.string()).optional(),
  after: z.array(z.string()).optional(),
  verb: z.array(z.string()).optional(),
  not: z.array(z.string()).optional(),
});
type Phrases = z.infer<typeof Phrases>;

const FieldEntry = z.strictObject({
  persona: z.boolean().default(false),
  clarification: z.boolean().default(false),
  negative: z.boolean().default(false),
  filler: z.boolean().default(false),
  say: z.enum(['lower', 'hyphen', 'name', 'quantity', 'mount', 'number']),
  ...Phrases.shape,
  endings: z.array(Phrases.extend({ words: z.string() })).default([]),
  values: z.record(z.string(), Phrases).default({}),
});

/** How one detail field may be used, and how a shopper says its values outright. */
export interface FieldPolicy {
  readonly field: string;
  readonly persona: boolean;
  readonly clarification: boolean;
  readonly negative: boolean;
  /** Used only for products that state few other facts. */
  readonly filler: boolean;
  readonly say: z.infer<typeof FieldEntry>['say'];
  /** Phrase patterns for a value, its own ones where it has any. */
  phrases(value: string): AllPhrases;
}

type AllPhrases = Readonly<Record<keyof Phrases, readonly string[]>>;

/** What "no" makes a quality of rather than a lack: "No Show" socks, a "No Tie" lace. */
const QUALITY =
  /^no (?:show|slip|skid|iron|tie|fade|pull|sew|rinse|stick|drip|drill|heat|wash|touch|shed|crease|bleed|rust|mess|spill|tear|tug|bark|chew)\b/i;

/** True for a value that says what the product lacks ("No Warranty"): asked for as something it has, it makes no sense. */
export const statesAbsence = (value: string): boolean => /^no\s/i.test(value.trim()) && !QUALITY.test(value.trim());
const ABSENCE = { before: [], after: ['with {v plain}'], verb: ['come with {v plain}'] };

/** Two values in one, which before a noun read as two products: "a floral and solid strap". */
const isJoined = (value: string) => / (?:&|and) |[,/]/.test(value);
const unlessNeeded = ({ before, after, verb }: AllPhrases) => (after.length + verb.length > 0 ? [] : before);

function policyOf(field: string, entry: z.infer<typeof FieldEntry>): FieldPolicy {
  const own = new Map(Object.entries(entry.values).map(([value, phrases]) => [normaliseValue(value), phrases]));
  const general: AllPhrases = {
    before: entry.before ?? [],
    after: entry.after ?? [],
    verb: entry.verb ?? [],
    not: entry.not ?? [],
  };
  const endings = entry.endings.map(({ words, ...phrases }) => ({
    // A phrase with a verb or a preposition ends in some word too.
    ends: new RegExp(
      `^(?!.*\\b(?:a|an|the|your|for|to|of|in|on|and|or|with|is)\\b)(?:[\\p{L}\\d]+[ -]){0,2}(?:${words.replace(/\s/g, '')})$`,
      'iu',
    ),
    phrases,
  }));
  return {
    field,
    persona: entry.persona,
    clarification: entry.clarification,
    negative: entry.negative,
    filler: entry.filler,
    say: entry.say,
    phrases(value) {
      const listed = own.get(normaliseValue(value));
      if (listed === undefined && statesAbsence(value)) return { ...ABSENCE, not: general.not };
      // A value with words of its own never falls back to a general pattern that was not written for it, except in `not`.
      const special = listed ?? endings.find(({ ends }) => ends.test(value))?.phrases;
      if (special === undefined) return isJoined(value) ? { ...general, before: unlessNeeded(general) } : general;
      return {
        before: special.before ?? [],
        after: special.after ?? [],
        verb: special.verb ?? [],
        not: special.not ?? general.not,
      };
    },
  };
}

const entries = z.record(z.string(), FieldEntry).parse(readTable(new URL('./fields.yaml', import.meta.url)));

/** Every detail field the family uses; a field that is not here is never made into a requirement. */
export const FIELD_POLICIES: ReadonlyMap<string, FieldPolicy> = new Map(
  Object.entries(entries).map(([field, entry]) => [field, policyOf(field, entry)]),
);
