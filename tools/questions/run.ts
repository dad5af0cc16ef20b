// `node tools/questions/run.ts [--misses] <run folder> ...`: what natural questions bring out of the shoppers of built runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { familyNamed } from '../../families/index.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { StagedSlot } from '../../shopping/episode/shopper.ts';
import { MATCHERS, type Matcher, measured, NATURAL, type Reached } from './measure.ts';

/** A staged task, as far as its shopper hides something. */
interface Staged {
  readonly shopper?: { readonly slots?: readonly StagedSlot[] };
  readonly talk?: { readonly slots: readonly StagedSlot[] } | null;
}

/** Slots that may be asked for in a record of a run; nothing where nobody answers. */
function slotsOf(record: { readonly family: string }): readonly StagedSlot[] {
  const { episode } = familyNamed(record.family);
  const staged = episode?.read(record).staged as Staged | undefined;
  const slots = staged?.shopper?.slots ?? staged?.talk?.slots;
  if (slots !== undefined) return slots;
  if (staged?.talk === null) return [];
  throw new ConfigError(
    `a run of ${record.family} has no questions to ask, expected one whose shopper hides something`,
  );
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3));

function row(family: string, matcher: Matcher, { about, own, other, none }: Reached): string {
  const cells = [about, own, share(own, about), other, none, share(none, other)];
  const said = cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell));
  return `| ${[family, MATCHERS[matcher], ...said].join(' | ')} |`;
}

const [flag, ...rest] = process.argv.slice(2);
const isListing = flag === '--misses';
const folders = isListing ? rest : [flag ?? '', ...rest].filter((folder) => folder !== '');
if (folders.length === 0) throw new ConfigError('name the folders of runs whose shoppers hide something');
console.log(
  '| family | rule | about a hidden field | it alone is told | recall | about another | nothing is told | precision |',
);
console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |');
for (const folder of folders) {
  const lines = readFileSync(join(folder, 'accepted.jsonl'), 'utf8').trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as { readonly family: string });
  const scripts = records.map(slotsOf).filter(({ length }) => length > 0);
  for (const matcher of Object.keys(MATCHERS) as Matcher[]) {
    const reached = measured(scripts, matcher, NATURAL);
    console.log(row(records[0]?.family ?? '', matcher, reached));
    if (isListing) for (const [miss, times] of reached.misses) console.log(`    ${times} × ${miss}`);
  }
}
