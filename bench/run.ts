// `npm run bench -- <name> [part ...]`: measures what the project promises and prints it beside the promise.
import { machineLine } from './machine.ts';
import { type Report, reportText } from './report.ts';

interface Bench {
  /** What may be measured alone. */
  readonly parts: readonly string[];
  measure(parts: ReadonlySet<string>): Promise<Report>;
}

/** Every benchmark there is, by the name it is run under. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  models: () => import('./models.ts'),
};

const [name = '', ...chosen] = process.argv.slice(2);
const bench = await BENCHES[name]?.();
const unknown = chosen.find((part) => bench?.parts.includes(part) === false);
if (bench === undefined || unknown !== undefined) {
  const [what, known] =
    bench === undefined
      ? [`benchmark "${name}"`, Object.keys(BENCHES)]
      : [`part "${unknown}" of the benchmark ${name}`, bench.parts];
  console.error(`there is no ${what}, expected one of: ${known.join(', ')}`);
  process.exitCode = 2;
} else {
  const before = machineLine();
  const report = await bench.measure(new Set(chosen.length === 0 ? bench.parts : chosen));
  console.log(reportText(report, [`before: ${before}`, `after:  ${machineLine()}`]));
}
