import { existsSync, statSync } from 'node:fs';
import { containerOf, readRows } from '../../../catalog/rows/index.ts';
import { ConfigError } from '../../../schemas/errors.ts';

/** A line of a JSON lines file, and how messages say where it stands. */
export interface PlacedValue {
  readonly place: string;
  readonly line: number;
  readonly value: unknown;
}

/**
 * The values of a JSON lines file, unzipped where its name ends in .gz. A line that cannot be read ends the command:
 * a score over the others would look like a score over all.
 */
export async function* placedValues(path: string, holds: string): AsyncGenerator<PlacedValue> {
  if (!existsSync(path)) throw new ConfigError(`${path} is missing, expected a file of ${holds}; check the path`);
  if (statSync(path).isDirectory())
    throw new ConfigError(`${path} is a folder, expected a file of ${holds}, such as splits/test.jsonl of a run`);
  const container = await containerOf(path);
  if (container.kind !== 'json-lines')
    throw new ConfigError(`${path} holds no JSON lines, expected ${holds}, one JSON object per line`);
  for await (const rows of readRows({ path, name: path }, container).batches) {
    for (const row of rows) {
      const place = `${path}:${row.line}`;
      if ('broken' in row)
        throw new ConfigError(`${place}: ${row.broken}; expected ${holds}, one JSON object per line`);
      yield { place, line: row.line, value: row.value };
    }
  }
}
