import type { AnswerSets, SatisfactionTable } from '../catalog/answer-set.ts';
import { bitCount, countSatisfying, everyBit, nearMissesOf } from '../catalog/answer-set.ts';
import { requirementOf } from '../catalog/satisfies.ts';
import { findMentions } from '../catalog/text/mentions.ts';
import { defineStage, keep, reject } from '../pipeline/stage.ts';
import { chance, type Draw, pick, pickOne, shuffled } from '../schemas/draw.ts';
import type { IntentContract } from '../schemas/intent.ts';
import type { PlacementObserver } from '../schemas/placement.ts';
import type { InfoSource } from '../schemas/rubric.ts';
import {
  entityAt,
  type Feature,
  FeaturedTask,
  type Necessity,
  PartitionedTask,
  type PlacedFeature,
} from '../schemas/task.ts';

export interface PartitionDependencies {
  readonly answerSets: AnswerSets;
  drawFor(task: FeaturedTask): Draw;
  contractOf(intent: string): IntentContract;
  /** Whether the query can say the feature outright. */
  explicit(feature: Feature): boolean;
  readonly maxAnswers: number;
  readonly requireNecessity: boolean;
  readonly onTried?: PlacementObserver | undefined;
}

const HIDDEN_EACH = 2;
const CANDIDATES = 96;
const BEST_SCORE = 7;
/** Query requirements besides the noun phrase: with 2 + 2 hidden ones, 9 to 11 rubrics in all. */
const QUERY_SIZES = [4, 5, 6] as const;

/**
 * Decides which requirement hides where. Most candidates are drawn around near misses: products that differ from the
 * target only in what the persona, the clarification or the exclusion is to tell. Among the candidates it takes the first in which withholding the persona
 * enlarges the answer set, withholding the clarification enlarges it, and the query alone leaves at least two products;
 * failing that, the candidate that comes closest, with `necessity.attained` false.
 */
export const partition = (dependencies: PartitionDependencies) =>
  defineStage({
    name: 'partition',
    input: FeaturedTask,
    output: PartitionedTask,
    rejections: {
      no_partition: 'no drawn split gives every source its requirements without one giving away another',
      ambiguous_answer: 'more catalog products satisfy every requirement than --max-answers allows',
      exclusion_removes_nothing: 'no exclusion of the task removes a near miss',
      necessity_not_attained: 'no drawn split makes both hidden sources matter (--require-necessity)',
    },

    async *run(tasks) {
      for await (const task of tasks) yield partitionOne(task, dependencies);
    },
  });

interface Candidate {
  readonly persona: readonly number[];
  readonly clarification: readonly number[];
  readonly implicit: readonly number[];
  readonly explicit: readonly number[];
}

interface Weighed {
  readonly candidate: Candidate;
  readonly necessity: Necessity;
  readonly exclusionWorks: boolean;
  readonly score: number;
}

function partitionOne(task: FeaturedTask, dependencies: PartitionDependencies) {
  const { features } = task;
  const table = dependencies.answerSets.table(entityAt(task).phrase, features.map(requirementOf));
  const splitter = new Splitter(task, table, dependencies);
  const best = splitter.best();
  if (best === null) {
    return reject(task, 'no_partition', `${CANDIDATES} splits of ${features.length} features tried`);
  }
  const { necessity, candidate } = best.weighed;
  if (necessity.all > dependencies.maxAnswers) {
    return reject(
      task,
      'ambiguous_answer',
      `${necessity.all} products satisfy every requirement, at most ${dependencies.maxAnswers} may`,
      { evidence: { necessity } },
    );
  }
  if (!best.weighed.exclusionWorks) {
    return reject(task, 'exclusion_removes_nothing', `${candidatesWord(best.tried)} tried`, {
      evidence: { necessity },
    });
  }
  if (dependencies.requireNecessity && !necessity.attained) {
    return reject(task, 'necessity_not_attained', `${candidatesWord(best.tried)} tried`, { evidence: { necessity } });
  }

  const used = new Set([
    ...candidate.persona,
    ...candidate.clarification,
    ...candidate.implicit,
    ...candidate.explicit,
  ]);
  const { features: _features, ...planned } = task;
  return keep({
    ...planned,
    placed: placedOf(candidate, features),
    unused: features.filter((_, index) => !used.has(index)),
    necessity,
    candidatesTried: best.tried,
  });
}

const candidatesWord = (count: number) => `${count} ${count === 1 ? 'split' : 'splits'}`;

function placedOf(
  { persona, clarification, implicit, explicit }: Candidate,
  features: readonly Feature[],
): PlacedFeature[] {
  const place = (indexes: readonly number[], source: InfoSource, expression: PlacedFeature['expression']) =>
    indexes.map((index) => ({ feature: features[index] as Feature, source, expression }));
  return [
    ...place(explicit, 'query', 'explicit'),
    ...place(implicit, 'query', 'implicit'),
    ...place(persona, 'persona', null),
    ...place(clarification, 'clarification', null),
  ];
}

/** The values of a feature as text another source must not hold; none for numbers, vouchers and opinions. */
function textsOf({ type, value }: Feature): string[] {
  if (type === 'review_opinion') return [(value as { opinion: string }).opinion];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value : [];
}

const bitsOf = (indexes: readonly number[]) => indexes.reduce((sum, index) => sum + 2 ** index, 0);

/** A product that must stay in the answer set while one part of the split is withheld. */
interface Witness {
  /** Features the product does not satisfy, as bits. */
  readonly missing: number;
}

/** The products a candidate split is built around; without them the split is drawn blindly. */
interface Witnesses {
  /** Satisfies everything but what the persona holds. */
  readonly persona: Witness;
  /** Satisfies everything but what the clarification reveals. */
  readonly clarification: Witness;
  /** Satisfies everything but the exclusion the query states. */
  readonly exclusion: Witness | null;
}

const MOST_WITNESSES = 40;
/** Every fourth candidate is drawn blindly, in case no pair of witnesses carries a split. */
const BLIND_EVERY = 4;

class Splitter {
  readonly #features: readonly Feature[];
  readonly #table: SatisfactionTable;
  readonly #dependencies: PartitionDependencies;
  readonly #needs: IntentContract;
  readonly #draw: Draw;
  readonly #clashes = new Map<number, boolean>();
  /** Products that miss few features, fewest first. */
  readonly #near: readonly Witness[];
  readonly #required: readonly number[];
  /** Features the query can say outright. */
  readonly #explicit: ReadonlySet<number>;

  constructor(task: FeaturedTask, table: SatisfactionTable, dependencies: PartitionDependencies) {
    this.#features = task.features;
    this.#table = table;
    this.#dependencies = dependencies;
    this.#needs = dependencies.contractOf(task.intent);
    this.#draw = dependencies.drawFor(task);
    this.#required = this.#able((feature) => feature.required);
    this.#explicit = new Set(this.#able((feature) => dependencies.explicit(feature)));
    const everything = everyBit(task.features.length);
    const missing = new Set(Array.from(table.masks, (mask) => everything & ~mask & table.decidable));
    missing.delete(0);
    this.#near = [...missing]
      .sort((a, b) => bitCount(a) - bitCount(b) || a - b)
      .slice(0, MOST_WITNESSES)
      .map((bits) => ({ missing: bits }));
  }

  best(): { weighed: Weighed; tried: number } | null {
    const { onTried } = this.#dependencies;
    let best: Weighed | null = null;
    for (let number = 0; number < CANDIDATES; number++) {
      const draw: Draw = (label, below) => this.#draw(`candidate ${number}/${label}`, below);
      const candidate = this.#candidate(draw, number % BLIND_EVERY === BLIND_EVERY - 1 ? null : this.#witnesses(draw));
      if (typeof candidate === 'string') {
        onTried?.({ kind: 'impossible', number: number + 1, obstacle: candidate });
        continue;
      }
      const weighed = this.#weigh(candidate);
      const { attained: _attained, exclusionDecides: _decides, ...left } = weighed.necessity;
      onTried?.({ kind: 'weighed', number: number + 1, placed: placedOf(candidate, this.#features), left });
      if (weighed.score === BEST_SCORE) return { weighed, tried: number + 1 };
      if (best === null || weighed.score > best.score) best = weighed;
    }
    return best === null ? null : { weighed: best, tried: CANDIDATES };
  }

  #able(test: (feature: Feature, index: number) => boolean): number[] {
    return [...this.#features.keys()].filter((index) => test(this.#features[index] as Feature, index));
  }

  /** Draws products that only one part of the split may tell from the target; null when the catalog has none. */
  #witnesses(draw: Draw): Witnesses | null {
    const exclusions = bitsOf(this.#able(({ type }) => type === 'negative_attribute'));
    const kept = bitsOf(this.#required) & ~exclusions;
    const missing = (source: InfoSource, others: number) => {
      const able = bitsOf(this.#able(({ sources, type }) => sources.includes(source) && type !== 'negative_attribute'));
      return this.#near.filter((near) => (near.missing & kept) === 0 && (near.missing & able & ~others) !== 0);
    };
    let exclusion: Witness | null = null;
    if (this.#needs.centre === 'exclusion') {
      exclusion =
        pick(
          draw,
          'exclusion witness',
          this.#near.filter((near) => (near.missing & exclusions) !== 0 && (near.missing & kept) === 0),
        ) ?? null;
      if (exclusion === null) return null;
    }
    const persona = pick(draw, 'persona witness', missing('persona', exclusion?.missing ?? 0));
    if (persona === undefined) return null;
    const clarification = pick(
      draw,
      'clarification witness',
      missing('clarification', persona.missing | (exclusion?.missing ?? 0)),
    );
    return clarification === undefined ? null : { persona, clarification, exclusion };
  }

  /** A drawn split, or why none came of the draw. */
  #candidate(draw: Draw, witnesses: Witnesses | null): Candidate | string {
    const taken: number[] = [];
    const free = (index: number) => !taken.includes(index) && taken.every((other) => !this.#clash(index, other));
    const take = (wanted: number, pool: readonly number[], label: string): number[] | null => {
      const chosen: number[] = [];
      for (const index of shuffled(draw, label, pool)) {
        if (chosen.length === wanted) break;
        if (!free(index)) continue;
        chosen.push(index);
        taken.push(index);
      }
      return chosen.length === wanted ? chosen : null;
    };
    const missing = (witness: Witness | null | undefined) => witness?.missing ?? 0;
    const all = missing(witnesses?.persona) | missing(witnesses?.clarification) | missing(witnesses?.exclusion);
    /** Features no witness misses: any source may have them. */
    const shared = (index: number) => (all & (2 ** index)) === 0;

    const query: number[] = [];
    const hiddenRequired: Record<'persona' | 'clarification', number[]> = { persona: [], clarification: [] };
    for (const index of this.#requiredOf(witnesses, draw)) {
      if (!free(index)) return 'facts the intent needs give each other away';
      taken.push(index);
      const { sources } = this.#features[index] as Feature;
      const source =
        witnesses?.exclusion || !chance(draw, `hide ${index}`, 0.4)
          ? 'query'
          : pickOne(draw, `source ${index}`, sources);
      if (source === 'query') query.push(index);
      else hiddenRequired[source].push(index);
    }

    const hidden = (source: 'persona' | 'clarification'): number[] | null => {
      const pool = this.#able((feature) => feature.sources.includes(source) && feature.type !== 'negative_attribute');
      const chosen = [...hiddenRequired[source]];
      // What this source's witness misses and no other does: the requirement that makes the source matter.
      const own =
        witnesses === null
          ? 0
          : witnesses[source].missing &
            ~missing(witnesses[source === 'persona' ? 'clarification' : 'persona']) &
            ~missing(witnesses.exclusion);
      const telling = pool.filter((index) => (own & (2 ** index)) !== 0);
      if (witnesses !== null && chosen.length < HIDDEN_EACH)
        chosen.push(...(take(1, telling, `telling ${source}`) ?? []));
      const rest = take(
        HIDDEN_EACH - chosen.length,
        pool.filter((index) => shared(index) || telling.includes(index)),
        source,
      );
      return rest === null ? null : [...chosen, ...rest];
    };
    const persona = hidden('persona');
    const clarification = persona === null ? null : hidden('clarification');
    if (persona === null) return 'too few facts are left for the persona';
    if (clarification === null) return 'too few facts are left for the clarification';

    const implicit = take(
      this.#needs.leastImplicit,
      this.#able((feature, index) => feature.implicit && feature.sources.includes('query') && shared(index)),
      'implicit',
    );
    if (implicit === null) return 'too few facts with a clue are left for the query';
    const size = Math.max(this.#needs.leastQuery, pickOne(draw, 'size', QUERY_SIZES));
    const open = this.#able(
      (feature, index) =>
        feature.sources.includes('query') &&
        feature.type !== 'negative_attribute' &&
        shared(index) &&
        this.#explicit.has(index),
    );
    for (let wanted = size - implicit.length - query.length; ; wanted--) {
      if (wanted + implicit.length + query.length < this.#needs.leastQuery || wanted < 0)
        return 'too few facts are left that the query can say';
      const before = taken.length;
      const explicit = take(wanted, open, 'explicit');
      if (explicit !== null)
        return this.#sharpened({ persona, clarification, implicit, explicit: [...query, ...explicit] }, open);
      taken.length = before;
    }
  }

  /** Required features; of several exclusions one, which the exclusion's witness misses. */
  #requiredOf(witnesses: Witnesses | null, draw: Draw): readonly number[] {
    if (this.#needs.centre !== 'exclusion') return this.#required;
    const exclusions = this.#able(({ type }) => type === 'negative_attribute');
    const fitting = witnesses?.exclusion
      ? exclusions.filter((index) => ((witnesses.exclusion?.missing ?? 0) & (2 ** index)) !== 0)
      : exclusions;
    const others = this.#required.filter((index) => !exclusions.includes(index));
    return fitting.length === 0 ? this.#required : [pickOne(draw, 'exclusion', fitting), ...others];
  }

  /** Swaps free explicit requirements for ones that remove products the split still lets through. */
  #sharpened(candidate: Candidate, open: readonly number[]): Candidate {
    let current = candidate;
    for (let round = 0; round < 3; round++) {
      const all = countSatisfying(this.#table, this.#bits(current));
      if (all <= this.#dependencies.maxAnswers) return current;
      let best: { candidate: Candidate; count: number } | null = null;
      const used = [...current.persona, ...current.clarification, ...current.implicit, ...current.explicit];
      for (const [place, index] of current.explicit.entries()) {
        if ((this.#features[index] as Feature).required) continue;
        for (const other of open) {
          if (used.includes(other) || used.some((taken) => taken !== index && this.#clash(other, taken))) continue;
          const swapped = { ...current, explicit: current.explicit.with(place, other) };
          const count = countSatisfying(this.#table, this.#bits(swapped));
          if (count < (best?.count ?? all)) best = { candidate: swapped, count };
        }
      }
      if (best === null) return current;
      current = best.candidate;
    }
    return current;
  }

  #bits({ persona, clarification, implicit, explicit }: Candidate): number {
    return bitsOf([...persona, ...clarification, ...implicit, ...explicit]);
  }

  #weigh(candidate: Candidate): Weighed {
    const persona = bitsOf(candidate.persona);
    const clarification = bitsOf(candidate.clarification);
    const everything = this.#bits(candidate);
    const count = (bits: number) => countSatisfying(this.#table, bits);
    const all = count(everything);
    const withoutPersona = count(everything - persona);
    const withoutClarification = count(everything - clarification);
    const queryAlone = count(everything - persona - clarification);
    const attained = withoutPersona > all && withoutClarification > all && queryAlone >= 2;
    const exclusions = [...candidate.explicit, ...candidate.persona].filter(
      (index) => (this.#features[index] as Feature).type === 'negative_attribute',
    );
    const wanted = this.#needs.centre === 'exclusion';
    const decides = !wanted || exclusions.some((index) => count(everything - 2 ** index) > all);
    // A shopper who names what to avoid says it in the request sooner than in a profile.
    const spoken = !wanted || exclusions.some((index) => candidate.explicit.includes(index));
    const exclusionWorks = decides || exclusions.some((index) => nearMissesOf(this.#table, everything, index) > 0);
    // An ambiguous split is worthless, then one whose exclusion is idle; the hidden sources come next.
    const single = all <= this.#dependencies.maxAnswers;
    const sources = attained ? 2 : withoutPersona > all || withoutClarification > all ? 1 : 0;
    const score = !single ? 0 : !exclusionWorks ? 1 : 2 + sources + (decides ? 2 : 0) + (spoken ? 1 : 0);
    return {
      candidate,
      necessity: { all, withoutPersona, withoutClarification, queryAlone, attained, exclusionDecides: decides },
      exclusionWorks,
      score,
    };
  }

  /** True when the text of one feature gives away the other, so that they must not be in one task. */
  #clash(a: number, b: number): boolean {
    const key = Math.min(a, b) * 64 + Math.max(a, b);
    let clash = this.#clashes.get(key);
    if (clash === undefined) {
      clash = this.#givesAway(a, b) || this.#givesAway(b, a);
      this.#clashes.set(key, clash);
    }
    return clash;
  }

  #givesAway(a: number, b: number): boolean {
    const field = (this.#features[b] as Feature).field.replace(/^details\./, '');
    return textsOf(this.#features[a] as Feature).some((text) =>
      textsOf(this.#features[b] as Feature).some((value) => findMentions(text, value, field).length > 0),
    );
  }
}
