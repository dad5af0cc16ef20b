import { chance, type Draw, drawnFrom, pick, pickOne, shuffled } from '../../../schemas/draw.ts';
import type { AnswersLeft } from '../../../schemas/task-life.ts';
import { bitCount, type SatisfactionTable } from '../../../shopping/answers/answer-set.ts';
import type { CloseProducts } from '../../../shopping/answers/satisfaction-table.ts';
import type { IntentContract } from '../../../shopping/intent.ts';
import type { Feature, InfoSource } from '../../../shopping/kinds/index.ts';
import { listed } from '../../../shopping/language/speech.ts';
import { neededOf } from '../../../shopping/necessity.ts';
import type { Necessity } from '../../../shopping/task.ts';
import type { Clashes } from './clashes.ts';
import { FeaturePlaces, type Mattering, NONE_MATTERS } from './feature-places.ts';
import { bitsOf, has, indexesOf } from './feature-sets.ts';
import { tellingExclusions, type Witnesses, WitnessSearch } from './witnesses.ts';

/** The features of a split by where they go, each by its place in the task's list. */
export interface Candidate {
  readonly persona: readonly number[];
  readonly clarification: readonly number[];
  readonly implicit: readonly number[];
  readonly explicit: readonly number[];
}

export interface Weighed extends AnswersLeft {
  readonly candidate: Candidate;
  readonly exclusionDecides: boolean;
  readonly exclusionWorks: boolean;
  readonly score: number;
  /** Silence of the target's shelf about all that is asked. */
  readonly silence: number;
  /** Number of facts asked that texts can only quote. */
  readonly quoted: number;
  /** Number of facts asked that the titles of the shelf leave out. */
  readonly untitled: number;
}

interface SplitterSettings {
  readonly needs: IntentContract;
  readonly draw: Draw;
  /** Of the same features. */
  readonly clashes: Clashes;
  /** Tells whether the query can say the feature outright. */
  explicit(feature: Feature): boolean;
  readonly maxAnswers: number;
  /** Is told of every split that was drawn, from 1 on, or why none came of the draw. */
  readonly onTried: ((number: number, tried: string | { candidate: Candidate; necessity: Necessity }) => void) | null;
}

/** A split that can be used, and how many were tried. */
interface Found {
  readonly weighed: Weighed;
  readonly tried: number;
}

/** Why there is none, and how many were tried. */
interface Impossible {
  readonly impossible: string;
  readonly tried: number;
}

const CANDIDATES = 96;
const MORE_CANDIDATES = 16;
/** Query requirements besides the noun phrase: with 2 + 2 hidden ones, 9 to 11 rubrics in all. */
const QUERY_SIZES = [4, 5, 6] as const;
/** Most facts a hidden source takes on where the query says no more than it has to. */
const MOST_HIDDEN = 3;
const HIDDEN_SOURCES = ['persona', 'clarification'] as const;
type HiddenSource = (typeof HIDDEN_SOURCES)[number];
/** Parts of a split in which a feature can stand. */
const PLACES = [...HIDDEN_SOURCES, 'implicit', 'explicit'] as const;
type Place = (typeof PLACES)[number];
const NO_WITNESSES: Witnesses = { persona: 0, clarification: 0, hiding: 0, exclusion: 0 };
/** Every fourth candidate is drawn blindly, in case no pair of witnesses carries a split. */
const BLIND_EVERY = 4;

/** Draws splits of a task's features and weighs what each leaves of the catalog. */
export class Splitter {
  readonly #features: readonly Feature[];
  readonly #settings: SplitterSettings;
  readonly #table: SatisfactionTable;
  readonly #clashes: Clashes;
  /** Exact for every split, and for one without a hidden source. */
  readonly #close: CloseProducts;
  readonly #witnesses: WitnessSearch;
  /** Looks among products that need not satisfy more than the query. */
  #farWitnesses: WitnessSearch | null = null;
  readonly #places: FeaturePlaces;
  /** Features that each place can hold, an exclusion among them, as bits. */
  readonly #able: Readonly<Record<Place, number>>;
  /** The score no split exceeds. */
  readonly #fullScore: number;
  /** Silence of the target's shelf about each feature. */
  readonly #silences: readonly number[];
  /** Features that texts can only quote, and those that the titles of the shelf leave out, as bits. */
  readonly #quoted: number;
  readonly #untitled: number;

  constructor(features: readonly Feature[], table: SatisfactionTable, settings: SplitterSettings) {
    this.#features = features;
    this.#silences = features.map(({ silence = 0 }) => silence);
    this.#quoted = bitsOf(features.flatMap(({ quoted }, index) => (quoted === true ? index : [])));
    this.#untitled = bitsOf(features.flatMap(({ untitled }, index) => (untitled === true ? index : [])));
    this.#settings = settings;
    this.#table = table;
    this.#clashes = settings.clashes;
    this.#places = new FeaturePlaces(features, settings.needs, settings.explicit);
    const { clues, open, required, exclusions } = this.#places;
    const heldBy = (source: InfoSource) =>
      bitsOf(features.flatMap(({ sources }, index) => (sources.includes(source) ? index : [])));
    this.#able = {
      persona: heldBy('persona'),
      clarification: heldBy('clarification'),
      implicit: clues & ~required,
      explicit: (open | required | exclusions) & heldBy('query'),
    };
    this.#fullScore = this.#scoreAround({ persona: true, clarification: true, hiding: false, exclusion: true });
    // With a hidden source withheld, a split still asks for so many facts that code decides.
    this.#close = this.#closeBy(this.#places.leastFacts - settings.needs.leastHidden);
    this.#witnesses = new WitnessSearch(this.#places, table, this.#close);
  }

  /** The products that satisfy at least so many facts, of which code may not decide all. */
  #closeBy(least: number): CloseProducts {
    const { decidable } = this.#table;
    return this.#table.close(least - (this.#features.length - bitCount(decidable)), this.#places.facts & decidable);
  }

  /** The first split of those drawn that no other can be better than, or the best of all; or why there is none. */
  best(): Found | Impossible {
    const { draw: ofTask, onTried } = this.#settings;
    const { shortage } = this.#places;
    if (shortage !== null) return { impossible: shortage, tried: 0 };
    const obstacles = new Map<string, number>();
    const { groups, score: most } = this.#findGroups();
    let best: Weighed | null = null;
    /** The last split that is drawn: once one is as good as can be, a few more may ask less of what nobody speaks of. */
    let last = CANDIDATES;
    for (let number = 0; number < last; number++) {
      const draw: Draw = (label, below) => ofTask(`candidate ${number}/${label}`, below);
      const isBlind = number % BLIND_EVERY === BLIND_EVERY - 1;
      const around = isBlind ? null : (pick(draw, 'witnesses', groups) ?? null);
      const candidate = this.#candidate(draw, around, around === null && number % 2 === 0);
      if (typeof candidate === 'string') {
        obstacles.set(candidate, (obstacles.get(candidate) ?? 0) + 1);
        onTried?.(number + 1, candidate);
        continue;
      }
      const weighed = this.#weigh(candidate);
      onTried?.(number + 1, { candidate, necessity: this.necessityOf(weighed) });
      if (best === null || isBetter(weighed, best)) best = weighed;
      if (best.score < most || !isAskable(best)) continue;
      if (asksFreely(best)) return this.#improved(best, number + 1);
      last = Math.min(last, number + 1 + MORE_CANDIDATES);
    }
    if (best === null) {
      const most = [...obstacles]
        .sort(([, one], [, other]) => other - one)
        .map(([why, times]) => `${times} times ${why}`);
      return {
        tried: CANDIDATES,
        impossible: `${CANDIDATES} splits of ${this.#features.length} features, of which some give away others: ${listed(most)}`,
      };
    }
    return this.#improved(best, last);
  }

  /**
   * The best split that is reached from a drawn one by steps that each better it: two features that swap places, one that
   * takes the place of another, or one of the query that is hidden or left out. Each step counts as a split tried.
   */
  #improved(drawn: Weighed, number: number): Found {
    for (let best = drawn, tried = number; ; tried++) {
      const before = best;
      const isPerfect = best.score === this.#fullScore && asksFreely(best);
      for (const candidate of isPerfect ? [] : this.#nextTo(best.candidate)) {
        const other = this.#weigh(candidate);
        if (isBetter(other, best)) best = other;
      }
      if (best === before) return { weighed: best, tried };
      this.#settings.onTried?.(tried + 1, { candidate: best.candidate, necessity: this.necessityOf(best) });
    }
  }

  /** The splits that one such step makes of another. */
  *#nextTo(split: Candidate): Generator<Candidate, void, void> {
    const { needs } = this.#settings;
    const { required, exclusions, facts, leastFacts } = this.#places;
    const all = bitsOf([...split.persona, ...split.clarification, ...split.implicit, ...split.explicit]);
    const fixed = required & ~exclusions;
    const fits = (index: number, place: Place) => has(this.#able[place], index);
    for (const [at, place] of PLACES.entries()) {
      for (const [here, index] of split[place].entries()) {
        for (const other of PLACES.slice(at + 1)) {
          for (const [there, one] of split[other].entries()) {
            if (!fits(index, other) || !fits(one, place)) continue;
            yield { ...split, [place]: split[place].with(here, one), [other]: split[other].with(there, index) };
          }
        }
        if (has(fixed, index)) continue;
        const others = all & ~(1 << index);
        for (const one of indexesOf((has(exclusions, index) ? exclusions : facts) & this.#able[place] & ~all))
          if (!this.#clashes.withAny(one, others)) yield { ...split, [place]: split[place].with(here, one) };
      }
    }
    if (split.implicit.length + split.explicit.length <= needs.leastQuery) return;
    for (const [here, index] of split.explicit.entries()) {
      const explicit = split.explicit.toSpliced(here, 1);
      for (const source of HIDDEN_SOURCES)
        if (fits(index, source) && split[source].length < MOST_HIDDEN)
          yield { ...split, explicit, [source]: [...split[source], index] };
      if (!has(required | exclusions, index) && bitCount(all & facts) > leastFacts) yield { ...split, explicit };
    }
  }

  necessityOf({ all, withoutPersona, withoutClarification, queryAlone, exclusionDecides }: Weighed): Necessity {
    const left = { all, withoutPersona, withoutClarification, queryAlone };
    return { ...left, attained: neededOf(left) === 'both', exclusionDecides };
  }

  /** The products that the best splits can be built around, and the score these have. */
  #findGroups(): { groups: Witnesses[]; score: number } {
    const none = { groups: [], score: this.#scoreAround(NONE_MATTERS) };
    if (this.#table.count(this.#places.everything) > this.#settings.maxAnswers) return { groups: [], score: 0 };
    const exclusion = this.#settings.needs.definingConstraint === 'exclusion' ? [true, false] : [false];
    const wanted = exclusion.flatMap((excludes) =>
      [
        { persona: true, clarification: true, hiding: false, exclusion: excludes },
        { persona: true, clarification: false, hiding: false, exclusion: excludes },
        { persona: false, clarification: true, hiding: false, exclusion: excludes },
        { persona: false, clarification: false, hiding: true, exclusion: excludes },
        { persona: false, clarification: false, hiding: false, exclusion: excludes },
      ].map((matters) => ({ matters, score: this.#scoreAround(matters) })),
    );
    for (const score of [...new Set(wanted.map((one) => one.score))].sort((a, b) => b - a)) {
      if (score <= none.score) break;
      const groups = wanted
        .filter((one) => one.score === score)
        .flatMap(({ matters }) => this.#searchOf(matters).groupsOf(matters));
      if (groups.length > 0) return { groups, score };
    }
    return none;
  }

  #searchOf({ hiding }: Mattering): WitnessSearch {
    if (!hiding) return this.#witnesses;
    this.#farWitnesses ??= new WitnessSearch(this.#places, this.#table, this.#closeBy(this.#places.leastQuery));
    return this.#farWitnesses;
  }

  #scoreAround({ persona, clarification, hiding, exclusion }: Mattering): number {
    const decides = this.#settings.needs.definingConstraint !== 'exclusion' || exclusion;
    const sources = Number(persona) + Number(clarification);
    const isHiding = hiding || sources > 0;
    return scoreOf({ single: true, exclusionWorks: true, sources, hiding: isHiding, decides, spoken: true });
  }

  /** A drawn split, or why none came of the draw; a sharp one hides what few products have, and says what many do. */
  #candidate(draw: Draw, witnesses: Witnesses | null, isSharp: boolean): Candidate | string {
    const { needs } = this.#settings;
    let taken = 0;
    const isFree = (index: number) => !has(taken, index) && !this.#clashes.withAny(index, taken);
    const take = (wanted: number, pool: number, label: string): number[] | null => {
      const chosen: number[] = [];
      if (wanted <= 0) return chosen;
      const before = taken;
      const free = [...indexesOf(pool & ~taken)];
      for (const index of isSharp
        ? this.#sharpFirst(draw, label, free, wanted)
        : this.#spokenFirst(draw, label, free)) {
        if (!isFree(index)) continue;
        chosen.push(index);
        taken |= 1 << index;
        if (chosen.length === wanted) return chosen;
      }
      taken = before;
      return null;
    };
    /** Features no witness fails: any source may have them. */
    const { persona: ofPersona, clarification: ofClarification, hiding, exclusion } = witnesses ?? NO_WITNESSES;
    const shared = ~(ofPersona | ofClarification | hiding | exclusion);

    const query: number[] = [];
    const hiddenRequired: Record<HiddenSource, number[]> = { persona: [], clarification: [] };
    for (const index of this.#requiredOf(witnesses, draw)) {
      if (!isFree(index)) return 'facts the intent needs give each other away';
      taken |= 1 << index;
      const { sources } = this.#features[index] as Feature;
      const isQuery = exclusion !== 0 || !chance(draw, `hide ${index}`, 0.4);
      const source = isQuery ? 'query' : pickOne(draw, `source ${index}`, sources);
      if (source === 'query') query.push(index);
      else hiddenRequired[source].push(index);
    }

    // What this source's witness fails and no other does: the requirement that makes the source matter.
    const telling = {
      persona: this.#places.persona & (hiding | (ofPersona & ~ofClarification)) & ~exclusion,
      clarification: this.#places.clarification & (hiding | (ofClarification & ~ofPersona)) & ~exclusion,
    };
    const hidden = (source: HiddenSource): number[] | null => {
      const chosen = [...hiddenRequired[source]];
      if (chosen.length < needs.leastHidden) chosen.push(...(take(1, telling[source], `telling ${source}`) ?? []));
      const rest = take(needs.leastHidden - chosen.length, (this.#places[source] & shared) | telling[source], source);
      return rest === null ? null : [...chosen, ...rest];
    };
    const persona = hidden('persona');
    const clarification = persona === null ? null : hidden('clarification');
    if (persona === null) return 'too few facts are left for the persona';
    if (clarification === null) return 'too few facts are left for the clarification';

    const implicit = take(needs.leastImplicit, this.#places.clues & shared, 'implicit');
    if (implicit === null) return 'too few facts with a clue are left for the query';
    // A smaller task's query says no more than it has to: what it leaves out can decide where it is hidden.
    const { moreHidden } = this.#places;
    const isTerse = moreHidden > 0 || (isSharp && needs.leastQuery < QUERY_SIZES[0]);
    const size = isTerse ? needs.leastQuery : Math.max(needs.leastQuery, pickOne(draw, 'size', QUERY_SIZES));
    const open = this.#places.open & shared;
    const least = Math.max(0, needs.leastQuery - implicit.length - query.length);
    for (let wanted = size - implicit.length - query.length; wanted >= least; wanted--) {
      const explicit = take(wanted, open, 'explicit');
      if (explicit === null) continue;
      for (let more = 0; more < moreHidden; more++) {
        const added = shuffled(draw, `more ${more}`, HIDDEN_SOURCES).some((source) => {
          const one = take(1, (this.#places[source] & shared) | telling[source], `${source} ${more}`);
          (source === 'persona' ? persona : clarification).push(...(one ?? []));
          return one !== null;
        });
        if (!added) return 'too few facts are left to hide';
      }
      const split = { persona, clarification, implicit, explicit: [...query, ...explicit] };
      return isTerse ? this.#withMoreHidden(split) : this.#sharpened(split, open);
    }
    return 'too few facts are left that the query can say';
  }

  /** Silence about a feature in quarters: what can only be quoted, and what texts name and titles leave out, stand between. */
  #reluctance(index: number): number {
    const [quoted, untitled] = [has(this.#quoted, index) ? 0.5 : 0, has(this.#untitled, index) ? 0.25 : 0];
    return (this.#silences[index] as number) + quoted + untitled;
  }

  /** Features in drawn order, those first of which the target's shelf speaks. */
  *#spokenFirst(draw: Draw, label: string, features: readonly number[]): Generator<number, void, void> {
    const bySilence = Map.groupBy(features, (index) => this.#reluctance(index));
    for (const silence of [...bySilence.keys()].sort((a, b) => a - b))
      yield* drawnFrom(
        draw,
        silence === 0 ? label : `${label} of silence ${silence}`,
        bySilence.get(silence) as number[],
      );
  }

  /** For a hidden source those of a few features that the fewest products have come first, for the query the others. */
  #sharpFirst(draw: Draw, label: string, features: readonly number[], wanted: number): number[] {
    const isHidden = HIDDEN_SOURCES.some((source) => label.startsWith(source));
    const sign = isHidden ? 1 : -1;
    const inOrder = features.toSorted(
      (a, b) => sign * (this.#table.count(1 << a) - this.#table.count(1 << b)) || a - b,
    );
    const first = inOrder.slice(0, wanted + 1);
    return [...drawnFrom(draw, label, first), ...inOrder.slice(first.length)];
  }

  /** Required features; of several exclusions one, which of all witnesses only its own fails. */
  #requiredOf(witnesses: Witnesses | null, draw: Draw): readonly number[] {
    const { required, exclusions, excludes } = this.#places;
    if (!excludes) return [...indexesOf(required)];
    const around = witnesses ?? NO_WITNESSES;
    const { persona, clarification, hiding, exclusion: ofExclusion } = around;
    const telling = ofExclusion === 0 ? ~persona & ~clarification & ~hiding : tellingExclusions(this.#places, around);
    const fitting = exclusions & telling;
    const exclusion = pickOne(draw, 'exclusion', [...indexesOf(fitting === 0 ? exclusions : fitting)]);
    return [exclusion, ...indexesOf(required & ~exclusions)];
  }

  /** Swaps free explicit facts for ones that remove products the split still lets through. */
  #sharpened(candidate: Candidate, open: number): Candidate {
    const hidden = bitsOf([...candidate.persona, ...candidate.clarification, ...candidate.implicit]);
    let explicit = candidate.explicit;
    for (let round = 0; round < 3; round++) {
      const used = hidden | bitsOf(explicit);
      const all = this.#close.count(used);
      if (all <= this.#settings.maxAnswers) break;
      let best: { explicit: readonly number[]; count: number } | null = null;
      for (const [place, index] of explicit.entries()) {
        if (has(this.#places.required | this.#places.exclusions, index)) continue;
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

  /** Hides what removes most of the products that a split still lets through. */
  #withMoreHidden({ persona, clarification, ...query }: Candidate): Candidate {
    const hidden = { persona: [...persona], clarification: [...clarification] };
    for (;;) {
      const used = bitsOf([...hidden.persona, ...hidden.clarification, ...query.implicit, ...query.explicit]);
      let fewest = this.#close.count(used);
      if (fewest <= this.#settings.maxAnswers) break;
      let best: { source: HiddenSource; index: number } | null = null;
      for (const source of HIDDEN_SOURCES) {
        if (hidden[source].length >= MOST_HIDDEN) continue;
        for (const index of indexesOf(this.#places[source] & ~used)) {
          const count = this.#close.count(used | (1 << index));
          if (count >= fewest || this.#clashes.withAny(index, used)) continue;
          fewest = count;
          best = { source, index };
        }
      }
      if (best === null) break;
      hidden[best.source].push(best.index);
    }
    return { ...query, ...hidden };
  }

  #weigh(candidate: Candidate): Weighed {
    const persona = bitsOf(candidate.persona);
    const clarification = bitsOf(candidate.clarification);
    const everything = persona | clarification | bitsOf([...candidate.implicit, ...candidate.explicit]);
    const all = this.#close.count(everything);
    const withoutPersona = this.#close.count(everything & ~persona);
    const withoutClarification = this.#close.count(everything & ~clarification);
    const wanted = this.#settings.needs.definingConstraint === 'exclusion';
    const exclusions = wanted ? [...indexesOf(everything & this.#places.exclusions)] : [];
    const decides = !wanted || exclusions.some((index) => this.#close.count(everything & ~(1 << index)) > all);
    // A shopper who names what to avoid says it in the request sooner than in a profile.
    const spoken = !wanted || exclusions.some((index) => candidate.explicit.includes(index));
    const exclusionWorks = decides || exclusions.some((index) => this.#table.nearMisses(everything, index) > 0);
    const queryAlone = this.#table.count(bitsOf([...candidate.explicit, ...candidate.implicit]));
    const score = scoreOf({
      single: all <= this.#settings.maxAnswers,
      exclusionWorks,
      // The query alone leaves whatever it leaves together with one hidden source, so two of them at least.
      sources: Number(withoutPersona > all) + Number(withoutClarification > all),
      hiding: queryAlone > all,
      decides,
      spoken,
    });
    return {
      candidate,
      all,
      withoutPersona,
      withoutClarification,
      queryAlone,
      exclusionDecides: decides,
      exclusionWorks,
      score,
      silence: [...indexesOf(everything)].reduce((sum, index) => sum + this.#silences[index]!, 0),
      quoted: bitCount(everything & this.#quoted),
      untitled: bitCount(everything & this.#untitled),
    };
  }
}

/** Most things a split asks that few texts of the target's shelf speak of. */
const MOST_SILENCE = 1;
/** As many where its hidden sources decide. */
const MOST_SILENCE_HIDING = 2;

/** Tells whether a shopper of the target's shelf could ask all that a split asks. */
export const isAskable = ({ silence, queryAlone, all }: Weighed): boolean =>
  silence <= (queryAlone > all ? MOST_SILENCE_HIDING : MOST_SILENCE);

function isBetter(one: Weighed, other: Weighed): boolean {
  if (isAskable(one) !== isAskable(other)) return isAskable(one);
  if (one.score !== other.score) return one.score > other.score;
  if (one.silence !== other.silence) return one.silence < other.silence;
  return one.quoted < other.quoted || (one.quoted === other.quoted && one.untitled < other.untitled);
}

/** Tells whether a split asks nothing that another had better ask instead. */
const asksFreely = ({ silence, quoted, untitled }: Weighed): boolean => silence + quoted + untitled === 0;

interface Merits {
  readonly single: boolean;
  readonly exclusionWorks: boolean;
  /** Hidden sources without which more products would be left. */
  readonly sources: number;
  /** True where without both of them more would. */
  readonly hiding: boolean;
  readonly decides: boolean;
  readonly spoken: boolean;
}

/** An ambiguous split is worthless, then one whose exclusion is idle; the hidden sources come next. */
function scoreOf({ single, exclusionWorks, sources, hiding, decides, spoken }: Merits): number {
  if (!single) return 0;
  return exclusionWorks ? 2 + 2 * (sources + (hiding ? 2 : 0) + (decides ? 2 : 0)) + (spoken ? 1 : 0) : 1;
}
