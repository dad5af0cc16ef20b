import { contradicts, namesAnother } from './contradiction.ts';
import { type KeyAnswer, tells } from './key-answer.ts';

/** A message of an agent, and the intents the customer had raised last before it. */
export interface Reply {
  readonly text: string;
  readonly intents: readonly string[];
}

/**
 * Whether an agent tells a fact: what it says last about it is its value, and nothing in the same reply contradicts it. What
 * is said while the fact's matter is open decides; where nothing of it is said then, what is said later. Before its matter
 * is raised nothing is told, and a yes, a no or a refusal is one of the matter it answers.
 */
export function isTold(replies: readonly Reply[], { intent, fact, value }: KeyAnswer): boolean {
  const own = replies.filter(({ intents }) => intents.includes(intent));
  const said = ({ text, intents }: Reply): boolean | null => {
    if (tells(text, value)) return !contradicts(text, fact, value, intents.length === 1 && intents[0] === intent);
    return namesAnother(text, fact, value) ? false : null;
  };
  const decisive = own.map(said).filter((one) => one !== null);
  if (decisive.length > 0) return decisive.at(-1) === true;
  if (own[0] === undefined || value.type === 'words') return false;
  const elsewhere = replies
    .slice(replies.indexOf(own[0]))
    .filter((reply) => !own.includes(reply))
    .map(said)
    .filter((one) => one !== null);
  return elsewhere.length > 0 && elsewhere.every((one) => one);
}
