import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ingestCatalog } from '../../../../catalog/ingest/ingest.ts';
import { type Catalog, openCatalog } from '../../../../catalog/store/catalog.ts';
import { linkQuestions, reasonAgainstQuestion } from '../../../../families/shoppingbench/questions/link.ts';
import { type QuestionBank, readQuestions } from '../../../../families/shoppingbench/questions/reader.ts';
import { findMentions } from '../../../../text/mentions.ts';
import { temporaryFolder } from '../../../fixtures/raw-files.ts';

const RAW = join(import.meta.dirname, '../../../../raw');
const BANK = join(RAW, 'sample', 'questions.csv');

let bank: QuestionBank;
beforeAll(async () => {
  bank = await readQuestions(BANK);
});

async function bundledCatalog(): Promise<Catalog> {
  const database = join(temporaryFolder(), 'catalog.db');
  const inputs = ['lazada-documents.jsonl.gz', 'lazada-products.csv.gz'].map((file) => join(RAW, 'sample', file));
  await ingestCatalog({ inputs, database });
  return openCatalog(database);
}

test('every row of the bank is a question of its own with a topic', () => {
  expect(bank.counts).toEqual({ read: 150, kept: 150, merged: 0, quarantined: 0 });
  expect(new Set(bank.questions.map(({ id }) => id)).size).toBe(150);
  expect(bank.questions.every(({ topic }) => topic !== null)).toBe(true);
});

test('no answer is asked for more than twice, and most of them once', () => {
  const counts = new Map<string, number>();
  for (const { answer } of bank.questions) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  expect(Math.max(...counts.values())).toBe(2);
  expect([...counts.values()].filter((count) => count === 1).length).toBeGreaterThan(counts.size / 2);
});

test('no question opens like more than six others', () => {
  const openings = new Map<string, number>();
  for (const { question } of bank.questions) {
    const opening = question.split(' ').slice(0, 4).join(' ');
    openings.set(opening, (openings.get(opening) ?? 0) + 1);
  }
  expect([...openings].filter(([, count]) => count > 6)).toEqual([]);
});

test('nothing speaks against any bundled question', () => {
  const refused = bank.questions.map((question) => [question.answer, reasonAgainstQuestion(question)]);
  expect(refused.filter(([, reason]) => reason !== null)).toEqual([]);
});

test('no question holds a word of its answer', () => {
  const told = bank.questions.filter(({ question, answer }) =>
    answer.split(' ').some((word) => word.length > 2 && findMentions(question, word).length > 0),
  );
  expect(told).toEqual([]);
});

test('every bundled question is linked to a product of the bundled sample, most products to a question', async () => {
  const catalog = await bundledCatalog();
  const { links, refused } = linkQuestions(bank.questions, catalog);
  expect([...refused]).toEqual([]);
  expect(links).toHaveLength(150);
  const rows = new Set(links.flatMap((link) => [...link.rows]));
  expect(rows.size / catalog.size).toBeGreaterThan(0.75);
});

test('SOURCES.md states the size and checksum of the bank as committed', () => {
  const bytes = readFileSync(BANK);
  const digest = createHash('sha256').update(bytes).digest('hex');
  expect(bank.digest).toBe(digest);
  expect(readFileSync(join(RAW, 'SOURCES.md'), 'utf8')).toContain(
    `| \`sample/questions.csv\` | ${bytes.length} | \`${digest}\` | \`${digest}\` |`,
  );
});
