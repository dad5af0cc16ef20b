import { z } from 'zod';
import { defineStage, keep, reject } from '../pipeline/stage.ts';
import { Draft } from '../schemas/draft.ts';
import type { Finding } from '../schemas/finding.ts';
import type { Product } from '../schemas/product.ts';
import { Proof } from '../schemas/proof.ts';
import type { Gate, GateInput } from './validators/gate.ts';

/** A named gate and the codes it may find. */
export interface NamedGate {
  readonly name: string;
  readonly codes: Readonly<Record<string, string>>;
  readonly gate: Gate;
}

export interface ValidateDependencies {
  readonly gates: readonly NamedGate[];
  targetsOf(ids: readonly string[]): readonly Product[];
  prove(input: GateInput, gatesPassed: readonly string[]): Proof;
}

/** A draft that passed every gate, with what was measured about it. */
export const ValidDraft = z.strictObject({ draft: Draft, proof: Proof });
export type ValidDraft = z.infer<typeof ValidDraft>;

/**
 * Holds a draft against every gate and proves the ones that pass. All gates run, so that a rejection lists every defect
 * at once; its code is that of the first gate in order that found one.
 */
export const validate = ({ gates, targetsOf, prove }: ValidateDependencies) =>
  defineStage({
    name: 'validate',
    input: Draft,
    output: ValidDraft,
    rejections: Object.assign({}, ...gates.map(({ codes }) => codes)) as Record<string, string>,

    async *run(drafts) {
      for await (const draft of drafts) {
        const input: GateInput = { task: draft.task, wording: draft.wording, targets: targetsOf(draft.task.targetIds) };
        const findings = gates.flatMap(({ gate }) => gate(input));
        const [first] = findings;
        if (first === undefined)
          yield keep({
            draft,
            proof: prove(
              input,
              gates.map(({ name }) => name),
            ),
          });
        else yield reject(draft, first.code, summary(first, findings), { findings });
      }
    },
  });

const summary = (first: Finding, findings: readonly Finding[]) =>
  findings.length === 1
    ? `${first.path}: ${first.detail}`
    : `${first.path}: ${first.detail} (and ${findings.length - 1} more)`;
