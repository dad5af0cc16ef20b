import type { FamilyPlanner } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { planSupport } from '../../stages/support/planning.ts';
import type { SupportSettings } from '../../stages/support/settings.ts';
import { composition } from './composition.ts';
import { DESCRIPTION } from './description.ts';

/** Plans conversations of users who have business that an intent is about. */
export const plan = (settings: TaskSettings<SupportSettings>): Promise<FamilyPlanner> =>
  planSupport(DESCRIPTION.name, composition, settings);
