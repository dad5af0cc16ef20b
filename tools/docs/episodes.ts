import { everyFamily } from '../../families/index.ts';
import type { ToolDescription } from '../../pipeline/episode.ts';
import { describeTools } from '../../shopping/episode/index.ts';
import { keptRows } from '../../tests/fixtures/wires.ts';

/** A JSON Schema as far as arguments of tools have one. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly maxLength?: number;
}

const MOST_CHOICES = 8;

function typeText(schema: Schema): string {
  const { type, enum: choices, const: only, anyOf, items } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (choices !== undefined)
    return choices.length > MOST_CHOICES ? 'one of a list' : choices.map((one) => JSON.stringify(one)).join(' or ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeText))].join(' or ');
  if (type === 'array') return items === undefined ? 'list' : `list of ${typeText(items)}`;
  return typeof type === 'string' ? type : (type ?? ['anything']).join(' or ');
}

/** Bounds, meaning and default of an argument, as far as its schema says them. */
function detailsOf({ description, default: otherwise, maxLength }: Schema): string {
  const details = [
    ...(description === undefined ? [] : [description]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(otherwise === undefined || otherwise === '' ? [] : [`left out: ${JSON.stringify(otherwise)}`]),
  ];
  return details.length === 0 ? '' : ` (${details.join('; ')})`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function argumentsText({ input }: ToolDescription): string {
  const { properties = {}, required = [] } = input as Schema;
  const named = Object.entries(properties).map(
    ([name, schema]) => `\`${name}\`${required.includes(name) ? '' : '?'} ${typeText(schema)}${detailsOf(schema)}`,
  );
  return named.length === 0 ? '–' : named.join('<br>');
}

const PLAYED = everyFamily().flatMap(({ name, episode }) => (episode === undefined ? [] : [{ name, episode }]));

/** The tools of every family with their arguments, a table for each. */
export const toolTables = (): string =>
  PLAYED.map(({ name, episode }) =>
    [
      `## ${name}`,
      '',
      '| tool | arguments (`?`: may be left out) | what it does |',
      '| --- | --- | --- |',
      ...describeTools(episode.tools({ program: false })).map(
        (tool) => `| \`${tool.name}\` | ${cell(argumentsText(tool))} | ${cell(tool.description)} |`,
      ),
    ].join('\n'),
  ).join('\n\n');

/** Writes the limits of an episode of every family as a table. */
export const episodeTable = (): string =>
  [
    '| family | tools | calls a step | steps | questions | somebody can be asked |',
    '| --- | ---: | --- | ---: | ---: | --- |',
    ...PLAYED.map(
      ({ name, episode: { tools, calls, limits, hasShopper } }) =>
        `| \`${name}\` | ${tools({ program: false }).length} | ${calls === 'one' ? 'one' : 'all that it makes'} | ${limits.steps} | ${hasShopper ? limits.questions : '–'} | ${hasShopper ? 'yes' : 'no'} |`,
    ),
  ].join('\n');

/** Rewards over each wire as they were written down: those of the oracle, then those of the floor agent, by family. */
export function wiresTable(): string {
  const rows = Map.groupBy(keptRows(), ({ wire, client, version }) => `| ${wire} | ${client} ${version}`.trimEnd());
  const families = PLAYED.map(({ name }) => name);
  const lines = [...rows].map(([wire, own]) => {
    const cells = families.map((family) => {
      const row = own.find((one) => one.family === family);
      return row === undefined ? '–' : `${row.oracle}, ${row.floor.toFixed(3)}`;
    });
    return `${wire} | ${own[0]?.tasks} | ${cells.join(' | ')} |`;
  });
  const head = `| wire | client | tasks | ${families.map((family) => `\`${family}\``).join(' | ')} |`;
  return [head, `| --- | --- | ---: | ${families.map(() => '---:').join(' | ')} |`, ...lines].join('\n');
}
