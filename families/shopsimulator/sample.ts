import { z } from 'zod';
import { Rubric } from '../../shopping/kinds/index.ts';
import { ANSWERS, JUDGED, RubricEvidence } from '../../shopping/proof.ts';
import { PROVENANCE } from '../../shopping/published/provenance.ts';
import { Profile } from './profile.ts';

const Count = z.int().nonnegative();

/** The four scenarios: whether the shopper answers questions, and whether a profile holds the long-term needs. */
export const SCENARIOS = ['single_turn', 'multi_turn', 'personalised_single_turn', 'personalised_multi_turn'] as const;
export const Scenario = z.enum(SCENARIOS);
export type Scenario = z.infer<typeof Scenario>;

/**
 * A topic that the shopper of a multi-turn task tells of once the agent asks about it; a slot of the question matcher.
 */
const Topic = z.strictObject({
  slot_id: z.string().regex(/^cl_\d+$/),
  /** Name of the topic, as a shopper calls it: "material", "budget". */
  topic: z.string().min(1),
  rubric_ids: z.array(z.string()).length(1),
  /** Words of a question that asks about it. */
  trigger_keywords: z.array(z.string().min(1)).min(1),
  /** The shopper's answer when asked. */
  answer: z.string().min(1),
  /** The shopper's objection to a recommendation that misses it. */
  objection: z.string().min(1),
});

/** The one product the instruction pairs with. */
const Target = z.strictObject({
  product_id: z.string().min(1),
  title: z.string().min(1),
  store: z.string().nullable(),
  brand: z.string().nullable(),
  /** From broad to narrow. */
  category: z.array(z.string().min(1)).min(1),
  /** Major units. */
  price: z.number().nonnegative(),
  currency: z.string().length(3),
});

/** An attribute the target must state, with the type and value it is judged by. */
const RequiredAttribute = z.strictObject({
  rubric_id: z.string(),
  /** Canonical name of the detail field. */
  field: z.string().min(1),
  type: z.enum(['attribute_match', 'numeric_range']),
  expected_value: z.unknown(),
});

/** A product that nearly answers, and what sets it apart. */
const Rival = z.strictObject({
  product_id: z.string().min(1),
  /** True where it stands on the target's shelf of the fine catalog. */
  on_shelf: z.boolean(),
  /** The requirements it misses, and what it states in their place. */
  misses: z.array(z.strictObject({ rubric_id: z.string(), field: z.string(), states: z.array(z.string()) })).min(1),
});

/** Proof of a sample, measured when it was made: enough to check every promise again from the catalog. */
export const InstructionProof = z.strictObject({
  /** Products of the whole catalog that satisfy everything. */
  answer_set: z.strictObject({
    ...ANSWERS,
    /** Those that satisfy what is left with a source withheld. */
    without_profile: Count,
    without_answers: Count,
    opening_alone: Count,
    /** Those that satisfy everything but what the request tells by clues alone. */
    without_clues: Count,
    /** Products that the noun phrase names: the set every other count is taken from. */
    noun_phrase_alone: Count,
  }),
  /** The target's shelf of the fine catalog. */
  shelf: z.strictObject({
    id: z.string().min(1),
    products: z.int().positive(),
    /** Products of the shelf that satisfy everything. */
    answers: Count,
  }),
  /** Nearest first; at most five. */
  rivals: z.array(Rival),
  /** Fit of the profile to other products; null without a profile. */
  profile: z
    .strictObject({
      /** Products of any kind that meet every long-term need of it, the target aside. */
      others_fitting: Count,
      /** Place of each long-term need in it, as a path of keys, and its words. */
      implies: z.array(z.strictObject({ rubric_id: z.string(), path: z.string(), text: z.string() })),
    })
    .nullable(),
  rubrics: z.array(RubricEvidence),
  ...JUDGED,
});
export type InstructionProof = z.infer<typeof InstructionProof>;

/**
 * A line of a ShopSimulator split: the keys of the paper's task example (Fig. 10) first, then the scenario's own, then
 * what is locked and what proves it. Of it an agent sees `agentKeys` of `published.ts` alone.
 */
export const ShopsimulatorSample = z.strictObject({
  /**
   * The request in words. Of a multi-turn task it is the goal that only the shopper knows; of a personalised one it leaves
   * out what the profile holds.
   */
  instruction: z.string().min(1),
  /** Title of the target. */
  target_product: z.string().min(1),
  /** Field to option, of one SKU; empty where the product comes in one. */
  target_options: z.record(z.string(), z.string()),
  target_attributes: z.array(z.string()),
  id: z.string(),
  intent: Scenario,
  family: z.literal('shopsimulator'),
  /** The first text the agent reads: the opening of a multi-turn task, else the instruction. */
  query: z.string().min(1),
  /** The shopper's first message of a multi-turn task; null otherwise. */
  opening: z.string().min(1).nullable(),
  /** The shopper of a personalised task; null otherwise. */
  profile: Profile.nullable(),
  /** By topic what the shopper of a multi-turn task tells when asked; empty otherwise. */
  knowledge: z.array(Topic),
  target: Target,
  attributes: z.array(RequiredAttribute),
  /** The most that may be paid, in major units of the target's currency. */
  price_bound: z.strictObject({ rubric_id: z.string(), max: z.number().positive(), currency: z.string().length(3) }),
  /** Every requirement; `query` is said in the instruction or the opening, `persona` in the profile, `clarification` when asked. */
  rubrics: z.array(Rubric),
  implicit_rubric_ids: z.array(z.string()),
  lock: z.strictObject({ digest: z.string().length(64) }),
  proof: InstructionProof,
  provenance: z.strictObject({
    ...PROVENANCE,
    /** The shelf: the split decides by it. */
    group: z.string(),
    raw_file: z.string(),
    raw_line: z.int(),
  }),
});
export type ShopsimulatorSample = z.infer<typeof ShopsimulatorSample>;
