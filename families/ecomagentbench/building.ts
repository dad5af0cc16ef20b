import type { BuilderParts, FamilyBuilder } from '../../pipeline/family.ts';
import { drawFor } from '../../pipeline/seed.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { chain } from '../../pipeline/stage.ts';
import { chainBuilder } from '../../pipeline/task-builder.ts';
import type { Role } from '../../schemas/model.ts';
import type { Attempt, Draft } from '../../shopping/draft.ts';
import { joinedSources, NO_SOURCES } from '../../shopping/language/reply-sources.ts';
import { Proof } from '../../shopping/proof.ts';
import { LockedTask } from '../../shopping/task.ts';
import { finalCodesOf } from '../../stages/gate.ts';
import { judgeOf, modelWriter, mostAskedOf, servicesOf } from '../../stages/model-writer.ts';
import { overrulingOf } from '../../stages/overruling.ts';
import { rewriteUntilValid } from '../../stages/rewrite.ts';
import { type ValidDraft, validate } from '../../stages/validate.ts';
import { verbalise, type Writer } from '../../stages/verbalise.ts';
import { GATES } from './gates/index.ts';
import { groupOf } from './group.ts';
import { intentNamed } from './intents.ts';
import { judgesOf } from './judges.ts';
import { locking } from './locking.ts';
import { publish } from './record.ts';
import { hiddenIntentTexts } from './semantic-texts.ts';
import type { Settings } from './settings.ts';
import { Wording } from './wording.ts';
import { ModelWriter } from './writers/model-writer.ts';
import { OfflineWriter } from './writers/offline-writer.ts';

/** The most questions about a task of an intent: its clues are as few as the intent asks for. */
export function mostAsked(settings: TaskSettings<Settings>, name: string): Partial<Record<Role, number>> {
  const { leastImplicit, definingConstraint } = intentNamed(name).contracts[0];
  return {
    ...mostAskedOf(settings, ['query_writer', 'persona_writer', 'clarification_writer'], leastImplicit),
    ...(definingConstraint === 'opinions' ? { opinion_proposer: 1 } : {}),
  };
}

/** Builds tasks of a catalog: locks them, puts them into words, and has the gates judge what was written. */
export function builder(
  settings: TaskSettings<Settings>,
  { models, onTried, shared }: BuilderParts = {},
): FamilyBuilder {
  const asked = settings.models === undefined ? null : servicesOf(settings, models);
  const asker = asked?.asker ?? null;
  const { view, toLock, isPreferred, takeOrigin } = locking(settings, { shared, asker, onTried });
  const { catalog, productOf } = view;
  const { prover, gates } = judgesOf(view, settings.maxAnswers);
  const targetOf = ({ targetIds: [id = ''] }: { targetIds: readonly string[] }) => {
    const target = productOf(id);
    if (target === null) throw new RangeError(`"${id}" is not in the catalog`);
    return target;
  };
  const drawing = {
    drawFor: (task: LockedTask, step: string, attempt: number) => drawFor(settings.seed, task.id, step, attempt),
    targetOf,
  };
  const offline = new OfflineWriter(drawing);
  const writer: Writer<Wording> =
    settings.models === undefined || asked === null
      ? offline
      : modelWriter(
          new ModelWriter({ ...drawing, asker: asked.asker, model: settings.models.roles.query_writer.model }),
          offline,
        );

  const toDraft = chain(
    rewriteUntilValid<LockedTask, Attempt<Wording>, Draft<Wording>, ValidDraft<Wording, Proof>>({
      input: LockedTask,
      write: verbalise(writer, Wording),
      check: validate({
        wording: Wording,
        proof: Proof,
        gates,
        semantic: judgeOf(settings, models, view, hiddenIntentTexts),
        judged: (failed) => asked?.asker.drafted?.(failed),
        targetsOf: view.productsOf,
        prove: prover.prove,
      }),
      attemptOf: ({ wording }, findings) => ({ wording, findings: [...findings] }),
      final: finalCodesOf(GATES),
      overruling: overrulingOf(settings.overrides, { gates, targetsOf: view.productsOf, prove: prover.prove }),
    }),
  );

  return chainBuilder({
    toLock,
    toDraft,
    isPreferred,
    takeOrigin,
    publish({ draft, proof, overruled }, opinions) {
      const target = targetOf(draft.task);
      return {
        record: publish({
          ...draft,
          proof,
          target,
          attempts: draft.earlier.length + 1,
          writer: writer.name,
          model: writer.model,
          catalogDigest: catalog.digest,
          sources: joinedSources(opinions?.sources ?? NO_SOURCES, writer.sourcesOf?.(draft.wording) ?? NO_SOURCES),
          opinionsBy: opinions?.by ?? null,
          overruled,
        }),
        group: groupOf(target),
        text: draft.wording.query,
        lockDigest: draft.task.lockDigest,
      };
    },
  });
}
