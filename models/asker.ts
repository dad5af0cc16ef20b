import type { z } from 'zod';
import { UnusableReplyError } from '../schemas/errors.ts';
import type { Asker, Message, ModelReply, ModelRequest, Models, Role } from '../schemas/model.ts';
import { filledPrompt, PromptFolder } from './prompts.ts';
import { foundJson, strictSchema } from './reply-form.ts';
import { isOfBuild, modelFlagOf, type RoleSettings, roleName } from './settings.ts';

export interface Question<T> extends Pick<ModelRequest, 'role' | 'model' | 'parameters' | 'messages'> {
  /** Name of the reply's form, in letters, digits and underscores. */
  readonly name: string;
  readonly schema: z.ZodType<T>;
  /** Tells what keeps a value that fits from being of use, null for nothing. */
  problemOf?(value: T): string | null;
  readonly taskId: string;
  /** Times the same question was asked before: votes count up, each has its own replies. */
  readonly attempt?: number;
  /** Most replies that are asked for. */
  readonly tries: number;
}

interface Answer<T> {
  readonly value: T;
  /** Digests of the requests that led to it, oldest first. */
  readonly digests: readonly string[];
}

type Read<T> = { readonly value: T } | { readonly problem: string };

const MOST_ISSUES = 8;
const LONGEST_ISSUE = 300;
/** The part of a reply that cannot be used that is shown to the model again. */
const LONGEST_EXCERPT = 4_000;

const shortened = (text: string, longest: number) =>
  text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;

/** The validator's objections to a value, for the model to read. */
function issuesOf({ issues }: z.ZodError): string {
  const lines = issues.map(({ path, message }) => {
    const place = path.length === 0 ? 'the reply' : path.map(String).join('.');
    return shortened(`${place}: ${message}`, LONGEST_ISSUE);
  });
  const more = lines.length - MOST_ISSUES;
  return [...lines.slice(0, MOST_ISSUES), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function read<T>({ text, finish }: ModelReply, schema: z.ZodType<T>, limit: number): Read<T> {
  if (finish === 'refusal') return { problem: 'it declines the task' };
  const json = foundJson(text);
  if (json !== null) {
    const parsed = schema.safeParse(json.value);
    return parsed.success ? { value: parsed.data } : { problem: issuesOf(parsed.error) };
  }
  if (finish === 'length') return { problem: `it was cut off at ${limit} tokens; say it in fewer` };
  return { problem: text.trim() === '' ? 'it is empty' : 'it is not one JSON object' };
}

/** The question again, after the reply that cannot be used and what is wrong with it. */
function again(messages: readonly Message[], { text }: ModelReply, problem: string, turn: number): Message[] {
  // The number keeps a second reply with the same fault from being answered by what is stored for the first.
  const note = `Your reply ${turn} cannot be used: ${problem}. Reply again with one JSON object of the form asked for, and nothing else.`;
  const said = text.trim();
  if (said !== '')
    return [
      ...messages,
      { role: 'assistant', content: shortened(said, LONGEST_EXCERPT) },
      { role: 'user', content: note },
    ];
  // Endpoints refuse empty messages, and some of them two of one side in a row.
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: note }];
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${note}` }];
}

/**
 * Asks until a reply fits the schema. A reply that does not is shown to the model with what the validator says; each of
 * them is a request of its own and stays in the store. Rejects with an UnusableReplyError after `tries` replies.
 */
export async function askFor<T>(models: Models, question: Question<T>): Promise<Answer<T>> {
  const { role, model, parameters, name, schema, taskId, attempt = 0, tries } = question;
  const form = { name, json: strictSchema(schema) };
  const digests: string[] = [];
  let { messages } = question;
  let problem = '';
  for (let turn = 0; turn < tries; turn++) {
    const request: ModelRequest = { role, model, parameters, messages, schema: form, attempt: attempt + turn };
    const { digest, reply } = await models.ask(request, taskId);
    digests.push(digest);
    const answer = read(reply, schema, parameters.max_output_tokens);
    const unusable = 'value' in answer ? (question.problemOf?.(answer.value) ?? null) : answer.problem;
    models.learn?.({ of: 'reply', digest, problem: unusable });
    if ('value' in answer) return { value: answer.value, digests };
    problem = answer.problem;
    messages = again(question.messages, reply, problem, turn + 1);
  }
  const which = tries === 1 ? '1 reply that cannot be used' : `${tries} replies that cannot be used`;
  throw new UnusableReplyError(
    `${roleName(role)} gave up on task ${taskId} after ${which}; another ${modelFlagOf(role)}${isOfBuild(role) ? ` or more models.${role}.tries` : ''} may bring one that can. The last one: ${problem}`,
  );
}

interface Dependencies {
  readonly models: Models;
  /** The shipped ones where left out. */
  readonly prompts?: PromptFolder;
  readonly roles: Readonly<Partial<Record<Role, RoleSettings>>>;
}

/** Asks with the prompt files: a question's prompt with its blanks filled, put to the model of its role. */
export const promptAsker = ({ models, prompts = new PromptFolder(), roles }: Dependencies): Asker => ({
  async ask({ role, prompt: file, blanks, reply, taskId, attempt }) {
    const prompt = prompts.promptOf(file);
    const settings = roles[role];
    if (settings === undefined) throw new RangeError(`no model was named for the ${role}`);
    const { model, temperature, maxOutputTokens, tries } = settings;
    const parameters = { temperature, max_output_tokens: maxOutputTokens };
    const messages = filledPrompt(prompt, blanks);
    const question = { role, model, parameters, messages, ...reply, taskId, attempt, tries };
    const { value, digests } = await askFor(models, question);
    return { value, promptDigest: prompt.digest, replyDigests: digests };
  },

  drafted(failedGates) {
    models.learn?.({ of: 'draft', failed: [...failedGates] });
  },
});
