import { englishExpression, englishWords } from '../../lexicon/index.ts';
import { chance, type Draw, pick, pickOne, shuffled } from '../../schemas/draw.ts';
import { deviceIn } from '../nouns/device-names.ts';
import { isForeignName } from '../nouns/foreign-names.ts';
import { inPairs, isNoun, MASS_NOUNS, PAIR_NOUNS } from '../nouns/noun-words.ts';
import { isQuotedType } from '../nouns/product-type.ts';
import type { Piece } from './outright-pieces.ts';
import { agree, capitalised, isCommon, listed, lowered, SPELLED_NAMES, withArticle } from './speech.ts';

const asSpelled = (phrase: string): string =>
  phrase.replace(/[\p{L}\p{N}]+/gu, (word) => SPELLED_NAMES.get(word.toLowerCase()) ?? word);

/**
 * A name of a product as a request says it: nouns beside the name of another product lose their capitals, as in "eBook reader
 * cover", and those a seller wrote inside them, as in "SmartPhone"; devices and acronyms have their own. What is quoted stays as it is.
 */
export function nounSaid(phrase: string): string {
  if (isQuotedType(phrase)) return phrase;
  return isForeignName(phrase) ? `"${phrase}"` : asSpelled(nameSaid(phrase));
}

function nameSaid(phrase: string): string {
  const device = deviceIn(phrase);
  if (device === null) return nounsSaid(phrase);
  const [before, name, behind] = [
    phrase.slice(0, device.start),
    phrase.slice(device.start, device.end),
    phrase.slice(device.end),
  ];
  return `${saidAround(before)}${/\p{Lu}/u.test(name) ? name : capitalised(name)}${saidAround(behind)}`;
}

/** Words around the name of a device, in small letters but for names among them. */
const saidAround = (words: string): string => words.replace(/\S{2,}/g, lowered);

const nounsSaid = (phrase: string): string =>
  inPairs(lowered(withoutShouting(phrase))).replace(
    /(?<!\S)\p{Lu}\p{Ll}+(\p{Lu}\p{Ll}+)?(?!\S)/gu,
    (word, inner?: string) => {
      if (!isNoun(word)) return word;
      return inner === undefined ? lowered(word) : word.toLowerCase();
    },
  );

/** A word in capitals that is read as a word: "RING", and no "HDTV". */
const SHOUTED = /(?<!\S)(?=\p{Lu}*[AEIOU])\p{Lu}{4,}(?!\S)/gu;

/** A name in capitals throughout, one of them a noun, with its common words as people write them: "SILVER RING", "HDMI cable". */
const withoutShouting = (phrase: string): string =>
  !/\p{Ll}/u.test(phrase) && phrase.split(' ').some((word) => word.search(SHOUTED) === 0 && isNoun(word))
    ? phrase.replace(SHOUTED, (word) => (isCommon(word.toLowerCase()) ? word.toLowerCase() : word))
    : phrase;

/** Order in which adjectives stack before a noun; fields that are not named come first. */
const ADJECTIVE_ORDER = [
  'Shape',
  'Color',
  'Ink Color',
  'Pattern',
  'Brand',
  'Material',
  'Point Type',
  'Compatible Phone Models',
];

/** A requirement of the query that is said in a phrase of its own. */
export interface Item {
  readonly rubricId: string;
  readonly field: string;
  readonly pieces: readonly Piece[];
}

/** A sentence composed elsewhere (a voucher, review opinions) with the surfaces it carries. */
export interface ReadySentence {
  readonly text: string;
  readonly surfaces: Readonly<Record<string, string>>;
}

/** Words that carry one requirement. */
export interface Phrase {
  readonly rubricId: string;
  readonly text: string;
}

interface Subject {
  readonly plural: boolean;
}

/** Fills a follow-up sentence; `verbs` are given in the form the pattern asks for (`formFor`). */
function fillFollow(pattern: string, verbs: readonly string[], { plural }: Subject): string {
  const [first = '', ...rest] = verbs;
  const list = listed(isApart(pattern) ? rest : verbs);
  const words: Record<string, string> = {
    It: plural ? 'They' : 'It',
    they: plural ? 'they' : 'it',
    it: plural ? 'them' : 'it',
    one: plural ? 'ones' : 'one',
    is: plural ? 'are' : 'is',
    has: plural ? 'have' : 'has',
    needs: plural ? 'need' : 'needs',
    does: plural ? 'do' : 'does',
    first,
    list,
    agreed: list,
  };
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
}

/** Tells whether a pattern says the first of its verb phrases for itself. */
const isApart = (pattern: string): boolean => pattern.includes('{first}');

/** A verb phrase as the pattern needs it in its place: base form after a modal, agreeing with the product elsewhere. */
const formFor = (pattern: string, verb: string, place: number, { plural }: Subject) =>
  pattern.includes('{agreed}') && !(place === 0 && isApart(pattern)) ? agree(verb, plural) : verb;

/** One product as a shopper asks for it. */
export interface Request {
  /** The noun phrase, as it is spoken. */
  readonly entity: string;
  readonly plural: boolean;
  readonly items: readonly Item[];
  /** Texts that led to a finding in an earlier attempt; not used again while there is another. */
  readonly avoid: ReadonlySet<string>;
}

/** A text with the words of it that carry each rubric. */
export interface Worded {
  readonly text: string;
  readonly surfaces: Readonly<Record<string, string>>;
}

/** Puts the texts to avoid last, so that they are only drawn when nothing else is left. */
export function preferred<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  avoid: ReadonlySet<string>,
): readonly T[] {
  const fresh = items.filter((item) => !avoid.has(textOf(item)));
  return fresh.length > 0 ? fresh : items;
}

const isBehind = ({ pieces }: Item) => pieces.length > 0 && pieces.every(({ place }) => place === 'after');

const firstWordOf = (text: string) => text.split(' ', 1)[0] ?? '';
/** The first words of a phrase and of what it joins: "in red and with a hood". Participles start all alike. */
const startsOf = (text: string) =>
  text.split(' and ').map((part) => (PARTICIPLE.test(part) ? 'participle' : firstWordOf(part)));

/** Behind another phrase these would be read as said of that one: "a lamp with a modern look rated at 40 watts". */
export const PARTICIPLE = englishExpression('request: participle', '');

/** Phrases behind a noun in the order in which none is read as said of the one before: "in red with a strap for my phone". */
const BEHIND_ORDER = englishWords('request: behind order').map((start) => new RegExp(`^(?:${start})`));
/** A clause would be gone on with by whatever stands behind it. */
export const CLAUSE = englishExpression('request: clause behind', '');

function distanceOf(text: string): number {
  if (PARTICIPLE.test(text)) return -1;
  if (CLAUSE.test(text)) return BEHIND_ORDER.length + 1;
  const place = BEHIND_ORDER.findIndex((start) => start.test(text));
  return place === -1 ? BEHIND_ORDER.length : place;
}

/**
 * Arrangement of items into places: adjectives, phrases behind the noun, a relative clause, or the sentences that
 * follow.
 */
export class Layout {
  readonly before: { field: string; text: string }[] = [];
  /** Words in the place of the noun phrase, which they end in; null where it stands there itself. */
  noun: string | null = null;
  readonly after: Phrase[] = [];
  /** Verb phrases that agree with the product. */
  readonly that: Phrase[] = [];
  /** Base-form verb phrases for the sentences that follow. */
  readonly verbs: Phrase[] = [];
  readonly nots: Phrase[] = [];
  readonly surfaces: Record<string, string> = {};

  place(items: readonly Item[], avoid: ReadonlySet<string>, draw: Draw, plural: boolean): void {
    const mostBefore = draw('adjectives', 3);
    // A clause behind a phrase would be read as said of the phrase: "a bag for my laptop that folds flat".
    const mayClause = !items.some(isBehind) && chance(draw, 'relative clause', 0.4);
    const mostThat = mayClause ? 1 + draw('clauses', 2) : 0;
    const mostAfter = mostThat > 0 ? 0 : 1 + draw('phrases behind', 2) - Number(items.some(isBehind));
    // What can stand behind the noun alone, such as a price, stands there last: "a watch in blue for $20".
    const order = shuffled(draw, 'order', items).toSorted((a, b) => Number(isBehind(a)) - Number(isBehind(b)));
    for (const item of order) {
      const of = (place: Piece['place']) => {
        const fitting = item.pieces.filter((piece) => piece.place === place);
        const sound = preferred(
          fitting,
          ({ text }) => (avoid.has(agree(text, plural)) ? agree(text, plural) : text),
          avoid,
        );
        // "suits..., suits... and suits..." tires the ear while another verb is at hand.
        const fresh = place === 'verb' ? preferred(sound, ({ text }) => firstWordOf(text), this.#verbsSaid()) : sound;
        return pick(draw, `piece ${item.rubricId} ${place}`, fresh)?.text;
      };
      const before = of('before');
      const noun = of('noun');
      const behind = of('after');
      const verb = of('verb');
      const not = of('not');
      // A clause there is of one product, "that is easy to carry": several take it as a verb, which agrees.
      const after = plural && verb !== undefined && CLAUSE.test(behind ?? '') ? undefined : behind;
      if (not !== undefined) this.#take(item, this.nots, not);
      else if (before !== undefined && this.#roomBefore(before, mostBefore)) {
        this.before.push({ field: item.field, text: before });
        this.surfaces[item.rubricId] = before;
      } else if (noun !== undefined && this.noun === null) {
        this.noun = noun;
        this.surfaces[item.rubricId] = noun;
      } else if (after !== undefined && this.after.length < mostAfter && this.#startsAnew(after))
        this.#take(item, this.after, after);
      else if (verb !== undefined && this.that.length < mostThat) this.#take(item, this.that, agree(verb, plural));
      else if (verb !== undefined) this.verbs.push({ rubricId: item.rubricId, text: verb });
      else if (after !== undefined) this.#take(item, this.after, after);
      else if (before !== undefined) {
        this.before.push({ field: item.field, text: before });
        this.surfaces[item.rubricId] = before;
      }
    }
  }

  /** Two phrases behind the noun that start alike read as one within the other: "with a finish with a rating". */
  #startsAnew(text: string): boolean {
    const starts = startsOf(text);
    return this.after.every((other) => startsOf(other.text).every((start) => !starts.includes(start)));
  }

  #verbsSaid(): ReadonlySet<string> {
    return new Set(this.verbs.map(({ text }) => firstWordOf(text)));
  }

  #roomBefore(text: string, most: number): boolean {
    const words = [...this.before.map((adjective) => adjective.text), text].join(' ').split(' ').length;
    return this.before.length < most && words <= 4;
  }

  #take({ rubricId }: Item, list: Phrase[], text: string): void {
    list.push({ rubricId, text });
    this.surfaces[rubricId] = text;
  }

  nounPhrase(entity: string, plural: boolean): string {
    const rank = (field: string) => ADJECTIVE_ORDER.indexOf(field);
    const adjectives = this.before.toSorted((a, b) => rank(a.field) - rank(b.field)).map(({ text }) => text);
    const noun = [...adjectives, this.noun ?? entity].join(' ');
    const last = lastOf(entity);
    const single = MASS_NOUNS.has(last) ? `some ${noun}` : withArticle(noun);
    const head = plural ? (PAIR_NOUNS.has(last) ? `a pair of ${noun}` : noun) : single;
    const relative = this.that.length === 0 ? '' : ` that ${listed(commasLast(this.that).map(({ text }) => text))}`;
    const behind = this.after.map(({ text }) => text).toSorted((a, b) => distanceOf(a) - distanceOf(b));
    return [head, ...behind].join(' ') + relative;
  }
}

const lastOf = (entity: string): string => entity.split(/[\s-]/).at(-1)?.toLowerCase() ?? '';

/** Phrases in the order they are listed in: one with a comma of its own goes last. */
const commasLast = (phrases: readonly Phrase[]): Phrase[] =>
  phrases.toSorted((a, b) => Number(a.text.includes(',')) - Number(b.text.includes(',')));

/** Splits verb phrases over at most `most` sentences of one to four phrases, filling evenly. */
function sentencesOf(verbs: readonly Phrase[], most: number, phrases: number): Phrase[][] {
  const count = Math.max(1, Math.min(most, Math.ceil(verbs.length / phrases)));
  const size = Math.ceil(verbs.length / count);
  const chunks: Phrase[][] = [];
  for (let start = 0; start < verbs.length; start += size) chunks.push(verbs.slice(start, start + size));
  return chunks.map(commasLast);
}

/** The sentences a request is made of: an opening with {np}, and the patterns of what follows. */
export interface RequestPatterns {
  readonly opening: string;
  /** Sentences that verb phrases stand in before the product is named: "I want something that {agreed}." */
  readonly lead: readonly string[];
  /** Sentences that name the product behind them: "Do you have {np} like that?" */
  readonly leadAsks: readonly string[];
  readonly follow: readonly string[];
  /** Sentences that a single verb phrase is said in besides: "The main thing is that {they} {agreed}." */
  readonly followOne: readonly string[];
  /** Sentences that part the first verb phrase from the others: "{It} should {first}, and I need {it} to {list}." */
  readonly apart: readonly string[];
  readonly secondFollow: readonly string[];
  /** Ends of an opening that go on in the same sentence: ", and {they} should {list}."; none where it is long enough. */
  readonly joined: readonly string[];
  /** Sentences that rule something out, and such ends of a sentence. */
  readonly not: readonly string[];
  readonly notJoined: readonly string[];
}

/** Most sentences behind the opening, and phrases of each as long as there is room. */
interface RequestLength {
  readonly sentences?: number;
  readonly phrases?: number;
}

/** Sentences after which what is left is said in the last of them. */
const MOST_SENTENCES = 3;

/** Start of what goes on with an opening as a sentence of its own: "Looking for a tote bag. Should have a zip." */
const NEW_SENTENCE = '. ';

/** Sentences that say nothing before their verb, "Needs to fold flat": of several nobody says "Have to fold flat". */
const VERB_FIRST = englishExpression('request: verb first', '');

/** Share of openings that go on in the same sentence, where they may. */
const GOES_ON = 0.8;

/** Share of requests that begin with what the product is to be or do, where they may. */
const LEADS = 0.2;
/** Most verb phrases of such a beginning. */
const MOST_LEADING = 2;

/** Share of the lists of verb phrases that the first stands apart from. */
const APART = 0.4;

/** A verb behind itself: "needs to need". */
const STACKED = englishExpression('request: stacked verb', '');
/** The patterns that put no verb behind itself, where there are any. */
function unstacked(patterns: readonly string[], fill: (pattern: string) => string): readonly string[] {
  const good = patterns.filter((pattern) => !STACKED.test(fill(pattern)));
  return good.length > 0 ? good : patterns;
}

/** An opening that denies its noun phrase: of what is not counted there is not any. */
const DENIED = englishExpression('request: denied', '');
const SOME = /^some /;

/** The stop of a sentence behind that of a name: "a tent by Northpeak & Co..". */
const NAME_AND_STOP = /(?<!\.)\.\.(?!\.)/g;

/** A statement with its full stop taken off, to be gone on with; null of a question or a plea. */
const unended = (sentence: string): string | null =>
  sentence.endsWith('.') && !sentence.endsWith(', please.') ? sentence.slice(0, -1) : null;

/**
 * Writes a request for one product: an opening with the noun phrase, then what is left in the same sentence or in one or
 * two more, three in all where the third can be gone on with (a voucher may take another).
 */
export function writeRequest(
  { entity, plural, items, avoid }: Request,
  { opening, lead, leadAsks, follow, followOne, apart, secondFollow, joined, not, notJoined }: RequestPatterns,
  ready: readonly ReadySentence[],
  draw: Draw,
  { sentences: room = Math.max(1, 2 - ready.length), phrases = 3 }: RequestLength = {},
): Worded {
  const surfaces: Record<string, string> = {};
  const layout = new Layout();
  layout.place(items, avoid, draw, plural);
  const nounPhrase = layout.nounPhrase(entity, plural);
  const used = new Set(avoid);
  const isUncounted = !plural && MASS_NOUNS.has(lastOf(entity));
  /** Tells whether a pattern can be said of the product: of tea nobody wants one. */
  const fits = (pattern: string) =>
    !(plural && VERB_FIRST.test(pattern)) && !(isUncounted && pattern.includes('{one}'));
  /** The verb phrases in the form that a pattern asks for, which is their surface. */
  const formed = (pattern: string, verbs: readonly Phrase[]) =>
    verbs.map(({ rubricId, text }, place) => {
      const form = formFor(pattern, text, place, { plural });
      surfaces[rubricId] = form;
      return form;
    });
  // Behind a phrase or a clause of its own, "like that" would be said of the phrase; and several are no "something".
  const isBare = !plural && layout.after.length + layout.that.length === 0;
  const leads = isBare && lead.length > 0 && layout.verbs.length > 0 && chance(draw, 'leads', LEADS);
  const leading = leads ? commasLast(layout.verbs.splice(0, MOST_LEADING)) : [];
  const named = preferred(leads ? leadAsks : [opening], (text) => text, used);
  const begun = pickOne(draw, 'opening', named);
  const sentences = [begun.replace('{np}', () => (DENIED.test(begun) ? nounPhrase.replace(SOME, 'any ') : nounPhrase))];
  if (leads) {
    const pattern = pickOne(
      draw,
      'lead',
      preferred(lead, (text) => text, used),
    );
    sentences.unshift(fillFollow(pattern, formed(pattern, leading), { plural }));
  }
  /** Adds words behind the last sentence, or to it, by a pattern that has not been used; to it where there are three. */
  const add = (
    label: string,
    patterns: readonly string[],
    ends: readonly string[],
    fill: (pattern: string) => string,
  ) => {
    const open = ends.length === 0 ? null : unended(sentences.at(-1) as string);
    const goesOn = open !== null && (sentences.length >= MOST_SENTENCES || chance(draw, `${label} joined`, GOES_ON));
    const all = goesOn ? ends : patterns;
    const fitting = all.filter(fits);
    const pattern = pickOne(
      draw,
      label,
      preferred(unstacked(fitting.length > 0 ? fitting : all, fill), (text) => text, used),
    );
    used.add(pattern);
    const words = fill(pattern);
    if (goesOn && !words.startsWith(NEW_SENTENCE)) sentences[sentences.length - 1] = open + words;
    else sentences.push(goesOn ? words.slice(NEW_SENTENCE.length) : words);
  };
  for (const [place, verbs] of sentencesOf(layout.verbs, leads ? 1 : room, phrases).entries()) {
    if (verbs.length === 0) continue;
    const isFirst = place === 0 && !leads;
    // A relative clause behind the noun would take what is joined to it for its own.
    const ends = isFirst && layout.that.length === 0 ? joined : [];
    // A phrase with a comma of its own would run into what follows.
    const mayPart = isFirst && apart.length > 0 && verbs.length > 1 && !verbs[0]?.text.includes(',');
    const parts = mayPart && chance(draw, 'apart', APART);
    const whole = isFirst ? [...follow, ...(verbs.length === 1 ? followOne : [])] : secondFollow;
    add(`follow ${place}`, parts ? apart : whole, parts ? [] : ends, (pattern) =>
      fillFollow(pattern, formed(pattern, verbs), { plural }),
    );
  }
  if (layout.nots.length > 0) {
    const excluded = listed(
      layout.nots.map(({ text }) => text),
      'or',
    );
    const mayJoin = sentences.length > 1 || layout.verbs.length === 0;
    add('exclusion', not, mayJoin ? notJoined : [], (pattern) => pattern.replace('{not}', () => excluded));
  }
  sentences.push(...ready.map(({ text }) => text));
  for (const { surfaces: carried } of ready) Object.assign(surfaces, carried);
  return {
    text: sentences.map(capitalised).join(' ').replace(NAME_AND_STOP, '.'),
    surfaces: { ...layout.surfaces, ...surfaces },
  };
}
