import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskFault } from '../../schemas/disk-fault.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { findingsTold, lineOf, mappingText } from '../propose/mapping-text.ts';
import { type Proposal, proposeMapping } from '../propose/proposal.ts';
import { MAPPING, READERS } from '../readers/index.ts';
import { containerOf } from '../rows/file-format.ts';
import { DetailsMissing, detectFile, UnknownFormat } from './detect.ts';
import { type IngestOptions, type IngestReport, ingestCatalog } from './ingest.ts';
import { findRawFiles } from './inputs.ts';

interface Unmapped extends Pick<IngestOptions, 'inputs' | 'reviews'> {
  /** Path of the mapping, there already or to be written, that reads files of no known format. */
  readonly mapping: string;
  /** The mapping is not to stay: what is doubtful cannot be filled in. */
  readonly isScratch?: boolean;
  /** Hears what columns are taken for. */
  say(sentence: string): void;
}

interface AnyOptions extends IngestOptions, Unmapped {}

/**
 * Ingests files of any format. Where no reader knows them they are read by the mapping that lies at its place, which people
 * may have corrected; where none lies there one is proposed and written. What is doubtful in it stops the run with a ConfigError.
 */
export async function ingestAny(options: AnyOptions): Promise<IngestReport> {
  try {
    return await ingestCatalog(options);
  } catch (error) {
    if (options.format !== undefined || !(error instanceof UnknownFormat)) throw error;
    return ingestCatalog({ ...options, format: await settledFormat(options, error) });
  }
}

/** The format of files that no reader knows: a mapping. */
export async function settledFormat(
  { mapping, isScratch, say, ...options }: Unmapped,
  unknown: UnknownFormat,
): Promise<string> {
  const format = `${MAPPING}${mapping}`;
  if (existsSync(mapping)) {
    say(`mapping: ${mapping} is there and is followed as it is; remove it to have another proposed`);
    return format;
  }
  const proposal = await proposalFor(options, unknown);
  const text = mappingText(proposal);
  for (const sentence of findingsTold(proposal, unknown instanceof DetailsMissing)) say(`mapping: ${sentence}`);
  write(mapping, text);
  const [doubt, ...more] = proposal.doubts;
  if (doubt !== undefined) throw doubtful(mapping, text, proposal, isScratch === true, more.length);
  if (isScratch !== true) say(`mapping: written to ${mapping}; correct it there and run this again where it is wrong`);
  return format;
}

async function proposalFor(
  { inputs, reviews = [] }: Pick<IngestOptions, 'inputs' | 'reviews'>,
  unknown: UnknownFormat,
): Promise<Proposal> {
  const files = [];
  for (const file of findRawFiles([...inputs, ...reviews])) {
    if (!(unknown instanceof DetailsMissing) && (await isKnown(file))) throw unknown;
    files.push({ file, container: await containerOf(file.path) });
  }
  return proposeMapping(files);
}

/** A file of a known format beside those of none is not for a mapping of all. */
async function isKnown(file: Parameters<typeof detectFile>[0]): Promise<boolean> {
  try {
    await detectFile(file, READERS);
    return true;
  } catch (error) {
    if (error instanceof UnknownFormat) return false;
    throw error;
  }
}

/** Another process that builds the same catalog never sees half of it. */
function write(path: string, text: string): void {
  const partial = `${path}.${process.pid}.partial`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(partial, text);
    renameSync(partial, path);
  } catch (cause) {
    const { message } = cause as Error;
    throw (
      diskFault(cause, path) ??
      new ConfigError(`${path} cannot be written: ${message}; choose another place with --out`, { cause })
    );
  }
}

/** The one sentence about what nobody but the user can settle. */
function doubtful(path: string, text: string, { doubts }: Proposal, isScratch: boolean, more: number): ConfigError {
  const [{ path: key, why, perhaps }] = doubts as [Proposal['doubts'][number]];
  const choice = perhaps.length === 0 ? 'the right column' : perhaps.map((name) => `"${name}"`).join(' or ');
  const others = more === 0 ? '' : `, and fill in the ${more === 1 ? 'other line' : `${more} other lines`} marked so`;
  if (isScratch)
    return new ConfigError(
      `"${key.join('.')}" of the mapping is not settled: ${why}; leave out --dry-run to have the mapping written, and name the column there`,
    );
  return new ConfigError(
    `${path}:${lineOf(text, key)}: "${key.join('.')}" is not settled: ${why}; write ${choice} there${others}, and run this again`,
  );
}
