/** What an endpoint says went wrong. */
export interface Complaint {
  readonly status: number;
  /** Everything it says, in one line. */
  readonly text: string;
  readonly code: string | null;
  readonly param: string | null;
  /** What a model wrote that the endpoint itself refused to deliver. */
  readonly written: string | null;
  /** Whether it quotes what of the input a filter found, as OpenRouter does. */
  readonly flagged: boolean;
}

const LONGEST_TEXT = 400;
/** Where gateways hide what the endpoint behind them said. */
const TEXTS = ['message', 'detail', 'msg', 'raw', 'metadata', 'reasons'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isRecord(value)) return [];
  // FastAPI says in `loc` which part of the body it is about.
  const place = Array.isArray(value.loc) ? [value.loc.join('.')] : [];
  return [...place, ...TEXTS.flatMap((name) => textsIn(value[name]))];
}

/** One line without markup or control characters: it may come from anywhere and end on a terminal. */
export function oneLine(text: string): string {
  const line = text
    .replace(/<style[\s\S]*?<\/style>|<[^>]*>/gi, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line.length <= LONGEST_TEXT ? line : `${line.slice(0, LONGEST_TEXT - 1).toWellFormed()}…`;
}

/**
 * Reads the error of a body: OpenAI's `{error: {…}}`, the flat record of older vLLM servers, FastAPI's `{detail}`, a bare
 * text, or none at all.
 */
export function complaintOf(status: number, body: unknown): Complaint {
  const error = isRecord(body) && 'error' in body ? body.error : body;
  const { code, param, type, failed_generation, metadata } = isRecord(error) ? error : {};
  return {
    status,
    text: oneLine(textsIn(error).join(' ')),
    code: textOrNull(code) ?? textOrNull(type),
    param: textOrNull(param),
    written: textOrNull(failed_generation),
    flagged: isRecord(metadata) && textOrNull(metadata.flagged_input) !== null,
  };
}

/** The status an error in a 200 stands for: gateways pass on what the endpoint behind them answered. */
export function statusIn(body: unknown): number | null {
  if (!isRecord(body) || !('error' in body) || body.error === null) return null;
  const { code } = isRecord(body.error) ? body.error : {};
  return Number.isInteger(code) && Number(code) >= 400 && Number(code) < 600 ? Number(code) : 502;
}
