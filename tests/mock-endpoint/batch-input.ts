/** One line of a batch's input file. */
export interface BatchLine {
  readonly customId: string;
  readonly body: unknown;
}

export interface InputError {
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  readonly line: number | null;
}

const MAX_LINES = 50_000;

/** Reads the input file as the validation of a batch does: all its lines, or what is wrong with them. */
export function readBatchInput(text: string, endpoint: string): { lines: BatchLine[]; errors: InputError[] } {
  const lines: BatchLine[] = [];
  const errors: InputError[] = [];
  const ids = new Set<string>();
  const models = new Set<unknown>();
  const written = text.split('\n');
  for (const [at, source] of written.entries()) {
    if (source.trim() === '') continue;
    const refuse = (code: string, message: string, param: string | null = null) =>
      errors.push({ code, message, param, line: at + 1 });
    const line = parsedLine(source);
    if (line === null) {
      refuse('invalid_json_line', 'This line is not parseable as valid JSON.');
      continue;
    }
    const { custom_id: customId, method, url, body } = line;
    if (typeof customId !== 'string') refuse('missing_required_parameter', 'custom_id is required.', 'custom_id');
    else if (ids.has(customId)) refuse('duplicate_custom_id', `The custom_id ${customId} is not unique.`, 'custom_id');
    else if (method !== 'POST') refuse('invalid_method', `The method ${method} is not POST.`, 'method');
    else if (url !== endpoint) refuse('invalid_url', `The URL ${url} is not the batch's endpoint ${endpoint}.`, 'url');
    else {
      ids.add(customId);
      models.add((body as { model?: unknown } | null)?.model);
      lines.push({ customId, body });
      if (models.size > 1)
        refuse('mismatched_model', 'All lines of a batch have to be for the same model.', 'body.model');
    }
  }
  const ofFile = (code: string, message: string) => errors.push({ code, message, param: null, line: null });
  if (lines.length === 0 && errors.length === 0) ofFile('empty_file', 'The input file has no requests.');
  if (lines.length > MAX_LINES) ofFile('too_many_tasks', `The input file has more than ${MAX_LINES} requests.`);
  return { lines, errors };
}

function parsedLine(source: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
