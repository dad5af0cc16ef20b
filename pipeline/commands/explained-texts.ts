import type { Wording } from '../../schemas/draft.ts';
import type { Span } from '../../schemas/finding.ts';

/** A text of a task as it is shown, with the places a gate found fault with. */
export interface ExplainedText {
  readonly name: string;
  readonly text: string;
  readonly marks: readonly Span[];
}

interface Part {
  /** As findings name it: user_query, user_persona.lifestyle.pets, clarification_slots.cl_1.trigger_keywords.0 ... */
  readonly path: string;
  readonly text: string;
  /** What stands before it when parts are shown on one line; not part of the text a gate saw. */
  readonly before?: string;
}

/** Several parts as one text, the marks of each moved to where it now stands. */
function joined(name: string, parts: readonly Part[], spans: ReadonlyMap<string, readonly Span[]>): ExplainedText {
  const marks: Span[] = [];
  let text = '';
  for (const { path, text: part, before = '' } of parts) {
    text += (text === '' ? '' : '; ') + before;
    for (const { start, end } of spans.get(path) ?? [])
      marks.push({ start: text.length + start, end: text.length + end });
    text += part;
  }
  return { name, text, marks };
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

/** Every text of an attempt in the order a shopping agent meets it, with its marks by path. */
export function textsOfWording(
  { query, persona, script }: Wording,
  spans: ReadonlyMap<string, readonly Span[]>,
): ExplainedText[] {
  const one = (name: string, path: string, value: unknown) => joined(name, partsOf(value, path), spans);
  const slots = script.clarification_slots.flatMap((slot) => {
    const path = `clarification_slots.${slot.slot_id}`;
    return [
      one(`${slot.slot_id} hides`, `${path}.hidden_info`, slot.hidden_info),
      one(`${slot.slot_id} keywords`, `${path}.trigger_keywords`, slot.trigger_keywords),
      one(`${slot.slot_id} answer`, `${path}.user_response`, slot.user_response),
    ];
  });
  return [
    one('query', 'user_query', query),
    one('persona wants', 'user_persona.product_requirements', persona.product_requirements),
    one('demographics', 'user_persona.demographics', persona.demographics),
    one('lifestyle', 'user_persona.lifestyle', persona.lifestyle),
    one('habits', 'user_persona.shopping_habits', persona.shopping_habits),
    ...slots,
    one('default answer', 'default_response', script.default_response),
  ].filter(({ text }) => text !== '');
}
