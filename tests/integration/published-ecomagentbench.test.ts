import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Lint, lintFiles } from '../../cli/audit/foreign/files.ts';

/**
 * 56 published EComAgentBench samples, linted. Ids and counts are those of reference-systems 7.2, as far as they are among
 * the 56; where ours differ, the samples that make the difference were read, and the reason stands beside the count.
 */
const FILE = join(import.meta.dirname, '../../../shared/data/real/ecomagentbench-published/transcribed_56.jsonl.gz');
const present = existsSync(FILE);
if (!present) console.warn('published samples are absent (../shared/data/real/ecomagentbench-published): skipped');

let lint: Lint;
beforeAll(async () => {
  if (present) lint = await lintFiles([FILE]);
});
const countOf = (code: string) => lint.files[0]!.counts.find((count) => count.code === code)!;
const idsOf = (code: string) => countOf(code).tasks.map(({ id = '' }) => id.replace(/^v3_sample_|\?$/g, ''));

describe.skipIf(!present)('the published samples', () => {
  test('are all read', () => {
    expect(lint.total).toMatchObject({ read: 56, linted: 56, unreadable: 0, defective: 56 });
  });

  test.each([
    // S1: 31 of 48 samples whose query requirements are visible.
    ['implicit_missing', 31, 48],
    // S2: empty 0672, 0735, 0747; duplicates 0670, 0672, 0707.
    ['exclusion_empty', 3, 17],
    ['exclusion_repeated', 3, 17],
    // S4: 37 of 112 slots, another 31, one, five.
    ['keyword_is_value', 37, 112],
    ['keyword_holds_value', 31, 112],
    ['keyword_shared', 1, 56],
    ['keyword_within', 5, 56],
    // S4 has 63 of 616 (10.2 %) and 113 of 1,349 (8.4 %) with questions of its own; these are our bank's.
    ['content_free_opens', 206, 1736],
    ['off_topic_opens', 472, 4075],
    // S5: 19 of 108. We count 9 answers besides that do not say which way a bound goes ("under $25" says less than is locked).
    ['slot_value_absent', 28, 112],
    // S5 names 9 of "if possible" kind; "I prefer", "I'd prefer" and "hoping" are wishes to us as well.
    ['slot_hedged', 26, 112],
    // S6: nothing verbatim in a query.
    ['hidden_in_query', 0, 212],
    // S6: 23; each number of a bound is one here.
    ['value_unseen', 30, 221],
    // S7: about 16 of 97 samples; S8: about 47 of 97.
    ['duplicate_fact', 22, 464],
    ['implausible_value', 57, 372],
  ])('%s is found %d times in %d', (code, found, of) => {
    expect([countOf(code).found, countOf(code).of]).toEqual([found, of]);
  });

  test.each([
    ['exclusion_empty', '0672 0735 0747', ''],
    ['exclusion_repeated', '0670 0672 0707', ''],
    ['keyword_shared', '0224', ''],
    ['keyword_within', '0408 0746 0833 0999 1120', ''],
    // 0437 shows its hidden requirements alone, and its query has the word "rated".
    ['centre_missing', '0404 0436', ''],
    // 0834 answers in Chinese, as its value is written in the transcription.
    ['slot_value_absent', '0002 0115 0275 0321 0436 0670 0672 0735 0798 0993', '0834'],
    ['slot_hedged', '0001 0050 0437 0751 0886 0999 1074 1121', ''],
    ['value_in_title', '0002 0437', ''],
    // 1041 says "laminated" in its query, where no requirement does.
    ['duplicate_fact', '0162 0224 0275 0834 0887 1024 1198', '1041'],
    // 0408 is implausible only to who knows watches; 0001 is found for its "Adult", as six others, not for its brush.
    [
      'implausible_value',
      '0116 0163 0224 0225 0275 0321 0353 0478 0520 0670 0707 0735 0736 0833 0834 0886 0981 1014 1041 1051 1074 1120 1121 1199 1245',
      '0408',
    ],
  ])('%s names the samples that reference-systems names', (code, named, missed) => {
    const ids = idsOf(code);
    expect(named.split(' ').filter((id) => !ids.includes(id))).toEqual([]);
    for (const id of missed.split(' ')) expect(ids).not.toContain(id);
  });

  test('semantic overlaps of S6 are among the signs', () => {
    const ids = [...idsOf('value_overlaps'), ...idsOf('hidden_in_other_slot')];
    for (const id of '0224 0321 0353 0436 0478 0521 0558 0707 0797 1024 1041'.split(' ')) expect(ids).toContain(id);
  });
});
