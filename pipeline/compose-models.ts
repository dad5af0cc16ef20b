import type { QueryWording } from '../schemas/draft.ts';
import { type JudgedText, semanticCheck } from '../stages/semantic.ts';
import type { SemanticGate } from '../stages/validate.ts';
import type { CatalogView } from './compose-catalog.ts';
import { semanticGate } from './compose-gates.ts';
import type { ModelServices, TaskSettings } from './family.ts';

/** What a run that asks models needs of them; a RangeError where the settings name models and none are there. */
export function servicesOf(settings: TaskSettings, models: ModelServices | undefined): ModelServices {
  if (models === undefined) throw new RangeError(`--writer ${settings.writer} was started without models`);
  return models;
}

/** The semantic gate of a run whose settings ask for one; undefined where no judge reads the drafts. */
export function judgeOf<Words extends QueryWording>(
  settings: TaskSettings,
  models: ModelServices | undefined,
  view: CatalogView,
  textsOf: (wording: Words) => readonly JudgedText[],
): SemanticGate<Words> | undefined {
  const { models: choice } = settings;
  if (choice === undefined || choice.votes === null) return undefined;
  const { roles, votes } = choice;
  return semanticGate(
    semanticCheck<Words>({
      asker: servicesOf(settings, models).asker,
      models: { judge: roles.judge.model, blindSolver: roles.blind_solver.model },
      textsOf,
      valuesOf: view.valuesBeside,
      drawFor: view.draws('semantic'),
      votes,
      tries: roles.judge.tries,
    }),
  );
}
