/** The body of a chat completion request, as far as the endpoint looks at it. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly temperature?: number | null;
  readonly max_tokens?: number | null;
  readonly max_completion_tokens?: number | null;
  readonly response_format?: ResponseFormat;
  readonly metadata?: Readonly<Record<string, string>> | null;
}

export interface ChatMessage {
  readonly role: string;
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[] | null;
}

export type ResponseFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly json_schema: { readonly name: string; readonly strict?: boolean | null; readonly schema: JsonSchema };
    };

export type JsonSchema = Readonly<Record<string, unknown>>;

export function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return content?.map(({ text }) => text ?? '').join('') ?? '';
}

/** How many tokens the reply may have; null where the request sets no limit. */
export function outputLimitOf({ max_completion_tokens, max_tokens }: ChatBody): number | null {
  return max_completion_tokens ?? max_tokens ?? null;
}

export type CountTokens = (text: string) => number;

/** Four characters to a token, the usual rule of thumb for English. */
export const countByLength: CountTokens = (text) => Math.ceil(text.length / 4);

export function promptTokensOf({ messages }: ChatBody, countTokens: CountTokens): number {
  return messages.reduce((sum, message) => sum + countTokens(textOf(message)), 0);
}
