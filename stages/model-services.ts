import type { ModelServices } from '../pipeline/family.ts';
import type { TaskSettings } from '../pipeline/settings.ts';
import { NotAskedError } from '../schemas/errors.ts';
import type { CatalogView } from '../shopping/catalog-view.ts';
import type { QueryWording } from '../shopping/draft.ts';
import { NO_SOURCES } from '../shopping/language/reply-sources.ts';
import type { SemanticVerdict } from '../shopping/semantic.ts';
import { type JudgedText, SEMANTIC, semanticCheck } from './semantic/index.ts';
import type { SemanticGate } from './validate.ts';
import type { Writer, Writing } from './verbalise.ts';

/** The services of a run that asks models; a RangeError where the settings name models and none are there. */
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
  const names = { judge: roles.judge.model, blindSolver: roles.blind_solver.model };
  const check = semanticCheck<Words>({
    asker: servicesOf(settings, models).asker,
    models: names,
    textsOf,
    valuesOf: view.valuesBeside,
    valuesAnywhere: view.valuesAnywhere,
    goTogether: view.goTogether,
    drawFor: view.draws('semantic'),
    votes,
    tries: roles.judge.tries,
  });
  const unread: SemanticVerdict = {
    findings: [],
    proof: {
      models: { judge: names.judge, blind_solver: null },
      clues: [],
      sources: [],
      reads_naturally: true,
      prompt_digests: [],
      reply_digests: [],
    },
  };
  return {
    ...SEMANTIC,
    check: (input) =>
      unlessNotAsked(
        () => check(input),
        () => unread,
      ),
  };
}

/** Returns what models answer; in a dry run, where they are not asked, what stands in for it. */
async function unlessNotAsked<T>(ask: () => Promise<T>, standIn: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof NotAskedError)) throw error;
    return standIn();
  }
}

/** A writer that asks models. In a dry run the offline writer goes on with a task from the first text not asked for. */
export function modelWriter<Words extends QueryWording>(models: Writer<Words>, offline: Writer<Words>): Writer<Words> {
  const offlineFrom = new Set<string>();
  const standIns = new WeakSet<Words>();
  const standIn = async (writing: Writing<Words>) => {
    const words = await offline.write(writing);
    offlineFrom.add(writing.task.id);
    standIns.add(words);
    return words;
  };
  return {
    name: models.name,
    model: models.model,
    write: (writing) =>
      offlineFrom.has(writing.task.id)
        ? standIn(writing)
        : unlessNotAsked(
            () => models.write(writing),
            () => standIn(writing),
          ),
    sourcesOf: (words) => (standIns.has(words) ? undefined : models.sourcesOf?.(words)) ?? NO_SOURCES,
  };
}
