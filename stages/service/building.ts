import { z } from 'zod';
import type { BuilderParts, FamilyBuilder } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { chain, type DescribedStep, defineStage, keep, reject } from '../../pipeline/stage.ts';
import { chainBuilder } from '../../pipeline/task-builder.ts';
import { UnusableReplyError } from '../../schemas/errors.ts';
import { messagesOf } from '../../service/customer/turns.ts';
import { prove, runGold } from '../../service/proof/gold.ts';
import { SupportProof, type SupportSample } from '../../service/sample.ts';
import { netChanges } from '../../service/state.ts';
import type { User } from '../../service/store/schema.ts';
import { type LockedSupport, SupportTask, SupportWording } from '../../service/task.ts';
import { openStoresAt, type StoreWorld } from '../../service/world.ts';
import type { ReplySources } from '../../shopping/language/reply-sources.ts';
import { servicesOf } from '../model-services.ts';
import { MOST_ATTEMPTS, rewriteUntilValid } from '../rewrite.ts';
import { finalCodesOf, rejectedFor } from '../validate.ts';
import { VERBALISE } from '../verbalise.ts';
import { groupOf } from './conversation.ts';
import { SUPPORT_GATES, supportFindings } from './gates.ts';
import type { SupportLocks } from './locking.ts';
import type { SupportSettings } from './settings.ts';
import { Attempt, modelWriter, offlineWriter } from './writer.ts';

/** A gold run as it was carried out, for what a paper publishes of it. */
export interface CarriedOut {
  /** Results that each call showed, as JSON. */
  readonly shown: readonly string[];
  /** Rows of the store that are others afterwards. */
  readonly changes: ReturnType<typeof netChanges>;
  /** The user's record, as far as it is known. */
  readonly user: User;
}

/** The parts that a customer-service family builds its tasks with. */
export interface SupportBuild {
  readonly locks: SupportLocks;
  /** The keys its paper publishes, which come first in a line. */
  published(sample: SupportSample, carried: CarriedOut): Readonly<Record<string, unknown>>;
  readonly schema: z.ZodType;
}

const Writing = z.strictObject({ task: SupportTask, earlier: z.array(Attempt) });
const Draft = Writing.extend({ wording: SupportWording });
type Draft = z.infer<typeof Draft>;
const Valid = z.strictObject({ draft: Draft, proof: SupportProof });
type Valid = z.infer<typeof Valid>;

export const SPEAK = { name: 'speak', rejections: VERBALISE.rejections } satisfies DescribedStep;

export const proofOf = (locked: LockedSupport, proof: ReturnType<typeof prove>['proof']): SupportProof => {
  const of = (role: string) => locked.calls.filter((call) => call.role === role).length;
  return {
    writes: proof.writes,
    searches: of('search'),
    look_ups: of('look-up'),
    key_answers: locked.key_answers.length,
    shortcuts: proof.shortcuts,
    refused: proof.refused,
    refused_by: [...proof.refused_by],
    gates_passed: SUPPORT_GATES.map(({ name }) => name),
  };
};

/** Text that tells a sample from others: all that the customer says of own accord. */
export const textOf = ({ locked, wording }: Pick<SupportSample, 'locked' | 'wording'>): string =>
  messagesOf(locked)
    .flatMap((intents) => intents.map(({ id }) => wording.raises[id] ?? ''))
    .join(' ');

/** Builds tasks of a store: locks them, and puts them into a customer's words. */
export const supportBuilder =
  (family: SupportBuild) => (settings: TaskSettings<SupportSettings>, parts?: BuilderParts) =>
    buildSupport(settings, family, parts);

async function buildSupport(
  settings: TaskSettings<SupportSettings>,
  family: SupportBuild,
  { models }: BuilderParts = {},
): Promise<FamilyBuilder> {
  const { locks } = family;
  const { desk } = locks.composition;
  const world = openStoresAt(settings.world, desk.regime);
  const asked = settings.models === undefined ? null : servicesOf(settings, models);
  const writer =
    settings.models === undefined || asked === null
      ? offlineWriter(settings)
      : modelWriter(settings, {
          ...{ family: locks.family, asker: asked.asker, model: settings.models.roles.query_writer.model },
        });
  const write = defineStage<z.infer<typeof Writing>, Draft>({
    ...SPEAK,
    input: Writing,
    output: Draft,
    async run(writing) {
      try {
        return keep({ ...writing, wording: await writer.write(writing.task, writing.earlier) });
      } catch (error) {
        if (!(error instanceof UnusableReplyError)) throw error;
        return reject(writing, 'reply_unusable', error.message);
      }
    },
  });
  const check = defineStage<Draft, Valid>({
    name: 'validate',
    input: Draft,
    output: Valid,
    rejections: Object.assign({}, ...SUPPORT_GATES.map(({ codes }) => codes)) as Record<string, string>,
    run(draft) {
      const findings = supportFindings(draft.task, draft.wording);
      asked?.asker.drafted?.(findings.map(({ code }) => code));
      const turnedDown = rejectedFor(draft, findings);
      if (turnedDown !== null) return turnedDown;
      const { proof } = prove(desk, world.storeIn(draft.task.locked.language), draft.task.locked);
      return keep({ draft, proof: proofOf(draft.task.locked, proof) });
    },
  });
  return chainBuilder<SupportTask, Valid>({
    toLock: locks.toLock(world, settings),
    toDraft: chain(
      rewriteUntilValid<SupportTask, Attempt, Draft, Valid>({
        input: SupportTask,
        write,
        check,
        attempts: MOST_ATTEMPTS,
        attemptOf: ({ wording }, findings) => ({ wording, findings: [...findings] }),
        final: finalCodesOf(SUPPORT_GATES),
      }),
    ),
    turnOf: () => 'first',
    publish({ draft: { task, wording, earlier }, proof }) {
      const attempts = earlier.length + 1;
      const sample = sampleOf({ task, wording, proof, attempts, world, family, ...writer.madeBy(wording) });
      return { record: sample, group: sample.provenance.group, text: textOf(sample), lockDigest: task.lockDigest };
    },
  });
}

/** The parts that a sample is published from. */
interface SupportPublication {
  readonly task: Pick<SupportTask, 'id' | 'intent' | 'seed' | 'targetIds' | 'locked' | 'lockDigest'>;
  readonly wording: SupportWording;
  readonly proof: SupportProof;
  readonly attempts: number;
  readonly world: StoreWorld;
  readonly family: SupportBuild;
  readonly writer: string;
  readonly model: string | null;
  readonly sources: ReplySources;
}

/** The line of a sample: the paper's keys first, then ours; throws where it cannot be published. */
export function sampleOf(publication: SupportPublication): SupportSample {
  const { task, wording, proof, attempts, world, family, writer, model, sources } = publication;
  const { locked } = task;
  const { desk } = family.locks.composition;
  const store = world.storeIn(locked.language);
  const [first = []] = messagesOf(locked);
  const sample: SupportSample = {
    id: task.id,
    intent: task.intent,
    family: family.locks.family,
    target_ids: task.targetIds,
    session: { ...desk.opening(store, locked.user_id) },
    opening: first.map(({ id }) => wording.raises[id]).join(' '),
    wording,
    locked,
    lock: { digest: task.lockDigest },
    proof,
    provenance: {
      seed: task.seed,
      writer,
      model,
      prompt_digests: [...sources.promptDigests],
      reply_digests: [...sources.replyDigests],
      world_digest: world.digest,
      attempts,
      group: groupOf(locked.user_id),
    },
  };
  const { shown, session } = runGold(desk, store, locked, locked.calls);
  const user = store.users.get(locked.user_id) as User;
  const carried = { shown, changes: netChanges(session.deltas), user };
  const record = { ...family.published(sample, carried), ...sample } as SupportSample;
  // Checked, but returned as it is: parsing would put the keys in the schema's order instead of the published one.
  family.schema.parse(record);
  return record;
}
