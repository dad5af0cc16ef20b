import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { type ExplainOptions, explain } from '../../../cli/explain/explain.ts';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { ReplyStore } from '../../../models/reply-store.ts';
import { RUN_DB } from '../../../pipeline/checkpoints/checkpoints.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { placementEntries } from '../../../shopping/published/explained-placements.ts';
import { corrupted } from '../../fixtures/corrupted-run.ts';
import { type FinishedFixture, finishedRun } from '../../fixtures/finished-run.ts';
import { changedRun } from '../../fixtures/run-db.ts';
import { requestOf } from '../../models/requests.ts';

let sound: FinishedFixture;
beforeAll(() => {
  sound = finishedRun();
});

function explained(
  id: string,
  { folder = sound.folder, width = 100, colour = false, ...options }: ExplainOptions & Partial<Shown> = {},
) {
  let text = '';
  expect(explain(folder, id, { write: (part) => (text += part), width, colour }, options)).toBe(0);
  return text;
}
interface Shown {
  readonly folder: string;
  readonly width: number;
  readonly colour: boolean;
}
/** The text with its line breaks and indents taken out, for sentences that may be wrapped. */
const flat = (text: string) => text.replace(/\s+/g, ' ');

test('an accepted task shows its target and raw row, its sources, its lock, its text and its proof', () => {
  const text = explained(sound.ids.coupon);
  expect(text).toMatch(/^accepted: in accepted\.jsonl and splits\/test\.jsonl$/m);
  expect(text).toMatch(/^target +T1 "Harbor Canvas Tote Bag", in Bags$/m);
  expect(text).toMatch(/^raw row +bags\.jsonl:1$/m);
  expect(text).toMatch(/^lock +[0-9a-f]{64}$/m);
  expect(text).toMatch(/^query +r1: Color is "Black", hinted at as "as dark as night"$/m);
  expect(text).toMatch(/^persona +r2: Material is "Canvas"\n +r3: Pattern is none of "Floral"$/m);
  expect(text).toMatch(/^clarification +r4: Closure is "Zipper"$/m);
  expect(text).toContain('Attempt 1 of 1: passed every gate');
  expect(text).toMatch(/^cl_1 answer +Please: Closure is "Zipper"\.$/m);
  expect(text).toMatch(/^answer set +1 product: T1$/m);
  expect(flat(text)).toContain(
    '3 products without the persona, 2 without the clarification, 4 with the query alone, 6 with the noun phrase alone',
  );
  expect(text).toMatch(/^r3 +without it, 1 more product would fit; the target states "Solid"$/m);
});

test('what a finished sample does not keep is said to be unknown, never left out', () => {
  expect(explained(sound.ids.coupon)).toContain(
    'Not known: a finished sample does not keep the facts that were dropped.',
  );
  const locked = corrupted(sound, () => {});
  const record = { dropped: [{ field: 'Size', value: 'huge', reason: 'placeholder: says nothing' }] };
  const lockDigest = JSON.parse(readFileSync(join(locked, 'ledger.jsonl'), 'utf8').split('\n')[0] ?? '').lock_digest;
  const lock = [sound.ids.coupon, 'key', 'coupon_budget', lockDigest, JSON.stringify(record)];
  changedRun(join(locked, RUN_DB), 'INSERT INTO locks VALUES (?, ?, ?, ?, 1, NULL, ?)', ...lock);
  expect(explained(sound.ids.coupon, { folder: locked })).toContain('Size "huge": placeholder: says nothing');
  const folder = corrupted(sound, (run) => {
    run.accepted[0].provenance.attempts = 3;
  });
  const text = explained(sound.ids.coupon, { folder });
  expect(text).toContain('Attempt 3 of 3: passed every gate');
  expect(text).toContain('Not known: the text of 2 earlier attempts');
});

const placed = (source: 'query' | 'persona' | 'clarification', field: string, value: string) => ({
  feature: {
    ...{ type: 'attribute_match' as const, field: `details.${field}`, value, sources: [source] },
    ...{ implicit: false, required: false },
  },
  source,
  expression: source === 'query' ? ('explicit' as const) : null,
});

test('placements that were tried show what each leaves, which one was taken, and why others came to nothing', () => {
  const left = { all: 2, withoutPersona: 3, withoutClarification: 2, queryAlone: 5 };
  const rubric = {
    id: 'r1',
    type: 'attribute_match',
    field: 'details.Color',
    expected_value: 'Red',
    info_source: 'query',
  };
  const placements = {
    kind: 'shown',
    entries: placementEntries(
      [
        { kind: 'impossible', number: 1, phrase: null, obstacle: 'too few facts are left for the persona' },
        {
          kind: 'weighed',
          number: 2,
          phrase: null,
          placed: [placed('query', 'Style', 'Modern'), placed('persona', 'Color', 'Red')],
          left,
        },
        { kind: 'impossible', number: 3, phrase: null, obstacle: 'too few facts are left for the persona' },
        {
          kind: 'weighed',
          number: 4,
          phrase: null,
          placed: [placed('query', 'Color', 'Red')],
          left: { ...left, all: 9 },
        },
      ],
      { locked: { rubrics: [{ ...rubric, description: '-' }], implicit_rubric_ids: [], voucher: null } },
    ),
  } as const;
  const text = flat(explained(sound.ids.unfit, { placements }));
  expect(text).toContain('drawn 4 times, with 2 different placements');
  expect(text).toContain('2 draws: too few facts are left for the persona');
  expect(text).toContain('taken, 4 the query: Color: Red; 9 answers left');
  expect(text).toContain(
    'number 2 the query: Style: Modern; the persona: Color: Red; 2 answers left, 3 without the persona, 2 without the clarification, 5 with the query alone',
  );
});

test('placements that cannot be found out are noted with the reason', () => {
  const placements = { kind: 'unknown', why: 'its record does not say how it was planned' } as const;
  expect(flat(explained(sound.ids.unfit, { placements }))).toContain(
    'Note: how its features might have been placed is not known: its record does not say how it was planned',
  );
});

test('what models were asked for a task is shown whole, with what they replied', () => {
  const folder = corrupted(sound, (run) => {
    run.manifest.config.writer = 'openai';
  });
  const replies = join(folder, 'replies.db');
  expect(flat(explained(sound.ids.leaky, { folder, replies }))).toContain(
    `because ${replies} is missing; name the store`,
  );
  const store = ReplyStore.open(replies);
  const request = requestOf({
    role: 'query_writer',
    messages: [{ role: 'user', content: 'Write\n\u001b[2Ja query.' }],
  });
  store.put(
    'a'.repeat(64),
    request,
    { text: 'A bag, please.', finish: 'stop', model: 'm', usage: null },
    { taskId: sound.ids.leaky, costNano: null },
  );
  store.close();
  const text = explained(sound.ids.leaky, { folder, replies });
  expect(text).toContain(`Asked: query writer (${request.model}), try 1, request aaaaaaaaaaaa`);
  expect(text).toMatch(/^user +Write\n +\\u\{1b\}\[2Ja query\.$/m);
  expect(text).toMatch(/^reply +A bag, please\.$/m);
  expect(explained(sound.ids.unfit, { folder, replies })).not.toContain('Asked:');
});

test('replies that a sample was made from and that its store lacks are noted', () => {
  const folder = corrupted(sound, (run) => {
    run.manifest.config.writer = 'openai';
    run.accepted[0].provenance.reply_digests = ['b'.repeat(64)];
  });
  const replies = join(folder, 'replies.db');
  ReplyStore.open(replies).close();
  expect(flat(explained(sound.ids.coupon, { folder, replies }))).toContain('does not hold 1 of the replies');
});

test('the catalog named shows raw rows where the cache has none', () => {
  expect(explained(sound.ids.unfit, { catalogs: 'nowhere' })).not.toMatch(/^raw row/m);
  expect(explained(sound.ids.unfit, { catalog: sound.catalog })).toMatch(/^raw row +bags\.jsonl:7$/m);
});

test('an opinion shows the quotes it rests on', () => {
  expect(flat(explained(sound.ids.review))).toContain('not counted; review a1a1a1a1a1 says "The strap never slips."');
});

test('a sample whose opinions a model was to find says who found them', () => {
  const folder = corrupted(sound, (run) => {
    const sample = run.accepted.find(({ id }: { id: string }) => id === sound.ids.review);
    sample.provenance.opinions_by = 'phrases';
  });
  expect(flat(explained(sound.ids.review, { folder }))).toContain(
    'phrase tables found them in the reviews; nothing the model sent could be used',
  );
});

test('a rejected task shows every attempt, the offending spans in brackets where there is no colour', () => {
  const text = explained(sound.ids.leaky);
  expect(text).toContain('rejected by validate: hidden_in_query');
  expect(text).toContain('Attempt 1 of 2: turned down for hidden_in_query');
  expect(text).toContain('Attempt 2 of 2: turned down for hidden_in_query, hidden_in_persona_noise');
  expect(text.match(/A tote bag with a \[zipper\], as dark as night\./g)).toHaveLength(2);
  expect(text).toContain('hobbies: Rowing; Painting on [canvas]');
  expect(flat(text)).toContain('hidden_in_query in user_query, of r4: "Zipper" stands in it as "zipper"');
});

test('a rejected task shows what was kept and what was dropped, with the reason', () => {
  const text = explained(sound.ids.leaky);
  expect(text).toMatch(/Kept, and given no place\n {2}Style: Modern/);
  expect(text).toMatch(/Dropped\n {2}Size "\\u\{1b\}\[2Jlarge": holds control characters/);
});

test('spans are in colour on a terminal, and nowhere else in brackets', () => {
  const text = explained(sound.ids.leaky, { colour: true });
  expect(text).toContain('A tote bag with a \u001b[31mzipper\u001b[39m, as dark as night.');
  expect(stripVTControlCharacters(text)).toBe(explained(sound.ids.leaky).replaceAll(/\[(zipper|canvas)\]/g, '$1'));
});

test('a task that was rejected before its lock says so', () => {
  const text = explained(sound.ids.unfit);
  expect(text).toContain('rejected by extract: too_few_features');
  expect(text).toContain('1 of 8: details.Color');
  expect(text).toMatch(/^lock +never locked$/m);
  expect(text).toContain('Size "\\u{1b}[2Jlarge": holds control characters');
});

test('a surplus task shows what its answer is, and a failed one its error, both from the checkpoints', () => {
  expect(explained(sound.ids.surplus)).toContain('surplus: nothing is wrong with it');
  expect(explained(sound.ids.surplus)).toContain('Color is "Black"');
  expect(explained(sound.ids.failed)).toContain('RangeError: a table holds 31 requirements');
});

test('a surplus task that was never locked says so, and nothing is missing of it', () => {
  const folder = corrupted(sound, (run) => {
    run.ledger[4].lock_digest = null;
  });
  const text = explained(sound.ids.surplus, { folder });
  expect(text).toContain('surplus: its answer was not needed');
  expect(text).not.toContain('does not hold this task');
});

test('a pending task shows as much as its checkpoints have of it, and its raw row', () => {
  const folder = corrupted(sound, (run) => {
    run.ledger[4].status = 'pending';
  });
  const text = explained(sound.ids.surplus, { folder, catalog: sound.catalog });
  expect(text).toContain('pending: planned, and not finished when the run stopped');
  expect(text).toContain('Color is "Black"');
  expect(text).toMatch(/^raw row +bags\.jsonl:5$/m);
});

test('without its checkpoints a run still tells what its ledger knows, and what is missing', () => {
  const folder = corrupted(sound, () => {});
  rmSync(join(folder, '.work'), { recursive: true });
  expect(flat(explained(sound.ids.surplus, { folder }))).toContain(
    'Note: .work/run.db, which keeps the tasks no quota needed, does not hold this task',
  );
});

test('checkpoints of another build of the task are not told as its life', () => {
  const folder = corrupted(sound, (run) => {
    run.ledger[4].lock_digest = '0'.repeat(64);
  });
  expect(explained(sound.ids.surplus, { folder })).not.toContain('Color is "Black"');
});

test('a rejection at admission shows the finished sample with what stood in its way', () => {
  const folder = corrupted(sound, (run) => {
    const record = run.accepted[0];
    const findings = [{ code: 'near_duplicate', path: 'user_query', detail: 'twice' }];
    Object.assign(run.ledger[0], { status: 'rejected', stage: 'admit', code: 'near_duplicate' });
    run.rejected.push({
      ...run.rejected[0],
      id: record.id,
      stage: 'admit',
      code: 'near_duplicate',
      detail: 'twice',
      findings,
      record,
    });
  });
  const text = explained(sound.ids.coupon, { folder });
  expect(text).toContain('rejected by admit: near_duplicate');
  expect(text).toContain('Attempt 1 of 1: turned down for near_duplicate');
  expect(text).toMatch(/^answer set +1 product: T1$/m);
});

test('a record that is missing from its split is said to be missing', () => {
  const folder = corrupted(sound, (run) => {
    run.accepted = [];
    run.rejected = [];
  });
  expect(flat(explained(sound.ids.coupon, { folder }))).toContain(
    'accepted.jsonl does not hold it, though the ledger says it was accepted; see npm run audit',
  );
  expect(flat(explained(sound.ids.leaky, { folder }))).toContain('rejected.jsonl does not hold it');
});

test('an unknown id is one sentence with the nearest ids', () => {
  const asked = sound.ids.leaky.replace(/.$/, 'x');
  expect(() => explained(asked)).toThrow(ConfigError);
  expect(() => explained(asked)).toThrow(
    new RegExp(`has no task "${asked}", nor is it the id of a product it knows; the nearest is ${sound.ids.leaky}$`),
  );
});

test.each([40, 60, 100, 160])('no line is wider than a window of %d columns', (width) => {
  for (const id of Object.values(sound.ids)) {
    for (const line of explained(id, { width }).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  }
});

test('what a task says cannot steer the terminal', () => {
  const folder = corrupted(sound, (run) => {
    run.accepted[0].user_query = 'a\u001b[2Jb\u202e';
    run.accepted[0].target_product.title = '\u0007';
  });
  expect(explained(sound.ids.coupon, { folder }).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
