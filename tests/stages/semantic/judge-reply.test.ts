import { expect, test } from 'vitest';
import { z } from 'zod';
import { hiddenIntentTexts } from '../../../families/ecomagentbench/semantic-texts.ts';
import { type JudgeReply, judgeReply, readReply } from '../../../stages/semantic/judge-reply.ts';
import { NATURAL, shampoo } from '../../fixtures/semantic.ts';
import { strictSchemaProblem } from '../../mock-endpoint/strict-schema.ts';

const texts = hiddenIntentTexts(shampoo().wording);
const names = texts.map(({ name }) => name);
type Entry = JudgeReply['requirements'][number];

const entry = (id: string, changes: Partial<Entry> = {}): Entry => ({
  id,
  verdict: 'supported',
  support: [{ text: 'query', quote: 'shampoo' }],
  ...changes,
});
const nowhere = (id: string): Entry => ({ id, verdict: 'unsupported', support: [] });

function read(requirements: Entry[], naturalness: unknown = NATURAL) {
  const reply = judgeReply(names).parse({ requirements, naturalness });
  const result = readReply(reply, ['q1', 'q2'], texts);
  return 'undecided' in result ? result.undecided : result.judgement;
}

test('a reply that places every requirement decides, in whatever order it does', () => {
  const judgement = read([nowhere('q2'), entry('q1')]);
  expect(judgement).toMatchObject({ unnatural: null });
  if (!('support' in judgement)) throw new Error('it did not decide');
  expect(judgement.support.get('q1')).toMatchObject([{ text: { name: 'query' }, span: { start: 11, end: 18 } }]);
  expect(judgement.support.get('q2')).toEqual([]);
});

test('two quotes from one text are one place', () => {
  const twice = entry('q1', {
    support: [
      { text: 'query', quote: 'shampoo' },
      { text: 'query', quote: 'the lid' },
      { text: 'persona requirements', quote: 'Coconut' },
    ],
  });
  const judgement = read([twice, nowhere('q2')]);
  if (!('support' in judgement)) throw new Error('it did not decide');
  expect(judgement.support.get('q1')?.map(({ text: { name } }) => name)).toEqual(['query', 'persona requirements']);
});

test.each<[string, Entry[], string[]]>([
  ['leaves out an id', [entry('q1')], ['q2: judged not at all']],
  ['says nothing at all', [], ['q1: judged not at all', 'q2: judged not at all']],
  ['judges an id twice', [entry('q1'), entry('q1'), nowhere('q2')], ['q1: judged more than once']],
  ['judges an id twice in two ways', [entry('q1'), nowhere('q1'), nowhere('q2')], ['q1: judged more than once']],
  [
    'judges an id that nobody asked about',
    [entry('q1'), nowhere('q2'), nowhere('r2')],
    ['it speaks of an id that is not in the list'],
  ],
  ['is unsure', [entry('q1', { verdict: 'unsure' }), nowhere('q2')], ['q1: the verdict is "unsure"']],
  [
    'is unsure, having found nothing',
    [entry('q1', { verdict: 'unsure', support: [] }), nowhere('q2')],
    ['q1: the verdict is "unsure"'],
  ],
  [
    'supports without saying where',
    [entry('q1', { support: [] }), nowhere('q2')],
    ['q1: "supported" without naming where'],
  ],
  [
    'does not support and says where',
    [entry('q1', { verdict: 'unsupported' }), nowhere('q2')],
    ['q1: "unsupported" and yet found in a text'],
  ],
  [
    'quotes what stands nowhere',
    [entry('q1', { support: [{ text: 'query', quote: 'bath salts' }] }), nowhere('q2')],
    ['q1: the quote does not stand word for word in "query"'],
  ],
  [
    'quotes what stands in another text',
    [entry('q1', { support: [{ text: 'query', quote: 'Coconut' }] }), nowhere('q2')],
    ['q1: the quote does not stand word for word in "query"'],
  ],
  [
    'quotes nothing',
    [entry('q1', { support: [{ text: 'query', quote: '' }] }), nowhere('q2')],
    ['q1: the quote does not stand word for word in "query"'],
  ],
  [
    'quotes the words a question is about, which no shopper says',
    [entry('q1', { support: [{ text: 'clarification cl_3', quote: 'benefit' }] }), nowhere('q2')],
    ['q1: the quote does not stand word for word in "clarification cl_3"'],
  ],
  [
    'has one quote right and invents another',
    [
      entry('q1', {
        support: [
          { text: 'query', quote: 'shampoo' },
          { text: 'query', quote: 'conditioner' },
        ],
      }),
      nowhere('q2'),
    ],
    ['q1: the quote does not stand word for word in "query"'],
  ],
])('a reply that %s decides nothing', (_, requirements, expected) => expect(read(requirements)).toEqual(expected));

test.each([
  ['is unsure', { verdict: 'unsure', quote: 'must', reason: 'Hm.' }, 'the verdict is "unsure"'],
  [
    'objects to words that are not there',
    { verdict: 'unnatural', quote: 'thou must', reason: 'Old.' },
    'the quote does not stand word for word in "query"',
  ],
  [
    'objects to words of the profile',
    { verdict: 'unnatural', quote: 'Coconut', reason: 'Odd.' },
    'the quote does not stand word for word in "query"',
  ],
  [
    'objects to no words',
    { verdict: 'unnatural', quote: null, reason: 'Odd.' },
    'the quote does not stand word for word in "query"',
  ],
  ['objects without a reason', { verdict: 'unnatural', quote: 'must', reason: null }, '"unnatural" without a reason'],
  [
    'objects with an empty reason',
    { verdict: 'unnatural', quote: 'must', reason: ' ' },
    '"unnatural" without a reason',
  ],
])('a reply that %s decides nothing of how the query reads', (_, naturalness, expected) => {
  expect(read([entry('q1'), nowhere('q2')], naturalness)).toEqual([`naturalness: ${expected}`]);
});

test('a reply says everything that is wrong with it', () => {
  expect(read([entry('q1', { verdict: 'unsure' })], { verdict: 'unsure', quote: null, reason: null })).toEqual([
    'q1: the verdict is "unsure"',
    'q2: judged not at all',
    'naturalness: the verdict is "unsure"',
  ]);
});

test('a reply cannot name a text that there is not, nor leave a verdict out', () => {
  const schema = judgeReply(names);
  const of = (part: object) =>
    schema.safeParse({ requirements: [{ ...entry('q1'), ...part }], naturalness: NATURAL }).success;
  expect(of({})).toBe(true);
  expect(of({ support: [{ text: 'clarification cl_7', quote: 'x' }] })).toBe(false);
  expect(of({ verdict: undefined })).toBe(false);
  expect(of({ verdict: 'partly' })).toBe(false);
});

test('the form of a reply is one that strict endpoints take', () => {
  expect(strictSchemaProblem(z.toJSONSchema(judgeReply(names)) as never)).toBeNull();
});
