import type { Asker } from '../../../schemas/model.ts';
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
import { entityAt } from '../../../shopping/task.ts';
import type { Writing } from '../../../stages/verbalise.ts';
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
  readonly #asker: Asker;
  readonly #sources = new SourcesByWording<Wording>();

  constructor({ asker, model }: Dependencies) {
    this.model = model;
    this.#asker = asker;
  }

  /** Rejects with a ModelError when no fitting reply could be had; what else was asked has been answered by then. */
  async write(writing: Writing<Wording>): Promise<Wording> {
    const last = writing.earlier.at(-1);
    const parts = partsToAsk(last);
    const asked = [
      parts.has('query') ? this.#query(writing) : null,
      parts.has('persona') ? this.#persona(writing) : null,
      parts.has('script') ? this.#script(writing) : null,
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

  async #query({ task, targets, earlier, draw }: Writing<Wording>) {
    const currency = targets[0].currency ?? DEFAULT_CURRENCY;
    const question = queryQuestion(task, earlier, { family: FAMILY, currency, draw: draw('query') });
    const answer = await this.#asker.ask(question);
    return { ...answer, value: queryWordingOf(answer.value) };
  }

  async #persona({ task, targets, earlier, draw }: Writing<Wording>) {
    const touches = (text: string) =>
      task.locked.rubrics.some((rubric) =>
        scoredTexts(rubric).some((value) => findMentions(text, value, fieldNameOf(rubric)).length > 0),
      );
    const pets = petsFor(targets[0], entityAt(task).phrase);
    const made = writePersona(task.locked.rubrics, draw('persona'), touches, pets);
    const category = touches(task.category) ? SOME_CATEGORY : task.category;
    const answer = await this.#asker.ask(personaQuestion({ id: task.id, category }, made, earlier));
    return { ...answer, value: personaOf(answer.value, made, pets.length > 0) };
  }

  async #script({ task, targets, earlier, draw }: Writing<Wording>) {
    const currency = targets[0].currency ?? DEFAULT_CURRENCY;
    const hints = earlier.flatMap(({ findings }) => findings.map(({ code }) => code));
    const drawn = draw('script');
    const made = writeScript(task, drawn, { currency, hints });
    const answer = await this.#asker.ask(scriptQuestion(task, made, earlier, currency, drawn));
    return { ...answer, value: scriptOf(answer.value, made) };
  }
}
