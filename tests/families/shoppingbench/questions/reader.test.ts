import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Question } from '../../../../families/shoppingbench/questions/question.ts';
import { readQuestions } from '../../../../families/shoppingbench/questions/reader.ts';
import { folderWith, lines, temporaryFolder } from '../../../fixtures/raw-files.ts';

const CSV = 'question,answer,topic\nWho held up the heavens?,Atlas,Mythology\n';

/** Reads one file of a name and content. */
const readFile = (name: string, content: string | Buffer) => readQuestions(join(folderWith({ [name]: content }), name));

test("SimpleQA's CSV is read as it is published, with the topic from its metadata", async () => {
  const metadata = `"{'topic': 'Art', 'answer_type': 'Person', 'urls': ['https://example.org/?topic=none']}"`;
  const { questions, counts } = await readFile(
    'simpleqa.csv',
    `metadata,problem,answer\n${metadata},"Who painted ""Night Watch""?",Rembrandt\n`,
  );
  expect(counts).toEqual({ read: 1, kept: 1, merged: 0, quarantined: 0 });
  expect(questions).toEqual([
    {
      id: expect.any(String),
      question: 'Who painted "Night Watch"?',
      answer: 'Rembrandt',
      topic: 'Art',
      origin: { file: 'simpleqa.csv', line: 2 },
    },
  ]);
});

test.each([
  ['bank.csv', CSV],
  ['bank.csv.gz', CSV],
  ['semicolons.csv', CSV.replaceAll(',', ';')],
  [
    'capitals.csv',
    CSV.replace('question,answer,topic', 'Topic, Question ,ANSWER').replace(/^(Who.*),(.*),(.*)$/m, '$3,$1,$2'),
  ],
  ['bank.jsonl', lines({ question: 'Who held up the heavens?', answer: 'Atlas', topic: 'Mythology' })],
  ['bank.jsonl.gz', lines({ problem: 'Who held up the heavens?', answer: 'Atlas', metadata: { topic: 'Mythology' } })],
  ['bank.json', JSON.stringify([{ question: 'Who held up the heavens?', answer: ' Atlas ', topic: 'Mythology' }])],
])('the same question is the same record, with the id it always had, in %s', async (name, content) => {
  const { questions } = await readFile(name, content);
  expect(questions).toMatchObject([
    { id: '1b96ca3a77d4', question: 'Who held up the heavens?', answer: 'Atlas', topic: 'Mythology' },
  ]);
  Question.parse(questions[0]);
});

test('a question without a topic has none', async () => {
  const { questions } = await readFile('bank.csv', 'question,answer\nWho?,Atlas\n');
  expect(questions).toMatchObject([{ topic: null }]);
});

test.each([
  ['Two.', 'Two'],
  [' Kashmiri ', 'Kashmiri'],
  ['Trackers .', 'Trackers'],
  ['Dr. No', 'Dr. No'],
  ['<b>Atlas</b>\u200b', 'Atlas'],
])('the answer %j is read as %j', async (written, answer) => {
  const { questions } = await readFile('bank.jsonl', lines({ question: 'Who?', answer: written }));
  expect(questions).toMatchObject([{ answer }]);
});

test('a number is an answer like any other', async () => {
  const { questions } = await readFile('bank.jsonl', lines({ question: 'When?', answer: 1989 }));
  expect(questions).toMatchObject([{ answer: '1989' }]);
});

test('a question that comes twice is kept once, whatever its case and punctuation', async () => {
  const { questions, counts } = await readFile('bank.csv', 'question,answer\nWho was he?,Atlas\nwho was HE,atlas\n');
  expect(questions).toMatchObject([{ question: 'Who was he?', answer: 'Atlas', origin: { line: 2 } }]);
  expect(counts).toEqual({ read: 2, kept: 1, merged: 1, quarantined: 0 });
});

test('a question with two answers has no certain one: all its rows are set aside', async () => {
  const content = 'question,answer\nWho?,Atlas\nWhere?,Delphi\nWhen?,\nWho?,Juno\nWho?,Atlas\n';
  const { questions, counts, quarantined } = await readFile('bank.csv', content);
  expect(questions.map(({ answer }) => answer)).toEqual(['Delphi']);
  expect(counts).toEqual({ read: 5, kept: 1, merged: 0, quarantined: 4 });
  const reason = 'has several answers in lines 2, 5, 6, expected one';
  expect(quarantined).toEqual([
    { file: 'bank.csv', line: 2, reason },
    { file: 'bank.csv', line: 4, reason: 'has no answer' },
    { file: 'bank.csv', line: 5, reason },
    { file: 'bank.csv', line: 6, reason },
  ]);
});

test.each([
  ['{"question":"Who?"}', 'has no answer'],
  ['{"answer":"Atlas"}', 'has no question'],
  ['{"question":"?!","answer":"Atlas"}', 'has no question'],
  ['{"question":"Who?","answer":"…"}', 'has no answer'],
  ['{"question":"Who?","answer":["Atlas","Juno"]}', 'has a list of answers, expected one'],
  ['{"question":"Who?","answer":{"text":"Atlas"}}', 'has no answer'],
  ['["Who?","Atlas"]', 'is no object with a question and an answer'],
  ['{"question":"Who?",', 'is not JSON'],
])('the row %s is set aside with its line', async (row, reason) => {
  const { counts, quarantined } = await readFile('bank.jsonl', lines({ question: 'Where?', answer: 'Delphi' }, row));
  expect(counts).toEqual({ read: 2, kept: 1, merged: 0, quarantined: 1 });
  expect(quarantined).toEqual([{ file: 'bank.jsonl', line: 2, reason: expect.stringContaining(reason) }]);
});

test('a gzip file that breaks off gives the questions before the break and says where it broke', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({
    question: `What is number ${at}?`,
    answer: `Name${at * 7919}`,
  }));
  const zipped = gzipSync(lines(...many));
  const { counts, quarantined } = await readFile('bank.jsonl.gz', zipped.subarray(0, zipped.length / 2));
  expect(counts.kept).toBeGreaterThan(1000);
  expect(counts.read).toBe(counts.kept + 1);
  expect(quarantined).toMatchObject([{ reason: expect.stringContaining('gzip data breaks off') }]);
});

test('every row read is kept, merged or set aside, in any order, and the same questions are kept', async () => {
  const row = fc.record({
    question: fc.constantFrom('Who?', 'who', 'Where?', ''),
    answer: fc.constantFrom('Atlas', 'Juno', ''),
  });
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(row, { minLength: 1, maxLength: 8 })
        .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
      async ([rows, shuffled]) => {
        const certain = { question: 'Which?', answer: 'Rhea' };
        const [first, second] = await Promise.all(
          [rows, shuffled].map((order) => readFile('bank.jsonl', lines(certain, ...order))),
        );
        for (const { counts, quarantined } of [first!, second!]) {
          expect(counts.read).toBe(rows.length + 1);
          expect(counts.kept + counts.merged + counts.quarantined).toBe(counts.read);
          expect(quarantined).toHaveLength(counts.quarantined);
        }
        const kept = ({ questions }: NonNullable<typeof first>) =>
          questions.map(({ question, answer }) => `${question.toLowerCase().replace('?', '')}=${answer}`).sort();
        expect(kept(second!)).toEqual(kept(first!));
        expect(second!.counts).toEqual(first!.counts);
      },
    ),
    { numRuns: 50 },
  );
});

test('equal questions have equal ids, others have others', async () => {
  const content = lines({ question: 'Who?', answer: 'Atlas' }, { question: 'Whose?', answer: 'Atlas' });
  const { questions } = await readFile('a.jsonl', content);
  const again = await readFile('b.jsonl', content);
  expect(again.questions.map(({ id }) => id)).toEqual(questions.map(({ id }) => id));
  expect(new Set(questions.map(({ id }) => id)).size).toBe(2);
});

test.each([
  [
    'products.jsonl',
    lines({ product_id: '1', title: 'Tent' }),
    /keys "product_id", "title", expected columns "question"/,
  ],
  ['products.csv', `id,title\n${'1,Tent\n'.repeat(60)}`, /keys "id", "title"/],
  ['answers.csv', 'answer,topic\nAtlas,Mythology\n', /keys "answer", "topic"/],
  ['empty.csv', '', /is empty/],
  ['header.csv', 'question,answer\n', /has a header but no rows/],
  ['blank.csv', 'question,answer\nWho?,\n', /has no question: line 2 has no answer/],
  ['bank.txt', CSV, /has no known extension, expected one of \.jsonl/],
  ['bank.csv', gzipSync(CSV), /is a gzip file, expected csv text; add \.gz/],
])('%s is refused in one sentence', async (name, content, message) => {
  const refused = readFile(name, content);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toMatchObject({ name: 'ConfigError', message: expect.not.stringContaining('\n') });
});

test('a file that is missing and a folder are refused', async () => {
  const folder = temporaryFolder();
  await expect(readQuestions(join(folder, 'bank.csv'))).rejects.toThrow(/bank\.csv is missing, .*; check the path/);
  mkdirSync(join(folder, 'banks.csv'));
  await expect(readQuestions(join(folder, 'banks.csv'))).rejects.toThrow(/banks\.csv is a folder/);
});

test('keys of a foreign file are shown with their control characters escaped', async () => {
  await expect(readFile('x.jsonl', lines({ 'a\u001b[31m': 1 }))).rejects.toThrow('"a\\u{1b}[31m"');
});
