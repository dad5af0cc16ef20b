import type { ModelReply, ModelRequest } from '../schemas/model.ts';
import { foundOrMade } from '../text/cache/found-or-made.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Schemas that hold themselves are followed no deeper. */
const DEEPEST = 20;

const shortest = (texts: readonly string[]) =>
  texts.reduce((best, text) => (text.length < best.length ? text : best), texts[0] ?? '');
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The shortest JSON text that fits the schema, as a lower bound of replies; it need not make sense. */
export function shortestReply(schema: JsonSchema): string {
  const definitions = (schema.$defs ?? {}) as Readonly<Record<string, JsonSchema>>;
  const of = (part: JsonSchema, depth: number): string => {
    if (depth > DEEPEST) return '';
    const { $ref, enum: values, anyOf, type, properties = {}, required, items = {}, minItems = 0 } = part;
    if (typeof $ref === 'string') return of(definitions[$ref.replace('#/$defs/', '')] ?? schema, depth + 1);
    if (Array.isArray(values)) return shortest(values.map((value) => JSON.stringify(value)));
    if (Array.isArray(anyOf)) return shortest(anyOf.map((one) => of(one as JsonSchema, depth + 1)));
    if (Array.isArray(type)) return shortest(type.map((one) => of({ ...part, type: one }, depth + 1)));
    switch (type) {
      case 'object': {
        const parts = properties as Readonly<Record<string, JsonSchema>>;
        const keys = listIn(required).map(String);
        return `{${keys.map((key) => `${JSON.stringify(key)}:${of(parts[key] ?? {}, depth + 1)}`).join()}}`;
      }
      case 'array':
        return `[${Array.from({ length: Number(minItems) }, () => of(items as JsonSchema, depth + 1)).join()}]`;
      case 'string':
        return '""';
      case 'boolean':
      case 'null':
        return 'null';
      default:
        return '0';
    }
  };
  return of(schema, 0);
}

/** Tokens per character, by kind of character. */
interface Weights {
  /** Unaccented Latin letters and spaces. */
  readonly letter: number;
  /** Digits and marks of ASCII. */
  readonly mark: number;
  /** By bytes in UTF-8, which goes with how rare a script is in tokenizers' vocabularies. */
  readonly twoBytes: number;
  readonly threeBytes: number;
  readonly fourBytes: number;
}

/**
 * On the safe side for prose of any language in OpenAI's cl100k vocabulary, the older and less even of the two. Codes
 * without words (ids, hashes) take more, and stand in prompts only beside prose.
 */
const MOST: Weights = { letter: 0.3, mark: 0.65, twoBytes: 1.2, threeBytes: 1.5, fourBytes: 3 };
/** On the low side for prose of any language in the o200k vocabulary. */
const LEAST: Weights = { letter: 0.17, mark: 0.3, twoBytes: 0.25, threeBytes: 0.3, fourBytes: 0.8 };

/** Tokens that chat templates add: a few tokens around each message, and where a server has one, a preamble of its own. */
const PER_MESSAGE = 4;
const MOST_PER_MESSAGE = 16;
const MOST_PER_REQUEST = 128;
/** Tokens most models count for one of two tiles (gpt-4o: 85, and 170 for each). */
const PER_IMAGE = 425;
/**
 * Tokens of a picture as tall as a telephone's screen, by the model that counts most for it (gpt-4o-mini: 2,833, and
 * 5,667 for each tile of 512 pixels).
 */
const MOST_PER_IMAGE = 19_834;

/** Weight of the rule by characters against what was measured, in estimated tokens. */
const PRIOR_TOKENS = 500;
const MARGIN = 1.25;

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x20;

function byCharacters(text: string, { letter, mark, twoBytes, threeBytes, fourBytes }: Weights): number {
  let tokens = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) tokens += isLetter(code) ? letter : mark;
    else if (code < 0x800) tokens += twoBytes;
    // Each half of a surrogate pair counts for half of its character.
    else if (code >= 0xd800 && code <= 0xdfff) tokens += fourBytes / 2;
    else tokens += threeBytes;
  }
  return tokens;
}

const imagesIn = ({ messages }: ModelRequest) => messages.reduce((sum, { images = [] }) => sum + images.length, 0);

const textsOf = ({ messages, schema }: ModelRequest): string[] => [
  ...messages.map(({ content }) => content),
  ...(schema === null ? [] : [JSON.stringify(schema.json)]),
];

function inputByCharacters(request: ModelRequest, weights: Weights): number {
  const texts = textsOf(request).reduce((sum, text) => sum + byCharacters(text, weights), 0);
  return texts + PER_MESSAGE * request.messages.length + PER_IMAGE * imagesIn(request);
}

/** Between what and what the tokens of a prompt lie before anything was measured; for --dry-run. */
export const inputRange = (request: ModelRequest): { readonly low: number; readonly high: number } => ({
  low: Math.floor(inputByCharacters(request, LEAST)),
  high: Math.ceil(inputByCharacters(request, MOST)),
});

/**
 * An upper bound of what a reply is counted as: a vocabulary over bytes never has more tokens than bytes. Infinite where
 * the reply was cut off at its limit, whatever that was.
 */
export const mostOutputTokens = ({ text, finish }: Pick<ModelReply, 'text' | 'finish'>): number =>
  finish === 'length' ? Number.POSITIVE_INFINITY : Buffer.byteLength(text) + MOST_PER_MESSAGE;

/** The same of a reply that fits: no shorter than its form demands, and cut at the limit. */
export function outputRange({ schema, parameters }: ModelRequest): { readonly low: number; readonly high: number } {
  const least = schema === null ? '' : shortestReply(schema.json);
  return { low: Math.max(1, Math.floor(byCharacters(least, LEAST))), high: parameters.max_output_tokens };
}

/**
 * Estimates tokens without a tokenizer, and per model gets better with every reply that says how many there were: the
 * rule by characters is multiplied by what the model's replies measured of it.
 */
export class TokenEstimates {
  readonly #measured = new Map<string, { estimated: number; tokens: number }>();
  /** By characters; a request is asked about three times, and reading its text is what costs. */
  readonly #byCharacters = new WeakMap<ModelRequest, number>();

  estimateTokens(text: string, model: string): number {
    return Math.ceil(byCharacters(text, MOST) * this.#factor(model));
  }

  /** The most likely count of a request's prompt; for the rate limiter. */
  inputTokens(request: ModelRequest): number {
    return Math.ceil(this.#mostByCharacters(request) * this.#factor(request.model));
  }

  /**
   * An upper bound of what the prompt is counted as, for the budget. A vocabulary over bytes never has more tokens
   * than bytes; where a server counts more all the same (a preamble of its own), what was measured raises the bound.
   */
  mostInputTokens(request: ModelRequest): number {
    const bytes = textsOf(request).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const bound =
      bytes + MOST_PER_MESSAGE * request.messages.length + MOST_PER_IMAGE * imagesIn(request) + MOST_PER_REQUEST;
    return Math.max(bound, Math.ceil(this.inputTokens(request) * MARGIN));
  }

  /** Takes in what the endpoint counted for a request. */
  learn(request: ModelRequest, inputTokens: number): void {
    const { estimated, tokens } = this.#measured.get(request.model) ?? { estimated: 0, tokens: 0 };
    this.#measured.set(request.model, {
      estimated: estimated + this.#mostByCharacters(request),
      tokens: tokens + inputTokens,
    });
  }

  #mostByCharacters(request: ModelRequest): number {
    return foundOrMade(this.#byCharacters, request, () => inputByCharacters(request, MOST));
  }

  #factor(model: string): number {
    const { estimated, tokens } = this.#measured.get(model) ?? { estimated: 0, tokens: 0 };
    return (tokens + PRIOR_TOKENS) / (estimated + PRIOR_TOKENS);
  }
}
