import type { OpenedModels } from '../../models/index.ts';
import type { RunProgress } from '../../pipeline/run/run-parts.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import type { ProgressUpdate } from '../terminal/progress.ts';

/** Parts of the models that the progress line shows. */
type ToldModels = Pick<OpenedModels, 'calls' | 'spendText' | 'activity' | 'trouble'>;

/**
 * Composes the progress of a build: samples and nothing else count, and beside them stands what keeps tasks from being
 * any.
 */
export function buildUpdate(run: RunProgress | null, models: ToldModels | null): ProgressUpdate {
  const { accepted = 0, wanted = null, missing = 0, made = 0, planned = null, locked = 0, setAside = [] } = run ?? {};
  const details = [models?.activity() ?? [], planned === null ? [] : `${formatCount(planned)} planned`];
  // Before the first sample of an intent is accepted all its tasks are locked: this is what moves till then.
  const worked = locked === 0 ? [] : [`${formatCount(locked)} locked`];
  return {
    ...{ phase: 'build', done: accepted, total: wanted, counted: 'accepted', made, missing },
    trouble: models?.trouble ?? null,
    spent: [...(models === null ? [] : callsOf(models)), ...worked],
    troubles: setAside.map(([code, tasks]) => `${formatCount(tasks)} ${code}`),
    detail: details.flat().join(', '),
  };
}

/** Number of calls of models, and their cost; nothing where nobody is paid. */
function callsOf(models: ToldModels): string[] {
  const spent = models.spendText();
  return spent === null ? [] : [counted(models.calls(), 'call', 'calls'), spent];
}
