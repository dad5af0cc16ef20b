import { z } from 'zod';
import { PlannedTask } from '../schemas/task.ts';
import { digestOf } from '../text/digest.ts';
import { KeyAnswer } from './answers/key-answer.ts';
import { Persona } from './customer/persona.ts';
import { DIALOGUES } from './demands/demand.ts';
import { GROUPS, REGIMES } from './policy/rule.ts';
import { Language, Picture } from './store/schema.ts';

const Arguments = z.record(z.string(), z.json());

/** A call of a tool as a task locks it. */
export const Call = z.strictObject({ name: z.string(), arguments: Arguments });
export type Call = z.infer<typeof Call>;

/**
 * A call of the gold run. `look-up`: leads to an id or a fact, one way among several. `search`: the answer cannot be known
 * without it. `write`: changes the store.
 */
export const GoldCall = Call.extend({
  intent: z.string(),
  role: z.enum(['look-up', 'search', 'write']),
  /** Set where it shows that there is no such record: its result is an error. */
  finds: z.literal('nothing').optional(),
  /** Of a search: calls that show as much, each list together. */
  or: z.array(z.array(Call).min(1)).min(1).optional(),
});
export type GoldCall = z.infer<typeof GoldCall>;

/** Something the customer knows. `raised`: said with the demand; `asked`: said when the agent asks for it, and never before. */
export const Fact = z.strictObject({ name: z.string(), value: z.string().min(1), when: z.enum(['raised', 'asked']) });
export type Fact = z.infer<typeof Fact>;

/** One intent of a customer, with what the policy says of it. */
export const Intent = z.strictObject({
  id: z.string(),
  demand: z.string(),
  variant: z.string().nullable(),
  kind: z.string(),
  group: z.enum(GROUPS),
  dialogue: z.enum(DIALOGUES),
  /** The request as the policy reads it. */
  request: Arguments,
  circumstances: Arguments,
  outcome: z.enum(['allowed', 'forbidden', 'hand-over']),
  /** The rules that decide or add something: the rule filter of the intent. */
  rules: z.array(z.string()),
  /** The order and the product it is about, and how the customer calls them. */
  order_id: z.string().nullable(),
  product_id: z.string().nullable(),
  order_phrase: z.string().nullable(),
  product_phrase: z.string().nullable(),
  blanks: z.record(z.string(), z.string()),
  /** Facts in the records that were read besides its key answers: an agent words its answer by them. */
  standing: z.record(z.string(), z.string()),
  facts: z.array(Fact),
  /** Picture that the customer sends with it. */
  picture: Picture.nullable(),
  /** The write as it was asked for, whatever the policy says of it: what an agent does that knows no rules. */
  as_asked: z.array(Call),
  /** A demand that is raised first and given up when the agent answers: nothing of it may be carried out. */
  given_up: z
    .strictObject({
      demand: z.string(),
      variant: z.string().nullable(),
      kind: z.string(),
      request: Arguments,
      blanks: z.record(z.string(), z.string()),
      calls: z.array(Call),
    })
    .nullable(),
  /** Under which condition it is asked, and what else was asked for if that does not hold. */
  condition: z.strictObject({ if: z.string(), else_demand: z.string(), else_calls: z.array(Call) }).nullable(),
});
export type Intent = z.infer<typeof Intent>;

/** Tells whether the picture of an intent is sent only when the agent asks for one. */
export const isPictureAsked = ({ facts }: Pick<Intent, 'facts'>): boolean =>
  facts.some(({ name, when }) => name === 'picture' && when === 'asked');

/** Tells whether a customer only mentions something: it is answered, and nothing may be done about it. */
export const isRemark = ({ circumstances }: Pick<Intent, 'circumstances'>): boolean => circumstances.explicit === false;

/** Something an agent may be tempted to do: it has to be refused, or to lead to another state. */
export const Shortcut = z.strictObject({ intent: z.string(), why: z.string(), calls: z.array(Call).min(1) });
export type Shortcut = z.infer<typeof Shortcut>;

/** Content that a task of customer service locks. */
export const LockedSupport = z.strictObject({
  regime: z.enum(REGIMES),
  language: Language,
  /** The store's, which amounts are in. */
  currency: z.string().length(3),
  /** Set where the tools enforce nothing, as the published ones. */
  lenient: z.literal(true).optional(),
  user_id: z.string(),
  persona: Persona,
  /** The first of the user's orders, and its first product: what an agent takes for granted that looks no further. */
  first: z.strictObject({ order_id: z.string().nullable(), product_id: z.string().nullable() }),
  intents: z.array(Intent).min(1),
  /** In the order in which the gold run makes them. */
  calls: z.array(GoldCall),
  key_answers: z.array(KeyAnswer),
  shortcuts: z.array(Shortcut),
  /** Values the customer must not say, or not before being asked. */
  withheld: z.array(z.strictObject({ intent: z.string(), what: z.string(), value: z.string().min(1) })),
  /** The rules that matter for it, and no others. */
  rules: z.array(z.string()),
  /** Digest of what the gold run changes in the store; how many rows. */
  state: z.strictObject({ digest: z.string(), changes: z.int().nonnegative() }),
});
export type LockedSupport = z.infer<typeof LockedSupport>;

/** A planned task with its lock. */
export const SupportTask = PlannedTask.extend({ locked: LockedSupport, lockDigest: z.string() });
export type SupportTask = z.infer<typeof SupportTask>;

/** The digest that must not change once a writer has run. */
export const supportDigest = (locked: LockedSupport): string => digestOf('lock', locked);

/** The texts of a task. Nothing in them decides anything. */
export const SupportWording = z.strictObject({
  /** Words by which the customer raises each intent, by its id; the first is what the conversation begins with. */
  raises: z.record(z.string(), z.string().min(1)),
  /** Words of the customer on a fact that is asked for, by intent and name ("i1.order"). */
  replies: z.record(z.string(), z.string().min(1)),
  /** Said where an intent is given up: it raises what is wanted instead. */
  instead: z.record(z.string(), z.string().min(1)),
  yes: z.string().min(1),
  unsure: z.string().min(1),
  thanks: z.string().min(1),
});
export type SupportWording = z.infer<typeof SupportWording>;
