import type { BuilderParts, FamilyBuilder } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import type { Role } from '../../schemas/model.ts';
import type { CatalogView } from '../../shopping/catalog-view.ts';
import { mostAskedOf } from '../../stages/most-asked.ts';
import { shoppingBuilder } from '../../stages/shopping/building.ts';
import { catalogFacts } from '../../stages/shopping/gates.ts';
import { QueryModelWriter } from '../../stages/shopping/query-model.ts';
import { DESCRIPTION } from './description.ts';
import { gatesOn } from './gates/index.ts';
import { intentNamed } from './intents.ts';
import { locking } from './locking.ts';
import { shelvesOf } from './planning.ts';
import { profileFacts } from './profile-facts.ts';
import { Prover } from './prover.ts';
import { publish } from './publish.ts';
import { InstructionProof, ShopsimulatorSample } from './sample.ts';
import { judgedTexts } from './semantic-texts.ts';
import type { Settings } from './settings.ts';
import { instructionOf, Wording } from './wording.ts';
import { shopperWriter } from './writers/offline-writer.ts';

/** Makes the judges of a catalog's drafts: the gates in code, and the prover they share with the proof. */
export function judgesOf(view: CatalogView, settings: Settings) {
  const { catalog, answerSets } = view;
  const prover = new Prover(catalog, answerSets, () => shelvesOf(catalog, settings));
  const gates = gatesOn({
    ...catalogFacts(view, prover, settings.maxAnswers),
    removedBy: prover.removedBy,
    othersFitting: prover.othersFitting,
    statedAgainst: prover.statedAgainst,
    withoutProfile: prover.withoutProfile,
    shelfOf: prover.shelfOf,
    leastFitting: settings.leastFitting,
    leastWithoutProfile: settings.leastWithoutProfile,
  });
  return { prover, gates };
}

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
  const locks = locking(settings, { shared, onTried });
  const offline = shopperWriter(profileFacts(locks.view, settings));
  return shoppingBuilder(settings, models, {
    locking: locks,
    judges: judgesOf(locks.view, settings),
    wording: Wording,
    proof: InstructionProof,
    line: ShopsimulatorSample,
    textsOf: judgedTexts,
    offline,
    // What the shopper answers and who it is say what is locked, in words that gates measure: no model writes them.
    online: (models) => new QueryModelWriter<Wording>({ ...models, family: DESCRIPTION.name, besides: offline.write }),
    publish,
    groupOf: (_, { shelf }) => shelf.id,
    textOf: instructionOf,
  });
}
