import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeShop } from '../../families/ecomagentbench/mutations/chinese/made-shop.ts';
import { useLanguage } from '../../lexicon/index.ts';
import { readLexicon } from '../../shopping/shop-lexicon/read-lexicon.ts';
import { cartwright, type Ended, workFolder } from '../fixtures/command-line.ts';
import { lexiconReplies } from '../fixtures/lexicon-model.ts';
import { asking, closedEndpoint } from '../fixtures/model-runs.ts';
import { writeShop } from '../fixtures/shop/make-shop.ts';
import { textOf } from '../mock-endpoint/chat-body.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

const work = workFolder();
const at = (...names: string[]) => join(work.folder, ...names);
const INPUT = ['--catalog', 'variants.csv', '--format', 'mapping:variants.yaml'];
const LEXICON = ['build:lexicon', ...INPUT, '--lexicon', 'unknown.yaml', '--model', 'gpt-4.1-mini'];

const GOOD = {
  Plaid: [
    ['comparison', 'look like a lumberjack shirt'],
    ['situation', 'suit a cabin in the Scottish highlands'],
    ['effect', 'show crossing bands that form squares'],
  ],
  Floral: [
    ['comparison', 'look like a meadow in May'],
    ['effect', 'show roses and tulips from edge to edge'],
    ['situation', 'suit a garden party'],
  ],
} as const;

/** Patterns that nothing is known of: two good sets of clues, and what every gate is there for. */
const ANSWERS = {
  clues: {
    Pattern: {
      ...GOOD,
      Striped: [
        ['effect', 'be striped from top to bottom'],
        ['use', 'is good with jeans'],
        ['comparison', 'look like a zebra'],
        ['effect', 'go well with everything'],
        ['situation', 'suit a lover of plaid blankets'],
      ],
    },
  },
  fields: {
    Pattern: {
      ...{ name: 'surface look', after: 'with {a v} surface', verb: 'hide what it shows' },
      ...{ near: [['Floral', 'Nowhere']], kind: 'quantity', unit: 'inches' },
    },
  },
  reads: { 'go well with everything': 'Plaid', 'surface look': 'Plaid, Striped, Abstract, Marble, Solid' },
} as const;

/** Fields that are asked for in batches. */
const MANY = ['Pattern', 'Color', 'Material', 'Closure', 'Finish Type', 'Form Factor', 'Occasion', 'Power Source'];
const fieldsOf = (names: readonly string[]) => `fields:\n${names.map((name) => `  ${name}: null\n`).join('')}`;

let endpoint: MockEndpoint;
let batches: MockEndpoint;
/** Mostly waits, so it goes on beside what is tested meanwhile. */
let batched: Promise<Ended>;
beforeAll(async () => {
  writeShop(work.folder);
  writeFileSync(at('unknown.yaml'), fieldsOf(['Pattern']));
  writeFileSync(at('many.yaml'), fieldsOf(MANY));
  endpoint = await startMockEndpoint({ respond: lexiconReplies(ANSWERS) });
  // A batch is done before it is looked at for the first time: looks are seconds apart.
  batches = await startMockEndpoint({ respond: lexiconReplies(ANSWERS), batches: { msPerStatus: 10 } });
  batched = asking(
    batches,
    work.folder,
    ...['build:lexicon', ...INPUT, '--lexicon', 'many.yaml', '--model', 'gpt-4.1-mini', '--writer', 'openai'],
    ...['--batch', '--values', '3', '--replies', 'batched.db', '--out', 'batched.yaml'],
  );
});
afterAll(async () => {
  await Promise.all([endpoint.close(), batches.close()]);
  work.discard();
});

describe('a lexicon that a model proposes', () => {
  test('costs what is said before, and nobody is asked for that', async () => {
    const { code, stdout, stderr } = await asking(endpoint, work.folder, ...LEXICON, '--writer', 'openai', '--dry-run');
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/together: \d[\d,]* to \d[\d,]* calls, \$/);
    expect(endpoint.stats.requests).toBe(0);
  });

  test('holds what its checks accept, and says of the rest why not', async () => {
    const asked = await asking(endpoint, work.folder, ...LEXICON, '--writer', 'openai', '--out', 'shop.lexicon.yaml');
    expect(asked.code, asked.stderr).toBe(0);
    expect(asked.stdout).toMatch(/lexicon writer \(gpt-4\.1-mini\) +\d/);
    expect(asked.stdout).toContain('Datasets are built from it offline: --lexicon shop.lexicon.yaml');
    const { fields } = readLexicon([at('shop.lexicon.yaml')]).lexicon;
    const values = fields.Pattern?.values as Record<string, { clues?: object }>;
    expect(values.Plaid?.clues).toEqual({
      comparison: ['look like a lumberjack shirt'],
      situation: ['suit a cabin in the Scottish highlands'],
      effect: ['show crossing bands that form squares'],
    });
    expect(Object.keys(values)).toEqual(expect.arrayContaining(['Plaid', 'Floral']));
    expect(values.Striped ?? null).toBeNull();
    const text = readFileSync(at('shop.lexicon.yaml'), 'utf8').replace(/\n *# {2,}/g, ' ');
    for (const reason of [
      /refused for Striped: clue "be striped from top to bottom": says its own value, "Striped"/,
      /clue "is good with jeans": begins with "is", expected a verb in its base form/,
      /clue "go well with everything": is not recovered \(0 of 2 solvers\), taken for "Plaid"/,
      /clue "suit a lover of plaid blankets": names another value of the field, "Plaid"/,
      /refused for Striped: clues: 1 of 3 clues were accepted/,
      /refused: kind quantity: only 0 % of its values are numbers/,
      /refused: unit "inches": is not the short form of a unit that is known/,
      /refused: verb "hide what it shows": has no place for the value/,
      /refused: near Floral \| Nowhere: names a value that the catalog does not state/,
    ])
      expect(text).toMatch(reason);
    expect(text).toContain('solvers recovered Plaid from its clues: 2 of 2, 2 of 2, 2 of 2');
  });

  test('is the same from the recorded replies, with nobody to ask', async () => {
    const closed = await closedEndpoint();
    const again = await asking(closed, work.folder, ...LEXICON, '--writer', 'replay', '--out', 'again.yaml');
    expect(again.code, again.stderr).toBe(0);
    expect(readFileSync(at('again.yaml'), 'utf8')).toBe(readFileSync(at('shop.lexicon.yaml'), 'utf8'));
  });

  test('builds a dataset that verify finds nothing wrong with', async () => {
    const options = ['--intents', 'product_search', '--per-intent', '5', '--lexicon', 'shop.lexicon.yaml'];
    const run = ['build:dataset', ...INPUT, ...options, '--out', 'one', '--workers', '1'];
    const one = await cartwright(work.folder, ...run);
    expect(one.code, one.stderr).toBe(0);
    expect((await cartwright(work.folder, 'verify', 'one')).code).toBe(0);
  });

  test('builds the same bytes offline in another folder', async () => {
    const elsewhere = workFolder();
    writeShop(elsewhere.folder);
    copyFileSync(at('shop.lexicon.yaml'), join(elsewhere.folder, 'shop.lexicon.yaml'));
    const options = ['--intents', 'product_search', '--per-intent', '5', '--lexicon', 'shop.lexicon.yaml'];
    const run = ['build:dataset', ...INPUT, ...options, '--out', 'two', '--workers', '1'];
    const built = await cartwright(elsewhere.folder, ...run);
    expect(built.code, built.stderr).toBe(0);
    for (const file of ['manifest.json', 'accepted.jsonl', 'rejected.jsonl', 'ledger.jsonl', 'splits/test.jsonl'])
      expect(readFileSync(join(elsewhere.folder, 'two', file), 'utf8'), file).toBe(
        readFileSync(at('one', file), 'utf8'),
      );
    elsewhere.discard();
  });

  test('ends at its cap with what was accepted until then, and says how to go on', async () => {
    const capped = await asking(
      endpoint,
      work.folder,
      ...LEXICON,
      ...['--writer', 'openai', '--out', 'capped.yaml', '--max-calls', '2', '--replies', 'other.db'],
    );
    expect(capped.code, capped.stderr).toBe(3);
    expect(capped.stderr).toContain('not all was asked: ');
    expect(existsSync(at('capped.yaml'))).toBe(true);
    expect(readLexicon([at('capped.yaml')]).lexicon.fields.Pattern).toBeDefined();
  });

  test('writes nothing where the key is refused', async () => {
    const stranger = { url: endpoint.url, key: 'sk-of-somebody-else' };
    const refused = await asking(
      stranger,
      work.folder,
      ...LEXICON,
      ...['--writer', 'openai', '--out', 'refused.yaml', '--replies', 'refused.db'],
    );
    expect([refused.code, existsSync(at('refused.yaml'))]).toEqual([2, false]);
  });

  test.each([
    [['--model', 'm'], /--model is about models, and none is asked; add --writer openai/],
    [['--writer', 'offline'], /--writer is "offline", expected openai/],
    [['--writer', 'openai', '--model', 'm'], /--out is missing, expected a file for what a model proposes/],
    [
      ['--writer', 'openai', '--model', 'm', '--votes', '0', '--out', 'x.yaml'],
      /--votes is "0", expected a whole number/,
    ],
  ])('says in one sentence what is wrong with %j', async (options, complaint) => {
    const { code, stderr } = await cartwright(work.folder, 'build:lexicon', ...INPUT, ...options);
    expect([code, stderr]).toEqual([2, expect.stringMatching(complaint)]);
  });
});

describe('a lexicon that a model proposes for a Chinese catalog', { timeout: 300_000 }, () => {
  const PATTERNS = ['条纹', '格子', '波点'];
  const CLUES = {
    条纹: ['上面要一道一道的', '要一条条平行的线', '线要一根根排整齐的'],
    格子: ['横的竖的线要交叉在一起', '要跟老式桌布那种花样', '花样要一块一块方方正正的'],
    波点: ['上面要有一个个小圆点', '要满身圆圆的小点', 'look like a ladybird'],
  };
  const DIALOGUE = {
    topic: '图案',
    keywords: ['图案', '花样', '印花'],
    questions: [
      '您想要什么图案和花样的？',
      '图案和印花您想要哪种？',
      '您对花样、图案有要求吗？',
      '花样和印花您要哪一种？',
    ],
  };
  let asked: Ended;
  const told: string[] = [];
  beforeAll(async () => {
    useLanguage('zh');
    const folder = mkdtempSync(at('zh-'));
    const { inputs, format } = makeShop(folder, 120, { kinds: 2 });
    useLanguage();
    const [file = ''] = inputs;
    const rows = readFileSync(file, 'utf8').trim().split('\n');
    const patterned = rows.map((row, place) => {
      const { details, ...product } = JSON.parse(row);
      return JSON.stringify({ ...product, details: { ...details, 图案: PATTERNS[place % 3] } });
    });
    writeFileSync(file, patterned.join('\n'));
    const clues = Object.fromEntries(
      Object.entries(CLUES).map(([value, texts]) => [value, texts.map((text) => ['effect', text] as const)]),
    );
    const replies = lexiconReplies({ clues: { 图案: clues }, fields: { 图案: { after: '{v}图案的', ...DIALOGUE } } });
    const reader = await startMockEndpoint({
      respond: (body) => {
        told.push(body.messages.map(textOf).join('\n'));
        return replies(body);
      },
    });
    const input = ['--catalog', file, '--format', format, '--model', 'gpt-4.1-mini'];
    asked = await asking(reader, work.folder, 'build:lexicon', ...input, '--writer', 'openai', '--out', 'zh.yaml');
    await reader.close();
  });

  test('is asked for in the form that words of Chinese have, and not in that of English ones', () => {
    expect(asked.code, asked.stderr).toBe(0);
    expect(asked.stdout).toContain('built from it with --writer openai --language zh: --lexicon zh.yaml');
    const [clues = ''] = told.filter((text) => text.includes('You write such hints'));
    expect(clues).toContain('is a clause in Chinese');
    const [fields = ''] = told.filter((text) => text.includes('fields nobody has described'));
    expect(fields).toContain('ending in 的');
    for (const text of [clues, fields]) expect(text).not.toMatch(/base form|It should \.\.\./);
  });

  test('holds the clues that are formed as Chinese ones, what questions ask, and refuses one in English', () => {
    const { fields } = readLexicon([at('zh.yaml')]).lexicon;
    expect(Object.keys(fields.图案?.values as object)).toEqual(['条纹', '格子']);
    expect(fields.图案).toMatchObject({ say: { after: ['{v}图案的'] }, dialogue: { label: '图案' } });
    expect(readFileSync(at('zh.yaml'), 'utf8').replace(/\n *# {2,}/g, ' ')).toMatch(
      /clue "look like a ladybird": is not formed as clues in Chinese are/,
    );
  });
});

// Last of all, for it waits for its batches meanwhile.
test('a lexicon that a model proposes is asked for in batches where that is wished', async () => {
  const asked = await batched;
  expect(asked.code, asked.stderr).toBe(0);
  expect(batches.requests.filter(({ route }) => route === 'batch_line').length).toBeGreaterThan(MANY.length);
  expect(readLexicon([at('batched.yaml')]).lexicon.fields.Pattern?.values).toMatchObject({ Plaid: {}, Floral: {} });
});
