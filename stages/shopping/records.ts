import type { z } from 'zod';
import type { Catalog } from '../../catalog/index.ts';
import type { FamilyRecords, Judgement } from '../../pipeline/records.ts';
import type { SampleFacts } from '../../pipeline/run-tally.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { ExplainedText } from '../../schemas/task-life.ts';
import type { Agent } from '../../shopping/agents/roster.ts';
import { type CatalogView, viewOf } from '../../shopping/catalog-view.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { placementEntries } from '../../shopping/published/explained-placements.ts';
import {
  lifeOfSample,
  lifeReader,
  type OwnLife,
  type PublishedKeys,
  rubricFacts,
  targetIn,
} from '../../shopping/published/task-life.ts';
import { recountOn, type SampleContext, type ShoppingSample } from '../../shopping/recount/index.ts';
import type { ShoppingSettings } from '../../shopping/settings.ts';
import type { Locked } from '../../shopping/task.ts';
import { digestOf } from '../../text/digest.ts';
import { NearDuplicates } from '../admission.ts';
import type { Gate, GateInput } from '../gate.ts';
import { SEMANTIC } from '../semantic/index.ts';
import { namesPassed, type ValidateDependencies } from '../validate.ts';
import { originsIn, type Publication } from './publication.ts';

/** Keys that the lines of every shopping family hold. */
interface ShoppingLine extends PublishedKeys {
  readonly id: string;
  readonly lock: { readonly digest: string };
  readonly provenance: Parameters<typeof originsIn>[0] & { readonly seed: number };
}

/** The part of its records that a shopping family gives itself. */
interface OwnRecords<Line extends ShoppingLine, Settings extends ShoppingSettings, Words extends QueryWording, Proof> {
  readonly line: z.ZodType<Line>;
  readonly settings: z.ZodType<Settings>;
  readonly wording: z.ZodType<Words>;
  readonly agents: readonly Agent[];
  /** The draft a line was made from, but for the products it is about; findings where it can be no draft of the family. */
  read(line: Line): Pick<GateInput<Words>, 'task' | 'wording'> | { readonly findings: readonly Finding[] };
  judgesOf(
    view: CatalogView,
    settings: Settings,
  ): { readonly gates: readonly Gate<Words>[]; readonly prover: Pick<ValidateDependencies<Words, Proof>, 'prove'> };
  publish(publication: Publication<Words, Proof>, line: Line): unknown;
  textsOf(wording: Words, findings: readonly Finding[]): ExplainedText[];
  /** Returns what commands are told of a line beside what the keys of every family say. */
  told(
    line: Line,
  ): Pick<ShoppingSample, 'intent' | 'targetIds' | 'query' | 'groupIn'> &
    Partial<Pick<ShoppingSample, 'subject' | 'boundBy'>>;
  recount(line: Line, locked: Locked, context: SampleContext): () => void;
  lifeOf(line: Line, findings: readonly Finding[]): OwnLife;
  /** Returns what a report counts of a line beside what the keys of every family say. */
  factsOf(line: Line): Pick<SampleFacts, 'query' | 'category' | 'withheld' | 'needed' | 'price'>;
}

/** Judges lines on a catalog: what the gates find in the draft that is read back, and the line published again. */
function judgeOf<Line extends ShoppingLine, Settings extends ShoppingSettings, Words extends QueryWording, Proof>(
  { read, judgesOf, publish }: OwnRecords<Line, Settings, Words, Proof>,
  view: CatalogView,
  settings: Settings,
): (line: Line) => Judgement<Locked> {
  const { prover, gates } = judgesOf(view, settings);
  return (line) => {
    const draft = read(line);
    if ('findings' in draft) return { ...draft, locked: null, again: null };
    const targets = view.targetsOf(draft.task);
    const input = { ...draft, targets };
    const { semantic } = line.proof;
    const origins = originsIn(line.provenance);
    const passed = namesPassed(gates, {
      semantic: semantic === undefined ? undefined : SEMANTIC,
      overruled: origins.overruled?.code,
    });
    const [first, ...others] = targets;
    const isWhole = first !== undefined && targets.length === draft.task.targetIds.length;
    return {
      locked: draft.task.locked,
      findings: gates.flatMap(({ check }) => check(input)),
      again: isWhole
        ? () =>
            publish(
              { ...draft, ...origins, proof: prover.prove(input, passed, semantic), targets: [first, ...others] },
              line,
            )
        : null,
    };
  };
}

/**
 * Makes the functions that read, judge, recount and tell the lines of a shopping family; `more` is what only it says.
 */
export function shoppingRecords<
  Line extends ShoppingLine,
  Settings extends ShoppingSettings,
  Words extends QueryWording,
  Proof,
>(
  own: OwnRecords<Line, Settings, Words, Proof>,
  more: Pick<FamilyRecords, 'head' | 'agentKeys'> &
    Partial<Pick<FamilyRecords, 'hidden' | 'orderInWave' | 'intentsWithSubject'>>,
): FamilyRecords<Catalog, ShoppingSample, Locked> {
  const published = (line: Line, told = own.told(line)): ShoppingSample => ({
    id: line.id,
    subject: null,
    boundBy: () => [],
    ...told,
    lockDigest: line.lock.digest,
    provenance: {
      seed: line.provenance.seed,
      writer: line.provenance.writer,
      worldDigest: line.provenance.catalog_digest,
    },
    overruled: line.provenance.overruled ?? null,
    recount: (locked, context) => own.recount(line, locked, context),
    life: (findings) => lifeOfSample(line, own.lifeOf(line, findings), findings),
    facts: () => ({
      ...own.factsOf(line),
      rubrics: line.rubrics.map(rubricFacts),
      implicit: line.implicit_rubric_ids?.length ?? null,
      targets: told.targetIds.length,
      attempts: line.provenance.attempts,
      answers: line.proof.answer_set.size,
    }),
  });
  return {
    sample: own.line.transform((line) => published(line)),
    published: (record) => published(record as Line),
    judgeOn(catalog, config) {
      const settings = own.settings.parse(config);
      const judge = judgeOf(own, viewOf(catalog, { language: settings.language, seed: config.seed }), settings);
      return { judge: (record) => judge(record as Line), admission: new NearDuplicates() };
    },
    recountOn: (catalog, manifest) => recountOn(catalog, manifest, own.agents),
    requirementsOf,
    lifeOf: lifeReader(own.wording, own.textsOf),
    targetIn,
    placements: placementEntries,
    ...more,
  };
}

/**
 * A digest of what is asked of each target itself, in their order: types, fields and values, whatever source reveals them.
 * What several targets are judged by together is no part of it.
 */
export function requirementsOf({ rubrics }: Locked): readonly string[] {
  const targets = 1 + rubrics.reduce((most, { target }) => Math.max(most, target ?? 0), 0);
  return Array.from({ length: targets }, (_, place) => {
    const own = rubrics.filter(({ target }) => (targets === 1 ? true : target === place));
    const asked = own.map(({ type, field, expected_value: value }) => canonicalJson([type, field, value]));
    return digestOf('requirements', [...new Set(asked)].sort());
  });
}
