import { existsSync } from 'node:fs';
import { type Catalog, openCatalog } from '../../catalog/index.ts';
import {
  ENGLISH,
  languageInForce,
  OTHER_LANGUAGES,
  useForeignShop,
  useLanguage,
  useLexicon,
} from '../../lexicon/index.ts';
import { writeAtomically } from '../../pipeline/folder/atomic-file.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { isEmptyLexicon } from '../../schemas/lexicon.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';
import { heldTo } from '../../shopping/shop-lexicon/against-catalog.ts';
import { lexiconYaml } from '../../shopping/shop-lexicon/as-yaml.ts';
import { asksAboutValues, type CatalogOverview, overviewOf } from '../../shopping/shop-lexicon/field-overview.ts';
import type { Proposals } from '../../shopping/shop-lexicon/proposed/index.ts';
import { readLexicon } from '../../shopping/shop-lexicon/read-lexicon.ts';
import { type Suggestion, suggestionsFor } from '../../shopping/shop-lexicon/suggestions.ts';
import { untranslatedNotes } from '../../shopping/shop-lexicon/untranslated.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { withInterrupt } from '../interrupt.ts';
import { type Output, outputOf, standardOutput, standardProgress } from '../terminal/output.ts';
import type { Progress } from '../terminal/progress.ts';
import { tellingRows } from '../terminal/progress.ts';
import { tell } from '../terminal/sentence.ts';
import { type ProposingOptions, writerOf } from './models.ts';
import { renderOverview } from './overview-text.ts';
import { preparedProposals, tellCost } from './proposing.ts';

export interface LexiconOptions extends ProposingOptions {
  readonly catalog?: readonly string[] | undefined;
  readonly reviews?: readonly string[] | undefined;
  readonly format?: string | undefined;
  /** Files of what a person says already. */
  readonly lexicon?: readonly string[] | undefined;
  /** The code of the language that its words are in. */
  readonly language?: string | undefined;
  /** File to write, for people to edit. */
  readonly out?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly allFields?: boolean | undefined;
  readonly json?: boolean | undefined;
}

const DONE = 0;
const INCOMPLETE = 3;
const MOST_SUGGESTIONS = 5;
/** In a file there is room for more. */
const MOST_IN_FILE = 40;

/**
 * Says of a shop's fields what they are and what tasks make of them; writes it as a file to edit where one is named, with
 * what a model proposes and checks accept where one is asked.
 */
export const buildLexicon = (options: LexiconOptions, output: Output = standardOutput()): Promise<number> =>
  withInterrupt(async (signal) => {
    const writer = writerOf(options);
    const out = outOf(options, writer !== null);
    if (options.language !== undefined && ![ENGLISH, ...OTHER_LANGUAGES].includes(options.language))
      throw new ConfigError(
        `--language is "${options.language}", expected one of ${[ENGLISH, ...OTHER_LANGUAGES].join(', ')}`,
      );
    const read = readLexicon(options.lexicon ?? []);
    useLexicon(read.lexicon);
    const progress = standardProgress();
    // What is wrong with keys, addresses and prices is said before anything is read.
    const spending = options.json === true ? outputOf(process.stderr) : output;
    const said = { options, run: options.out ?? 'lexicon', progress, signal, output: spending };
    const ask = writer === null || options.dryRun === true ? null : preparedProposals({ ...said, writer });
    const catalog = await catalogOf(options, progress, signal);
    useLanguage(options.language ?? (writer === null ? ENGLISH : catalogWorld.textsIn?.(catalog)));
    useForeignShop(catalogWorld.namesIn?.(catalog) ?? false);
    try {
      const notices = [
        ...(isEmptyLexicon(read.lexicon) ? [] : heldTo(catalog, read)),
        ...untranslatedNotes(catalog, (field) => asksAboutValues(catalog, field)),
      ];
      if (writer !== null && options.dryRun === true) {
        await tellCost(catalog, { ...said, writer });
        return DONE;
      }
      const proposed = (await ask?.(catalog)) ?? null;
      if (proposed !== null) useLexicon(proposed.lexicon);
      const overview = overviewOf(catalog);
      const suggestions = suggestionsFor(overview, MOST_IN_FILE);
      const shown = { overview, suggestions: suggestions.slice(0, MOST_SUGGESTIONS), notices, catalog };
      if (options.json === true) output.write(`${JSON.stringify(documentOf(shown), null, 2)}\n`);
      else output.write(`${renderOverview({ ...shown, allFields: options.allFields === true }, output)}\n`);
      if (out !== null) {
        writeAtomically(out, lexiconYaml(overview, suggestions, { digest: catalog.digest, proposed }));
        if (options.json !== true)
          output.write(
            proposed === null
              ? `\n${out} is written, with what is known, for you to edit; datasets are built from it with --lexicon ${out}\n`
              : `\n${writtenText(proposed, out, languageInForce())}\n`,
          );
      }
      if (proposed?.stopped == null) return DONE;
      tell(
        process.stderr,
        `not all was asked: ${proposed.stopped}; the same command with --lexicon ${out} and another --out goes on, and what was answered is not asked again`,
      );
      return INCOMPLETE;
    } finally {
      progress.close();
      catalog.close();
    }
  });

/** Says of a file of proposals how many it holds, and how datasets are built from it: the offline writers write English alone. */
export function writtenText(
  { accepted: { clues, values, fields, types }, refused }: Pick<Proposals, 'accepted' | 'refused'>,
  out: string,
  language: string,
): string {
  const how = language === ENGLISH ? 'offline' : `with --writer openai --language ${language}`;
  return `${out} is written: ${formatCount(clues)} clues for ${formatCount(values)} values, and what was accepted of ${counted(fields, 'field', 'fields')} and ${counted(types, 'product type', 'product types')}; ${formatCount(refused.length)} refused, each with its reason. Datasets are built from it ${how}: --lexicon ${out}`;
}

function outOf({ out, dryRun }: LexiconOptions, isProposed: boolean): string | null {
  if (out === undefined && isProposed && dryRun !== true)
    throw new ConfigError('--out is missing, expected a file for what a model proposes, such as shop.lexicon.yaml');
  if (out === undefined || dryRun === true) return null;
  if (!/\.ya?ml$/.test(out)) throw new ConfigError(`--out is ${out}, expected the name of a file ending in .yaml`);
  if (existsSync(out))
    throw new ConfigError(
      `--out is ${out}, which is there already and may hold what you wrote; name another file, or remove it (given as --lexicon too, what you said in it is taken over)`,
    );
  return out;
}

/** The catalog that is named, made from raw files where it has to be; kept where builds find it. */
async function catalogOf(options: LexiconOptions, progress: Progress, signal: AbortSignal): Promise<Catalog> {
  const { catalog = [], reviews = [], format } = options;
  if (catalog.length === 0)
    throw new ConfigError('--catalog is missing, expected a catalog file, a folder of raw files, or a raw file');
  const { path } = await catalogWorld.prepare({
    inputs: catalog,
    reviews,
    format,
    ...tellingRows(progress, signal),
  });
  return openCatalog(path);
}

interface Shown {
  readonly overview: CatalogOverview;
  readonly suggestions: readonly Suggestion[];
  readonly notices: readonly string[];
  readonly catalog: Catalog;
}

const documentOf = ({ overview, suggestions, notices, catalog }: Shown) => ({
  catalog: { path: catalog.path, digest: catalog.digest, products: overview.products },
  notices,
  fields: overview.fields,
  suggestions,
});
