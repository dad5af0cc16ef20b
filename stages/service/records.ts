import { z } from 'zod';
import type { AgentResult, FamilyRecords, PublishedSample, RecordJudge } from '../../pipeline/records.ts';
import { ORACLE } from '../../pipeline/records.ts';
import type { SampleFacts } from '../../pipeline/run-tally.ts';
import { Finding } from '../../schemas/finding.ts';
import { type Entry, type LifeTarget, NOTHING, type PlacedRubric, type TaskLife } from '../../schemas/task-life.ts';
import type { Violation } from '../../schemas/violation.ts';
import { answerText } from '../../service/answers/told.ts';
import { FLOORS } from '../../service/episode/agents.ts';
import { callText } from '../../service/episode/call-text.ts';
import { floorsThatWin, goldWins } from '../../service/proof/floors.ts';
import { prove } from '../../service/proof/gold.ts';
import { SUPPORT_SAMPLE, type SupportSample } from '../../service/sample.ts';
import { LockedSupport, type SupportTask, SupportWording } from '../../service/task.ts';
import type { StoreWorld } from '../../service/world.ts';
import { digestOf } from '../../text/digest.ts';
import { counted } from '../../text/numbers.ts';
import { NearDuplicates } from '../admission.ts';
import { proofOf, type SupportBuild, sampleOf, textOf } from './building.ts';
import { userOf } from './conversation.ts';
import { textsOf as wordingTexts } from './gate.ts';
import { supportFindings } from './gates.ts';

/** A published sample of customer service, with what a recount reads of it. */
interface Published extends PublishedSample<StoreWorld> {
  readonly sample: SupportSample;
}

/** Lists what is checked of a task, as people read it, one line each. */
function rubricsOf(locked: LockedSupport): PlacedRubric[] {
  const { intents, calls, key_answers, shortcuts } = locked;
  const line = (id: string, source: string, says: string): PlacedRubric => ({
    id,
    source,
    target: null,
    says,
    surface: null,
    isImplicit: false,
  });
  return [
    ...intents.map(({ id, demand, outcome, rules }) =>
      line(id, 'intent', `${demand}: ${outcome}, by ${rules.join(', ') || 'no rule'}`),
    ),
    ...calls.map((call, at) => line(`c${at + 1}`, call.role, callText(call))),
    ...key_answers.map(({ id, fact, value }) => line(id, 'key answer', answerText(fact, value, locked))),
    ...shortcuts.map(({ why, calls }, at) =>
      line(`x${at + 1}`, 'must fail', `${calls.map(callText).join('; ')} (${why})`),
    ),
  ];
}

function factsOf({ locked, provenance, wording }: SupportSample): SampleFacts {
  const rubrics = [
    ...locked.intents.map(({ demand, dialogue }) => ({ type: 'intent', field: demand, source: dialogue })),
    ...locked.calls.map(({ role, name }) => ({ type: role, field: name, source: 'store' })),
    ...locked.key_answers.map(({ fact }) => ({ type: 'key_answer', field: fact, source: 'store' })),
    ...locked.intents.flatMap(({ picture }) =>
      picture === null ? [] : [{ type: 'picture', field: picture.kind, source: 'customer' }],
    ),
  ];
  return {
    query: textOf({ locked, wording }),
    category: null,
    rubrics,
    implicit: null,
    targets: locked.intents.length,
    attempts: provenance.attempts,
    answers: 1,
    withheld: {},
    needed: null,
    price: null,
  };
}

const wordingText = (wording: SupportWording, findings: readonly Finding[]) =>
  wordingTexts(wording).map(({ path, text }) => ({
    name: path,
    text,
    marks: findings.flatMap((finding) => (finding.path === path ? (finding.spans ?? []) : [])),
  }));

function lifeOf(
  { locked, wording, proof, provenance, target_ids }: SupportSample,
  findings: readonly Finding[],
): TaskLife {
  const entries: Entry[] = [
    {
      name: 'state',
      text: `${locked.state.changes} rows of the store change, digest ${locked.state.digest.slice(0, 16)}`,
    },
    {
      name: 'gold run',
      text: `${counted(proof.look_ups, 'look-up', 'look-ups')}, ${counted(proof.searches, 'search', 'searches')}, ${counted(proof.writes, 'write', 'writes')}, each needed`,
    },
    {
      name: 'must fail',
      text: `${counted(proof.shortcuts, 'way', 'ways')} to do what is not allowed, ${proof.refused} refused by ${proof.refused_by.join(', ') || 'no rule'}`,
    },
    { name: 'rules', text: locked.rules.join(', ') || 'none matters' },
    // A gate of these families is named after the defect it looks for.
    {
      name: 'gates',
      text: `${counted(proof.gates_passed.length, 'gate', 'gates')} passed; none found: ${proof.gates_passed.join(', ')}`,
    },
  ];
  return {
    ...NOTHING,
    targets: target_ids.map((id) => ({ id, title: null, category: null, entity: null, raw: null })),
    rubrics: rubricsOf(locked),
    attempts: [{ texts: wordingText(wording, findings), surfaces: {}, findings }],
    forgottenAttempts: provenance.attempts - 1,
    proof: entries,
    findings,
    replyDigests: provenance.reply_digests,
  };
}

const published = (sample: SupportSample): Published => ({
  sample,
  id: sample.id,
  intent: sample.intent,
  targetIds: sample.target_ids,
  subject: null,
  query: textOf(sample),
  lockDigest: sample.lock.digest,
  provenance: { ...sample.provenance, worldDigest: sample.provenance.world_digest },
  overruled: sample.provenance.overruled ?? null,
  groupIn: () => sample.provenance.group,
  boundBy: () => [],
  life: (findings) => lifeOf(sample, findings),
  facts: () => factsOf(sample),
});

const Unfinished = z.looseObject({
  locked: LockedSupport.optional(),
  task: z.looseObject({ locked: LockedSupport }).optional(),
  wording: SupportWording.optional(),
});
const Tries = z.looseObject({
  attempts: z.array(z.looseObject({ wording: SupportWording, findings: z.array(Finding) })).optional(),
  locked: LockedSupport.optional(),
});

/** Makes the functions that read, judge, recount and tell the records of a customer-service family. */
export function supportRecords(family: SupportBuild): FamilyRecords<StoreWorld, Published, LockedSupport> {
  const { composition, succeeds } = family.locks;
  const { desk } = composition;
  const taskOf = ({ id, intent, target_ids, locked, lock, provenance }: SupportSample) =>
    ({ id, intent, seed: provenance.seed, targetIds: target_ids, locked, lockDigest: lock.digest }) as SupportTask;
  return {
    head: z
      .looseObject({ id: z.string(), intent: z.string(), target_ids: z.array(z.string()) })
      .transform(({ id, intent, target_ids: targetIds }) => ({ id, intent, targetIds })),
    sample: family.schema.transform((record) => published(record as SupportSample)) as unknown as z.ZodType<Published>,
    agentKeys: z.object({ session: SUPPORT_SAMPLE.session, opening: SUPPORT_SAMPLE.opening }),
    published: (record) => published(record as SupportSample),
    judgeOn: (world): RecordJudge<LockedSupport> => ({
      admission: new NearDuplicates(),
      judge(record) {
        const sample = record as SupportSample;
        const task = taskOf(sample);
        const { proof, provenance, wording } = sample;
        return {
          locked: sample.locked,
          findings: supportFindings(task, wording),
          again: () =>
            sampleOf({
              ...{ task, wording, proof, world, family },
              ...{ attempts: provenance.attempts, writer: provenance.writer, model: provenance.model },
              sources: { promptDigests: provenance.prompt_digests, replyDigests: provenance.reply_digests },
            }),
        };
      },
    }),
    recountOn(world) {
      let [played, won] = [0, 0];
      const byFloors = new Map(FLOORS.map(({ name }) => [name, 0]));
      const violations: Violation[] = [];
      return {
        take({ sample }, locked, report) {
          const store = world.storeIn(locked.language);
          const { flaws, proof } = prove(desk, store, locked);
          for (const { code, detail } of flaws) report(code, detail);
          if (!goldWins(desk, store, locked, succeeds))
            report('gold_fails', 'the gold run does not win in the conversation');
          for (const name of floorsThatWin(desk, store, locked, succeeds)) {
            byFloors.set(name, (byFloors.get(name) ?? 0) + 1);
            report('floor_wins', `${name} wins it`);
          }
          const counted = proofOf(locked, proof);
          if (
            JSON.stringify({ ...counted, gates_passed: [] }) !== JSON.stringify({ ...sample.proof, gates_passed: [] })
          )
            report('proof_differs', `carried out again it comes to ${JSON.stringify(counted)}`);
          played += 1;
          if (flaws.length === 0) won += 1;
        },
        finish() {
          // No floor wins a task by luck: one that would is set aside.
          const floors = [...byFloors].map(([agent, wins]) => ({
            agent,
            played,
            won: wins,
            may_win: 0,
            guessing: wins,
          }));
          const agents: AgentResult[] = [{ agent: ORACLE, played, won, may_win: played, guessing: won }, ...floors];
          return { agents: played === 0 ? [] : agents, violations };
        },
      };
    },
    requirementsOf: ({ user_id, intents, calls }) => [
      digestOf(
        'requirements',
        user_id,
        intents.map(({ demand }) => demand),
        calls,
      ),
    ],
    lifeOf({ record, evidence, findings }) {
      const read = Unfinished.safeParse(record);
      const tries = Tries.safeParse(evidence ?? {});
      if (!read.success) return null;
      const locked = read.data.locked ?? read.data.task?.locked ?? (tries.success ? tries.data.locked : undefined);
      const attempts = tries.success ? (tries.data.attempts ?? []) : [];
      return {
        ...NOTHING,
        rubrics: locked === undefined ? [] : rubricsOf(locked),
        attempts: attempts.map((attempt) => ({
          texts: wordingText(attempt.wording, attempt.findings),
          surfaces: {},
          findings: attempt.findings,
        })),
        findings: findings ?? [],
      };
    },
    targetIn(world, id): LifeTarget | null {
      const store = world.storeIn('en');
      const userId = userOf(id);
      const user = store.users.get(userId);
      if (user === undefined) return null;
      const orders = store.orders.where('userId', userId);
      return {
        id,
        title: user.name,
        category: null,
        entity: null,
        raw: null,
        stated: orders.map((order) => ({
          name: `order ${order.id}`,
          text: `${order.state}, ${order.lines.length} lines`,
        })),
      };
    },
  };
}
