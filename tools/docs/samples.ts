import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { familyNamed } from '../../families/index.ts';
import { agentViewOf } from '../../pipeline/agent-view.ts';
import type { SamplePart, Shown } from '../../pipeline/family-pages.ts';

/** Samples of the recorded small runs, by the run; `npm run golden` records them. */
export const RECORDED_SAMPLES = join(import.meta.dirname, '..', '..', 'tests', 'golden', 'samples.json');

type Json = Readonly<Record<string, unknown>>;
const LEFT_OUT = '…';

/** A value in JSON, with "…" for what is left out. */
function excerpt(value: unknown, shown: Shown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const [most, each] = isSome(shown) ? shown : [value.length, true as const];
    const parts = value.slice(0, most).map((one) => excerpt(one, each));
    return `[${[...parts, ...(value.length > most ? [LEFT_OUT] : [])].join(', ')}]`;
  }
  const shownOf = (key: string): Shown | undefined => (shown === true ? true : isSome(shown) ? undefined : shown[key]);
  const parts = Object.entries(value).flatMap(([key, one]) => {
    const part = shownOf(key);
    return part === undefined ? [] : [`${JSON.stringify(key)}: ${excerpt(one, part)}`];
  });
  const isWhole = parts.length === Object.keys(value).length;
  return `{ ${[...parts, ...(isWhole ? [] : [LEFT_OUT])].join(', ')} }`;
}

const isSome = (shown: Shown): shown is readonly [number, Shown] => Array.isArray(shown);

/** A recorded sample of a family, part by part, with who sees each, and the line an agent is shown of it. */
export function annotatedSample(family: string, explained: readonly SamplePart[]): string {
  const samples = JSON.parse(readFileSync(RECORDED_SAMPLES, 'utf8')) as Readonly<Record<string, Json>>;
  const sample = Object.values(samples).find((one) => one.family === family) as Json;
  const parts = explained.filter(({ key }) => Object.hasOwn(sample, key));
  const lines = parts.flatMap(({ key, note, shown }) => [
    `  // ${note}`,
    `  ${JSON.stringify(key)}: ${excerpt(sample[key], shown)},`,
  ]);
  const view = JSON.stringify(agentViewOf(sample, familyNamed(family).records.agentKeys));
  return [
    `The sample, a line of \`splits/<name>.jsonl\`, with \`…\` for what is left out here:`,
    `\`\`\`jsonc\n{\n${lines.join('\n')}\n}\n\`\`\``,
    'What an agent is shown of it, the same line of `agent/<name>.jsonl`, whole:',
    `\`\`\`json\n${view}\n\`\`\``,
  ].join('\n\n');
}

interface ShortSample {
  readonly id: string;
  readonly user_query: string;
  readonly user_persona: { readonly product_requirements: Readonly<Record<string, string>> };
  readonly clarification_script: {
    readonly clarification_slots: readonly {
      readonly trigger_keywords: readonly string[];
      readonly user_response: string;
    }[];
  };
  readonly target_product: { readonly product_id: string; readonly title: string };
  readonly rubrics: readonly (Readonly<Record<'id' | 'type' | 'field' | 'info_source', string>> & {
    readonly expected_value: unknown;
    readonly query_surface?: string;
  })[];
  readonly implicit_rubric_ids: readonly string[];
  readonly lock: { readonly digest: string };
  readonly proof: { readonly answer_set: Readonly<Record<string, unknown>> };
}

/** A part of a record, with more to come. */
const open = (value: object) => excerpt(value, true).replace(/ \}$/, ', … }');

/** The recorded sample in a few lines: one thing of each source, the lock and the proof. */
export function shortSample(): string {
  const sample = (JSON.parse(readFileSync(RECORDED_SAMPLES, 'utf8')) as { amazon: ShortSample }).amazon;
  const { user_persona: persona, clarification_script: script, target_product: target, rubrics, proof } = sample;
  const clue = rubrics.find(({ id }) => id === sample.implicit_rubric_ids[0]);
  const [slot] = script.clarification_slots;
  const shownRubric = (source: string) => {
    const found = rubrics.find((rubric) => rubric.info_source === source && rubric !== clue);
    const { id, type, field, expected_value, info_source } = found as ShortSample['rubrics'][number];
    return `    ${open({ id, type, field, expected_value, info_source })}`;
  };
  const { size, without_persona, without_clarification, query_alone } = proof.answer_set;
  return [
    '```jsonc',
    '{',
    `  "id": ${JSON.stringify(sample.id)},`,
    `  // what an agent reads first; "${clue?.query_surface}" is a clue for ${JSON.stringify(clue?.expected_value)}`,
    `  "user_query": ${JSON.stringify(sample.user_query)},`,
    '  // what it finds where it looks the shopper up',
    `  "user_persona": { "product_requirements": ${excerpt(persona.product_requirements, true)}, … },`,
    '  // what it hears where it asks the right question',
    `  "clarification_script": { "clarification_slots": [{ "trigger_keywords": [${(slot?.trigger_keywords ?? [])
      .slice(0, 2)
      .map((word) => JSON.stringify(word))
      .join(', ')}, …], "user_response": ${JSON.stringify(slot?.user_response)} }, …] },`,
    '  // for the grader alone: the answer, what is checked and where it was said, and the proof that nothing else fits',
    `  "target_product": ${open({ product_id: target.product_id, title: target.title })},`,
    '  "rubrics": [',
    `${shownRubric('query')},`,
    `${shownRubric('persona')}, …`,
    '  ],',
    `  "lock": { "digest": "${sample.lock.digest.slice(0, 12)}…" },`,
    `  "proof": { "answer_set": ${open({ size, without_persona, without_clarification, query_alone })}, … }`,
    '}',
    '```',
  ].join('\n');
}
