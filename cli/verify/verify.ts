import { type HiddenParts, type NeededCounts, necessityVerdict } from '../../pipeline/necessity.ts';
import { type AgentResult, ORACLE, type Remark } from '../../pipeline/records.ts';
import type { Violation } from '../../schemas/violation.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { familyOf, worldOf } from '../find-world.ts';
import { NECESSITY_STYLES, necessityText, necessityWarning } from '../necessity-text.ts';
import { openRunFor } from '../open-run.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { type Cell, Page } from '../terminal/page.ts';
import { verifyRun } from './check-run.ts';

interface VerifyOptions {
  /** The catalog file the run was built from; found in the cache by its digest when left out. */
  readonly catalog?: string | undefined;
  /** True where every violation is listed, however many have the same code. */
  readonly all?: boolean | undefined;
}

/** Violations of one code that are listed unless all are asked for: a line that is missing moves all behind it. */
const MOST_OF_A_CODE = 5;

const HOLDS = 0;
const BROKEN = 1;

/** Re-checks a run from scratch: one line when every invariant holds, else a line for each that does not. */
export function verify(path: string, options: VerifyOptions, output: Output = standardOutput()): number {
  const run = openRunFor('verify', path);
  const { dataset_digest: digest } = run.manifest;
  const family = familyOf(run, 'verify');
  const world = worldOf(run, family.world, options.catalog);
  try {
    const found = verifyRun(run, family, world);
    const { samples, needed, rejections, tasks, size, agents, remarks, violations, overruled, broken } = found;
    const page = new Page(output);
    const { hidden } = family.records;
    const looked = `${counted(samples, 'sample', 'samples')}, ${counted(rejections, 'rejection', 'rejections')} and ${counted(tasks, 'task', 'tasks')}, against ${formatCount(size)} ${family.world.things}`;
    const verdict = `${path}: ${formatCount(violations.length)} ${violations.length === 1 ? 'violation' : 'violations'}, of ${looked}`;
    if (violations.length > 0) page.line(verdict, 'red');
    if (needed !== undefined && hidden !== undefined) addNecessity(page, needed, hidden);
    addAgents(page, agents);
    addRemarks(page, remarks, options.all === true);
    // One line for each, whatever the window: they are searched for ids.
    for (const { where, code, detail } of overruled) page.line(`${where}: ${code}: ${detail}`, 'yellow');
    addViolations(page, violations, options.all === true);
    if (broken !== null) page.line(`npm run explain -- ${path} ${broken}  shows its texts and what they say`, 'dim');
    if (violations.length === 0)
      page.line(`${path}: all that verify checks holds: ${looked}; dataset digest ${digest.slice(0, 16)}`, 'green');
    else page.line(verdict, 'red');
    output.write(`${page.text}\n`);
    return violations.length === 0 ? HOLDS : BROKEN;
  } finally {
    world.close();
  }
}

/** First of all whether what is hidden decides anything: a benchmark can be sound in all else and not test that. */
function addNecessity(page: Page, needed: NeededCounts, hidden: HiddenParts): void {
  const text = necessityWarning(needed, hidden) ?? necessityText(needed, hidden);
  page.paragraph(text, { style: NECESSITY_STYLES[necessityVerdict(needed)] });
  page.gap();
}

function addRemarks(page: Page, remarks: readonly Remark[], all: boolean): void {
  for (const { text, about } of remarks) {
    page.paragraph(all ? text : `${text} --all lists them.`);
    if (all) for (const { where, code, detail } of about) page.line(`${where}: ${code}: ${detail}`, 'dim');
    page.gap();
  }
}

function addViolations(page: Page, violations: readonly Violation[], all: boolean): void {
  const shown = new Map<string, number>();
  for (const { where, code, detail } of violations) {
    const times = (shown.get(code) ?? 0) + 1;
    shown.set(code, times);
    if (all || times <= MOST_OF_A_CODE) page.line(`${where}: ${code}: ${detail}`);
  }
  for (const [code, times] of shown)
    if (!all && times > MOST_OF_A_CODE)
      page.line(`${code}: ${formatCount(times - MOST_OF_A_CODE)} more; --all lists them`, 'dim');
}

/** Adds a table of each agent's wins among the samples it can play. */
function addAgents(page: Page, agents: readonly AgentResult[]): void {
  if (agents.length === 0) return;
  const rows = agents.map(({ agent, played, won, may_win: mayWin, guessing }): Cell[] => {
    const isOracle = agent === ORACLE;
    const isSound = isOracle ? won === played : won <= mayWin;
    return [
      { text: agent },
      { text: formatCount(played) },
      { text: formatCount(won), style: isSound ? 'green' : 'red' },
      { text: isOracle ? 'all' : formatCount(mayWin) },
      { text: formatCount(Math.round(guessing)) },
    ];
  });
  page.table(['agent', 'played', 'won', 'may win', 'by guessing'], rows);
  page.gap();
}
