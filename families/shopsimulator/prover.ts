import type { Catalog } from '../../catalog/index.ts';
import { type AnswerSets, everyBit } from '../../shopping/answers/answer-set.ts';
import { statedAnswers, TaskAnswers } from '../../shopping/answers/task-answers.ts';
import { isFrom } from '../../shopping/info-source.ts';
import { detailFieldOf, type Requirement, type Rubric } from '../../shopping/kinds/index.ts';
import type { SemanticProof } from '../../shopping/semantic.ts';
import type { LockedTask } from '../../shopping/task.ts';
import type { GateInput } from '../../stages/gate.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { byCodeUnit } from '../../text/order.ts';
import type { FineCatalog } from './fine/fine-catalog.ts';
import { type SellingOf, statedAgainst } from './history.ts';
import { impliedNeeds } from './implied-needs.ts';
import { MOST_RIVALS, missesOf } from './misses.ts';
import type { InstructionProof } from './sample.ts';
import type { Wording } from './wording.ts';

/** The products that state each of these values, fewest first. */
const setsStating = (answerSets: AnswerSets, asked: readonly Requirement[]) =>
  asked
    .flatMap(({ type, field, expected_value }) => {
      const detail = detailFieldOf(field);
      if (type !== 'attribute_match' || detail === null) return [];
      return [expected_value].flat().map((value) => answerSets.stating(detail, value));
    })
    .sort((a, b) => a.size - b.size);

/** The products of the catalog, of whatever kind, that state all of these values. */
export function rowsStating(answerSets: AnswerSets, asked: readonly Requirement[]): ArrayLike<number> {
  const [rarest, ...others] = setsStating(answerSets, asked);
  if (rarest === undefined) return [];
  return others.length === 0 ? rarest.rows() : rarest.rows().filter((row) => others.every((set) => set.has(row)));
}

/** Counts the products of the catalog, of whatever kind, that state all of these values. */
export function productsFitting(answerSets: AnswerSets, asked: readonly Requirement[]): number {
  const [rarest, ...others] = setsStating(answerSets, asked);
  return rarest !== undefined && others.length === 0 ? rarest.size : rowsStating(answerSets, asked).length;
}

/** Finds where products of the brands of a catalog are sold, each brand counted once. */
export function sellingIn(catalog: Catalog, answerSets: AnswerSets): SellingOf {
  const known = new Map<string, ReadonlySet<string>>();
  return ({ expected_value: value }) => {
    const brand = String(value);
    return foundOrMade(known, brand, () => {
      const paths = new Set<string>();
      for (const row of answerSets.stating('Brand', brand).rows()) paths.add(catalog.shelfOf(row).path);
      return paths;
    });
  };
}

/** Counts what a task's requirements leave of the catalog, of its shelf, and of what else its profile fits. */
export class Prover extends TaskAnswers {
  readonly #catalog: Catalog;
  readonly #answerSets: AnswerSets;
  readonly #fine: () => FineCatalog;
  readonly #sellingOf: SellingOf;

  constructor(catalog: Catalog, answerSets: AnswerSets, fine: () => FineCatalog) {
    super({ catalog, answerSets });
    this.#catalog = catalog;
    this.#answerSets = answerSets;
    this.#fine = fine;
    this.#sellingOf = sellingIn(catalog, answerSets);
  }

  /** Counts the products of any kind, the target aside, that meet every need that the profile holds. */
  readonly othersFitting = ({ locked }: LockedTask): number => {
    const lasting = locked.rubrics.filter(isFrom('persona'));
    return Math.max(0, productsFitting(this.#answerSets, lasting) - 1);
  };

  /**
   * Returns the values by which a product of the catalog speaks against a long-term need; null where it states nothing
   * against it.
   */
  readonly statedAgainst = (productId: string, need: Rubric): readonly string[] | null => {
    const product = this.#catalog.productById(productId);
    return product === null ? null : statedAgainst(product, need, this.#sellingOf);
  };

  /** Counts the products that satisfy everything but what the profile holds. */
  readonly withoutProfile = (task: LockedTask): number => this.without(task, isFrom('persona'));

  /** The shelf of a task's product; null where it stands on none. */
  readonly shelfOf = ({ targetIds: [id = ''] }: Pick<LockedTask, 'targetIds'>) => {
    const row = this.#catalog.rowOf(id);
    return row === null ? null : this.#fine().shelfOf(row);
  };

  readonly prove = (
    { task, wording, targets }: GateInput<Wording>,
    gatesPassed: readonly string[],
    semantic?: SemanticProof,
  ): InstructionProof => {
    const { rubrics, implicit_rubric_ids: implicit } = task.locked;
    const shelf = this.shelfOf(task);
    if (shelf === null) throw new RangeError(`"${task.targetIds[0]}" stands on no shelf of the fine catalog`);
    const onShelf = new Set(shelf.rows);
    return {
      answer_set: {
        ...statedAnswers(this.answersOf(task)),
        without_profile: this.withoutProfile(task),
        without_answers: this.without(task, isFrom('clarification')),
        opening_alone: this.without(task, isFrom('persona', 'clarification')),
        without_clues: this.without(task, ({ id }) => implicit.includes(id)),
        noun_phrase_alone: this.table(task).rows.length,
      },
      shelf: {
        id: shelf.id,
        products: shelf.rows.length,
        answers: this.rowsOf(task).filter((row) => onShelf.has(row)).length,
      },
      rivals: this.#rivals(task, onShelf),
      profile:
        wording.profile === null
          ? null
          : { others_fitting: this.othersFitting(task), implies: impliedNeeds(wording.profile, rubrics) },
      rubrics: this.evidenceOf(task, targets),
      gates_passed: [...gatesPassed],
      ...(semantic === undefined ? {} : { semantic }),
    };
  };

  /** The products that miss fewest requirements, those of the target's shelf first, then by id. */
  #rivals(task: LockedTask, onShelf: ReadonlySet<number>): InstructionProof['rivals'] {
    const { rubrics } = task.locked;
    const everything = everyBit(rubrics.length);
    const table = this.table(task);
    const answers = new Set(this.rowsOf(task));
    const bits = rubrics.flatMap(({ type }, at) => (type === 'entity_match' ? [] : [2 ** at]));
    const withheld = [
      ...bits.map((bit) => [bit]),
      ...bits.flatMap((bit, at) => bits.slice(at + 1).map((other) => [bit, other])),
    ];
    const found = new Map<number, number>();
    for (const missed of withheld) {
      if (found.size >= MOST_RIVALS && missed.length > 1) break;
      for (const row of table.rowsOf(everything - missed.reduce((sum, bit) => sum + bit, 0)))
        if (!answers.has(row) && !found.has(row)) found.set(row, missed.length);
    }
    const far = ([row, misses]: readonly [number, number]) => 2 * misses + (onShelf.has(row) ? 0 : 1);
    const nearest = [...found].map((one) => [one, far(one)] as const).sort(([, a], [, b]) => a - b);
    // Ids are read of those alone that can be among the first.
    const furthest = nearest[MOST_RIVALS - 1]?.[1] ?? Number.POSITIVE_INFINITY;
    return nearest
      .filter(([, distance]) => distance <= furthest)
      .map(([[row], distance]) => ({ row, away: distance % 2, distance, id: this.idOf(row) }))
      .sort((a, b) => a.distance - b.distance || byCodeUnit(a.id, b.id))
      .slice(0, MOST_RIVALS)
      .map(({ row, id, away }) => ({
        product_id: id,
        on_shelf: away === 0,
        misses: missesOf(this.#catalog.productByRow(row), rubrics),
      }));
  }
}
