import type { Catalog } from '../../../catalog/index.ts';
import type { BenchmarkFormat, FormatLint, Looked, Place } from '../../../shopping/lint-format.ts';
import { gateInputOf } from './gate-input.ts';
import { GATE_HEADS, gatesForeign } from './gates.ts';
import { COUNTERS, type LintSample, looksLikeSample, readSample } from './index.ts';

/** Puts samples in EComAgentBench's published format, by whoever they were made, to counters and to the family's gates. */
class EcomagentbenchLint implements FormatLint {
  readonly #counters = COUNTERS.map(({ code, begin }) => ({ code, look: begin() }));
  readonly #gates: ReturnType<typeof gatesForeign>;
  readonly #catalog: Catalog | null;
  readonly #figures = new Map<string, Map<string, number>>();

  constructor(catalog: Catalog | null) {
    this.#catalog = catalog;
    this.#gates = gatesForeign(catalog);
  }

  add(row: unknown, { file, line }: Place) {
    const sample = readSample(row, file, line);
    if ('problem' in sample) return sample;
    const target = this.#catalog?.productById(sample.target.product_id ?? '') ?? undefined;
    const counted = this.#counters.map(({ code, look }): Looked => ({ code, ...look(sample) }));
    this.#count(sample);
    return {
      id: sample.id,
      text: sample.query,
      looked: [...counted, ...this.#gates(sample, gateInputOf(sample, target))],
    };
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
  counters: [...COUNTERS, ...GATE_HEADS],
  begin: (catalog) => new EcomagentbenchLint(catalog ?? null),
};
