import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ingestAny } from '../../../catalog/ingest/with-proposed-mapping.ts';
import { folderWith } from '../../fixtures/raw-files.ts';
import { nameAt, table } from '../../fixtures/unseen-exports.ts';

test('files of products that have no column in common are refused, and each is to be built by itself', async () => {
  const folder = folderWith({
    'a.csv': table('sku,name,price,colour', (at) => [`G${at}`, nameAt(at), `${at}.50`, 'Red']),
    'b.csv': table('ref,nom,prix,couleur', (at) => [`R${at}`, nameAt(at), `${at}.50`, 'rouge']),
  });
  const inputs = ['a.csv', 'b.csv'].map((name) => join(folder, name));
  const options = { inputs, database: join(folder, 'c.db'), mapping: join(folder, 'c.mapping.yaml'), say: () => {} };
  await expect(ingestAny(options)).rejects.toThrow(
    /a\.csv and .*b\.csv have different columns \("sku", .*; "ref", .*\), which no one mapping reads; build each by itself/,
  );
});
