import type { Layout } from './layout.ts';

export const DATASET_CARD = 'README.md';

/** Columns of a table of records, in the order in which they are met: texts, or any JSON where one is something else. */
export class Columns {
  readonly #types = new Map<string, 'string' | 'json'>();

  add(record: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(record))
      this.#types.set(name, typeof value === 'string' ? (this.#types.get(name) ?? 'string') : 'json');
  }

  get types(): readonly (readonly [name: string, type: string])[] {
    return [...this.#types];
  }
}

/** Names of splits are words to `datasets`, which refuses others. */
const nameOf = (split: string) => split.replaceAll('-', '_');

/**
 * The card of a run folder, by which `load_dataset(<folder>)` of Hugging Face `datasets` reads its splits under their own
 * names and leaves the folder's other files alone; the agent's view is a configuration of its own. The types of columns
 * stand there too: those guessed from the first rows of one split do not hold for the next.
 * https://huggingface.co/docs/hub/datasets-manual-configuration
 */
export function datasetCard({ splits }: Layout, columns: Readonly<Record<'samples' | 'agent', Columns>>): string {
  const paths = { samples: splits.map(({ path }) => path), agent: splits.map(({ path, agent }) => agent ?? path) };
  const names = ['samples', 'agent'] as const;
  const configurations = names.flatMap((name) => [
    `  - config_name: ${name}`,
    ...(name === 'samples' ? ['    default: true'] : []),
    '    data_files:',
    ...splits.flatMap(({ split }, at) => [
      `      - split: ${JSON.stringify(nameOf(split))}`,
      `        path: ${JSON.stringify(paths[name][at])}`,
    ]),
  ]);
  const features = names
    .filter((name) => columns[name].types.length > 0)
    .flatMap((name) => [
      `  - config_name: ${name}`,
      '    features:',
      ...columns[name].types.flatMap(([column, type]) => [
        `      - name: ${JSON.stringify(column)}`,
        `        dtype: ${type}`,
      ]),
    ]);
  return [
    ...[
      '---',
      'configs:',
      ...configurations,
      ...(features.length > 0 ? ['dataset_info:', ...features] : []),
      '---',
      '',
    ],
    'Tasks for agents, built by Cartwright. `load_dataset("<this folder>")` reads the samples with their answers,',
    '`load_dataset("<this folder>", "agent")` what an agent may see of them, and nothing else.',
    '',
  ].join('\n');
}
