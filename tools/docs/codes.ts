import { everyFamily } from '../../families/index.ts';
import { DROP_REASONS } from '../../shopping/plausibility/judgement.ts';

const table = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  [columns, columns.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' '))
    .join('\n');

/** Collects the meaning of every code; a RangeError where two steps say different things by one code. */
function meanings(): Map<string, string> {
  const said = new Map<string, string>();
  const steps = everyFamily().flatMap(({ stages, gates }) => [
    ...stages.map(({ rejections }) => rejections),
    ...gates.map(({ codes }) => codes),
  ]);
  for (const [code, meaning] of steps.flatMap((codes) => Object.entries(codes))) {
    const other = said.get(code) ?? meaning;
    if (other !== meaning)
      throw new RangeError(
        `"${code}" means "${other}" and "${meaning}", expected one meaning; give one of them another code`,
      );
    said.set(code, meaning);
  }
  return said;
}

const remedies = () =>
  new Map(everyFamily().flatMap(({ stages }) => stages.flatMap((stage) => Object.entries(stage.remedies ?? {}))));

/** The codes against which something helps, with what does. */
export function codesWithRemedies(): string {
  const helps = remedies();
  const rows = [...meanings()].flatMap(([code, meaning]) => {
    const help = helps.get(code);
    return help === undefined ? [] : [[`\`${code}\``, meaning, help]];
  });
  return table(['code', 'means', 'what helps'], rows);
}

/** All other codes. */
export function codesOfDefects(): string {
  const helps = remedies();
  const rows = [...meanings()].flatMap(([code, meaning]) => (helps.has(code) ? [] : [[`\`${code}\``, meaning]]));
  return table(['code', 'means'], rows);
}

/** The gates of each family in the order they are asked. */
export const gatesTables = (): string =>
  everyFamily()
    .flatMap(({ name, gates }) => {
      const rows = gates.map((gate) => [
        gate.name,
        Object.keys(gate.codes)
          .map((code) => `\`${code}\``)
          .join(', '),
        gate.final ? '' : 'yes',
      ]);
      return [`### ${name}`, table(['gate', 'codes', 'another text can mend it'], rows)];
    })
    .join('\n\n');

/** Why details are no requirements. */
export const dropReasonsTable = (): string =>
  table(
    ['reason', 'what was stated'],
    Object.entries(DROP_REASONS).map(([reason, meaning]) => [`\`${reason}\``, meaning]),
  );
