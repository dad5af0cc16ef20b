import type { Intent, LockedSupport } from '../task.ts';

type Raised = Pick<LockedSupport, 'intents' | 'persona' | 'key_answers'>;

/** Returns the pace of a talk as it is heard: nobody raises two matters at once where no two of them go together. */
export const paceOf = (raised: Raised): LockedSupport['persona']['pace'] =>
  messagesOf(raised).some(({ length }) => length > 1) ? 'in_a_row' : 'one_by_one';

/** Intents that the customer raises in one message: one after the other, or now and then two at once, as the pace has it. */
export function messagesOf({ intents, persona, key_answers }: Raised): readonly (readonly Intent[])[] {
  const factsOf = ({ id }: Intent) => key_answers.flatMap(({ intent, fact }) => (intent === id ? [fact] : []));
  const isYesOrNo = ({ id }: Intent) =>
    key_answers.some(
      ({ intent, value }) => intent === id && value.type === 'words' && /^(?:yes|no)$/.test(value.words),
    );
  const messages: Intent[][] = [];
  for (const intent of intents) {
    const last = messages.at(-1);
    const canJoin =
      persona.pace === 'in_a_row' &&
      last?.length === 1 &&
      last[0]?.given_up === null &&
      intent.given_up === null &&
      // Two orders in one message get mixed up, by people as by agents.
      (intent.order_id === null || last[0]?.order_id === null) &&
      // What is said of one matter, such as that it was used, is not true of the other.
      intent.picture === null &&
      last[0]?.picture === null &&
      Object.keys(intent.circumstances).length === 0 &&
      Object.keys(last[0]?.circumstances ?? {}).length === 0 &&
      intent.dialogue !== 'chitchat' &&
      last[0]?.dialogue !== 'chitchat' &&
      // Two values of one name in one answer could not be told apart, nor could a yes and a no.
      !(isYesOrNo(intent) && isYesOrNo(last[0] as Intent)) &&
      !factsOf(intent).some((fact) => factsOf(last[0] as Intent).includes(fact));
    if (canJoin && last !== undefined) last.push(intent);
    else messages.push([intent]);
  }
  return messages;
}
