import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ConfigError } from '../schemas/errors.ts';

const amount = z
  .number('expected US dollars such as 0.15')
  .min(0, 'expected US dollars from 0 up')
  .max(100_000, 'expected US dollars per million tokens, 100000 at most')
  .refine((usd) => Number(usd.toFixed(6)) === usd, 'expected at most six decimals');

/** What a model costs; `batch_multiplier` is left out where the model cannot be had in a batch. */
export const PriceEntry = z.strictObject({
  input_per_million: amount,
  output_per_million: amount,
  batch_multiplier: z.number('expected a number such as 0.5').min(0).max(1, 'expected a number from 0 to 1').optional(),
  taken: z.iso.date('expected the day the price was looked up, such as 2026-11-20'),
  aliases: z.array(z.string().min(1), 'expected a list such as [a, b]').default([]),
});
export type PriceEntry = z.infer<typeof PriceEntry>;

export const PriceFile = z.strictObject({
  version: z.string('expected a text such as 2026-11').min(1, 'expected a text such as 2026-11'),
  currency: z.literal('USD', 'expected USD, the only currency prices are counted in'),
  models: z.record(z.string().min(1), PriceEntry, 'expected models and their prices'),
});
export type PriceFile = z.infer<typeof PriceFile>;

type Document = ReturnType<typeof parseDocument>;

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`;
    throw new ConfigError(`the price file ${path} ${reason}; check --prices, or leave it out for the prices we ship`, {
      cause,
    });
  }
}

/** The line of a key, or of its nearest parent where it is missing. */
function lineOf(document: Document, lines: LineCounter, path: readonly string[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as { range?: [number, number, number] } | undefined;
    if (node?.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function plainOf(document: Document, path: string): unknown {
  try {
    return document.toJS() as unknown;
  } catch (cause) {
    throw new ConfigError(`${path}: not YAML: ${(cause as Error).message}; mend the file`, { cause });
  }
}

/** Two entries that answer to one name would make the price a matter of order. */
function refuseDoubleNames({ models }: PriceFile, path: string): void {
  const owners = new Map(Object.keys(models).map((model) => [model, model]));
  for (const [model, { aliases }] of Object.entries(models)) {
    for (const alias of aliases) {
      const owner = owners.get(alias);
      if (owner !== undefined)
        throw new ConfigError(`${path}: the alias "${alias}" of ${model} already names ${owner}; keep one of the two`);
      owners.set(alias, model);
    }
  }
}

/** Reads a price file; a ConfigError names the line that is wrong. */
export function readPriceFile(path: string): PriceFile {
  const lines = new LineCounter();
  const document = parseDocument(contentOf(path), { lineCounter: lines });
  const syntax = document.errors[0];
  if (syntax !== undefined) {
    const [found = ''] = syntax.message.split(/ at line \d+|\n/, 1);
    throw new ConfigError(`${path}:${lines.linePos(syntax.pos[0]).line}: not YAML: ${found}; mend that line`);
  }
  const parsed = PriceFile.safeParse(plainOf(document, path));
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const extra = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const place = [...issue.path, ...extra].map(String);
    const name = place.join('.');
    const what =
      extra.length > 0
        ? `"${name}" is not part of a price file`
        : name === ''
          ? 'no price file, expected version, currency and models'
          : document.hasIn(place)
            ? `"${name}": ${issue.message}`
            : `"${name}" is missing, ${issue.message}`;
    throw new ConfigError(`${path}:${lineOf(document, lines, place)}: ${what}; the README shows a whole price file`);
  }
  refuseDoubleNames(parsed.data, path);
  return parsed.data;
}
