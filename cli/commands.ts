import { Command, Option } from 'commander';
import { packageVersion } from '../pipeline/checkpoints/version.ts';
import { flagsOf } from '../schemas/setting.ts';
import type { AuditOptions } from './audit/audit.ts';
import type { CatalogOptions } from './build/build-catalog.ts';
import type { BUILD_SETTINGS } from './build-settings.ts';
import { CAPACITY, EPISODES_AT_ONCE, IDLE_SECONDS, PORT, REQUESTS_AT_ONCE, SEED, VOTES } from './defaults.ts';
import type { EvalOptions } from './eval/options.ts';
import type { ExportOptions } from './export/export.ts';
import type { LexiconOptions } from './lexicon/build-lexicon.ts';
import type { PlayOptions } from './play/play.ts';
import type { ServeOptions } from './serve/options.ts';
import type { StdioOptions } from './serve/stdio.ts';
import { HELP, HELP_OUTPUT } from './terminal/sentence.ts';

const collect = (value: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), value];
const commaList = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const RUN_OR_SPLIT = [
  '<run or split>',
  'folder of a finished run, or a file of its samples such as out/sample/splits/test.jsonl',
] as const;
const CATALOG_OF_TASKS = [
  '--catalog <catalog.db>',
  'the catalog of the tasks; found by its digest in out/.catalogs',
] as const;
const CATALOG_OF_RUN = [
  '--catalog <catalog.db>',
  'the catalog it was built from; found by its digest in out/.catalogs',
] as const;
const SHOPPER = [
  '--user <kind>',
  'the shopper: script, published (the rule of the paper), or model:<name> to word the script (script)',
] as const;

/** A command with the options of all that ask models while tasks are played. */
const withModelLimits = (command: Command): Command =>
  command
    .option('--max-output-tokens <n>', 'of one reply (2000)')
    .option('--replies <file.db>', 'where replies are kept: none is asked for twice (out/.models/replies.db)')
    .option('--replay', 'only from recorded replies, without a network')
    .option('--budget-usd <amount>', 'most that is spent')
    .option('--max-calls <n>', 'most requests that are sent')
    .option('--requests-per-minute <n>', 'most requests a minute')
    .option('--tokens-per-minute <n>', 'most tokens a minute')
    .option('--prices <file.yaml>', 'prices of models, where they are not known');

/** A setting of a build as an option: its flag, and what it decides with its default in brackets. */
function optionOf(setting: (typeof BUILD_SETTINGS)[number]): Option {
  const { help, otherwise, several, families } = setting;
  const among = families === null ? '' : ` [${families.join(', ')}]`;
  const repeatable = several === 'repeated' ? ' (repeatable)' : '';
  const option = new Option(
    flagsOf(setting),
    `${help}${otherwise === null ? '' : ` (${otherwise})`}${repeatable}${among}`,
  );
  if (several === 'repeated') option.argParser(collect);
  if (several === 'commas') option.argParser(commaList);
  return option;
}

/** All commands with their options; `exit` is told how the one that was called ended. */
export function program(exit: (code: number) => void, settings: typeof BUILD_SETTINGS, formats: string): Command {
  const cartwright = new Command('cartwright')
    .description('Turns a product catalog into a validated, hidden-intent benchmark for shopping agents.')
    .version(packageVersion())
    .exitOverride()
    .configureHelp(HELP)
    .configureOutput({ ...HELP_OUTPUT, outputError: () => {}, writeErr: () => {} })
    .showHelpAfterError(false);

  const options = settings.filter(({ fileOnly }) => !fileOnly);
  const building = cartwright
    .command('build:dataset')
    .description(
      'ingest (if needed), build, validate, write; without options: the bundled sample catalog into out/sample/',
    );
  for (const setting of options) if (!setting.ofModels) building.addOption(optionOf(setting));
  building
    .option('--config <file.yaml>', 'the same settings in a file, named perIntent, maxAnswers, ...; flags win')
    .optionsGroup('Language models (--writer openai or replay; OPENAI_BASE_URL and OPENAI_API_KEY):');
  for (const setting of options) if (setting.ofModels) building.addOption(optionOf(setting));
  building.allowExcessArguments(false).action(async ({ config: file, ...flags }: Record<string, unknown>) => {
    const { buildConfigOf } = await import('./build-settings.ts');
    const config = buildConfigOf(flags, file as string | undefined);
    const { buildDataset } = await import('./build/build-dataset.ts');
    exit(await buildDataset(config, { command: process.argv.slice(2) }));
  });

  cartwright
    .command('merge')
    .description('finish a run whose parts were built with --shard: the same files as if it had been built in one')
    .argument('<run folder>', 'the --out of its parts')
    .option('--partial', 'also where parts are missing or not finished; what they lack is built here')
    .action(async (path: string, options: { partial?: boolean }) => {
      const { merge } = await import('./merge/merge.ts');
      exit(await merge(path, options));
    });

  cartwright
    .command('worker')
    .description('builds tasks of runs that were started with --executor bullmq, until it is stopped')
    .option('--redis <url>', 'where it gets its jobs (REDIS_URL)')
    .option('--concurrency <n>', 'jobs at once, each in a thread (one per core)')
    .option('--root <there=here>', "where a folder of the coordinator's machine is on this one (repeatable)", collect)
    .allowExcessArguments(false)
    .action(async (options: { redis?: string; concurrency?: string; root?: string[] }) => {
      const { worker } = await import('./worker/worker.ts');
      exit(await worker(options));
    });

  cartwright
    .command('build:catalog')
    .description('only ingest: raw files or folders to one catalog file')
    .argument('[paths...]', 'raw files or folders')
    .option('--catalog <path>', 'the same, named as other commands name it (repeatable)', collect)
    .option('--out <catalog.db>', 'catalog file to write')
    .option('--dry-run', 'only say what could be read, column by column; of a catalog.db, what could when it was built')
    .option('--all-fields', 'list every detail field')
    .option('--reviews <path>', 'raw review file or folder (repeatable)', collect)
    .option('--format <name>', formats)
    .option('--lexicon <file.yaml>', 'other names of fields, and lists, to read by (repeatable)', collect)
    .action(
      async (
        paths: string[],
        {
          catalog = [],
          reviews = [],
          ...options
        }: Omit<CatalogOptions, 'reviews'> & { catalog?: string[]; reviews?: string[] },
      ) => {
        const { buildCatalog } = await import('./build/build-catalog.ts');
        exit(await buildCatalog([...paths, ...catalog], { ...options, reviews }));
      },
    );

  cartwright
    .command('build:lexicon')
    .description(
      "what a shop's fields are, whether tasks may ask about each or why not, and what a line of yours would change",
    )
    .option('--catalog <path>', 'catalog file, folder of raw files, or raw file (repeatable)', collect)
    .option('--reviews <path>', 'raw review file or folder (repeatable)', collect)
    .option('--format <name>', formats)
    .option('--lexicon <file.yaml>', 'what you say of the shop already (repeatable)', collect)
    .option('--language <code>', "the language of its words, such as zh (en; with --writer the catalog's)")
    .option('--out <file.yaml>', 'write what is known as a file to edit, which changes nothing until you do')
    .option('--dry-run', 'only print the table; with --writer, what would be asked and what it may cost')
    .option('--writer <openai|replay>', 'have a model propose clues, names, spellings, questions and product types')
    .option('--model <name>', 'the model that proposes (OPENAI_MODEL)')
    .option('--judge-model <name>', 'the model that solves clues without seeing what they stand for (--model)')
    .option('--votes <n>', `solvers asked about each clue, at most (${VOTES})`)
    .option('--values <n>', 'values of a field that clues are proposed for, at most (24)')
    .option('--budget-usd <n>', 'end before more than that is spent by all starts for this --out')
    .option('--max-calls <n>', 'end before more calls than that are made')
    .option('--replies <file.db>', 'where requests and replies are kept (out/.models/replies.db)')
    .option('--prices <file.yaml>', 'prices of your own')
    .option('--concurrency <n>', `most requests at once (${REQUESTS_AT_ONCE})`)
    .option('--batch', "ask by the provider's Batch API: half the price, within a day; started again it goes on")
    .option('--requests-per-minute <n>', 'most requests started in a minute')
    .option('--tokens-per-minute <n>', 'most tokens asked for in a minute')
    .option('--all-fields', 'also fields that hardly any product states')
    .option('--json', 'one JSON document')
    .allowExcessArguments(false)
    .action(async (options: LexiconOptions) => {
      const { buildLexicon } = await import('./lexicon/build-lexicon.ts');
      exit(await buildLexicon(options));
    });

  cartwright
    .command('audit')
    .description('why tasks of a run were set aside, and whether its parts agree; or the defects of published tasks')
    .argument('<run folder...>', 'folder of a run, finished or not, or files of published tasks (.jsonl, .jsonl.gz)')
    .option('--code <code>', 'only rejections with this code; of files, every task with this defect')
    .option('--intent <name>', 'only tasks of this intent of a run')
    .option('--stage <name>', 'only rejections by this stage of a run')
    .option('--field <name>', 'only rejections that have to do with this field, such as "Power Source"')
    .option('--against <run folder>', 'the run to compare yields with; by default what this folder held before')
    .option(
      '--mapping <file.yaml>',
      'of files in another format: which columns hold the query, the product, the requirements',
    )
    .option('--catalog <catalog.db>', 'of files: the catalog their tasks were made from, for the gates that need one')
    .option('--json', 'one JSON document')
    .optionsGroup('What people make of a run:')
    .option('--adjudications <file.csv>', 'how often marked verdicts are right, and raters agree (repeatable)', collect)
    .option('--decisions <file.csv>', 'write the verdicts that all raters found wrong, for the next build')
    .option('--sheet <n>', 'draw a blind sheet of so many tasks, to be marked fit or unfit')
    .option('--out <file.csv>', 'where the sheet is written (sheet.csv in the run folder)')
    .option('--seed <n>', 'draw another sheet (the seed of the run)')
    .action(async (paths: string[], options: AuditOptions) => {
      const { auditPaths } = await import('./audit/audit.ts');
      exit(await auditPaths(paths, options));
    });

  cartwright
    .command('report')
    .description('write report.html of a run again: how tasks ended, what samples are made of, and all of them')
    .argument('<run folder>', 'folder of a run, finished or not')
    .option(...CATALOG_OF_RUN)
    .option('--all', 'list every violation, also the many of one code')
    .action(async (path: string, options: { catalog?: string; all?: boolean }) => {
      const { report } = await import('./report/write-report.ts');
      exit(await report(path, undefined, options));
    });

  cartwright
    .command('explain')
    .description(
      "one task's whole life: target, features, placements, attempts, findings, proof, what models were asked; or the tasks about a product",
    )
    .argument('<run folder>', 'folder of a run, finished or not')
    .argument('<task id>', 'a task of the run, or the id of a product: its tasks, or why it has none')
    .option(...CATALOG_OF_RUN)
    .option('--replies <file.db>', 'where the replies of models are kept (out/.models/replies.db)')
    .option(
      '--no-placements',
      'without how its features might have been placed, which a large catalog takes a while for',
    )
    .action(
      async (path: string, taskId: string, flags: { catalog?: string; replies?: string; placements: boolean }) => {
        const { explain, explainPlacements } = await import('./explain/explain.ts');
        const { explainProduct } = await import('./explain/product.ts');
        const { catalog, replies } = flags;
        const ofProduct = await explainProduct(path, taskId, undefined, { catalog });
        if (ofProduct !== null) {
          exit(ofProduct);
          return;
        }
        const placements = flags.placements ? await explainPlacements(path, taskId, { catalog }) : undefined;
        exit(explain(path, taskId, undefined, { catalog, replies, placements }));
      },
    );

  cartwright
    .command('verify')
    .description('re-check every published sample of a run from scratch')
    .argument('<run folder>', 'folder of a finished run')
    .option(...CATALOG_OF_RUN)
    .option('--all', 'list every violation, also where many have the same code')
    .action(async (path: string, options: { catalog?: string; all?: boolean }) => {
      const { verify } = await import('./verify/verify.ts');
      exit(verify(path, options));
    });

  cartwright
    .command('score')
    .description(
      'score predicted products for published tasks whose paper scores such lists (docs/samples.md), per intent and in all; agents of the others are scored where they play, by eval',
    )
    .argument(
      '<files...>',
      'splits files with the tasks and, last, the predictions: {"id" or "query", "products"} a line',
    )
    .option('--catalog <catalog.db>', "where predicted ids are looked up; a run's own splits find their catalog")
    .option('--embedding-model <folder>', 'compare titles by an ONNX model in a folder; by words and letters without')
    .option('--rules <name>', 'paper, or published to count as the published evaluator does (paper)')
    .option('--json', 'one JSON document, with every task')
    .action(
      async (
        files: string[],
        options: { catalog?: string; embeddingModel?: string; rules?: string; json?: boolean },
      ) => {
        const { score } = await import('./score/score.ts');
        exit(await score(files, options));
      },
    );

  withModelLimits(
    cartwright
      .command('eval')
      .description('have agents play the tasks of a run or a split, and score them as the paper does')
      .argument(...RUN_OR_SPLIT)
      .option(
        '--agent <names>',
        'oracle, nothing, first-hit, ... (several with commas, or all), openai, command:<program>, module:<file>, endpoint:<address>, mcp:<program or address>',
      )
      .option('--trials <k>', 'episodes of each task (1)')
      .option(...SHOPPER)
      .option(
        '--grader <model:name>',
        'asked about what code cannot decide: what reviews say of products other than the target',
      )
      .option('--split <name>', 'which split of a run (test where there is one, else all samples)')
      .option('--task <id>', 'only this task (repeatable)', collect)
      .option('--limit <n>', 'so many tasks at most, the first of the file')
      .option(...CATALOG_OF_TASKS)
      .option('--out <folder>', 'where the results go (eval/<agent> in the run folder)')
      .option('--seed <n>', `of the episodes (${SEED})`)
      .option('--steps <n>', 'most steps of an episode (as the paper has it)')
      .option('--timeout <seconds>', 'longest episode (no limit)')
      .option('--workers <n>', 'threads for built-in agents (one per core where that pays)')
      .option('--concurrency <n>', `episodes at once for other agents (${EPISODES_AT_ONCE})`)
      .option(
        '--shard <part>',
        'only a part, such as 3/8, slurm or kubernetes/8; the command without it ends the evaluation',
      )
      .option('--executor <name>', 'threads of this machine, or bullmq: workers on any, for built-in agents (threads)')
      .option('--redis <url>', 'with --executor bullmq: where workers are found (REDIS_URL)')
      .option(
        '--resume',
        'only where something is there to go on with; what is there is never played again in any case',
      )
      .option('--python', 'let agents run Python programs too, by python_execute in a sandbox')
      .option('--fresh', 'play everything again')
      .option('--logs <formats>', 'also as atif (a trajectory each) or inspect (one log), or both with a comma')
      .option('--json', 'one JSON document')
      .optionsGroup('Language models (OPENAI_BASE_URL and OPENAI_API_KEY):')
      .option('--model <name>', 'of the reference agent, and what an endpoint is asked for (OPENAI_MODEL)')
      .option('--prompt <name>', 'of the reference agent: react or plan-and-solve (react)')
      .option('--images', 'send pictures to the model as images too; it has to be one that can see')
      .option('--temperature <number>', 'of the reference agent (1)'),
  ).action(async (path: string, options: EvalOptions) => {
    const { evaluate } = await import('./eval/eval.ts');
    exit(await evaluate(path, options));
  });

  cartwright
    .command('regrade')
    .description('grade the journals of an evaluation again, without a model: what changed, and its summary anew')
    .argument('<folder>', 'folder that eval wrote, such as out/sample/eval/oracle')
    .option(...CATALOG_OF_TASKS)
    .option('--dry-run', 'only say what would change')
    .action(async (path: string, options: { catalog?: string; dryRun?: boolean }) => {
      const { regrade } = await import('./regrade/regrade.ts');
      exit(await regrade(path, options));
    });

  cartwright
    .command('compare')
    .description('compare two evaluations of the same tasks, task by task')
    .argument('<a>', 'folder that eval wrote')
    .argument('<b>', 'another one')
    .option('--json', 'one JSON document')
    .action(async (a: string, b: string, options: { json?: boolean }) => {
      const { compareEvaluations } = await import('./compare/compare.ts');
      exit(compareEvaluations(a, b, options));
    });

  cartwright
    .command('play')
    .description('play tasks yourself, in the terminal or on a local page, with the tools an agent has; or by MCP')
    .argument(...RUN_OR_SPLIT)
    .option('--task <id>', 'which task (what you left unfinished, else the next you have not played)')
    .option('--web', 'on a page of this machine, whose address is printed')
    .option('--port <n>', 'of the page (any that is free)')
    .option('--as <name>', 'whose results these are: they go to eval/<name> in the run folder (human)')
    .option('--list', 'only show what was played, and how it went')
    .option('--ratings [file.csv]', 'only show what people think of the tasks and how far they agree; write it down')
    .option('--split <name>', 'which split of a run (test where there is one, else all samples)')
    .option(...CATALOG_OF_TASKS)
    .option('--mcp', 'one episode as an MCP server on standard input and output, for agents that start it themselves')
    .option('--result <file.json>', 'with --mcp: where the grade goes (standard error)')
    .option('--user <kind>', 'with --mcp: the shopper, script or published (the rule of the paper) (script)')
    .option('--seed <n>', `with --mcp: of the episode (${SEED})`)
    .allowExcessArguments(false)
    .action(async (path: string, { mcp, ...options }: PlayOptions & StdioOptions & { mcp?: boolean }) => {
      if (mcp === true) {
        const { playOverStdio } = await import('./serve/stdio.ts');
        exit(await playOverStdio(path, options));
        return;
      }
      const { play } = await import('./play/play.ts');
      exit(await play(path, options));
    });

  withModelLimits(
    cartwright
      .command('serve')
      .description(
        'serve the tasks of a run or a split to agents over MCP, and to whoever runs them over a control API',
      )
      .argument(...RUN_OR_SPLIT)
      .option('--port <n>', `where agents play (${PORT}; 0 for a free one)`)
      .option('--control-port <n>', 'where episodes are opened, graded and closed (the next port)')
      .option('--host <address>', 'what to listen at for agents (127.0.0.1)')
      .option('--control-host <address>', 'what to listen at for control (127.0.0.1, whatever --host is)')
      .option('--public-url <address>', 'how agents reach --port from elsewhere')
      .option('--token <token>', 'what control needs (CARTWRIGHT_TOKEN; a new one otherwise)')
      .option('--capacity <n>', `most episodes at once (${CAPACITY})`)
      .option('--idle-seconds <n>', `an episode without use for so long is closed (${IDLE_SECONDS})`)
      .option('--split <name>', 'which split of a run (all)')
      .option(...CATALOG_OF_TASKS)
      .option(...SHOPPER)
      .option('--seed <n>', `of episodes that name none (${SEED})`)
      .option('--steps <n>', 'most steps of an episode (as the paper has it)')
      .option('--reward <score>', 'the score that is paid, such as loose or strict (the reward of the grade)')
      .option('--as <name>', 'keep every episode under this name of its agent, in eval/<name> of the run folder')
      .option('--out <folder>', 'keep every episode in this folder instead; regrade and compare read it')
      .optionsGroup('Language models (--user model:<name>; OPENAI_BASE_URL and OPENAI_API_KEY):'),
  ).action(async (path: string, options: ServeOptions) => {
    const { serve } = await import('./serve/serve.ts');
    exit(await serve(path, options));
  });

  cartwright
    .command('export')
    .description('write the files with which a harness plays the tasks of a run over serve, or chats to train on')
    .argument(...RUN_OR_SPLIT)
    .option(
      '--to <format>',
      'harbor, inspect, nemo (NeMo Gym), tau2 (tau2-bench), trl or verifiers; or chat, to train on',
    )
    .option('--out <folder>', 'where the files go')
    .option('--split <name>', 'which split of a run (all)')
    .option(...CATALOG_OF_TASKS)
    .option('--agent <names>', 'of chats: the built-in agents that play (oracle,near-miss)')
    .option('--episodes <folder>', 'of chats: an evaluation whose episodes are taken instead')
    .option('--per <unit>', 'of chats: a line for each episode or each step (episode)')
    .option('--min-reward <share>', 'of chats: leave out episodes that are worth less (0)')
    .option('--images', 'of chats: pictures as images too, in parts of messages')
    .action(async (path: string, options: ExportOptions) => {
      const { exportTasks } = await import('./export/export.ts');
      exit(await exportTasks(path, options));
    });

  return cartwright;
}
