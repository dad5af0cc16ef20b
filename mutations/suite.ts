import { type Share, shareOf } from '../pipeline/share-interval.ts';
import type { Finding } from '../schemas/finding.ts';
import type { QueryWording } from '../shopping/draft.ts';
import { ADMISSION } from '../stages/admission.ts';
import type { Rewriting } from './harmless.ts';
import { measure, measureOnCatalog, type Planted, surroundingsOf } from './measure.ts';
import { measureAdmission, refusedByAdmission } from './near-duplicates.ts';
import type { Operator } from './operator.ts';
import { CATALOGS } from './operators/catalogs.ts';
import { type Kind, type World, type WorldOptions, worldOf } from './world.ts';

/** One gate: how much of what was planted it finds, and how much it refuses of what is unharmed. */
export interface GateRow {
  readonly gate: string;
  readonly recall: Share;
  readonly refused: Share;
}

export interface FamilyReport {
  readonly family: string;
  readonly samples: number;
  readonly rows: readonly GateRow[];
  readonly operators: readonly Planted[];
  /** Defects planted in words that no gate was mended after; without an aim. */
  readonly unseen: readonly Planted[];
  /** Unharmed texts that a gate refused. */
  readonly refusals: readonly Refusal[];
}

export interface Refusal {
  readonly gate: string;
  readonly rewriting: string;
  readonly query: string;
  readonly finding: Finding;
}

export interface SuiteOptions {
  /** Most mutants of one operator; drawn by digest where there are more. */
  readonly most: number;
  /** Most changed catalogs; each takes as long as all other operators of a gate. */
  readonly catalogs?: number;
  /** Number of times each task is put into words anew. */
  readonly anew: number;
}

/** Every unharmed text of a world: the samples as they are, rewritten by hand-made rules, and written anew. */
async function unharmed<Words extends QueryWording>(
  world: World<Words>,
  rewritings: readonly Rewriting<Words>[],
  anew: number,
): Promise<{ readonly name: string; readonly input: World<Words>['samples'][number] }[]> {
  const texts: { name: string; input: World<Words>['samples'][number] }[] = [];
  for (const sample of world.samples) {
    texts.push({ name: 'as it is', input: sample });
    for (const { name, rewrite } of rewritings) {
      for (const wording of rewrite(sample, surroundingsOf(world, sample, name)))
        texts.push({ name, input: { ...sample, wording } });
    }
    for (let attempt = 1; attempt <= anew; attempt++)
      texts.push({ name: 'written anew', input: { ...sample, wording: await world.rewritten(sample, attempt) } });
  }
  return texts;
}

/** The test suite of one family. */
interface Suite<Words extends QueryWording> extends Kind<Words> {
  /** Samples of each intent in a whole run. */
  readonly perIntent: number;
  readonly operators: readonly Operator<Words>[];
  /** The text by which admission tells samples apart, where that is not the query. */
  textOf?(wording: Words): string;
  /** Rewritings that leave a text unharmed. */
  readonly rewritings: readonly Rewriting<Words>[];
  /** Operators in words no gate was mended after. */
  readonly unseen: readonly Operator<Words>[];
}

/** A family's suite, ready to be run. */
export interface FamilySuite {
  readonly family: string;
  report(options: SuiteOptions & Partial<WorldOptions>): Promise<FamilyReport>;
}

export const defineSuite = <Words extends QueryWording>(suite: Suite<Words>): FamilySuite => ({
  family: suite.family.name,
  report: async ({ catalog, format, perIntent = suite.perIntent, ...options }) =>
    reportOf(await worldOf(suite, { catalog, format, perIntent }), suite, options),
});

async function reportOf<Words extends QueryWording>(
  world: World<Words>,
  { operators, rewritings, unseen, textOf = ({ query }) => query }: Suite<Words>,
  { most, anew, catalogs = CATALOGS.length }: SuiteOptions,
): Promise<FamilyReport> {
  const plain = world as unknown as World<QueryWording>;
  const told = {
    ...plain,
    samples: world.samples.map((sample) => ({
      ...sample,
      wording: { ...sample.wording, query: textOf(sample.wording) },
    })),
  };
  const planted: Planted[] = [
    ...operators.map((operator) => measure(world, operator, most) as unknown as Planted),
    ...CATALOGS.slice(0, catalogs).map((operator) => measureOnCatalog(plain, operator)),
    ...measureAdmission(told, most),
  ];
  const texts = await unharmed(world, rewritings, anew);
  const refusals: Refusal[] = [];
  const refusedBy = (gate: World<Words>['gates'][number]) =>
    texts.filter(({ name, input }) => {
      const [finding] = gate.check(input);
      if (finding !== undefined)
        refusals.push({ gate: gate.name, rewriting: name, query: input.wording.query, finding });
      return finding !== undefined;
    }).length;
  const recallOf = (gate: string) => {
    const own = planted.filter((operator) => operator.gate === gate);
    const trials = own.reduce((sum, operator) => sum + operator.planted, 0);
    return shareOf(trials - own.reduce((sum, { missed }) => sum + missed.length, 0), trials);
  };
  const admission = refusedByAdmission(told);
  return {
    family: world.family,
    samples: world.samples.length,
    rows: [
      ...world.gates.map((gate) => ({
        gate: gate.name,
        recall: recallOf(gate.name),
        refused: shareOf(refusedBy(gate), texts.length),
      })),
      { gate: ADMISSION.name, recall: recallOf(ADMISSION.name), refused: shareOf(admission.hits, admission.trials) },
    ],
    operators: planted,
    unseen: unseen.map((operator) => measure(world, operator, most) as unknown as Planted),
    refusals,
  };
}
