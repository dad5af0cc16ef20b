import { factsStated, type ShopperMemory, type StagedShopper, subjectOf } from '../../../shopping/episode/shopper.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import type { Persona } from '../persona.ts';
import type { EcomagentbenchSample } from '../sample.ts';

/** The part of a task that tools and the shopper tell when they are asked. Targets and rubrics are not in it. */
export interface Staged {
  readonly profile: Persona;
  readonly shopper: StagedShopper;
}

/** The changing state of an episode: what the shopper has said, and what was recommended. */
export interface Memory {
  readonly shopper: ShopperMemory;
  readonly profileRead: boolean;
  readonly recommended: string | null;
  readonly reasoning: string;
}

/** Takes from a sample the part that an episode is played from. */
export function stagedOf(
  { user_persona: profile, clarification_script: script }: EcomagentbenchSample,
  rubrics: readonly Rubric[],
): Staged {
  const { clarification_slots: slots, default_response, max_clarification_turns: turns } = script;
  const { age_range, occupation } = profile.demographics;
  return {
    profile,
    shopper: {
      slots: slots.map(({ slot_id, trigger_keywords, user_response, linked_rubric_ids }) => {
        const linked = rubrics.filter(({ id }) => linked_rubric_ids.includes(id));
        return { slot_id, trigger_keywords, user_response, ...subjectOf(linked) };
      }),
      default_response,
      turns,
      unsaid: rubrics.filter(({ info_source }) => info_source === 'persona').flatMap(factsStated),
      tone: `${occupation}, ${age_range}`,
    },
  };
}
