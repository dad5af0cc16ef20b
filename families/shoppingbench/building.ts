import type { BuilderParts, FamilyBuilder } from '../../pipeline/family.ts';
import { drawFor } from '../../pipeline/seed.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { chain } from '../../pipeline/stage.ts';
import { chainBuilder } from '../../pipeline/task-builder.ts';
import type { Role } from '../../schemas/model.ts';
import { type Attempt, type Draft, QueryWording } from '../../shopping/draft.ts';
import { NO_SOURCES } from '../../shopping/language/reply-sources.ts';
import { LockedTask } from '../../shopping/task.ts';
import { finalCodesOf } from '../../stages/gate.ts';
import { judgeOf, modelWriter, mostAskedOf, servicesOf } from '../../stages/model-writer.ts';
import { overrulingOf } from '../../stages/overruling.ts';
import { rewriteUntilValid } from '../../stages/rewrite.ts';
import { queryText } from '../../stages/semantic/index.ts';
import { type ValidDraft, validate } from '../../stages/validate.ts';
import { verbalise, type Writer } from '../../stages/verbalise.ts';
import { GATES } from './gates/index.ts';
import { groupOf } from './group.ts';
import { judgesOf } from './judges.ts';
import { locking } from './locking.ts';
import { publish } from './record.ts';
import { OrderProof } from './sample.ts';
import type { Settings } from './settings.ts';
import { ModelWriter } from './writers/model-writer.ts';
import { OfflineWriter } from './writers/offline-writer.ts';

/** The most questions about a task: it hides nothing, so that there are no clues. */
export const mostAsked = (settings: TaskSettings<Settings>): Partial<Record<Role, number>> =>
  mostAskedOf(settings, ['query_writer'], 0);

/** Builds tasks of a catalog: locks them, puts them into words, and has the gates judge what was written. */
export async function builder(
  settings: TaskSettings<Settings>,
  { models, onTried, shared }: BuilderParts = {},
): Promise<FamilyBuilder> {
  const { view, toLock, isPreferred, prover, questionOf } = await locking(settings, { shared, onTried });
  const { catalog, productsOf } = view;
  const { gates } = judgesOf(view, settings.maxAnswers, prover);
  const drawing = {
    drawFor: (task: LockedTask, step: string, attempt: number) => drawFor(settings.seed, task.id, step, attempt),
    targetsOf: ({ targetIds }: LockedTask) => productsOf(targetIds),
  };
  const asked = settings.models === undefined ? null : servicesOf(settings, models);
  const offline = new OfflineWriter(drawing);
  const writer: Writer<QueryWording> =
    settings.models === undefined || asked === null
      ? offline
      : modelWriter(
          new ModelWriter({ ...drawing, asker: asked.asker, model: settings.models.roles.query_writer.model }),
          offline,
        );

  const toDraft = chain(
    rewriteUntilValid<LockedTask, Attempt<QueryWording>, Draft<QueryWording>, ValidDraft<QueryWording, OrderProof>>({
      input: LockedTask,
      write: verbalise(writer, QueryWording),
      check: validate({
        wording: QueryWording,
        proof: OrderProof,
        gates,
        semantic: judgeOf(settings, models, view, queryText),
        judged: (failed) => asked?.asker.drafted?.(failed),
        targetsOf: productsOf,
        prove: prover.prove,
      }),
      attemptOf: ({ wording }, findings) => ({ wording, findings: [...findings] }),
      final: finalCodesOf(GATES),
      overruling: overrulingOf(settings.overrides, { gates, targetsOf: productsOf, prove: prover.prove }),
    }),
  );

  return chainBuilder({
    toLock,
    toDraft,
    isPreferred,
    publish({ draft, proof, overruled }) {
      const [first, ...others] = productsOf(draft.task.targetIds);
      if (first === undefined) throw new RangeError(`"${draft.task.targetIds[0]}" is not in the catalog`);
      return {
        record: publish({
          ...draft,
          proof,
          targets: [first, ...others],
          question: questionOf(draft.task)?.origin ?? null,
          attempts: draft.earlier.length + 1,
          writer: writer.name,
          model: writer.model,
          catalogDigest: catalog.digest,
          sources: writer.sourcesOf?.(draft.wording) ?? NO_SOURCES,
          overruled,
        }),
        group: groupOf(first),
        text: draft.wording.query,
        lockDigest: draft.task.lockDigest,
      };
    },
  });
}
