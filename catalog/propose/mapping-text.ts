import { Document, isMap, isScalar, LineCounter, type Node, Pair, parseDocument } from 'yaml';
import { SECTION_KEYS } from '../readers/index.ts';
import type { Doubt, Finding } from './draft.ts';
import type { Proposal } from './proposal.ts';

/** The keys of a section in the order in which they are described. */
function inOrder(section: 'product' | 'review', said: object): object {
  const keys = SECTION_KEYS[section];
  return Object.fromEntries(Object.entries(said).sort(([a], [b]) => keys.indexOf(a) - keys.indexOf(b)));
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`);

/** Writes the comment beside a key: what it rests on, or what is to be filled in. */
function commentOn(key: string, findings: readonly Finding[], doubts: readonly Doubt[]): string | null {
  const doubt = doubts.find(({ path }) => path.at(-1) === key);
  if (doubt !== undefined) {
    const perhaps = doubt.perhaps.length === 0 ? '' : ` (perhaps ${quoted(doubt.perhaps).join(' or ')})`;
    return ` FILL IN${perhaps}: ${doubt.why}`;
  }
  const reasons = new Set(findings.filter((finding) => finding.key === key).map(({ because }) => because));
  return reasons.size === 1 ? ` ${[...reasons][0]}` : null;
}

/** A mapping as a file for people: each key with what it rests on, and what is left out at the end. */
export function mappingText({ mapping, findings, doubts, rows }: Proposal): string {
  const sections = Object.entries(mapping) as ['product' | 'review', object][];
  const document = new Document(
    Object.fromEntries(sections.map(([section, said]) => [section, inOrder(section, said)])),
    { aliasDuplicateObjects: false },
  );
  const looked = [...rows].map(([file, count]) => `${count} of ${file}`).join(', ');
  document.commentBefore = ` Proposed from the first rows (${looked}).\n Correct what is wrong; docs/catalogs.md says what may stand here.`;
  for (const [section] of sections) {
    const node = document.get(section);
    if (!isMap(node)) continue;
    const ofSection = findings.filter((finding) => finding.section === section);
    for (const pair of node.items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      const comment = commentOn(
        key,
        ofSection,
        doubts.filter(({ path }) => path[0] === section),
      )?.replace(/\s+/g, ' ');
      if (comment === undefined) continue;
      if (isScalar(pair.value) || pair.value === null) (pair.value as Node).comment = comment;
      else (pair.key as Node).commentBefore = comment;
    }
  }
  document.comment = leftOut(findings)
    .map(({ because, columns }) => ` left out, ${because}: ${columns.join(', ')}`)
    .join('\n');
  return document.toString({ lineWidth: 0, nullStr: '' });
}

/** The columns that are left out, by reason. */
function leftOut(findings: readonly Finding[]): { because: string; columns: string[] }[] {
  const reasons = new Map<string, string[]>();
  for (const { key, column, because } of findings)
    if (key === null) reasons.set(because, [...(reasons.get(because) ?? []), column.replace(/\s+/g, ' ')]);
  return [...reasons].map(([because, columns]) => ({ because, columns }));
}

/** The line of a key in the text of a mapping. */
export function lineOf(text: string, path: readonly string[]): number {
  const lines = new LineCounter();
  let node: unknown = parseDocument(text, { lineCounter: lines }).contents;
  let line = 1;
  for (const key of path) {
    const pair = isMap(node) ? node.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
    if (!(pair instanceof Pair)) break;
    const [start] = (pair.key as Node).range ?? [0];
    line = lines.linePos(start).line;
    node = pair.value;
  }
  return line;
}

/** Tells in sentences what a proposal takes each column for and why; `isKnown` where the format is known and rows lack details. */
export function findingsTold({ findings, rows }: Proposal, isKnown = false): string[] {
  const used = findings.filter(({ key }) => key !== null);
  // Columns that are taken together have one reason.
  const together = Map.groupBy(used, ({ section, key, because }) => [section, key, because].join('\n'));
  const looked = [...rows].map(([file, count]) => `${file} (${count} rows looked at)`).join(', ');
  return [
    `${isKnown ? `rows of ${looked} state no details` : `no format is known that ${looked} has`}; read by a mapping that is proposed:`,
    ...[...together.values()].map((group) => {
      const { section, key, because } = group[0] as (typeof used)[number];
      return `${section}.${key} is ${quoted(group.map(({ column }) => column)).join(' and ')}: ${because}`;
    }),
    ...leftOut(findings).map(({ because, columns }) => `left out, ${because}: ${quoted(columns).join(', ')}`),
  ];
}
