import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ingestCatalog } from '../../../catalog/ingest/ingest.ts';
import { openCatalog } from '../../../catalog/store/catalog.ts';
import { PublishedShoppingbenchTask } from '../../../families/shoppingbench/published-task.ts';
import { linkQuestions, reasonAgainstQuestion } from '../../../families/shoppingbench/questions/link.ts';
import { readQuestions } from '../../../families/shoppingbench/questions/reader.ts';
import { folderWith, lines, temporaryFolder } from '../../fixtures/raw-files.ts';

const REAL = join(import.meta.dirname, '../../../../shared/data/real');
const SIMPLEQA = join(REAL, 'simpleqa/simple_qa_test_set.csv.gz');
const PUBLISHED = join(REAL, 'shoppingbench/synthesize_web_simpleqa_test.jsonl.gz');
const present = existsSync(REAL);
if (!present) console.warn('SimpleQA and ShoppingBench are absent (../shared/data/real): their tests are skipped');
const testReal = test.skipIf(!present);

const publishedTasks = () =>
  gunzipSync(readFileSync(PUBLISHED))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => PublishedShoppingbenchTask.parse(JSON.parse(line)));

async function catalogOf(input: string) {
  const database = join(temporaryFolder(), 'catalog.db');
  await ingestCatalog({ inputs: [input], database });
  return openCatalog(database);
}

testReal('SimpleQA is read whole, every question with its topic', async () => {
  const { counts, questions } = await readQuestions(SIMPLEQA);
  expect(counts).toEqual({ read: 4326, kept: 4326, merged: 0, quarantined: 0 });
  expect(new Set(questions.map(({ topic }) => topic)).size).toBe(10);
  expect(questions.every(({ topic }) => topic !== null)).toBe(true);
});

testReal('of the 150 published knowledge questions 49 could carry no task in any catalog', () => {
  const counts: Record<string, number> = {};
  for (const { query, Knowledge_Attribute: answer } of publishedTasks()) {
    const question = query.slice(0, query.indexOf('?') + 1);
    const reason = reasonAgainstQuestion({ question, answer: String(answer) }) ?? 'none';
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  expect(counts).toEqual({
    answer_is_date: 26,
    answer_is_number: 18,
    answer_too_short: 2,
    answer_is_generic: 2,
    answer_in_question: 1,
    none: 101,
  });
});

testReal('SimpleQA is linked to the products of the published knowledge tasks', async () => {
  const rewards = publishedTasks().map(({ reward }) => reward);
  const catalog = await catalogOf(join(folderWith({ 'documents.jsonl': lines(...rewards) }), 'documents.jsonl'));
  const { questions } = await readQuestions(SIMPLEQA);
  const { links, refused } = linkQuestions(questions, catalog);
  expect(links).toHaveLength(110);
  expect(new Set(links.flatMap(({ rows }) => [...rows])).size).toBe(92);
  expect(Object.fromEntries(refused)).toEqual({
    answer_is_yes_or_no: 1,
    answer_is_date: 1395,
    answer_is_number: 615,
    answer_too_short: 7,
    answer_is_generic: 25,
    answer_in_question: 9,
    answer_not_in_titles: 2158,
    answer_inside_name: 5,
    answer_is_common_word: 1,
  });
});

testReal('SimpleQA is linked to a Lazada catalog of several countries by seven answers', async () => {
  const { questions } = await readQuestions(SIMPLEQA);
  const { links } = linkQuestions(questions, await catalogOf(join(REAL, 'brightdata-samples/lazada-products.csv.gz')));
  const answers = new Set(links.map(({ question }) => question.answer));
  expect([...answers].sort()).toEqual(['English', 'Google', 'Japan', 'Malaysia', 'Paris', 'Warrior', 'breathe']);
});
