import type { Settles } from '../customer/answered.ts';
import { askable, blanksOf, isClaim } from '../customer/offline-writer.ts';
import { traitText } from '../customer/persona.ts';
import type { StagedCustomer } from '../customer/script.ts';
import { messagesOf } from '../customer/turns.ts';
import type { Picture } from '../store/schema.ts';
import { type Intent, isPictureAsked, isRemark, type LockedSupport, type SupportWording } from '../task.ts';

/** Part of a task that tools and the customer know: nothing of its answer. */
export interface Staged {
  readonly userId: string;
  /** True where the tools enforce nothing. */
  readonly lenient: boolean;
  readonly customer: StagedCustomer;
  /** Circumstances of the talk that the customer's words make true, by the intents that are raised. */
  readonly circumstances: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Pictures that come with an intent. */
  readonly pictures: Readonly<Record<string, Picture>>;
  /** Those of them, by their intents, that are sent only when they are asked for. */
  readonly askedPictures: readonly string[];
}

const FIGURES: ReadonlySet<string> = new Set(['money', 'number', 'time']);

/** Returns the kind of answer that settles an intent for the customer: nothing that tells the answer. */
function settlesOf({ id, dialogue }: Intent, { key_answers }: LockedSupport): Settles {
  const own = key_answers.filter(({ intent }) => intent === id);
  if (own.length > 0) return own.every(({ value }) => FIGURES.has(value.type)) ? 'figure' : 'statement';
  return dialogue === 'task' ? 'outcome' : 'statement';
}

/** Returns the kind of a matter: something is to be done, told or neither. */
const kindOf = (intents: readonly Intent[]): StagedCustomer['messages'][number]['kind'] =>
  intents.some(({ dialogue }) => dialogue === 'task')
    ? 'task'
    : intents.every((intent) => intent.dialogue === 'chitchat' || isRemark(intent))
      ? 'chitchat'
      : 'question';

/** The kind of request that a message raises; null where there are two, or where the condition is the agent's to find. */
const aboutOf = ([intent, ...more]: readonly Intent[]): string | null =>
  intent === undefined || more.length > 0 || intent.condition !== null ? null : intent.kind;

/** The script of a task's customer. */
function stagedCustomer(locked: LockedSupport, wording: SupportWording): StagedCustomer {
  const { language, persona, withheld } = locked;
  const separator = language === 'zh' ? '' : ' ';
  const messages = messagesOf(locked).map((intents) => ({
    intents: intents.map(({ id }) => id),
    text: intents.map(({ id }) => wording.raises[id] ?? '').join(separator),
    kind: kindOf(intents),
    isClaim: intents.some(isClaim),
    about: aboutOf(intents),
    order: intents.find(({ order_phrase }) => order_phrase !== null)?.order_phrase ?? null,
    product: intents.find(({ product_phrase }) => product_phrase !== null)?.product_phrase ?? null,
    settles: intents.map((intent) => settlesOf(intent, locked)),
    instead: intents.map(({ id }) => wording.instead[id]).find((text) => text !== undefined) ?? null,
    facts: intents.flatMap((intent) =>
      askable(intent, language).flatMap(({ name, value }) => {
        const reply = wording.replies[`${intent.id}.${name}`];
        return reply === undefined ? [] : [{ intent: intent.id, name, value, reply }];
      }),
    ),
    states: intents.flatMap((intent) => {
      const { facts, blanks } = intent;
      return [
        ...facts.flatMap(({ name, value, when }) => (when === 'raised' ? [blanks[name] ?? value] : [])),
        ...Object.values(blanksOf({ ...intent, blanks: {} })),
      ];
    }),
  }));
  return {
    language,
    temper: persona,
    key: `${locked.user_id} ${locked.intents.map(({ demand }) => demand).join(' ')}`,
    messages,
    yes: wording.yes,
    unsure: wording.unsure,
    thanks: wording.thanks,
    withheld: withheld.map(({ value }) => value),
    tone: (['emotion', 'patience', 'trust', 'speaking'] as const)
      .map((trait) => traitText(trait, persona[trait], language))
      .join(' '),
  };
}

/** Stages a task: takes from it what tools and the customer may know. */
export const stagedOf = (locked: LockedSupport, wording: SupportWording): Staged => ({
  userId: locked.user_id,
  lenient: locked.lenient === true,
  customer: stagedCustomer(locked, wording),
  circumstances: Object.fromEntries(locked.intents.map(({ id, circumstances }) => [id, circumstances])),
  pictures: Object.fromEntries(locked.intents.flatMap(({ id, picture }) => (picture === null ? [] : [[id, picture]]))),
  askedPictures: locked.intents.filter(isPictureAsked).map(({ id }) => id),
});
