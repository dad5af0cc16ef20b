import { z } from 'zod';
import { drawFor } from '../../pipeline/seed.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { NotAskedError } from '../../schemas/errors.ts';
import { Finding } from '../../schemas/finding.ts';
import type { Asker, PromptedQuestion } from '../../schemas/model.ts';
import { askable, blanksOf, writeOffline } from '../../service/customer/offline-writer.ts';
import { type Persona, traitText } from '../../service/customer/persona.ts';
import { messagesOf } from '../../service/customer/turns.ts';
import { type Intent, type SupportTask, SupportWording } from '../../service/task.ts';
import { NO_SOURCES, type ReplySources, SourcesByWording, withAnswers } from '../../shopping/language/reply-sources.ts';
import { fencedJson } from '../../text/fenced-data.ts';
import { MOST_ATTEMPTS } from '../rewrite.ts';

/** One try at the texts of a task, with what gates found in it. */
export const Attempt = z.strictObject({ wording: SupportWording, findings: z.array(Finding) });
export type Attempt = z.infer<typeof Attempt>;

/** Puts locked tasks into customers' words. */
interface SupportWriter {
  write(task: SupportTask, earlier: readonly Attempt[]): Promise<SupportWording>;
  /** Returns the writer of a wording, and what models replied on the way to it. */
  madeBy(wording: SupportWording): {
    readonly writer: string;
    readonly model: string | null;
    readonly sources: ReplySources;
  };
}

/** Tries of a model; where the gates turn all of them down, the words of the tables stand. */
const MODEL_ATTEMPTS = MOST_ATTEMPTS - 1;

/** The most questions a model is asked about one task. */
export const mostAsked = ({ models }: TaskSettings) => (models === undefined ? {} : { query_writer: MODEL_ATTEMPTS });

const offlineText = (settings: TaskSettings, task: SupportTask, attempt: number) =>
  writeOffline(task.locked, drawFor(settings.seed, task.id, 'speak', attempt));

export const offlineWriter = (settings: TaskSettings): SupportWriter => ({
  write: async (task, earlier) => offlineText(settings, task, earlier.length),
  madeBy: () => ({ writer: 'offline', model: null, sources: NO_SOURCES }),
});

const Said = z.array(z.strictObject({ id: z.string(), text: z.string().min(1) }));
const Reply = SupportWording.extend({ raises: Said, replies: Said, instead: Said });
type Reply = z.infer<typeof Reply>;

/** A text that a model is to say in its own words, and the values that have to stand in it as they are. */
interface ToSay {
  readonly id: string;
  readonly says: string;
  readonly word_for_word: readonly string[];
}

const TRAITS: readonly (keyof Persona)[] = [
  ...(['consumer', 'emotion', 'carefulness', 'patience', 'trust', 'rights', 'asking', 'speaking'] as const),
];

/** Makes the plan that a model is told: who the customer is, and every text with the values that are locked in it. */
function planOf({ locked }: SupportTask, plain: SupportWording) {
  const { language, persona, intents } = locked;
  const held = (intent: Intent, text: string) =>
    [...new Set(Object.values(blanksOf(intent)))].filter((value) => text.includes(value));
  const toSay = (texts: Readonly<Record<string, string>>): ToSay[] =>
    Object.entries(texts).map(([id, says]) => {
      const [intentId = '', fact] = id.split('.');
      const intent = intents.find((one) => one.id === intentId) as Intent;
      const asked = askable(intent, language).find(({ name }) => name === fact);
      return { id, says, word_for_word: asked === undefined ? held(intent, says) : [asked.value] };
    });
  return {
    language: language === 'zh' ? 'Chinese' : 'English',
    customer: TRAITS.map((trait) => traitText(trait, persona[trait], language)),
    messages: messagesOf(locked).map((message) => message.map(({ id }) => id)),
    raises: toSay(plain.raises),
    instead: toSay(plain.instead),
    replies: toSay(plain.replies),
    ...{ yes: plain.yes, unsure: plain.unsure, thanks: plain.thanks },
  };
}

/** Says what keeps a reply from being a wording: texts that nobody asked for, or are missing; null where it is one. */
const strangersIn = (reply: Reply, plan: ReturnType<typeof planOf>): string | null => {
  for (const part of ['raises', 'instead', 'replies'] as const) {
    const wanted = plan[part].map(({ id }) => id);
    const given = reply[part].map(({ id }) => id);
    const strange = given.find((id) => !wanted.includes(id));
    if (strange !== undefined) return `"${part}" has a text for "${strange}", which the plan does not name`;
    const missing = wanted.find((id) => !given.includes(id));
    if (missing !== undefined) return `"${part}" has no text for "${missing}"`;
  }
  return null;
};

const byId = (said: Reply['raises']) => Object.fromEntries(said.map(({ id, text }) => [id, text]));
const wordingOf = ({ raises, replies, instead, ...plain }: Reply): SupportWording => ({
  raises: byId(raises),
  replies: byId(replies),
  instead: byId(instead),
  ...plain,
});

const questionOf = (
  family: string,
  task: SupportTask,
  { plain, earlier }: { readonly plain: SupportWording; readonly earlier: readonly Attempt[] },
): PromptedQuestion<Reply> => {
  const plan = planOf(task, plain);
  return {
    role: 'query_writer',
    prompt: `${family}/query_writer.md`,
    blanks: {
      plan: fencedJson('plan', plan),
      earlier:
        earlier.length === 0
          ? ''
          : `Earlier tries that were turned down, and why:\n${fencedJson(
              'earlier tries',
              earlier.map(({ wording, findings }) => ({
                ...wording,
                findings: findings.map(({ code, path, detail }) => ({ code, at: path, detail })),
              })),
            )}`,
    },
    reply: { name: 'customer', schema: Reply, problemOf: (reply) => strangersIn(reply, plan) },
    taskId: task.id,
    attempt: earlier.length,
  };
};

/** Has a model say what the tables would; their words stand in a dry run, and where the gates turn every try down. */
export function modelWriter(
  settings: TaskSettings,
  { family, asker, model }: { readonly family: string; readonly asker: Asker; readonly model: string },
): SupportWriter {
  const sources = new SourcesByWording<SupportWording>();
  const offline = new WeakSet<SupportWording>();
  const before = (earlier: readonly Attempt[]) => {
    const last = earlier.at(-1);
    return last === undefined ? NO_SOURCES : sources.of(last.wording);
  };
  const fallBack = (task: SupportTask, earlier: readonly Attempt[]) => {
    const wording = sources.keep(offlineText(settings, task, earlier.length), before(earlier));
    offline.add(wording);
    return wording;
  };
  return {
    async write(task, earlier) {
      if (earlier.length >= MODEL_ATTEMPTS) return fallBack(task, earlier);
      const plain = offlineText(settings, task, 0);
      try {
        const answer = await asker.ask(questionOf(family, task, { plain, earlier }));
        return sources.keep(wordingOf(answer.value), withAnswers(before(earlier), [answer]));
      } catch (error) {
        if (error instanceof NotAskedError) return fallBack(task, earlier);
        throw error;
      }
    },
    madeBy: (wording) =>
      offline.has(wording)
        ? { writer: 'offline', model: null, sources: sources.of(wording) }
        : { writer: 'openai', model, sources: sources.of(wording) },
  };
}
