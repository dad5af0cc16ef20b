import type { Catalog } from '../../catalog/index.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { Product } from '../../schemas/product.ts';
import type { Report } from '../../schemas/violation.ts';
import { type InfoSource, type Rubric, satisfies } from '../../shopping/kinds/index.ts';
import { shelfPath } from '../../shopping/plausibility/shelf.ts';
import { compareAnswers, compareCounts, phraseOf } from '../../shopping/recount/answer-set.ts';
import type { CatalogScan } from '../../shopping/recount/catalog-scan.ts';
import type { FineCatalog } from './fine/fine-catalog.ts';
import { isOfBrand, statedAgainst } from './history.ts';
import { impliedNeeds } from './implied-needs.ts';
import { MOST_RIVALS, missesOf } from './misses.ts';
import type { ShopsimulatorSample } from './sample.ts';

/** The counts so far of the products that a sample's noun phrase names. */
class Counts {
  readonly #rubrics: readonly Rubric[];
  readonly #clued: ReadonlySet<string>;
  readonly answers: string[] = [];
  readonly removes = new Map<string, number>();
  holders = 0;
  withoutProfile = 0;
  withoutAnswers = 0;
  openingAlone = 0;
  withoutClues = 0;
  /** Products that miss one requirement, and those that miss two. */
  readonly near: [one: number, two: number] = [0, 0];

  constructor(rubrics: readonly Rubric[], clued: readonly string[]) {
    this.#rubrics = rubrics.filter(({ type }) => type !== 'entity_match');
    this.#clued = new Set(clued);
  }

  take(product: Product): void {
    this.holders += 1;
    const failed = this.#rubrics.filter((rubric) => satisfies(product, rubric) !== 'yes');
    const from = (source: InfoSource) => failed.some(({ info_source }) => info_source === source);
    const [only] = failed;
    if (only === undefined) this.answers.push(product.id);
    else {
      if (failed.length <= 2) this.near[failed.length - 1] = (this.near[failed.length - 1] ?? 0) + 1;
      if (failed.length === 1) this.removes.set(only.id, (this.removes.get(only.id) ?? 0) + 1);
    }
    if (failed.every(({ id }) => this.#clued.has(id))) this.withoutClues += 1;
    if (from('query')) return;
    this.openingAlone += 1;
    if (!from('clarification')) this.withoutProfile += 1;
    if (!from('persona')) this.withoutAnswers += 1;
  }
}

interface Counting {
  readonly catalog: Catalog;
  readonly fine: FineCatalog;
  readonly scan: CatalogScan;
  readonly maxAnswers: number;
  readonly leastFitting: number;
  readonly leastWithoutProfile: number;
  readonly leastWithoutClues: number;
  readonly report: Report;
}

/** Has a sample's answer sets, its shelf and whom its profile fits counted anew; the function returned compares them with its proof. */
export function countAnswers(
  sample: ShopsimulatorSample,
  rubrics: readonly Rubric[],
  { catalog, fine, scan, maxAnswers, leastFitting, leastWithoutProfile, leastWithoutClues, report }: Counting,
): () => void {
  const { proof, target, profile } = sample;
  const phrase = phraseOf(rubrics, report);
  if (phrase === null) return () => {};
  const counts = new Counts(rubrics, sample.implicit_rubric_ids);
  scan.eachHolding(phrase.expected_value, (product) => counts.take(product));
  const lasting = rubrics.filter(({ info_source: source }) => source === 'persona');
  const brands = new Map(lasting.filter(isOfBrand).map((rubric) => [rubric, new Set<string>()]));
  let fitting = 0;
  if (lasting.length > 0)
    scan.each((product) => {
      for (const [brand, paths] of brands) if (satisfies(product, brand) === 'yes') paths.add(shelfPath(product));
      if (product.id !== target.product_id && lasting.every((rubric) => satisfies(product, rubric) === 'yes'))
        fitting += 1;
    });
  return () => {
    const stated = proof.answer_set;
    const counted = compareCounts(report);
    compareAnswers(stated, counts.answers, { wanted: target.product_id, maxAnswers }, report);
    for (const [what, said, found] of [
      ['the answer set without the profile', stated.without_profile, counts.withoutProfile],
      ['the answer set without the answers', stated.without_answers, counts.withoutAnswers],
      ['the answer set of the first message alone', stated.opening_alone, counts.openingAlone],
      ['the answer set without the clues', stated.without_clues, counts.withoutClues],
      ['the set of the noun phrase alone', stated.noun_phrase_alone, counts.holders],
    ] as const)
      counted('withheld_count_differs', what, said, found);
    for (const { id, type } of rubrics) {
      const said = proof.rubrics.find(({ rubric_id }) => rubric_id === id)?.removes ?? null;
      counted(
        'removed_count_differs',
        `what ${id} alone removes`,
        said,
        type === 'entity_match' ? null : (counts.removes.get(id) ?? 0),
      );
    }
    if (sample.intent === 'single_turn' && counts.withoutClues < leastWithoutClues)
      report(
        'clues_not_needed',
        `without its clues ${counts.withoutClues} products are left, at least ${leastWithoutClues} are asked for`,
      );
    if ((proof.profile === null) !== (profile === null))
      report('profile_count_differs', `the proof ${proof.profile === null ? 'lacks' : 'has'} what the profile does`);
    if (proof.profile !== null && profile !== null) {
      counted('profile_count_differs', 'other products that the profile fits', proof.profile.others_fitting, fitting);
      if (fitting < leastFitting)
        report(
          'profile_overfitted',
          `its profile fits ${fitting} other products, at least ${leastFitting} are asked for`,
        );
      if (counts.withoutProfile < leastWithoutProfile)
        report(
          'profile_not_needed',
          `without its profile ${counts.withoutProfile} products are left, at least ${leastWithoutProfile} are asked for`,
        );
      if (canonicalJson(proof.profile.implies) !== canonicalJson(impliedNeeds(profile, rubrics)))
        report(
          'profile_count_differs',
          'the proof finds its long-term needs in other places than the profile has them',
        );
    }
    for (const { product_id: id } of profile?.purchase_history ?? []) {
      const bought = catalog.productById(id);
      if (bought === null) report('unknown_product', `"${id}", which its shopper bought, is not in the catalog`);
      else
        for (const need of lasting)
          if (statedAgainst(bought, need, (brand) => brands.get(brand) ?? new Set()) !== null)
            report('profile_contradicted', `its shopper bought "${id}", against ${need.id}: ${need.description}`);
    }
    compareShelf(sample, { catalog, fine, answers: counts.answers, report });
    compareRivals(sample, rubrics, { catalog, fine, near: counts.near, report });
  };
}

function compareShelf(
  { proof, target, provenance }: ShopsimulatorSample,
  {
    catalog,
    fine,
    answers,
    report,
  }: Pick<Counting, 'catalog' | 'fine' | 'report'> & { readonly answers: readonly string[] },
): void {
  const row = catalog.rowOf(target.product_id);
  const shelf = row === null ? null : fine.shelfOf(row);
  if (shelf === null) {
    report('off_shelf', 'its target stands on no shelf of the fine catalog');
    return;
  }
  if (shelf.id !== proof.shelf.id || shelf.id !== provenance.group)
    report('shelf_differs', `its shelf is ${shelf.id}, the proof says ${proof.shelf.id}`);
  const rows = new Set(shelf.rows);
  const counted = compareCounts(report);
  counted('shelf_differs', 'the number of products of its shelf', proof.shelf.products, rows.size);
  const own = answers.filter((id) => rows.has(catalog.rowOf(id) ?? -1)).length;
  counted('shelf_differs', 'what of its shelf satisfies everything', proof.shelf.answers, own);
}

function compareRivals(
  { proof }: ShopsimulatorSample,
  rubrics: readonly Rubric[],
  { catalog, fine, near, report }: Pick<Counting, 'catalog' | 'fine' | 'report'> & { readonly near: Counts['near'] },
): void {
  const shelfOf = (row: number | null) => (row === null ? null : (fine.shelfOf(row)?.id ?? null));
  for (const { product_id: id, misses, on_shelf } of proof.rivals) {
    const product = catalog.productById(id);
    if (product === null) {
      report('rival_differs', `its rival "${id}" is not in the catalog`);
      continue;
    }
    if (canonicalJson(missesOf(product, rubrics)) !== canonicalJson(misses))
      report('rival_differs', `"${id}" misses other requirements than the proof says`);
    if (on_shelf !== (shelfOf(catalog.rowOf(id)) === proof.shelf.id))
      report('rival_differs', `"${id}" does ${on_shelf ? 'not ' : ''}stand on the shelf of the target`);
  }
  const missed = (rivals: readonly number[]) => (rivals.length === 0 ? 'none' : rivals.join(', '));
  const said = missed(proof.rivals.map(({ misses }) => misses.length));
  const found = missed(
    near.flatMap((products, at) => Array(Math.min(products, MOST_RIVALS)).fill(at + 1)).slice(0, MOST_RIVALS),
  );
  if (said !== found)
    report(
      'rival_differs',
      `requirements that its nearest rivals miss: the proof lists ${said}, the catalog has ${found}`,
    );
}
