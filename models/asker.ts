import type { Asker, Models, PromptedAnswer, PromptedQuestion, Role } from '../schemas/model.ts';
import { filledPrompt, type PromptFolder } from './prompts.ts';
import type { RoleSettings } from './settings.ts';
import { askFor } from './structured.ts';

interface Dependencies {
  readonly models: Models;
  readonly prompts: PromptFolder;
  readonly roles: Readonly<Record<Role, RoleSettings>>;
}

/** Asks with the prompt files: a question's prompt with its blanks filled, put to the model of its role. */
export class PromptAsker implements Asker {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async ask<T>({
    role,
    prompt: file,
    blanks,
    reply,
    taskId,
    attempt,
  }: PromptedQuestion<T>): Promise<PromptedAnswer<T>> {
    const { models, prompts, roles } = this.#dependencies;
    const prompt = prompts.promptOf(file);
    const { model, temperature, maxOutputTokens, tries } = roles[role];
    const { value, digests } = await askFor(models, {
      role,
      model,
      parameters: { temperature, max_output_tokens: maxOutputTokens },
      messages: filledPrompt(prompt, blanks),
      name: reply.name,
      schema: reply.schema,
      taskId,
      attempt,
      tries,
    });
    return { value, promptDigest: prompt.digest, replyDigests: digests };
  }
}
