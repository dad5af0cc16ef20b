import { z } from 'zod';

/** Role a model is asked in when a dataset is built; each role has its own model, endpoint and limits. */
export const BuildRole = z.enum([
  'query_writer',
  'persona_writer',
  'clarification_writer',
  'opinion_proposer',
  'judge',
  'blind_solver',
]);
export type BuildRole = z.infer<typeof BuildRole>;

/** Role a model is asked in during episodes: to play, to word what the shopper may say, to judge what code cannot. */
export const EpisodeRole = z.enum(['agent', 'shopper', 'grader']);
export type EpisodeRole = z.infer<typeof EpisodeRole>;

/** Role a model is asked in for a lexicon: to propose what is known of a shop's fields and values. */
const LexiconRole = z.enum(['lexicon_writer']);

/** Every role a request can be of. */
export const Role = z.enum([...BuildRole.options, ...EpisodeRole.options, ...LexiconRole.options]);
export type Role = z.infer<typeof Role>;

export const Message = z.strictObject({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.string(),
  /** Pictures that stand behind the text, as data URLs. */
  images: z.array(z.string().startsWith('data:image/')).optional(),
});
export type Message = z.infer<typeof Message>;

/**
 * One question to a model. What stands here decides the reply and nothing else does: its digest is the reply's address
 * in the store. The endpoint's address is not part of it, so that a model may move.
 */
export const ModelRequest = z.strictObject({
  role: Role,
  model: z.string().min(1),
  parameters: z.strictObject({
    /** Null where the model's own default is wanted. */
    temperature: z.number().min(0).max(2).nullable(),
    max_output_tokens: z.int().positive(),
  }),
  messages: z.array(Message).min(1),
  /** JSON Schema the reply has to fit, under a name of letters, digits and underscores; null for free text. */
  schema: z.strictObject({ name: z.string().regex(/^\w{1,64}$/), json: z.record(z.string(), z.unknown()) }).nullable(),
  /** Number of times the same question was asked before: a vote or another try is another request. */
  attempt: z.int().nonnegative(),
});
export type ModelRequest = z.infer<typeof ModelRequest>;

export const Usage = z.strictObject({ input_tokens: z.int().nonnegative(), output_tokens: z.int().nonnegative() });
export type Usage = z.infer<typeof Usage>;

/** A reply as it arrived. `text` is kept whatever it says; what it means is decided by whoever asked. */
export const ModelReply = z.strictObject({
  text: z.string(),
  /** `refusal` where the model declined; `length` where it ran into the token limit. */
  finish: z.enum(['stop', 'length', 'refusal', 'other']),
  /** The model the endpoint says it used. */
  model: z.string(),
  /** Null where the endpoint does not count. */
  usage: Usage.nullable(),
});
export type ModelReply = z.infer<typeof ModelReply>;

/** A reply with the digest of its request. */
export interface StoredReply {
  readonly digest: string;
  readonly reply: ModelReply;
  /** True if it was paid for just now, and not recorded before. */
  readonly isNew?: boolean;
}

/** Outcome of what models wrote: whether a reply could be used, and which gates turned a draft down. */
export const Verdict = z.discriminatedUnion('of', [
  z.strictObject({
    of: z.literal('reply'),
    digest: z.string(),
    /** Null where it could be used. */
    problem: z.string().nullable(),
  }),
  z.strictObject({ of: z.literal('draft'), failed: z.array(z.string()) }),
]);
export type Verdict = z.infer<typeof Verdict>;

/** Source of models' replies: online, in a batch, or from recorded replies. */
export interface Models {
  /**
   * The reply to a request, from the store where it was given before. Rejects with a ModelError when none could be had:
   * the task then stays pending.
   */
  ask(request: ModelRequest, taskId: string): Promise<StoredReply>;
  /** Is told what became of replies, which may show that it is no use to go on; left out where that does not matter. */
  learn?(verdict: Verdict): void;
}

/** A question in terms of a prompt file: what fills its blanks, and what the reply has to look like. */
export interface PromptedQuestion<T> {
  readonly role: Role;
  /** File below `prompts/`, such as `<family>/query_writer.md`. */
  readonly prompt: string;
  /** Texts that fill the prompt's {{placeholders}}; texts of the catalog are fenced as data by whoever fills it. */
  readonly blanks: Readonly<Record<string, string>>;
  readonly reply: {
    readonly name: string;
    readonly schema: z.ZodType<T>;
    /** Tells what keeps a value that fits from being of use, null for nothing; whoever asked decides what follows. */
    problemOf?(value: T): string | null;
  };
  readonly taskId: string;
  /** Number of times this question was asked of this task before. */
  readonly attempt: number;
}

export interface PromptedAnswer<T> {
  readonly value: T;
  /** Digest of the prompt file's text. */
  readonly promptDigest: string;
  /** Digests of the requests whose replies led to the value, oldest first. */
  readonly replyDigests: readonly string[];
}

/** Asks a role's model. Rejects with a ModelError when no fitting reply could be had. */
export interface Asker {
  ask<T>(question: PromptedQuestion<T>): Promise<PromptedAnswer<T>>;
  /** Is told which gates turned down a draft made of its answers, none where it passed. */
  drafted?(failedGates: readonly string[]): void;
}
