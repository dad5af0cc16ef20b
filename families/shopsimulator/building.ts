import type { BuilderParts, FamilyBuilder } from '../../pipeline/family.ts';
import { drawFor } from '../../pipeline/seed.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { chain } from '../../pipeline/stage.ts';
import { chainBuilder } from '../../pipeline/task-builder.ts';
import type { Role } from '../../schemas/model.ts';
import type { Attempt, Draft } from '../../shopping/draft.ts';
import { NO_SOURCES } from '../../shopping/language/reply-sources.ts';
import { LockedTask } from '../../shopping/task.ts';
import { finalCodesOf } from '../../stages/gate.ts';
import { judgeOf, modelWriter, mostAskedOf, servicesOf } from '../../stages/model-writer.ts';
import { overrulingOf } from '../../stages/overruling.ts';
import { rewriteUntilValid } from '../../stages/rewrite.ts';
import { type ValidDraft, validate } from '../../stages/validate.ts';
import { verbalise, type Writer } from '../../stages/verbalise.ts';
import { GATES } from './gates/index.ts';
import { intentNamed } from './intents.ts';
import { judgesOf } from './judges.ts';
import { locking } from './locking.ts';
import { profileFacts } from './profile-facts.ts';
import { publish } from './record.ts';
import { InstructionProof } from './sample.ts';
import { judgedTexts } from './semantic-texts.ts';
import type { Settings } from './settings.ts';
import { instructionOf, Wording } from './wording.ts';
import { ModelWriter } from './writers/model-writer.ts';
import { OfflineWriter } from './writers/offline-writer.ts';

/** The most questions about a task of an intent: only what is said at once has clues. */
export const mostAsked = (settings: TaskSettings<Settings>, name: string): Partial<Record<Role, number>> => {
  const { multiTurn, mostAttributes } = intentNamed(name);
  return mostAskedOf(settings, ['query_writer'], multiTurn ? 0 : mostAttributes);
};

/** Builds tasks of a catalog: locks them, puts them into words, and has the gates judge what was written. */
export async function builder(
  settings: TaskSettings<Settings>,
  { models, onTried, shared }: BuilderParts = {},
): Promise<FamilyBuilder> {
  const { view, toLock, isPreferred } = locking(settings, { shared, onTried });
  const { catalog, productOf } = view;
  const { prover, gates } = judgesOf(view, settings);
  const targetOf = ({ targetIds: [id = ''] }: { targetIds: readonly string[] }) => {
    const target = productOf(id);
    if (target === null) throw new RangeError(`"${id}" is not in the catalog`);
    return target;
  };
  const drawing = {
    drawFor: (task: LockedTask, step: string, attempt: number) => drawFor(settings.seed, task.id, step, attempt),
    targetOf,
  };
  const asked = settings.models === undefined ? null : servicesOf(settings, models);
  const offline = new OfflineWriter({ ...drawing, facts: profileFacts(view, settings) });
  const writer: Writer<Wording> =
    settings.models === undefined || asked === null
      ? offline
      : modelWriter(
          new ModelWriter({
            ...drawing,
            offline,
            asker: asked.asker,
            model: settings.models.roles.query_writer.model,
          }),
          offline,
        );

  const toDraft = chain(
    rewriteUntilValid<LockedTask, Attempt<Wording>, Draft<Wording>, ValidDraft<Wording, InstructionProof>>({
      input: LockedTask,
      write: verbalise(writer, Wording),
      check: validate({
        wording: Wording,
        proof: InstructionProof,
        gates,
        semantic: judgeOf(settings, models, view, judgedTexts),
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
    publish({ draft, proof, overruled }) {
      return {
        record: publish({
          ...draft,
          proof,
          target: targetOf(draft.task),
          attempts: draft.earlier.length + 1,
          writer: writer.name,
          model: writer.model,
          catalogDigest: catalog.digest,
          sources: writer.sourcesOf?.(draft.wording) ?? NO_SOURCES,
          overruled,
        }),
        group: proof.shelf.id,
        text: instructionOf(draft.wording),
        lockDigest: draft.task.lockDigest,
      };
    },
  });
}
