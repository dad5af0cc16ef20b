import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, StageError } from '../schemas/errors.ts';
import type { Message } from '../schemas/model.ts';

/** The prompts that come with the package, one file per family and role. */
export const SHIPPED_PROMPTS = join(import.meta.dirname, '..', 'prompts');

/** A prompt file: what the model is told about its work, and the question with its {{placeholders}}. */
export interface Prompt {
  /** Path below the folder of prompts, such as `<family>/query_writer.md`. */
  readonly file: string;
  readonly system: string;
  readonly user: string;
  /** SHA-256 of the file's text. */
  readonly digest: string;
}

/** The two parts of a prompt file, each under a line of its own. */
const PARTS = /^=== system ===\n(?<system>[\s\S]*?)^=== user ===\n(?<user>[\s\S]*)$/mu;
const PLACEHOLDER = /\{\{([a-z_]+)\}\}/g;

/** Reads the text of a prompt file; `file` is its name in errors. */
export function readPrompt(file: string, text: string): Prompt {
  const lines = text.replace(/\r\n?/g, '\n');
  const { system = '', user = '' } = PARTS.exec(lines)?.groups ?? {};
  if (system.trim() === '' || user.trim() === '')
    throw new ConfigError(
      `prompts/${file} has no two parts; expected text below a line "=== system ===" and text below a line "=== user ==="`,
    );
  return { file, system: system.trim(), user: user.trim(), digest: hash('sha256', text, 'hex') };
}

/** Reads prompts of one folder, each once. */
export class PromptFolder {
  readonly #folder: string;
  readonly #read = new Map<string, Prompt>();

  constructor(promptsFolder = SHIPPED_PROMPTS) {
    this.#folder = promptsFolder;
  }

  promptOf(file: string): Prompt {
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const path = join(this.#folder, file);
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (cause) {
      throw new ConfigError(`${path} cannot be read; expected a prompt file, take it from the folder prompts/`, {
        cause,
      });
    }
    const prompt = readPrompt(file, text);
    this.#read.set(file, prompt);
    return prompt;
  }
}

/**
 * The messages of a prompt with its blanks filled. What fills a blank is never looked at again, so a text may hold
 * {{anything}}. A placeholder without a blank, or a blank without its placeholder, is a StageError.
 */
export function filledPrompt(prompt: Prompt, blanks: Readonly<Record<string, string>>): Message[] {
  const used = new Set<string>();
  const fill = (part: string) =>
    part.replace(PLACEHOLDER, (placeholder, name: string) => {
      if (!Object.hasOwn(blanks, name))
        throw new StageError(`prompts/${prompt.file}: nothing fills ${placeholder}`, blanks);
      used.add(name);
      return blanks[name] as string;
    });
  const messages: Message[] = [
    { role: 'system', content: fill(prompt.system) },
    { role: 'user', content: fill(prompt.user) },
  ];
  const unused = Object.keys(blanks).filter((name) => !used.has(name));
  if (unused.length > 0) throw new StageError(`prompts/${prompt.file} has no {{${unused.join('}}, {{')}}}`, blanks);
  return messages;
}
