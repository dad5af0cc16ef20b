import type { Catalog } from '../../../catalog/index.ts';
import type { Finding } from '../../../schemas/finding.ts';
import type { BenchmarkFormat, FormatLint, Looked, Place } from '../../../shopping/lint-format.ts';
import { gateInputOf } from './gate-input.ts';
import { CATALOG_HEADS, catalogGates, GATES, type LintGate } from './gates.ts';
import { COUNTERS, type LintSample, looksLikeSample, readSample } from './index.ts';

/** Findings about one thing are one defect, however many words show it. */
function described(findings: readonly Finding[]): string[] {
  const things = new Map<string, string[]>();
  for (const { rubricId, path, detail } of findings) {
    const thing = rubricId ?? path;
    things.set(thing, [...(things.get(thing) ?? []), detail]);
  }
  return [...things].map(([thing, details]) => `${thing}: ${[...new Set(details)].join('; ')}`);
}

/** Puts samples in EComAgentBench's published format, by whoever they were made, to counters and to the family's gates. */
class EcomagentbenchLint implements FormatLint {
  readonly #counters = COUNTERS.map(({ code, begin }) => ({ code, look: begin() }));
  readonly #gates: readonly LintGate[];
  readonly #catalog: Catalog | null;
  readonly #figures = new Map<string, Map<string, number>>();

  constructor(catalog: Catalog | null) {
    this.#catalog = catalog;
    this.#gates = catalog === null ? GATES : [...GATES, ...catalogGates(catalog)];
  }

  add(row: unknown, { file, line }: Place) {
    const sample = readSample(row, file, line);
    if ('problem' in sample) return sample;
    const target = this.#catalog?.productById(sample.target.product_id ?? '') ?? undefined;
    const input = gateInputOf(sample, target);
    const looked = this.#counters.map(({ code, look }): Looked => ({ code, ...look(sample) }));
    for (const { code, gate, of } of this.#gates) {
      const count = of(sample, input);
      if (count > 0) looked.push({ code, of: count, found: described(gate(input).filter((one) => one.code === code)) });
    }
    this.#count(sample);
    return { id: sample.id, text: sample.query, looked };
  }

  figures(file?: string) {
    const counts = file === undefined ? [...this.#figures.values()] : [this.#figures.get(file) ?? new Map()];
    const names = new Set(counts.flatMap((count) => [...count.keys()]));
    return [...names].map((name) => ({ name, value: counts.reduce((sum, count) => sum + (count.get(name) ?? 0), 0) }));
  }

  #count({ file, rubrics, slots, query }: LintSample): void {
    const counts = this.#figures.get(file) ?? new Map<string, number>();
    this.#figures.set(file, counts);
    const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count);
    add('requirements', rubrics.length);
    for (const source of ['query', 'persona', 'clarification'] as const)
      add(`of the ${source}`, rubrics.filter((rubric) => rubric.source === source).length);
    add('slots', slots.length);
    if (query === null) add('samples without a query', 1);
  }
}

export const ECOMAGENTBENCH_FORMAT: BenchmarkFormat = {
  name: 'EComAgentBench',
  rows: 'objects with "user_query" and "rubrics"',
  recognises: looksLikeSample,
  counters: [...COUNTERS, ...GATES, ...CATALOG_HEADS],
  begin: (catalog) => new EcomagentbenchLint(catalog ?? null),
};
