import { BUILD_SETTINGS } from '../../cli/config.ts';
import { FAMILIES } from '../../families/index.ts';
import { flagsOf, type Setting } from '../../schemas/setting.ts';

const cell = (text: string) => text.replaceAll('|', '\\|');
const code = (text: string) => (text === '' ? '' : `\`${text}\``);
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`.replace(/ {2,}/g, ' ');
/** A text of help whose places in angle brackets are code, for Markdown takes them for markup. */
const placesAsCode = (text: string) => text.replace(/[\w/-]*<[^>]+>/g, (place) => code(place));

function saying({ help, several, more }: Setting): string {
  const repeatable = several === 'repeated' ? '; repeatable' : '';
  return `${placesAsCode(help)}${repeatable}${more === undefined ? '' : `. ${more}`}`;
}

const settingRow = (setting: Setting) =>
  row([
    setting.fileOnly ? '' : code(flagsOf(setting)),
    code(setting.key),
    placesAsCode(setting.otherwise ?? ''),
    saying(setting),
  ]);

const table = (settings: readonly Setting[]) =>
  ['| flag | in a file | default | |', '| --- | --- | --- | --- |', ...settings.map(settingRow)].join('\n');

/** The settings of a build as tables: of every run, of a single family, and of runs that ask language models. */
export function optionsTables(): string {
  const ofRuns = BUILD_SETTINGS.filter(({ ofModels, families }) => !ofModels && families === null);
  const ofFamilies = FAMILIES.flatMap(({ name }) => {
    const own = BUILD_SETTINGS.filter(({ families }) => families?.includes(name));
    return own.length === 0 ? [] : [`## For \`${name}\` alone`, table(own)];
  });
  return [
    '## For every run',
    table(ofRuns),
    ...ofFamilies,
    '## For runs that ask language models',
    'Refused without `--writer openai` or `replay`.',
    table(BUILD_SETTINGS.filter(({ ofModels }) => ofModels)),
  ].join('\n\n');
}
