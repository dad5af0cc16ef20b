import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS_OF_PAGES } from '../../families/for-tools.ts';

/** File of the commands' output that the pages show, recorded by `npm run golden`. */
export const RECORDED_OUTPUT = join(import.meta.dirname, '..', '..', 'tests', 'golden', 'shown-runs.json');

/** Commands whose output is shown, in this order; `<rejected>` is the id of the first task that a gate or stage rejected. */
export const SHOWN_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  build: ['build:dataset'],
  verify: ['verify', 'out/sample'],
  audit: ['audit', 'out/sample'],
  explain: ['explain', 'out/sample', '<rejected>'],
  eval: ['eval', 'out/sample', '--agent', 'all'],
  ...Object.fromEntries(
    Object.entries(PARTS_OF_PAGES).flatMap(([name, { showsBuild }]) =>
      showsBuild ? [[name, ['build:dataset', '--family', name]]] : [],
    ),
  ),
};

const outputOf = (command: string): string[] => {
  const recorded = JSON.parse(readFileSync(RECORDED_OUTPUT, 'utf8')) as Readonly<Record<string, string>>;
  return (recorded[command] ?? '').trimEnd().split('\n');
};

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const SHOWN_INTENTS = 2;

/** The table that a build ends with, the first intents alone. */
export function shownBuild(): string {
  const lines = outputOf('build');
  const start = lines.findIndex((line) => line.startsWith('intent'));
  const end = lines.findIndex((line) => line.startsWith('total'));
  const intents = [...lines.keys()].filter((at) => at > start + 1 && at < end - 1 && !lines[at]?.startsWith(' '));
  const others = intents.slice(SHOWN_INTENTS);
  return [
    ...lines.slice(start, others[0]),
    `… ${NUMBER_WORDS[others.length] ?? others.length} more intents`,
    ...lines.slice(end - 1),
  ].join('\n');
}

/** The table of an evaluation by every built-in agent. */
export function shownEval(): string {
  const lines = outputOf('eval');
  const start = lines.findIndex((line) => line.startsWith('agent'));
  const end = lines.findIndex((line, at) => at > start && line.trim() === '');
  return lines.slice(start, end === -1 ? undefined : end).join('\n');
}

export const shownVerify = () => outputOf('verify').join('\n');

/** The table of a family's build, to the line with its digest. */
export function shownFamily(name: string): string {
  const lines = outputOf(name);
  return lines.slice(0, lines.findIndex((line) => line.includes('dataset digest')) + 1).join('\n');
}

/** The funnel's first intents, and the most frequent code with its first example. */
export function shownAudit(): string {
  const lines = outputOf('audit');
  const start = lines.findIndex((line) => line.startsWith('intent'));
  const codes = lines.findIndex((line) => /^\d+ \w+ \(/.test(line));
  const example = lines.slice(codes + 1);
  const next = example.findIndex((line, at) => at > 0 && !line.startsWith('     '));
  return [...lines.slice(start, start + 2 + SHOWN_INTENTS), '…', lines[codes], ...example.slice(0, next), '…'].join(
    '\n',
  );
}

/** A task's life: why it was rejected, what it is about, and each part's first lines. */
export function shownExplanation(): string {
  const lines = outputOf('explain');
  const parts = lines.join('\n').split('\n\n');
  return parts
    .map((part, at) => {
      const own = part.split('\n');
      const some = at === 0 ? own : own.slice(0, 5);
      return [...some, ...(some.length < own.length ? ['…'] : [])].join('\n');
    })
    .join('\n\n');
}

/** The task that is explained. */
export const explainedTask = () => outputOf('explain')[0] as string;
