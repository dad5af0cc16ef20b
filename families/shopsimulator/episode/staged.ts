import { SENTENCES } from '../../../shopping/dialogue/field-dialogues.ts';
import {
  factsStated,
  type ShopperMemory,
  SILENT,
  type StagedShopper,
  subjectOf,
} from '../../../shopping/episode/shopper.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { yaml } from '../../../text/files/yaml.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import type { ShopsimulatorSample } from '../sample.ts';
import { TABLES } from '../tables.ts';
import { FRONT, type Visit } from './pages.ts';

/** Something the shopper wants of a product that is recommended, and what is said where it is missed. */
export interface Wish {
  readonly rubric: Rubric;
  /** The topic it is told under; null where it was said at first, or stands in the profile. */
  readonly slotId: string | null;
  readonly objection: string;
}

/** Knowledge of the shopper of a multi-turn task, told when asked. */
export interface StagedTalk extends StagedShopper {
  /** Wishes that a recommendation is checked against, in the order in which it is objected to. */
  readonly wishes: readonly Wish[];
  readonly mostMinor: number;
}

/** The part of a task that tools and the shopper tell when they are asked. The target is not in it. */
export interface Staged {
  /** The request that the agent is told at first, without the profile. */
  readonly request: string;
  /** Null where nobody answers. */
  readonly talk: StagedTalk | null;
}

/** Memory of a shopper who is shown products, too. */
export interface TalkMemory extends ShopperMemory {
  /** Products turned down for what the agent was told before, or stands in the request or the profile. */
  readonly turnedDown: ReadonlySet<string>;
}

export const UNASKED: TalkMemory = { ...SILENT, turnedDown: new Set() };

/** The changing state of an episode: the page that is open, what was said, and what was bought. */
export interface Memory {
  readonly visit: Visit;
  readonly shopper: TalkMemory;
  /** The shopper's last words, until the next page is opened. */
  readonly reply: string | null;
  readonly bought: { readonly id: string; readonly options: Readonly<Record<string, string>> } | null;
}

export const BEGUN: Memory = { visit: FRONT, shopper: UNASKED, reply: null, bought: null };

/** The order of objections: what is told when asked, what was said at first, what the profile holds. */
const RANK: Readonly<Record<string, number>> = { clarification: 0, query: 1, persona: 2 };

function talkOf({ knowledge, rubrics, profile, price_bound }: ShopsimulatorSample, turns: number): StagedTalk {
  const ofTopic = ({ rubric_ids }: (typeof knowledge)[number]) => rubrics.filter(({ id }) => rubric_ids.includes(id));
  const objectionTo = (rubric: Rubric) => {
    const topic = knowledge.find(({ rubric_ids }) => rubric_ids.includes(rubric.id));
    if (topic !== undefined) return { slotId: topic.slot_id, objection: topic.objection };
    return {
      slotId: null,
      objection: rubric.info_source === 'persona' ? TABLES.shopper.off_profile : TABLES.shopper.off_request,
    };
  };
  return {
    slots: knowledge.map((topic) => ({
      slot_id: topic.slot_id,
      trigger_keywords: topic.trigger_keywords,
      user_response: topic.answer,
      ...subjectOf(ofTopic(topic)),
    })),
    default_response: SENTENCES.shopper.unsure,
    turns,
    unsaid: rubrics.filter(({ info_source: source }) => source === 'persona').flatMap(factsStated),
    tone: profile === null ? 'a shopper' : `a shopper, ${profile.demographics.age_range}`,
    wishes: rubrics
      .map((rubric) => ({ rubric, ...objectionTo(rubric) }))
      .toSorted((a, b) => (RANK[a.rubric.info_source] ?? 0) - (RANK[b.rubric.info_source] ?? 0)),
    mostMinor: Math.round(price_bound.max * minorUnitsOf(price_bound.currency)),
  };
}

/**
 * Takes from a sample the part that an episode is played from; `turns` is the number of questions that are answered.
 */
export function stagedOf(sample: ShopsimulatorSample, turns: number): Staged {
  const { opening, instruction } = sample;
  return { request: opening ?? instruction, talk: opening === null ? null : talkOf(sample, turns) };
}

/**
 * Writes what an agent is told at first: the request, or the vague opening, and the profile as the paper's Fig. 16
 * shows it.
 */
export const toldAtFirst = ({ request }: Pick<Staged, 'request'>, { profile }: Pick<ShopsimulatorSample, 'profile'>) =>
  profile === null ? request : `${request}\n\n${TABLES.profile_heading}\n${yaml().stringify(profile).trimEnd()}`;
