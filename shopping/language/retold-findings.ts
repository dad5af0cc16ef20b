import type { Finding } from '../../schemas/finding.ts';
import { fencedJson } from '../../text/fenced-data.ts';

/** A finding as a writer is told it. */
interface RetoldFinding {
  readonly code: string;
  /** The text it is about, below the part that was asked for. */
  readonly at: string;
  readonly requirement?: string;
  /** The words of the writer's own text it points at. */
  readonly words?: readonly string[];
  readonly detail?: string;
}

/** Codes whose details say nothing but what the writer of that text was told or wrote itself. */
const TELLABLE: ReadonlySet<string> = new Set([
  'surface_missing',
  'value_untraced',
  'query_extra',
  'voucher_arithmetic',
  'shop_condition_unsaid',
  'clue_unrecoverable',
  'slot_missing',
  'slot_incomplete',
  'slot_value_absent',
  'slot_keywords',
  'slot_hedged',
  'slot_unreachable',
  'slot_false_trigger',
]);

function textAt(part: unknown, steps: readonly string[]): string | null {
  const [step, ...rest] = steps;
  if (step === undefined) return typeof part === 'string' ? part : null;
  if (typeof part !== 'object' || part === null || !Object.hasOwn(part, step)) return null;
  return textAt((part as Record<string, unknown>)[step], rest);
}

/**
 * Findings as evidence for a writer that must not learn more than its own part: the code, the words of its own text, and
 * a requirement or a detail only where they are among what it was told. A gate's detail may name a value that another
 * part hides. `texts` holds the part by the names that the paths of findings begin with.
 */
export function retold(
  findings: readonly Finding[],
  texts: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): RetoldFinding[] {
  return findings.map(({ code, path, rubricId, spans = [], detail }) => {
    const text = textAt(texts, path.split('.'));
    const isKnown = rubricId !== undefined && known.has(rubricId);
    const words = text === null ? [] : [...new Set(spans.map(({ start, end }) => text.slice(start, end)))];
    return {
      code,
      at: path,
      ...(isKnown ? { requirement: rubricId } : {}),
      ...(words.length === 0 ? {} : { words }),
      ...(TELLABLE.has(code) && (isKnown || rubricId === undefined) ? { detail } : {}),
    };
  });
}

/** Earlier tries that the gates turned down, with what was found in them, as data for a prompt. */
export const shownTries = (tries: readonly { readonly findings: readonly RetoldFinding[] }[]): string =>
  tries.length === 0 ? 'This is the first try.' : fencedJson('earlier tries', tries);
