import type { BuilderParts, FamilyBuilder } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import type { Role } from '../../schemas/model.ts';
import { QueryWording } from '../../shopping/draft.ts';
import { mostAskedOf } from '../../stages/most-asked.ts';
import { queryText } from '../../stages/semantic/index.ts';
import { shoppingBuilder } from '../../stages/shopping/building.ts';
import { judgesOf } from './judges.ts';
import { locking } from './locking.ts';
import { publish } from './record.ts';
import { OrderProof } from './sample.ts';
import type { Settings } from './settings.ts';
import { groupOf } from './split-group.ts';
import { modelWriter } from './writers/model-writer.ts';
import { OfflineWriter } from './writers/offline-writer.ts';

/** The most questions about a task: it hides nothing, so that there are no clues. */
export const mostAsked = (settings: TaskSettings<Settings>): Partial<Record<Role, number>> =>
  mostAskedOf(settings, ['query_writer'], 0);

/** Builds tasks of a catalog: locks them, puts them into words, and has the gates judge what was written. */
export async function builder(
  settings: TaskSettings<Settings>,
  { models, onTried, shared }: BuilderParts = {},
): Promise<FamilyBuilder> {
  const { questionOf, prover, ...locks } = await locking(settings, { shared, onTried });
  return shoppingBuilder(settings, models, {
    locking: locks,
    judges: judgesOf(locks.view, settings.maxAnswers, prover),
    wording: QueryWording,
    proof: OrderProof,
    textsOf: queryText,
    offline: (drawing) => new OfflineWriter(drawing),
    online: (drawing, model) => modelWriter({ ...drawing, ...model }),
    publish: (publication) => ({
      record: publish(publication, questionOf(publication.task)?.origin ?? null),
      group: groupOf(publication.targets[0]),
      text: publication.wording.query,
    }),
  });
}
