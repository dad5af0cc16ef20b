import { z } from 'zod';
import { englishExpression, englishPattern, englishWords, readWords } from '../../../lexicon/index.ts';
import { neededWords, PatternsByWord } from '../../../text/needed-words.ts';
import { folded } from '../../../text/polarity.ts';
import { stemOf } from '../../../text/stem.ts';
import { WordPattern } from '../../../text/word-pattern.ts';
import { inPlural } from './words.ts';

const Table = z.record(z.string(), z.string());
const FILE = z
  .strictObject({
    fragments: Table,
    lists: z.record(z.string(), Table),
    aspects: z.record(z.string(), z.record(z.string(), z.array(z.string().min(1)).min(1))),
    common: z.array(z.string()),
  })
  .parse(readWords('opinion-claims.yaml'));

/** One thing reviewers say: what it is about, and how a shopper asks for it. */
export interface Claim {
  readonly kind: string;
  /** A clause in base wording about one product, "it lasts all day". */
  readonly opinion: string;
}

interface Rule {
  readonly claim: Claim;
  readonly pattern: WordPattern;
  /** The listed words its pattern was filled with: a sentence without them need not be tried. */
  readonly items: readonly WordPattern[];
}

/** Subjects and verbs before an adjective that is about the product as a whole. */
const IT_IS = englishPattern('claims: it is');

type Item = readonly [name: string, pattern: string];
type Filling = Readonly<Record<string, Item>>;

/** All ways to fill the {lists} of a text: the opinion takes the key, the pattern the value. */
function fillings(text: string): Filling[] {
  const names = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))];
  return names.reduce<Filling[]>(
    (sofar, name) => {
      const items = Object.entries(FILE.lists[name] ?? {});
      if (items.length === 0) throw new RangeError(`opinion-claims.yaml has no list "${name}"`);
      return sofar.flatMap((filling) => items.map((item) => ({ ...filling, [name]: item })));
    },
    [{}],
  );
}

/** A template's rules, one per filling, behind one pattern that lets a sentence pass if it makes any of their claims. */
interface Template {
  /** The expression of its pattern. */
  readonly source: () => string;
  readonly any: WordPattern;
  readonly rules: readonly Rule[];
}

const bounded = (source: () => string) =>
  new WordPattern(() => String.raw`(?<![\p{L}\p{N}])(?:${source()})(?![\p{L}\p{N}])`, 'u');

const sourceOf = (patterns: readonly string[], itemOf: (list: string) => string | undefined): string =>
  patterns
    .map((pattern) =>
      pattern
        .replaceAll('{it_is}', IT_IS)
        .replace(/\{([a-z]\w*)\}/g, (whole, name: string) => {
          const value = itemOf(name);
          return value === undefined ? whole : `(?:${value})`;
        })
        .replace(/<(\w+)>/g, (_, name: string) => {
          const fragment = FILE.fragments[name];
          if (fragment === undefined) throw new RangeError(`opinion-claims.yaml has no fragment "${name}"`);
          return fragment;
        }),
    )
    .join('|');

const filledIn = (text: string, filling: Filling) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => filling[name]?.[0] ?? whole);

const anyItem = (list: string) => (FILE.lists[list] ? Object.values(FILE.lists[list]).join('|') : undefined);

const itemPatterns = new Map<string, WordPattern>();
function itemPattern(source: string): WordPattern {
  const pattern = itemPatterns.get(source) ?? bounded(() => source);
  itemPatterns.set(source, pattern);
  return pattern;
}

const TEMPLATES: readonly Template[] = Object.entries(FILE.aspects).flatMap(([kind, opinions]) =>
  Object.entries(opinions).map(([opinion, patterns]) => ({
    source: () => sourceOf(patterns, anyItem),
    any: bounded(() => sourceOf(patterns, anyItem)),
    rules: fillings(opinion).map((filling) => ({
      claim: { kind: filledIn(kind, filling), opinion: filledIn(opinion, filling) },
      pattern: bounded(() => sourceOf(patterns, (list) => filling[list]?.[1])),
      items: Object.values(filling).map(([, source]) => itemPattern(source)),
    })),
  })),
);

/** The templates by words that their sentences need: to compile a pattern takes longer than to try it on thousands of sentences. */
let byWord: PatternsByWord<Template> | undefined;
function templatesByWord(): PatternsByWord<Template> {
  if (byWord !== undefined) return byWord;
  byWord = new PatternsByWord<Template>();
  for (const template of TEMPLATES) byWord.add(template, neededWords(template.source()));
  return byWord;
}

/** Every claim the table knows, in the table's order. */
export const CLAIMS: readonly Claim[] = TEMPLATES.flatMap(({ rules }) => rules.map(({ claim }) => claim));

/** Kinds that so many products are praised for that they tell little. */
export const COMMON_KINDS: ReadonlySet<string> = new Set(FILE.common);

/** Words right before a claim when the sentence is about something of its own: "the lid is", "my back". */
const OWN_SUBJECT = englishExpression('claims: own subject', '');
const BARE_SUBJECT = englishExpression('claims: bare subject', '');
const WHOLE = englishExpression('claims: whole', '');
const PART_NAMES = new Set(
  [FILE.lists.part, FILE.lists.parts]
    .flatMap((list) => Object.entries(list ?? {}))
    .flatMap(([name, pattern]) => [name, ...pattern.split('|')])
    .concat(englishWords('claims: part names')),
);

/**
 * Tells whether a claim about the product as a whole is made of one of its parts, or of something that is not the
 * product.
 */
function isOfAPart(text: string, at: number, productWords: ReadonlySet<string>): boolean {
  const before = text.slice(0, at);
  const noun = OWN_SUBJECT.exec(before)?.[1]?.trim();
  if (noun !== undefined) {
    const head = noun.split(' ').at(-1) as string;
    return !WHOLE.test(noun) && !WHOLE.test(head) && !productWords.has(stemOf(head));
  }
  const bare = BARE_SUBJECT.exec(before)?.[1]?.split(' ').at(-1);
  return bare !== undefined && PART_NAMES.has(bare) && !productWords.has(stemOf(bare));
}

/**
 * The claims a sentence makes, whether in praise or not; its polarity is judged apart. Words that name the product tell
 * "the case is sturdy" of a case from the same said of a part or of what the product came in.
 */
export function claimsIn(sentence: string, productWords: ReadonlySet<string> = new Set()): Claim[] {
  const text = folded(sentence);
  const makes = ({ claim, pattern, items }: Rule) => {
    const match = items.every((item) => item.test(text)) ? pattern.exec(text) : null;
    return match !== null && !(claim.opinion.startsWith('it ') && isOfAPart(text, match.index, productWords));
  };
  const possible = templatesByWord().in(text);
  return TEMPLATES.filter((template) => possible.has(template) && template.any.test(text))
    .flatMap(({ rules }) => rules.filter(makes))
    .map(({ claim }) => claim);
}

const BY_OPINION = new Map<string, Claim>();
for (const claim of CLAIMS) BY_OPINION.set(claim.opinion, claim).set(inPlural(claim.opinion), claim);

/** The aspects an opinion is about: its own if the table words it so, else those of the claims its words make. */
export function kindsOf(opinion: string): ReadonlySet<string> {
  const known = BY_OPINION.get(opinion);
  return new Set(known === undefined ? claimsIn(opinion).map(({ kind }) => kind) : [known.kind]);
}
