import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { openCatalog } from '../../../catalog/index.ts';
import { ingestCatalog } from '../../../catalog/ingest/reading.ts';
import { learnFields } from '../../../shopping/learned/field-kinds.ts';
import { Quantities } from '../../../shopping/quantities/index.ts';
import { labelledCatalog } from '../../fixtures/labelled-catalogs.ts';

interface LabelledCatalog {
  readonly file: string;
  /** Not looked at when thresholds are set. */
  readonly held?: boolean;
  readonly fields: Readonly<Record<string, string>>;
  /** How its columns are named, where its format is none of the known ones. */
  readonly columns?: readonly string[];
  readonly id?: string;
  readonly title?: string;
  readonly object?: string;
  readonly category?: string;
}

const REAL = join(import.meta.dirname, '../../../../shared/data/real');
const present = existsSync(REAL);
if (!present) console.warn('real catalogs are absent (../shared/data/real): kinds of their fields are not checked');

const LABELS = parse(readFileSync(join(import.meta.dirname, '../../fixtures/field-labels.yaml'), 'utf8')) as Record<
  string,
  LabelledCatalog
>;
const folder = mkdtempSync(join(tmpdir(), 'labelled-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The format of a catalog that needs a mapping. */
function formatOf(name: string, { columns, id = 'name', title = 'name', object, category }: LabelledCatalog) {
  if (columns === undefined) return undefined;
  const path = join(folder, `${name}.yaml`);
  const named = Object.fromEntries(columns.map((column) => [column, column]));
  const details = { ...(object === undefined ? {} : { object }), columns: named };
  writeFileSync(path, stringify({ product: { id, title, ...(category === undefined ? {} : { category }), details } }));
  return `mapping:${path}`;
}

/** Fields of a catalog whose kind is not the one people read: what they read, and what was learned. */
async function misjudged(name: string, labelled: LabelledCatalog) {
  const format = formatOf(name, labelled);
  const catalog = format === undefined ? await labelledCatalog(name) : await readAs(format, name, labelled.file);
  try {
    const quantities = new Quantities(catalog);
    const learned = new Map(learnFields(catalog).map(({ field, kind }) => [field, kind]));
    return Object.entries(labelled.fields).flatMap(([field, label]) => {
      const kind = quantities.of(field) === null ? learned.get(field) : 'quantity';
      return label.split(' | ').includes(kind ?? '') ? [] : [`${name}: ${field}: ${label}, learned ${kind}`];
    });
  } finally {
    if (format !== undefined) catalog.close();
  }
}

async function readAs(format: string, name: string, file: string) {
  const database = join(folder, `${name}.db`);
  await ingestCatalog({ inputs: [join(REAL, file)], format, database });
  return openCatalog(database);
}

describe.skipIf(!present)('kinds of real fields', () => {
  test('are right on 95 % of those that were labelled by hand, and on 85 % where thresholds were not set', async () => {
    const wrong: string[] = [];
    let held = { fields: 0, wrong: 0 };
    for (const [name, labelled] of Object.entries(LABELS)) {
      const found = await misjudged(name, labelled);
      wrong.push(...found);
      if (labelled.held === true)
        held = { fields: held.fields + Object.keys(labelled.fields).length, wrong: held.wrong + found.length };
    }
    const fields = Object.values(LABELS).reduce((sum, labelled) => sum + Object.keys(labelled.fields).length, 0);
    expect(fields).toBeGreaterThanOrEqual(150);
    expect(wrong.length / fields, wrong.join('\n')).toBeLessThanOrEqual(0.05);
    expect(held.wrong / held.fields, wrong.join('\n')).toBeLessThanOrEqual(0.15);
  }, 300_000);
});
