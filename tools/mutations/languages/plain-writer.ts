import type { Wording } from '../../../families/ecomagentbench/wording.ts';
import { writePersona } from '../../../families/ecomagentbench/writers/persona.ts';
import { writeScript } from '../../../shopping/dialogue/script.ts';
import { scoredTexts } from '../../../shopping/dialogue/slot-words.ts';
import { fieldNameOf } from '../../../shopping/kinds/index.ts';
import { plannedRequirement } from '../../../shopping/language/requirement-plan.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { findMentions } from '../../../text/mentions.ts';
import { drawing } from '../world.ts';
import { plainQuery } from './sentences.ts';

/** The words of a task in plain sentences of the language in force. */
export function plainWording(task: LockedTask, currency: string, attempt: number): Wording {
  const { rubrics, implicit_rubric_ids } = task.locked;
  const draw = drawing.drawFor(task, 'plain', attempt);
  const { query, surfaces } = plainQuery(
    {
      products: task.entities.map(({ phrase }) => ({ noun_phrase: phrase })),
      requirements: rubrics
        .filter(({ info_source }) => info_source === 'query')
        .map((rubric) => plannedRequirement(rubric, implicit_rubric_ids.includes(rubric.id), currency)),
    },
    draw,
  );
  const touches = (text: string) =>
    rubrics.some((rubric) =>
      scoredTexts(rubric).some((value) => findMentions(text, value, fieldNameOf(rubric)).length > 0),
    );
  return {
    query,
    surfaces: Object.fromEntries(surfaces.map(({ id, words }) => [id, words])),
    persona: writePersona(rubrics, draw, touches),
    script: writeScript(task, draw, { currency }),
  };
}
