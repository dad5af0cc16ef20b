import type { Finding, Span } from '../../schemas/finding.ts';
import type { ExplainedText } from '../../schemas/task-life.ts';

interface Part {
  /** As findings name it: user_query, user_persona.lifestyle.pets, clarification_slots.cl_1.trigger_keywords.0 ... */
  readonly path: string;
  readonly text: string;
  /** Text that stands before it when parts are shown on one line; not part of the text a gate saw. */
  readonly before?: string;
}

/** The strings below a part of a record, each named by its keys; a list's strings by their place. */
function partsOf(value: unknown, path: string, before = ''): Part[] {
  if (typeof value === 'string') return [{ path, text: value, before }];
  if (Array.isArray(value)) return value.flatMap((item, at) => partsOf(item, `${path}.${at}`, at === 0 ? before : ''));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    partsOf(inner, `${path}.${key}`, `${key.replaceAll('_', ' ')}: `),
  );
}

/** The sign between a text and what follows it on one line; a sentence has its own. */
const separatorBehind = (text: string): string => (text === '' ? '' : /[.!?。！？]$/.test(text) ? ' ' : '; ');

/** The strings below a part of a record as one text, with the places that findings name where they now stand. */
export function explainedText(name: string, path: string, value: unknown, findings: readonly Finding[]): ExplainedText {
  const marks: Span[] = [];
  let text = '';
  for (const { path: place, text: part, before = '' } of partsOf(value, path)) {
    text += separatorBehind(text) + before;
    for (const { start, end } of findings.flatMap(({ path, spans = [] }) => (path === place ? spans : [])))
      marks.push({ start: text.length + start, end: text.length + end });
    text += part;
  }
  return { name, text, marks };
}
