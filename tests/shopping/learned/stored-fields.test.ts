import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type IngestOptions, ingestCatalog } from '../../../catalog/ingest/ingest.ts';
import { openCatalog } from '../../../catalog/store/catalog.ts';
import { learnFields } from '../../../shopping/learned/field-kinds.ts';
import { learning } from '../../../shopping/learned/stored-fields.ts';
import { quantityIn } from '../../../shopping/quantities/quantity-field.ts';
import { amazonRow, lines, temporaryFolder } from '../../fixtures/raw-files.ts';

/** More products than terms or titles are fetched at once, twice over. */
const PRODUCTS = 2_500;
const COLORS = ['Black', 'White', 'Green'];

const tent = (place: number) =>
  amazonRow(`B${1000 + place}`, {
    title: `Tent ${place}, ${COLORS[place % 3]}`,
    details: {
      Model: `M-${place}`,
      'Item Weight': `${1 + (place % 9)} pounds`,
      ...(place % 4 === 3 ? {} : { Color: COLORS[place % 3] }),
    },
  });

async function tents(options: Partial<IngestOptions> = {}) {
  const folder = temporaryFolder();
  const [raw, database] = [join(folder, 'raw.jsonl'), join(folder, 'catalog.db')];
  writeFileSync(raw, lines(...Array.from({ length: PRODUCTS }, (_, place) => tent(place))));
  await ingestCatalog({ inputs: [raw], database, ...options });
  return openCatalog(database);
}

test('a catalog of many products keeps of itself what its fields tell one by one, and finds each value and title', async () => {
  const catalog = await tents();
  const fields = learnFields(catalog);
  const quantities = ['Item Weight', 'Model Number'].flatMap((field) => quantityIn(catalog, field) ?? []);
  expect(quantities).toMatchObject([{ field: 'Item Weight', unit: 'lb' }]);
  expect(JSON.parse(learning().learn(catalog))).toMatchObject({
    fields,
    quantities,
    others: fields.flatMap(({ field }) => (field === 'Item Weight' ? [] : [field])),
  });
  for (const { field, values } of fields) {
    const stated = [...catalog.statedValues(field)];
    expect(stated).toHaveLength(values);
    expect(catalog.valuesOf(field)).toHaveLength(values);
    for (const { norm, rows } of stated) expect(rows).toEqual(catalog.valueRows(field, norm));
  }
  expect(fields.map(({ products, values }) => [products, values])).toContainEqual([PRODUCTS, PRODUCTS]);
  // Each that states no color in a field states it in its title.
  expect(fields.find(({ field }) => field === 'Color')).toMatchObject({ products: PRODUCTS, values: 3 });
});

test('fields of names are learned while another thread reads the titles, and the catalog is the same', async () => {
  const ahead: string[] = [];
  const { learnAhead, learn } = learning();
  const inThreads = await tents({
    threads: 1,
    learnAhead(catalog, fields) {
      ahead.push(...fields);
      learnAhead(catalog, fields);
    },
    learn,
  });
  const alone = await tents({ threads: 0, ...learning() });
  expect(ahead).toEqual(['Model']);
  expect([inThreads.digest, inThreads.learned]).toEqual([alone.digest, alone.learned]);
  expect(inThreads.productByRow(3).details.Color?.raw).toEqual([{ key: 'Color', value: 'Black', statedIn: 'title' }]);
  expect(inThreads.statingRows('Color', 'Black')).toEqual(alone.statingRows('Color', 'Black'));
});
