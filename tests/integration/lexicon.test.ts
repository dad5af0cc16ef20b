import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCatalog } from '../../catalog/index.ts';
import { cartwright, workFolder } from '../fixtures/command-line.ts';
import { writeShop } from '../fixtures/shop/make-shop.ts';

const work = workFolder();
const at = (...names: string[]) => join(work.folder, ...names);
const run = (...options: string[]) => cartwright(work.folder, ...options);
const INPUT = ['--catalog', 'variants.csv', '--format', 'mapping:variants.yaml'];
const build = (out: string, ...options: string[]) =>
  run(
    'build:dataset',
    ...INPUT,
    '--intents',
    'product_search,use_case_scenario',
    '--per-intent',
    '3',
    '--out',
    out,
    ...options,
  );
const manifestOf = (out: string) => JSON.parse(readFileSync(at(out, 'manifest.json'), 'utf8'));

/** Nothing is asked about colours; a material has clues of its own; what was Style is Design. */
const MINE = `fields:
  Color: { asked: false }
  Material:
    values:
      Bamboo: { clues: [ be made of a fast-growing grass, come from a plant that pandas eat ] }
`;

beforeAll(() => {
  writeShop(work.folder);
  writeFileSync(at('my.yaml'), MINE);
});
afterAll(work.discard);

describe('a run with a lexicon', () => {
  test('asks what the lexicon lets it, and verify, explain and audit mean the same without being told again', async () => {
    const built = await build('mine', '--lexicon', 'my.yaml', '--workers', '2');
    expect(built.code, built.stderr).toBe(0);
    const { config } = manifestOf('mine');
    expect(config.lexicon).toMatchObject({
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      fields: { Color: { asked: false } },
    });
    const accepted = readFileSync(at('mine', 'accepted.jsonl'), 'utf8').trim().split('\n');
    expect(accepted).toHaveLength(6);
    expect(accepted.some((line) => line.includes('"details.Color"'))).toBe(false);
    expect((await run('verify', 'mine')).code).toBe(0);
    const { id } = JSON.parse(accepted[0] as string) as { id: string };
    const explained = await run('explain', 'mine', id);
    expect(explained.code, explained.stderr).toBe(0);
    expect(explained.stdout).not.toContain('ends otherwise');
    expect((await run('audit', 'mine')).code).toBe(0);
  });

  test('is the same on one thread, and in parts that are merged', async () => {
    expect((await build('one', '--lexicon', 'my.yaml', '--workers', '1')).code).toBe(0);
    expect(manifestOf('one').dataset_digest).toBe(manifestOf('mine').dataset_digest);
    for (const part of ['1/2', '2/2'])
      expect((await build('parts', '--lexicon', 'my.yaml', '--shard', part)).code).toBe(0);
    const merged = await run('merge', 'parts');
    expect(merged.code, merged.stderr).toBe(0);
    expect(manifestOf('parts').dataset_digest).toBe(manifestOf('mine').dataset_digest);
  });

  test('notes the digest of its lexicon in its samples, which are refused where they stand apart from the run', async () => {
    const [first = ''] = readFileSync(at('mine', 'accepted.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(first).provenance.lexicon_digest).toBe(manifestOf('mine').config.lexicon.digest);
    copyFileSync(at('mine', 'splits', 'test.jsonl'), at('copied.jsonl'));
    const played = await run('eval', 'copied.jsonl', '--catalog', 'variants.csv', '--agent', 'oracle', '--out', 'e');
    expect([played.code, played.stderr]).toEqual([
      2,
      expect.stringMatching(/copied\.jsonl:1 was built with a lexicon \(digest \w{16}\), which stands in the manifest/),
    ]);
  });

  test('is another run without it, and what changed is told', async () => {
    const again = await build('mine');
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).toContain('the lexicon changed');
    expect(manifestOf('mine').config.lexicon).toBeUndefined();
    expect(manifestOf('mine').dataset_digest).not.toBe(manifestOf('one').dataset_digest);
  });

  test('the file that build:lexicon writes changes nothing until it is edited', async () => {
    const wrote = await run('build:lexicon', ...INPUT, '--out', 'shop.lexicon.yaml');
    expect(wrote.code, wrote.stderr).toBe(0);
    expect(wrote.stdout).toContain('Asked about: ');
    expect((await build('plain')).code).toBe(0);
    expect((await build('read', '--lexicon', 'shop.lexicon.yaml')).code).toBe(0);
    expect(manifestOf('read').dataset_digest).toBe(manifestOf('plain').dataset_digest);
    const again = await run('build:lexicon', ...INPUT, '--out', 'shop.lexicon.yaml');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('may hold what you wrote')]);
  });

  test('a program reads the table as JSON, and a dry run writes nothing', async () => {
    const { stdout } = await run('build:lexicon', ...INPUT, '--json', '--dry-run', '--out', 'not-written.yaml');
    const { catalog, fields } = JSON.parse(stdout);
    expect(catalog.products).toBe(839);
    expect(fields.find(({ field }: { field: string }) => field === 'Color')).toMatchObject({
      kind: 'choice',
      share: 1,
    });
    expect(existsSync(at('not-written.yaml'))).toBe(false);
  });

  test('a field of another name is read as the field, its values in their own words, and the catalog says by what it was read', async () => {
    writeFileSync(
      at('spelled.yaml'),
      'fields:\n  Theme: { aliases: [ Motto ], values: { Music: { also: [ Space ] } } }\n',
    );
    const made = await run(
      'build:catalog',
      'variants.csv',
      '--format',
      'mapping:variants.yaml',
      '--out',
      's.db',
      '--lexicon',
      'spelled.yaml',
    );
    expect(made.code, made.stderr).toBe(0);
    const catalog = openCatalog(at('s.db'));
    expect(catalog.valueRows('Theme', 'space').length).toBeGreaterThan(0);
    expect(catalog.readWith).toContain('Motto');
    catalog.close();
  });
});
