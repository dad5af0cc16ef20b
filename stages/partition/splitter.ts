import { bitCount, everyBit, type SatisfactionTable } from '../../catalog/answer-set.ts';
import type { CloseProducts } from '../../catalog/answers/satisfaction-table.ts';
import { chance, type Draw, drawnFrom, pick, pickOne } from '../../schemas/draw.ts';
import type { IntentContract } from '../../schemas/intent.ts';
import type { Feature, Necessity } from '../../schemas/task.ts';
import { canFill } from './assignment.ts';
import { Clashes } from './clashes.ts';

/** Which features go where, by their places in the task's list. */
export interface Candidate {
  readonly persona: readonly number[];
  readonly clarification: readonly number[];
  readonly implicit: readonly number[];
  readonly explicit: readonly number[];
}

export interface Weighed {
  readonly candidate: Candidate;
  /** How many products satisfy everything, and how many without what a hidden source holds. */
  readonly all: number;
  readonly withoutPersona: number;
  readonly withoutClarification: number;
  readonly exclusionDecides: boolean;
  readonly exclusionWorks: boolean;
  readonly score: number;
}

interface SplitterSettings {
  readonly needs: IntentContract;
  readonly draw: Draw;
  /** Whether the query can say the feature outright. */
  explicit(feature: Feature): boolean;
  readonly maxAnswers: number;
  /** Is told of every split that was drawn, from 1 on, or why none came of the draw. */
  readonly onTried: ((number: number, tried: string | { candidate: Candidate; necessity: Necessity }) => void) | null;
}

/** A product that must stay in the answer set while one part of the split is withheld: what it fails, as bits. */
type Witness = number;

/** The products a candidate split is built around, 0 where there is none; without any the split is drawn blindly. */
interface Witnesses {
  /** Satisfies everything but what the persona holds. */
  readonly persona: Witness;
  /** Satisfies everything but what the clarification reveals. */
  readonly clarification: Witness;
  /** Satisfies everything but the exclusion the query states. */
  readonly exclusion: Witness;
}

/** Which parts of a split are to make a difference. */
interface Mattering {
  readonly persona: boolean;
  readonly clarification: boolean;
  readonly exclusion: boolean;
}

const NO_WITNESSES: Mattering = { persona: false, clarification: false, exclusion: false };

const CANDIDATES = 96;
const HIDDEN_EACH = 2;
/** Query requirements besides the noun phrase: with 2 + 2 hidden ones, 9 to 11 rubrics in all. */
const QUERY_SIZES = [4, 5, 6] as const;
/** Products near the target, and groups of them, that are looked at: the nearest ones. */
const MOST_NEAR = 40;
const MOST_GROUPS = 120;
/** Every fourth candidate is drawn blindly, in case no pair of witnesses carries a split. */
const BLIND_EVERY = 4;

const bitsOf = (indexes: readonly number[]) => indexes.reduce((sum, index) => sum | (1 << index), 0);
const has = (bits: number, index: number) => (bits & (1 << index)) !== 0;

function* indexesOf(bits: number): Generator<number> {
  for (let rest = bits; rest !== 0; rest &= rest - 1) yield 31 - Math.clz32(rest & -rest);
}

/** Draws splits of a task's features and weighs what each leaves of the catalog. */
export class Splitter {
  readonly #features: readonly Feature[];
  readonly #settings: SplitterSettings;
  readonly #table: SatisfactionTable;
  readonly #clashes: Clashes;
  /** Exact for every split, and for one without a hidden source. */
  readonly #close: CloseProducts;
  /** Of the products that satisfy nearly everything what each fails, those that fail least first. */
  readonly #near: readonly Witness[];
  /** Fewest facts of a split that no witness fails: the others tell a hidden source or the exclusion apart. */
  readonly #leastShared: number;
  readonly #everything: number;
  /** All but the exclusions, of which a split takes one. */
  readonly #facts: number;
  /** Features by what they can be, as bits. */
  readonly #required: number;
  readonly #exclusions: number;
  readonly #persona: number;
  readonly #clarification: number;
  readonly #clues: number;
  readonly #open: number;

  constructor(features: readonly Feature[], table: SatisfactionTable, settings: SplitterSettings) {
    this.#features = features;
    this.#settings = settings;
    this.#table = table;
    this.#clashes = new Clashes(features);
    const able = (test: (feature: Feature) => boolean) =>
      features.reduce((bits, feature, index) => (test(feature) ? bits | (1 << index) : bits), 0);
    this.#required = able(({ required }) => required);
    this.#exclusions = able(({ type }) => type === 'negative_attribute');
    this.#persona = able(({ sources }) => sources.includes('persona')) & ~this.#exclusions;
    this.#clarification = able(({ sources }) => sources.includes('clarification')) & ~this.#exclusions;
    const query = able(({ sources }) => sources.includes('query'));
    this.#clues = able(({ implicit }) => implicit) & query;
    this.#open = able((feature) => settings.explicit(feature)) & query & ~this.#exclusions;
    this.#everything = everyBit(features.length);
    this.#facts = this.#everything & ~this.#exclusions;
    const excluded = Number(settings.needs.centre === 'exclusion');
    const least = settings.needs.leastQuery + 2 * HIDDEN_EACH - excluded;
    this.#leastShared = least - 2 * HIDDEN_EACH;
    const undecided = features.length - bitCount(table.decidable);
    // With a hidden source withheld, a split still asks for so many facts that code decides.
    this.#close = table.close(least - HIDDEN_EACH - undecided, this.#facts & table.decidable);
    const everything = this.#everything & table.decidable;
    this.#near = this.#close.kinds
      .map(({ mask }) => everything & ~mask)
      .filter((missing) => missing !== 0)
      .sort((a, b) => bitCount(a & this.#facts) - bitCount(b & this.#facts) || a - b);
  }

  /** The first split of those drawn that no other can be better than, or the best of all; or why there is none. */
  best(): { weighed: Weighed; tried: number } | { impossible: string } {
    const { draw: ofTask, onTried } = this.#settings;
    if (!this.#canDeal())
      return { impossible: `${this.#features.length} features cannot give every source as many as it needs` };
    const { groups, score: most } = this.#findGroups();
    let best: Weighed | null = null;
    for (let number = 0; number < CANDIDATES; number++) {
      const draw: Draw = (label, below) => ofTask(`candidate ${number}/${label}`, below);
      const isBlind = number % BLIND_EVERY === BLIND_EVERY - 1;
      const candidate = this.#candidate(draw, isBlind ? null : (pick(draw, 'witnesses', groups) ?? null));
      if (typeof candidate === 'string') {
        onTried?.(number + 1, candidate);
        continue;
      }
      const weighed = this.#weigh(candidate);
      onTried?.(number + 1, { candidate, necessity: this.necessityOf(weighed) });
      if (weighed.score >= most) return { weighed, tried: number + 1 };
      if (best === null || weighed.score > best.score) best = weighed;
    }
    if (best === null) return { impossible: `${CANDIDATES} splits of ${this.#features.length} features tried` };
    return { weighed: best, tried: CANDIDATES };
  }

  necessityOf({ candidate, all, withoutPersona, withoutClarification, exclusionDecides }: Weighed): Necessity {
    const queryAlone = this.#table.count(bitsOf([...candidate.explicit, ...candidate.implicit]));
    const attained = withoutPersona > all && withoutClarification > all && queryAlone >= 2;
    return { all, withoutPersona, withoutClarification, queryAlone, attained, exclusionDecides };
  }

  /** Whether there are features enough for every place. */
  #canDeal(): boolean {
    if (this.#exclusions === 0) return this.#canDealOut(~0, 0, 0, NO_WITNESSES);
    const besideFactOf = (exclusion: number) =>
      ~this.#features.reduce(
        (bits, { field }, index) => (field === this.#features[exclusion]?.field ? bits | (1 << index) : bits),
        0,
      );
    return [...indexesOf(this.#exclusions)].some((index) => this.#canDealOut(besideFactOf(index), 0, 0, NO_WITNESSES));
  }

  /**
   * Whether there are features enough for every place when only the persona may hold what its witness fails, and so on;
   * a source that `matters` has to hold some of it.
   */
  #canDealAround({ persona, clarification, exclusion }: Witnesses, matters: Mattering): boolean {
    const shared = ~(persona | clarification | exclusion);
    return this.#canDealOut(
      shared,
      persona & ~clarification & ~exclusion,
      clarification & ~persona & ~exclusion,
      matters,
    );
  }

  /** Whether there may be enough around some clarification's witness besides those two: never false where there are. */
  #mayDealAround({ persona, exclusion }: Omit<Witnesses, 'clarification'>, matters: Mattering): boolean {
    const others = ~(persona | exclusion);
    return this.#canDealOut(
      others,
      matters.persona ? persona & ~exclusion : 0,
      matters.clarification ? others : 0,
      matters,
    );
  }

  /** Whether there are features enough where any source may hold `shared` ones and a hidden source its own besides. */
  #canDealOut(shared: number, ofPersona: number, ofClarification: number, matters: Mattering): boolean {
    const { leastImplicit, leastQuery, centre } = this.#settings.needs;
    const required = this.#required & ~this.#exclusions;
    const telling = { persona: this.#persona & ofPersona, clarification: this.#clarification & ofClarification };
    const excluded = centre === 'exclusion' && this.#exclusions !== 0 ? 1 : 0;
    const [forPersona, forClarification] = [Number(matters.persona), Number(matters.clarification)];
    return canFill([
      { count: forPersona, fitting: telling.persona },
      { count: HIDDEN_EACH - forPersona, fitting: (this.#persona & shared) | telling.persona | required },
      { count: forClarification, fitting: telling.clarification },
      {
        count: HIDDEN_EACH - forClarification,
        fitting: (this.#clarification & shared) | telling.clarification | required,
      },
      { count: leastImplicit, fitting: this.#clues & shared },
      { count: Math.max(0, leastQuery - leastImplicit - excluded), fitting: (this.#open & shared) | required },
    ]);
  }

  /** The products that the best splits can be built around, and the score these have. */
  #findGroups(): { groups: Witnesses[]; score: number } {
    const none = { groups: [], score: this.#scoreAround(NO_WITNESSES) };
    if (this.#table.count(this.#everything) > this.#settings.maxAnswers) return { groups: [], score: 0 };
    const exclusion = this.#settings.needs.centre === 'exclusion' ? [true, false] : [false];
    const wanted = exclusion.flatMap((excludes) =>
      [
        { persona: true, clarification: true, exclusion: excludes },
        { persona: true, clarification: false, exclusion: excludes },
        { persona: false, clarification: true, exclusion: excludes },
        { persona: false, clarification: false, exclusion: excludes },
      ].map((matters) => ({ matters, score: this.#scoreAround(matters) })),
    );
    for (const score of [...new Set(wanted.map((one) => one.score))].sort((a, b) => b - a)) {
      if (score <= none.score) break;
      const groups = wanted.filter((one) => one.score === score).flatMap(({ matters }) => this.#groupsOf(matters));
      if (groups.length > 0) return { groups, score };
    }
    return none;
  }

  #scoreAround({ persona, clarification, exclusion }: Mattering): number {
    const decides = this.#settings.needs.centre !== 'exclusion' || exclusion;
    const sources = Number(persona) + Number(clarification);
    return scoreOf({ single: true, exclusionWorks: true, sources, decides, spoken: true });
  }

  /** Groups of products, the nearest first, around each of which there are features enough for every place. */
  #groupsOf(matters: Mattering): Witnesses[] {
    const kept = this.#required & ~this.#exclusions;
    const near = this.#near.filter((missing) => (missing & kept) === 0);
    const failing = (wanted: boolean, able: number) => {
      if (!wanted) return [0];
      const found: Witness[] = [];
      for (const missing of near) {
        if ((missing & able) === 0 || !this.#leavesEnough(missing)) continue;
        if (found.push(missing) === MOST_NEAR) break;
      }
      return found;
    };
    /** By how many features they fail together. */
    const groups = Array.from({ length: this.#features.length + 1 }, (): Witnesses[] => []);
    for (const exclusion of failing(matters.exclusion, this.#exclusions)) {
      for (const persona of failing(matters.persona, this.#persona & ~exclusion)) {
        if (!this.#leavesEnough(persona | exclusion) || !this.#mayDealAround({ persona, exclusion }, matters)) continue;
        for (const clarification of failing(matters.clarification, this.#clarification & ~persona & ~exclusion)) {
          if (matters.persona && (persona & this.#persona & ~clarification & ~exclusion) === 0) continue;
          const together = persona | clarification | exclusion;
          if (this.#leavesEnough(together))
            groups[bitCount(together & this.#facts)]?.push({ persona, clarification, exclusion });
        }
      }
    }
    const dealt: Witnesses[] = [];
    for (const group of groups.flat()) {
      if (dealt.length === MOST_GROUPS) break;
      if (this.#canDealAround(group, matters)) dealt.push(group);
    }
    return dealt;
  }

  /** Whether enough features are left when those that witnesses fail go to the sources that are to tell them apart. */
  #leavesEnough(missing: number): boolean {
    return bitCount(this.#facts & ~missing) >= this.#leastShared;
  }

  /** A drawn split, or why none came of the draw. */
  #candidate(draw: Draw, witnesses: Witnesses | null): Candidate | string {
    const { needs } = this.#settings;
    let taken = 0;
    const isFree = (index: number) => !has(taken, index) && !this.#clashes.withAny(index, taken);
    const take = (wanted: number, pool: number, label: string): number[] | null => {
      const chosen: number[] = [];
      if (wanted <= 0) return chosen;
      const before = taken;
      for (const index of drawnFrom(draw, label, [...indexesOf(pool & ~taken)])) {
        if (!isFree(index)) continue;
        chosen.push(index);
        taken |= 1 << index;
        if (chosen.length === wanted) return chosen;
      }
      taken = before;
      return null;
    };
    /** Features no witness fails: any source may have them. */
    const shared = witnesses === null ? ~0 : ~(witnesses.persona | witnesses.clarification | witnesses.exclusion);

    const query: number[] = [];
    const hiddenRequired: Record<'persona' | 'clarification', number[]> = { persona: [], clarification: [] };
    for (const index of this.#requiredOf(witnesses, draw)) {
      if (!isFree(index)) return 'facts the intent needs give each other away';
      taken |= 1 << index;
      const { sources } = this.#features[index] as Feature;
      const isQuery = (witnesses?.exclusion ?? 0) !== 0 || !chance(draw, `hide ${index}`, 0.4);
      const source = isQuery ? 'query' : pickOne(draw, `source ${index}`, sources);
      if (source === 'query') query.push(index);
      else hiddenRequired[source].push(index);
    }

    const hidden = (source: 'persona' | 'clarification', able: number): number[] | null => {
      const chosen = [...hiddenRequired[source]];
      // What this source's witness fails and no other does: the requirement that makes the source matter.
      const telling =
        witnesses === null
          ? 0
          : able &
            witnesses[source] &
            ~(source === 'persona' ? witnesses.clarification : witnesses.persona) &
            ~witnesses.exclusion;
      if (witnesses !== null && chosen.length < HIDDEN_EACH)
        chosen.push(...(take(1, telling, `telling ${source}`) ?? []));
      const rest = take(HIDDEN_EACH - chosen.length, able & (shared | telling), source);
      return rest === null ? null : [...chosen, ...rest];
    };
    const persona = hidden('persona', this.#persona);
    const clarification = persona === null ? null : hidden('clarification', this.#clarification);
    if (persona === null) return 'too few facts are left for the persona';
    if (clarification === null) return 'too few facts are left for the clarification';

    const implicit = take(needs.leastImplicit, this.#clues & shared, 'implicit');
    if (implicit === null) return 'too few facts with a clue are left for the query';
    const size = Math.max(needs.leastQuery, pickOne(draw, 'size', QUERY_SIZES));
    const open = this.#open & shared;
    const least = Math.max(0, needs.leastQuery - implicit.length - query.length);
    for (let wanted = size - implicit.length - query.length; wanted >= least; wanted--) {
      const explicit = take(wanted, open, 'explicit');
      if (explicit !== null)
        return this.#sharpened({ persona, clarification, implicit, explicit: [...query, ...explicit] }, open);
    }
    return 'too few facts are left that the query can say';
  }

  /** Required features; of several exclusions one, which the exclusion's witness fails. */
  #requiredOf(witnesses: Witnesses | null, draw: Draw): readonly number[] {
    if (this.#settings.needs.centre !== 'exclusion' || this.#exclusions === 0) return [...indexesOf(this.#required)];
    const failed = this.#exclusions & (witnesses?.exclusion ?? 0);
    const fitting = failed === 0 ? this.#exclusions : failed;
    const exclusion = pickOne(draw, 'exclusion', [...indexesOf(fitting)]);
    return [exclusion, ...indexesOf(this.#required & ~this.#exclusions)];
  }

  /** Swaps free explicit requirements for ones that remove products the split still lets through. */
  #sharpened(candidate: Candidate, open: number): Candidate {
    const hidden = bitsOf([...candidate.persona, ...candidate.clarification, ...candidate.implicit]);
    let explicit = candidate.explicit;
    for (let round = 0; round < 3; round++) {
      const used = hidden | bitsOf(explicit);
      const all = this.#close.count(used);
      if (all <= this.#settings.maxAnswers) break;
      let best: { explicit: readonly number[]; count: number } | null = null;
      for (const [place, index] of explicit.entries()) {
        if (has(this.#required, index)) continue;
        const others = used & ~(1 << index);
        for (const other of indexesOf(open & ~used)) {
          const count = this.#close.count(others | (1 << other));
          if (count < (best?.count ?? all) && !this.#clashes.withAny(other, others))
            best = { explicit: explicit.with(place, other), count };
        }
      }
      if (best === null) break;
      explicit = best.explicit;
    }
    return { ...candidate, explicit };
  }

  #weigh(candidate: Candidate): Weighed {
    const persona = bitsOf(candidate.persona);
    const clarification = bitsOf(candidate.clarification);
    const everything = persona | clarification | bitsOf([...candidate.implicit, ...candidate.explicit]);
    const all = this.#close.count(everything);
    const withoutPersona = this.#close.count(everything & ~persona);
    const withoutClarification = this.#close.count(everything & ~clarification);
    const wanted = this.#settings.needs.centre === 'exclusion';
    const exclusions = wanted ? [...indexesOf(everything & this.#exclusions)] : [];
    const decides = !wanted || exclusions.some((index) => this.#close.count(everything & ~(1 << index)) > all);
    // A shopper who names what to avoid says it in the request sooner than in a profile.
    const spoken = !wanted || exclusions.some((index) => candidate.explicit.includes(index));
    const exclusionWorks = decides || exclusions.some((index) => this.#table.nearMisses(everything, index) > 0);
    const score = scoreOf({
      single: all <= this.#settings.maxAnswers,
      exclusionWorks,
      // The query alone leaves whatever it leaves together with one hidden source, so two of them at least.
      sources: Number(withoutPersona > all) + Number(withoutClarification > all),
      decides,
      spoken,
    });
    return { candidate, all, withoutPersona, withoutClarification, exclusionDecides: decides, exclusionWorks, score };
  }
}

interface Merits {
  readonly single: boolean;
  readonly exclusionWorks: boolean;
  /** Hidden sources without which more products would be left. */
  readonly sources: number;
  readonly decides: boolean;
  readonly spoken: boolean;
}

/** An ambiguous split is worthless, then one whose exclusion is idle; the hidden sources come next. */
function scoreOf({ single, exclusionWorks, sources, decides, spoken }: Merits): number {
  if (!single) return 0;
  return exclusionWorks ? 2 + sources + (decides ? 2 : 0) + (spoken ? 1 : 0) : 1;
}
