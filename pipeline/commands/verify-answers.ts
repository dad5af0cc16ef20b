import { type Requirement, satisfies } from '../../catalog/satisfies.ts';
import type { Catalog } from '../../catalog/store.ts';
import { tokensOf } from '../../catalog/text/normalise.ts';
import { hasUnspacedScript } from '../../catalog/text/tokens.ts';
import type { Product } from '../../schemas/product.ts';
import type { InfoSource, Rubric } from '../../schemas/rubric.ts';
import type { EcomagentbenchSample } from '../../schemas/sample.ts';
import type { Breach } from './breach.ts';
import { digestOfParts } from './digest.ts';

const MOST_IDS_LISTED = 20;
const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A rubric that code can decide, and what was counted about it. */
interface Check {
  readonly id: string;
  readonly source: InfoSource;
  readonly requirement: Requirement;
  removes: number;
}

/** What the catalog is asked about one sample, and the counts so far. */
interface Question {
  readonly sampleId: string;
  readonly targetId: string;
  readonly phrase: Check;
  /** Every decidable rubric but the noun phrase; those of the query first, since they end most comparisons. */
  readonly checks: readonly Check[];
  readonly proof: Pick<EcomagentbenchSample['proof'], 'answer_set'> & {
    readonly removes: ReadonlyMap<string, number | null>;
  };
  readonly answers: string[];
  holders: number;
  size: number;
  withoutPersona: number;
  withoutClarification: number;
  queryAlone: number;
}

/** An excluded value, and one product that states it; a second one ends the search. */
interface Exclusion {
  readonly requirement: Requirement;
  readonly value: string;
  readonly asked: { readonly sampleId: string; readonly targetId: string; readonly rubricId: string }[];
  statedBy: string | null;
}

/**
 * Recomputes every answer set by scanning: one pass over the catalog for all samples at once. `satisfies` decides; the
 * only shortcut is that a product is compared with a noun phrase when its title holds each word of it.
 */
export class AnswerScan {
  readonly #questions: Question[] = [];
  readonly #byFirstWord = new Map<string, { readonly words: readonly string[]; readonly questions: Question[] }[]>();
  /** Phrases of scripts without spaces, which every title is compared with. */
  readonly #unspaced = new Map<string, Question[]>();
  readonly #phrases = new Map<string, Question[]>();
  #exclusions = new Map<string, Exclusion>();

  get samples(): number {
    return this.#questions.length;
  }

  /** Takes in a sample with its rubrics as locked; false where no single rubric names the product. */
  add({ id, target_product, proof }: EcomagentbenchSample, rubrics: readonly Rubric[]): boolean {
    const checks = rubrics.map(
      (rubric): Check => ({
        id: rubric.id,
        source: rubric.info_source,
        requirement: rubric as Requirement,
        removes: 0,
      }),
    );
    const [phrase, ...more] = checks.filter(({ requirement }) => requirement.type === 'entity_match');
    if (phrase === undefined || more.length > 0) return false;
    const decidable = checks.filter((check) => check !== phrase && check.requirement.type !== 'review_opinion');
    const question: Question = {
      sampleId: id,
      targetId: target_product.product_id,
      phrase,
      checks: [
        ...decidable.filter(({ source }) => source === 'query'),
        ...decidable.filter(({ source }) => source !== 'query'),
      ],
      proof: {
        answer_set: proof.answer_set,
        removes: new Map(proof.rubrics.map(({ rubric_id, removes }) => [rubric_id, removes])),
      },
      answers: [],
      holders: 0,
      size: 0,
      withoutPersona: 0,
      withoutClarification: 0,
      queryAlone: 0,
    };
    this.#questions.push(question);
    this.#addPhrase(question);
    for (const { id: rubricId, requirement } of checks) this.#addExclusions(question, rubricId, requirement);
    return true;
  }

  #addPhrase(question: Question): void {
    const phrase = question.phrase.requirement.expected_value as string;
    const sharing = this.#phrases.get(phrase);
    if (sharing !== undefined) {
      sharing.push(question);
      return;
    }
    const questions = [question];
    this.#phrases.set(phrase, questions);
    const words = tokensOf(phrase);
    const [first] = words;
    if (first === undefined) return;
    if (hasUnspacedScript(phrase)) {
      this.#unspaced.set(phrase, questions);
      return;
    }
    const others = this.#byFirstWord.get(first);
    if (others === undefined) this.#byFirstWord.set(first, [{ words, questions }]);
    else others.push({ words, questions });
  }

  #addExclusions({ sampleId, targetId }: Question, rubricId: string, requirement: Requirement): void {
    if (requirement.type !== 'negative_attribute') return;
    const { field } = requirement;
    for (const value of requirement.expected_value) {
      const key = JSON.stringify([field, value]);
      const exclusion = this.#exclusions.get(key) ?? {
        requirement: { type: 'attribute_match', field, expected_value: value },
        value,
        asked: [],
        statedBy: null,
      };
      this.#exclusions.set(key, exclusion);
      exclusion.asked.push({ sampleId, targetId, rubricId });
    }
  }

  /** Scans the catalog and returns what differs from the samples' proofs. */
  run(catalog: Catalog, maxAnswers: number): Breach[] {
    for (const { product } of catalog.products()) {
      this.#compare(product);
      this.#seekExclusions(product);
    }
    return [...this.#questions.flatMap((question) => differencesOf(question, maxAnswers)), ...this.#idleExclusions()];
  }

  #compare(product: Product): void {
    const words = new Set(tokensOf(product.title));
    for (const word of words) {
      for (const { words: wanted, questions } of this.#byFirstWord.get(word) ?? []) {
        if (wanted.every((other) => words.has(other))) compareAll(product, questions);
      }
    }
    for (const questions of this.#unspaced.values()) compareAll(product, questions);
  }

  #seekExclusions(product: Product): void {
    for (const [key, exclusion] of this.#exclusions) {
      if (satisfies(product, exclusion.requirement) !== 'yes') continue;
      if (exclusion.statedBy === null) exclusion.statedBy = product.id;
      else this.#exclusions.delete(key);
    }
  }

  /** Exclusions of values that no product but the target states. */
  #idleExclusions(): Breach[] {
    return [...this.#exclusions.values()].flatMap(({ value, asked, statedBy }) =>
      asked
        .filter(({ targetId }) => statedBy === null || statedBy === targetId)
        .map(({ sampleId, rubricId }) => ({
          where: sampleId,
          promise: 'exclusion_of_nothing',
          detail: `${rubricId} excludes "${value}", which no other product states`,
        })),
    );
  }
}

function compareAll(product: Product, questions: readonly Question[]): void {
  const [first] = questions;
  if (first === undefined || satisfies(product, first.phrase.requirement) !== 'yes') return;
  for (const question of questions) compare(product, question);
}

/** Counts a product whose title holds the sample's noun phrase. */
function compare(product: Product, question: Question): void {
  question.holders += 1;
  const failed: Record<InfoSource, number> = { query: 0, persona: 0, clarification: 0 };
  let only: Check | null = null;
  let failures = 0;
  for (const check of question.checks) {
    if (satisfies(product, check.requirement) === 'yes') continue;
    failures += 1;
    only = check;
    failed[check.source] += 1;
    // No count takes in a product that fails the query and something else.
    if (failures > 1 && failed.query > 0) return;
  }
  if (failures === 1 && only !== null) only.removes += 1;
  if (failed.query > 0) return;
  question.queryAlone += 1;
  if (failed.clarification === 0) question.withoutPersona += 1;
  if (failed.persona === 0) question.withoutClarification += 1;
  if (failures > 0) return;
  question.size += 1;
  question.answers.push(product.id);
}

function differencesOf(question: Question, maxAnswers: number): Breach[] {
  const { sampleId: where, targetId, proof, answers, size } = question;
  const stated = proof.answer_set;
  const ids = [...answers].sort(byCodeUnit);
  const breaches: Breach[] = [];
  const breach = (promise: string, detail: string) => breaches.push({ where, promise, detail });
  const counted = (promise: string, what: string, said: number | boolean | null, found: number | boolean) => {
    if (said !== found) breach(promise, `${what} is ${said} in the proof and ${found} in the catalog`);
  };
  if (size > maxAnswers)
    breach(
      'ambiguous_answer',
      `${size} products satisfy every rubric, at most ${maxAnswers} may: ${ids.slice(0, MOST_IDS_LISTED).join(', ')}`,
    );
  if (!ids.includes(targetId)) breach('target_fails', `the answer set lacks the target ${targetId}`);
  counted('answer_set_differs', 'the answer set', stated.size, size);
  const listed = ids.slice(0, MOST_IDS_LISTED);
  if (JSON.stringify(stated.product_ids) !== JSON.stringify(listed)) {
    breach(
      'answer_set_differs',
      `the proof lists ${stated.product_ids.join(', ') || 'no product'}, the catalog gives ${listed.join(', ') || 'none'}`,
    );
  }
  if (stated.digest !== digestOfParts('answer set', ids))
    breach('answer_set_differs', 'the digest of the answer set is another');
  counted(
    'withheld_count_differs',
    'the answer set without the persona',
    stated.without_persona,
    question.withoutPersona,
  );
  counted(
    'withheld_count_differs',
    'the answer set without the clarification',
    stated.without_clarification,
    question.withoutClarification,
  );
  counted('withheld_count_differs', 'the answer set of the query alone', stated.query_alone, question.queryAlone);
  counted('withheld_count_differs', 'the set of the noun phrase alone', stated.noun_phrase_alone, question.holders);
  const needed = question.withoutPersona > size && question.withoutClarification > size;
  counted('withheld_count_differs', '"both hidden sources needed"', stated.both_hidden_sources_needed, needed);
  for (const { id, removes } of question.checks) {
    counted('removed_count_differs', `what ${id} alone removes`, proof.removes.get(id) ?? null, removes);
  }
  return breaches;
}
