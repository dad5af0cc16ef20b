import { type Catalog, optionsIn } from '../../../catalog/index.ts';
import type { CounterHead, Looked } from '../../../pipeline/foreign-lint.ts';
import type { Product } from '../../../schemas/product.ts';
import { AnswerSets, everyBit } from '../../../shopping/answers/answer-set.ts';
import type { Requirement } from '../../../shopping/kinds/index.ts';
import { statedOptions } from '../../../shopping/plausibility/contradictions.ts';
import { contradictions, implausibleValue as reasonAgainstValue } from '../../../shopping/plausibility/index.ts';
import type { DescribedGate, Scope, TaskPart } from '../../../stages/gate.ts';
import { type Facts, GATES, gatesOn } from '../gates/index.ts';
import { intentNamed } from '../intents.ts';
import { gateInputOf } from './gate-input.ts';
import type { LintSample } from './sample.ts';

const MOST_ANSWERS = 1;

/**
 * Says why a foreign product's value makes no sense, as far as it can be judged without a catalog: by itself, and
 * beside the product's other values.
 */
function reasonAgainst(product: Product, field: string, option: string): string | null {
  const { id: productId, title, brand } = product;
  for (const part of optionsIn(field, option)) {
    const reason = reasonAgainstValue({ field, option: part, rawValue: option, productId, title, brand });
    if (reason !== null) return reason;
  }
  const found = contradictions(product, statedOptions(product)).find(({ values }) =>
    values.some((value) => value.field === field && optionsIn(field, option).includes(value.option)),
  );
  return found?.reason ?? null;
}

/** Makes the catalog facts for the gates of foreign tasks; without their catalog nothing that is asked of it. */
function factsOf(catalog: Catalog | null): Facts {
  const answerSets = catalog === null ? null : new AnswerSets(catalog);
  return {
    catalog: catalog ?? { rowOf: () => null },
    reviewsOf(id) {
      const row = catalog?.rowOf(id) ?? null;
      return row === null ? [] : (catalog?.reviewsOf(row) ?? []);
    },
    reasonAgainst,
    contractsOf: (intent) => intentNamed(intent).contracts,
    statedElsewhere: () => true,
    nearMissesRemovedBy: () => 0,
    answersOf({ entities, locked }) {
      const table = answerSets?.table(entities[0]?.phrase ?? '', locked.rubrics as readonly Requirement[]);
      return (table?.rowsOf(everyBit(locked.rubrics.length)) ?? []).flatMap(
        (row) => catalog?.productByRow(row).id ?? [],
      );
    },
    maxAnswers: MOST_ANSWERS,
  };
}

const headOf = ({ codes, unit }: DescribedGate & Pick<Scope, 'unit'>): CounterHead => {
  const [[code, meaning] = ['', '']] = Object.entries(codes);
  return { code, meaning, unit, isDefect: true };
};

/** The codes of the gates that foreign samples are put to. */
export const GATE_HEADS: readonly CounterHead[] = GATES.flatMap((gate) =>
  gate.scope === undefined ? [] : [headOf({ ...gate, unit: gate.scope.unit })],
);

/** Lists the parts of a sample that are published, or shown by the catalog it was made from. */
function partsOf(sample: LintSample, catalog: Catalog | null): ReadonlySet<TaskPart> {
  const { query, rubrics, profile, slots, defaultAnswer, target } = sample;
  const isThere: Readonly<Record<TaskPart, boolean>> = {
    query: query !== null,
    surfaces: rubrics.some(({ surface }) => surface !== null),
    'noun phrase': rubrics.some(({ type }) => type === 'entity_match'),
    'target title': typeof target.title === 'string',
    'target id': catalog !== null && typeof target.product_id === 'string',
    'target product': typeof catalog?.rowOf(target.product_id ?? '') === 'number',
    profile: profile !== null,
    'whole script': defaultAnswer !== null && slots.every(({ hides }) => hides !== null),
  };
  const parts = Object.keys(isThere) as TaskPart[];
  return new Set(parts.filter((part) => isThere[part]));
}

/** Findings about one thing are one defect, however many words show it. */
function described(findings: ReturnType<(typeof GATES)[number]['check']>): string[] {
  const things = new Map<string, string[]>();
  for (const { rubricId, path, detail } of findings) {
    const thing = rubricId ?? path;
    things.set(thing, [...(things.get(thing) ?? []), detail]);
  }
  return [...things].map(([thing, details]) => `${thing}: ${[...new Set(details)].join('; ')}`);
}

/** Puts foreign samples to every gate of the family that what is published of them can be judged by. */
export function gatesForeign(catalog: Catalog | null): (sample: LintSample) => Looked[] {
  const gates = gatesOn(factsOf(catalog));
  return (sample) => {
    const input = gateInputOf(sample, catalog?.productById(sample.target.product_id ?? '') ?? undefined);
    const parts = partsOf(sample, catalog);
    return gates.flatMap(({ codes, scope, check }) => {
      const of = scope?.reads.every((part) => parts.has(part)) === true ? scope.of(input) : 0;
      if (of === 0) return [];
      const [code = ''] = Object.keys(codes);
      return [{ code, of, found: described(check(input).filter((finding) => finding.code === code)) }];
    });
  };
}
