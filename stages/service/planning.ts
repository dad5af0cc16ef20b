import type { FamilyPlanner } from '../../pipeline/family.ts';
import { inRankOrder, plannedTask } from '../../pipeline/planned-tasks.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { type Composition, isAbout } from '../../service/compose.ts';
import { demandsOf } from '../../service/demands/index.ts';
import { openStoresAt } from '../../service/world.ts';
import { NearDuplicates } from '../admission.ts';
import { conversationOf, groupOf, userOf } from './conversation.ts';
import type { SupportSettings } from './settings.ts';

/** Plans a task for each user who has business that an intent is about. */
export async function planSupport(
  family: string,
  composition: Composition,
  settings: TaskSettings<SupportSettings>,
): Promise<FamilyPlanner> {
  const world = openStoresAt(settings.world, composition.desk.regime);
  const intents = Object.keys(composition.mainDemands);
  const store = world.storeIn(settings.speech === 'zh' ? 'zh' : 'en');
  const users = [...store.users.rows()];
  const tasks = intents.flatMap((intent) =>
    users
      .filter(({ id }) => isAbout(store, { userId: id, main: intent, seed: settings.seed }, composition))
      .map(({ id }) =>
        plannedTask(family, intent, settings.seed, { targetIds: [conversationOf(id, intent)], category: intent }),
      ),
  );
  const inOrder = inRankOrder(tasks, settings.splits, ({ targetIds: [id = ''] }) => groupOf(userOf(id)));
  return {
    ...inOrder,
    eligibility(intent) {
      const { eligible } = inOrder.eligibility(intent);
      const reasons =
        eligible === users.length
          ? []
          : [{ reason: 'has no business that it is about', products: users.length - eligible }];
      return { eligible, reasons, unit: { eligible: 'customers', missing: 'customers' } };
    },
    worldDigest: world.digest,
    worldSize: world.size,
    inputs: {},
    admission: new NearDuplicates(),
    definitionOf: (intent) => [
      composition.mainDemands[intent],
      composition.sizes,
      composition.shares,
      composition.shownOf(intent),
      demandsOf(composition.desk.regime).map((demand) => composition.weightOf(intent, demand)),
    ],
  };
}
