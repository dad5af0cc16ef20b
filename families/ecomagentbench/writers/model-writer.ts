import type { Draw } from '../../../schemas/draw.ts';
import type { Asker } from '../../../schemas/model.ts';
import type { Product } from '../../../schemas/product.ts';
import { writeScript } from '../../../shopping/dialogue/script.ts';
import { scoredTexts } from '../../../shopping/dialogue/slot-words.ts';
import type { Attempt } from '../../../shopping/draft.ts';
import { fieldNameOf } from '../../../shopping/kinds/index.ts';
import { queryQuestion } from '../../../shopping/language/query-question.ts';
import { queryWordingOf } from '../../../shopping/language/query-reply.ts';
import {
  NO_SOURCES,
  type ReplySources,
  SourcesByWording,
  withAnswers,
} from '../../../shopping/language/reply-sources.ts';
import { entityAt, type LockedTask } from '../../../shopping/task.ts';
import { findMentions } from '../../../text/mentions.ts';
import { DEFAULT_CURRENCY } from '../../../text/money.ts';
import type { Wording } from '../wording.ts';
import { personaOf, personaQuestion } from './model-persona.ts';
import { scriptOf, scriptQuestion } from './model-script.ts';
import { writePersona } from './persona.ts';
import { petsFor } from './pets.ts';

interface Dependencies {
  readonly asker: Asker;
  /** The model that writes the queries, as the record names it. */
  readonly model: string;
  drawFor(task: LockedTask, step: string, attempt: number): Draw;
  targetOf(task: LockedTask): Product;
}

/** A part of the wording with the texts of it, as the paths of findings begin. */
const PARTS = {
  query: /^(?:user_query|surfaces)\b/,
  persona: /^user_persona\b/,
  script: /^(?:clarification_slots|default_response)\b/,
} as const;
type Part = keyof typeof PARTS;
const ALL = Object.keys(PARTS) as Part[];

const FAMILY = 'ecomagentbench';
/** Shown in place of a category that names a scored value itself. */
const SOME_CATEGORY = 'everyday goods';

/** The parts that have to be asked for: all at first, later those a finding points into. */
function partsToAsk(last: Attempt<Wording> | undefined): ReadonlySet<Part> {
  const faulty = ALL.filter((part) => last?.findings.some(({ path }) => PARTS[part].test(path)));
  return new Set(faulty.length === 0 ? ALL : faulty);
}

/**
 * Writes query, persona and script with models, each of which is told its own part of the locked plan and nothing of the
 * others. Ids, links, values and what the shopper hides come from code; a reply carries wording alone. On a later attempt
 * only the parts that failed are asked for again.
 */
export class ModelWriter {
  readonly name = 'openai';
  readonly model: string;
  readonly #dependencies: Dependencies;
  readonly #sources = new SourcesByWording<Wording>();

  constructor(dependencies: Dependencies) {
    this.model = dependencies.model;
    this.#dependencies = dependencies;
  }

  /** Rejects with a ModelError when no fitting reply could be had; what else was asked has been answered by then. */
  async write(task: LockedTask, earlier: readonly Attempt<Wording>[]): Promise<Wording> {
    const last = earlier.at(-1);
    const parts = partsToAsk(last);
    const asked = [
      parts.has('query') ? this.#query(task, earlier) : null,
      parts.has('persona') ? this.#persona(task, earlier) : null,
      parts.has('script') ? this.#script(task, earlier) : null,
    ] as const;
    await Promise.allSettled(asked);
    const [query, persona, script] = await Promise.all(asked);
    const kept = last?.wording as Wording;
    const { query: text, surfaces } = query?.value ?? kept;
    const wording: Wording = {
      query: text,
      surfaces,
      persona: persona?.value ?? kept.persona,
      script: script?.value ?? kept.script,
    };
    const answers = [query, persona, script].filter((answer) => answer !== null);
    return this.#sources.keep(wording, withAnswers(last === undefined ? NO_SOURCES : this.#sources.of(kept), answers));
  }

  /** Returns the prompts and replies a wording of this writer was made from; a StageError for any other. */
  sourcesOf(wording: Wording): ReplySources {
    return this.#sources.of(wording);
  }

  async #query(task: LockedTask, earlier: readonly Attempt<Wording>[]) {
    const answer = await this.#dependencies.asker.ask(
      queryQuestion(task, earlier, {
        family: FAMILY,
        currency: this.#currencyOf(task),
        draw: this.#dependencies.drawFor(task, 'query', earlier.length),
      }),
    );
    return { ...answer, value: queryWordingOf(answer.value) };
  }

  async #persona(task: LockedTask, earlier: readonly Attempt<Wording>[]) {
    const { asker, drawFor } = this.#dependencies;
    const touches = (text: string) =>
      task.locked.rubrics.some((rubric) =>
        scoredTexts(rubric).some((value) => findMentions(text, value, fieldNameOf(rubric)).length > 0),
      );
    const pets = petsFor(this.#dependencies.targetOf(task), entityAt(task).phrase);
    const made = writePersona(task.locked.rubrics, drawFor(task, 'persona', earlier.length), touches, pets);
    const category = touches(task.category) ? SOME_CATEGORY : task.category;
    const answer = await asker.ask(personaQuestion({ id: task.id, category }, made, earlier));
    return { ...answer, value: personaOf(answer.value, made, pets.length > 0) };
  }

  async #script(task: LockedTask, earlier: readonly Attempt<Wording>[]) {
    const { asker, drawFor } = this.#dependencies;
    const currency = this.#currencyOf(task);
    const hints = earlier.flatMap(({ findings }) => findings.map(({ code }) => code));
    const draw = drawFor(task, 'script', earlier.length);
    const made = writeScript(task, draw, { currency, hints });
    const answer = await asker.ask(scriptQuestion(task, made, earlier, currency, draw));
    return { ...answer, value: scriptOf(answer.value, made) };
  }

  #currencyOf(task: LockedTask): string {
    return this.#dependencies.targetOf(task).currency ?? DEFAULT_CURRENCY;
  }
}
