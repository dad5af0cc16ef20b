import type { Planted } from '../../mutations/measure.ts';
import type { FamilyReport, GateRow } from '../../mutations/suite.ts';
import { type Share, shareOf } from '../../pipeline/share-interval.ts';
import { formatCount } from '../../text/numbers.ts';

/** Rates that every gate has to reach. */
export const AIMS = { recall: 0.99, refused: 0.01 } as const;

/** The table as it was measured last; docs/gates.md holds the same. */
export const TABLE_FILE = new URL('./table.txt', import.meta.url);

const WIDTHS = { gate: 27, count: 8, share: 18 };
const SHOWN = 8;

/** A share with its interval: "0.998 0.994-0.999"; rounded away from the aim, so that no figure looks better than it is. */
const shareText = ({ share, low, high }: Share, round: (value: number) => number) =>
  share === null ? '-' : `${(round(share * 1000) / 1000).toFixed(3)} ${low.toFixed(3)}-${high.toFixed(3)}`;

const line = (gate: string, planted: string, recall: string, unharmed: string, refused: string) =>
  [
    gate.padEnd(WIDTHS.gate),
    planted.padStart(WIDTHS.count),
    recall.padStart(WIDTHS.share),
    unharmed.padStart(WIDTHS.count + 1),
    refused.padStart(WIDTHS.share),
  ]
    .join('')
    .trimEnd();

const rowText = ({ gate, recall, refused }: GateRow) =>
  line(
    `  ${gate}`,
    formatCount(recall.trials),
    shareText(recall, Math.floor),
    formatCount(refused.trials),
    shareText(refused, Math.ceil),
  );

/** Without an aim, and so without a figure beside it. */
const unseenText = ({ name, planted, missed }: Planted) =>
  line(`  ${name}`, formatCount(planted), shareText(shareOf(planted - missed.length, planted), Math.floor), '', '');

/** The table of all gates, at most 80 columns wide. */
export const tableText = (reports: readonly FamilyReport[]): string =>
  reports
    .flatMap(({ family, rows, unseen }) => [
      line(family, 'planted', 'found, 95 %', 'unharmed', 'refused, 95 %'),
      ...rows.map(rowText),
      ...unseen.map(unseenText),
      '',
    ])
    .join('\n')
    .trimEnd();

/** One sentence for every gate that misses an aim. */
export const missedAims = (reports: readonly FamilyReport[]): string[] =>
  reports.flatMap(({ family, rows }) =>
    rows.flatMap(({ gate, recall, refused }) => [
      ...(recall.share === null ? [`${family}, ${gate}: nothing was planted`] : []),
      ...(recall.share !== null && recall.share < AIMS.recall
        ? [
            `${family}, ${gate}: finds ${formatCount(recall.hits)} of ${formatCount(recall.trials)}, at least ${AIMS.recall} is expected`,
          ]
        : []),
      ...(refused.share !== null && refused.share > AIMS.refused
        ? [
            `${family}, ${gate}: refuses ${formatCount(refused.hits)} of ${formatCount(refused.trials)} unharmed texts, at most ${AIMS.refused} is expected`,
          ]
        : []),
    ]),
  );

/** Every operator with what its gate did not find, and every unharmed text that was refused. */
export const detailText = (reports: readonly FamilyReport[]): string =>
  reports
    .flatMap(({ family, operators, refusals }) => [
      `${family}: operators`,
      ...operators.flatMap(({ gate, name, planted, missed }) => [
        `  ${gate} | ${name}: ${formatCount(planted - missed.length)} of ${formatCount(planted)}`,
        ...[...new Set(missed.map(({ what }) => what))]
          .slice(0, SHOWN)
          .map((what) => `    missed: ${JSON.stringify(what)}`),
      ]),
      `${family}: unharmed texts refused`,
      ...refusals.map(
        ({ gate, rewriting, finding, query }) =>
          `  ${gate} | ${rewriting}: ${finding.detail}\n    ${JSON.stringify(query)}`,
      ),
    ])
    .join('\n');
