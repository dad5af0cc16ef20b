import type { z } from 'zod';
import type { FamilyBuilder, ModelServices } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { type Chain, chain } from '../../pipeline/stage.ts';
import { chainBuilder } from '../../pipeline/task-builder.ts';
import type { Asker } from '../../schemas/model.ts';
import type { Product } from '../../schemas/product.ts';
import type { Turn } from '../../schemas/run.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import type { CatalogView } from '../../shopping/catalog-view.ts';
import type { Attempt, Draft, QueryWording } from '../../shopping/draft.ts';
import { joinedSources, NO_SOURCES, type ReplySources } from '../../shopping/language/reply-sources.ts';
import { LockedTask } from '../../shopping/task.ts';
import type { Gate } from '../gate.ts';
import { judgeOf, modelWriter, servicesOf } from '../model-services.ts';
import { overrulingOf } from '../overruling.ts';
import { rewriteUntilValid } from '../rewrite.ts';
import type { JudgedText } from '../semantic/index.ts';
import { finalCodesOf, type ValidateDependencies, type ValidDraft, validate } from '../validate.ts';
import { verbalise, type Writer } from '../verbalise.ts';
import type { Publication } from './publication.ts';

/** The chain that locks tasks, and the view of the catalog that this is done by. */
interface Locking<Origin> {
  readonly view: CatalogView;
  readonly toLock: Chain<PlannedTask, LockedTask>;
  /** Returns the turn in which quotas take a task. */
  turnOf(task: LockedTask): Turn;
  /** Hands out, once, what models proposed parts of a task by. */
  readonly takeOrigin?: ((taskId: string) => Origin | undefined) | undefined;
}

/** The parts that a shopping family builds tasks with. */
interface ShoppingBuild<Words extends QueryWording, Proof, Origin> {
  readonly locking: Locking<Origin>;
  readonly judges: {
    readonly gates: readonly Gate<Words>[];
    readonly prover: Pick<ValidateDependencies<Words, Proof>, 'prove'>;
  };
  readonly wording: z.ZodType<Words>;
  readonly proof: z.ZodType<Proof>;
  readonly line: z.ZodType;
  textsOf(wording: Words): readonly JudgedText[];
  readonly offline: Writer<Words>;
  /** The writer of a run that asks models. */
  online(models: { readonly asker: Asker; readonly model: string }): Writer<Words>;
  /** The line of a sample. */
  publish(publication: Publication<Words, Proof>, origin: Origin | undefined): unknown;
  /** The group that keeps a sample in one split with others. */
  groupOf(target: Product, proof: Proof): string;
  /** The text that tells a sample from others. */
  textOf(wording: Words): string;
}

/** Builds tasks of a catalog: locks them, puts them into words, and has the gates judge what was written. */
export function shoppingBuilder<
  Words extends QueryWording,
  Proof,
  Origin extends { readonly sources: ReplySources } = never,
>(
  settings: TaskSettings,
  models: ModelServices | undefined,
  { locking, judges, wording, proof, textsOf, offline, ...family }: ShoppingBuild<Words, Proof, Origin>,
): FamilyBuilder {
  const { view, ...locks } = locking;
  const { gates, prover } = judges;
  const asked = settings.models === undefined ? null : servicesOf(settings, models);
  const writer =
    settings.models === undefined || asked === null
      ? offline
      : modelWriter(family.online({ asker: asked.asker, model: settings.models.roles.query_writer.model }), offline);

  const toDraft = chain(
    rewriteUntilValid<LockedTask, Attempt<Words>, Draft<Words>, ValidDraft<Words, Proof>>({
      input: LockedTask,
      write: verbalise(writer, wording, { seed: settings.seed, catalog: view.catalog }),
      check: validate({
        wording,
        proof,
        gates,
        semantic: judgeOf(settings, models, view, textsOf),
        judged: (failed) => asked?.asker.drafted?.(failed),
        prove: prover.prove,
      }),
      attemptOf: ({ wording: tried }, findings) => ({ wording: tried, findings: [...findings] }),
      final: finalCodesOf(gates),
      overruling: overrulingOf(settings.overrides, { gates, prove: prover.prove }),
    }),
  );

  const builder = chainBuilder<LockedTask, ValidDraft<Words, Proof>, Origin>({
    ...locks,
    toDraft,
    publish({ draft: { earlier, ...written }, proof: proven, overruled }, origin) {
      const publication = {
        ...written,
        proof: proven,
        attempts: earlier.length + 1,
        writer: writer.name,
        model: writer.model,
        catalogDigest: view.catalog.digest,
        sources: joinedSources(origin?.sources ?? NO_SOURCES, writer.sourcesOf?.(written.wording) ?? NO_SOURCES),
        overruled,
      };
      const record = family.publish(publication, origin);
      // It is written as it is: parsing puts keys into the schema's order.
      family.line.parse(record);
      return {
        record,
        group: family.groupOf(written.targets[0], proven),
        text: family.textOf(written.wording),
        lockDigest: written.task.lockDigest,
      };
    },
  });
  return { ...builder, shared: view.inMemory };
}
