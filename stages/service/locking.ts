import type { FamilyPlanner } from '../../pipeline/family.ts';
import { drawFor } from '../../pipeline/seed.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { type Chain, chain, type DescribedStep, defineStage, keep, reject } from '../../pipeline/stage.ts';
import { PlannedTask } from '../../schemas/task.ts';
import { type Composition, compose } from '../../service/compose.ts';
import { floorsThatWin, goldWins } from '../../service/proof/floors.ts';
import { prove } from '../../service/proof/gold.ts';
import type { SupportScores } from '../../service/scores.ts';
import type { Language } from '../../service/store/schema.ts';
import { type LockedSupport, SupportTask, supportDigest } from '../../service/task.ts';
import type { StoreWorld } from '../../service/world.ts';
import { userOf } from './conversation.ts';
import { planSupport } from './planning.ts';
import type { SupportSettings } from './settings.ts';

/** The parts that a customer-service family plans and locks its tasks by. */
interface LockedBy {
  readonly family: string;
  readonly composition: Composition;
  /** Tells whether the paper counts a conversation as a success. */
  succeeds(scores: SupportScores): boolean;
}

/** The locks of a customer-service family, with the plan and the chain that lead to them. */
export interface SupportLocks extends LockedBy {
  plan(settings: TaskSettings<SupportSettings>): Promise<FamilyPlanner>;
  toLock(world: StoreWorld, settings: TaskSettings<SupportSettings>): Chain<PlannedTask, SupportTask>;
}

export const supportLocks = (by: LockedBy): SupportLocks => ({
  ...by,
  plan: (settings) => planSupport(by.family, by.composition, settings),
  toLock: (world, settings) => chain(composing(world, settings, by)),
});

/** The language of a task's customer: the setting, or by the task's own draw. */
const languageOf = ({ speech }: SupportSettings, seed: number, id: string): Language =>
  speech !== 'both' ? speech : drawFor(seed, id, 'language')('language', 2) === 0 ? 'en' : 'zh';

/** The step's name, with the codes that composing and proving may reject a task for. */
export const COMPOSE = {
  name: 'compose',
  rejections: {
    nothing_to_ask: 'the user has no business that the intent is about',
    gold_fails:
      'a call that the policy asks for is refused by a tool, or the gold run leaves another state than was locked',
    not_minimal: 'the state is the same without one of the writes',
    shortcut_works: 'what the policy forbids is carried out and leaves the locked state',
    unknowable: 'a call needs an id or a fact that neither the customer nor a tool tells',
    floor_wins:
      'an agent that solves nothing would win: one that refuses everything, does all that is asked, looks at one order, or says all there is to say',
  },
} satisfies DescribedStep;

/** Composes a planned task of the user's demands, and proves it. */
function composing(world: StoreWorld, settings: TaskSettings<SupportSettings>, { composition, succeeds }: LockedBy) {
  return defineStage<PlannedTask, SupportTask>({
    ...COMPOSE,
    input: PlannedTask,
    output: SupportTask,
    run(task) {
      const { id, intent, seed, targetIds } = task;
      const store = world.storeIn(languageOf(settings, seed, id));
      const composed = compose(
        store,
        { userId: userOf(targetIds[0] as string), main: intent, draw: drawFor(seed, id, 'compose') },
        composition,
      );
      if ('code' in composed) return reject(task, composed.code, composed.detail);
      const locked: LockedSupport = settings.lenient ? { ...composed, lenient: true } : composed;
      const { flaws } = prove(composition.desk, store, locked);
      const [first] = flaws;
      if (first !== undefined) return reject(task, first.code, first.detail, { evidence: { flaws, locked } });
      if (!goldWins(composition.desk, store, locked, succeeds))
        return reject(task, 'gold_fails', 'the gold run does not win in the conversation', { evidence: { locked } });
      const [floor] = floorsThatWin(composition.desk, store, locked, succeeds);
      if (floor !== undefined) return reject(task, 'floor_wins', `${floor} wins it`, { evidence: { locked } });
      return keep({ ...task, locked, lockDigest: supportDigest(locked) });
    },
  });
}
