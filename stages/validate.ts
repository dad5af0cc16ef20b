import { z } from 'zod';
import { defineStage, keep, type Rejected, reject } from '../pipeline/stage.ts';
import type { Finding } from '../schemas/finding.ts';
import { Overruled } from '../schemas/override.ts';
import { type Draft, draftOf, type QueryWording } from '../shopping/draft.ts';
import type { SemanticProof, SemanticVerdict } from '../shopping/semantic.ts';
import type { DescribedGate, Gate, GateInput } from './gate.ts';

/** A family's gates, told what they have to know beside a draft. */
export const gatesIn = <Words extends QueryWording, Context>(
  context: Context,
  gates: readonly Gate<Words, [Context]>[],
): Gate<Words>[] => gates.map((gate) => ({ ...gate, check: (input) => gate.check(input, context) }));

/** The names a proof lists of gates in code, those left out that people overruled; models read no overruled text. */
export const namesPassed = (
  gates: readonly DescribedGate[],
  {
    semantic,
    overruled,
  }: { readonly semantic?: DescribedGate | undefined; readonly overruled?: string | undefined } = {},
): string[] =>
  [...gates, ...(semantic === undefined ? [] : [semantic])]
    .filter(({ codes }) => overruled === undefined || !Object.hasOwn(codes, overruled))
    .map(({ name }) => name);

/** Rejects a draft for what gates found in it, under the first code; null where they found nothing. */
export function rejectedFor<Draft>(draft: Draft, findings: readonly Finding[]): Rejected<Draft> | null {
  const [first] = findings;
  if (first === undefined) return null;
  const more = findings.length === 1 ? '' : ` (and ${findings.length - 1} more)`;
  return reject(draft, first.code, `${first.path}: ${first.detail}${more}`, { findings });
}

/** The codes no other wording can mend. */
export const finalCodesOf = (gates: readonly DescribedGate[]): ReadonlySet<string> =>
  new Set(gates.flatMap(({ final, codes }) => (final ? Object.keys(codes) : [])));

/** A gate that models decide. */
export interface SemanticGate<Words extends QueryWording> extends DescribedGate {
  check(input: GateInput<Words>): Promise<SemanticVerdict>;
}

export interface ValidateDependencies<Words extends QueryWording, Proof> {
  readonly wording: z.ZodType<Words>;
  readonly proof: z.ZodType<Proof>;
  readonly gates: readonly Gate<Words>[];
  /** Asked only about drafts that every other gate passed; where it is absent no model reads them. */
  readonly semantic?: SemanticGate<Words> | undefined;
  /** Is told which gates turned a draft down, none where it passed. */
  readonly judged?: ((failedGates: readonly string[]) => void) | undefined;
  /** `semantic` is what the semantic gate measured, where there is one. */
  prove(input: GateInput<Words>, gatesPassed: readonly string[], semantic: SemanticProof | undefined): Proof;
}

/** A draft that passed every gate, with what was measured about it. */
export interface ValidDraft<Words extends QueryWording, Proof> {
  draft: Draft<Words>;
  proof: Proof;
  /** People's decision to let it pass that a gate had turned down. */
  overruled?: Overruled | undefined;
}

/**
 * Holds a draft against every gate and proves the ones that pass. All gates in code run, so that a rejection lists every
 * defect at once; its code is that of the first gate in order that found one. The semantic gate comes after them, since
 * its replies cost money; where it cannot be decided its ModelError passes through, and the task is neither kept nor
 * rejected.
 */
export const validate = <Words extends QueryWording, Proof>({
  wording,
  proof,
  gates,
  semantic,
  judged,
  prove,
}: ValidateDependencies<Words, Proof>) =>
  defineStage<Draft<Words>, ValidDraft<Words, Proof>>({
    name: 'validate',
    input: draftOf(wording),
    output: z.strictObject({
      draft: draftOf(wording),
      proof,
      overruled: Overruled.optional(),
    }) as unknown as z.ZodType<ValidDraft<Words, Proof>>,
    rejections: Object.assign({}, ...gates.map(({ codes }) => codes), semantic?.codes) as Record<string, string>,

    async run(draft) {
      const { earlier: _earlier, ...input } = draft;
      const found: { name: string; findings: readonly Finding[] }[] = gates.map(({ name, check }) => ({
        name,
        findings: check(input),
      }));
      const isSound = found.every(({ findings }) => findings.length === 0);
      const read = isSound ? await semantic?.check(input) : undefined;
      if (semantic !== undefined && read !== undefined) found.push({ name: semantic.name, findings: read.findings });
      judged?.(found.flatMap(({ name, findings }) => (findings.length === 0 ? [] : name)));
      const findings = found.flatMap((gate) => gate.findings);
      const turnedDown = rejectedFor(draft, findings);
      if (turnedDown !== null) return turnedDown;
      return keep({ draft, proof: prove(input, namesPassed(gates, { semantic }), read?.proof) });
    },
  });
