import { ConfigError } from '../../schemas/errors.ts';
import { writtenAmounts } from '../product/price-decimals.ts';
import { languageOfHeaders } from '../propose/header.ts';
import { profile } from '../propose/profile.ts';
import { sampledRows } from '../propose/sample.ts';
import type { DetectedFile } from './detect.ts';

/** Stops where a mapping leaves open whether its prices have three decimals or are thousands, and they are not plainly these. */
export async function checkDecimals(files: readonly DetectedFile[]): Promise<void> {
  const priced = files.filter(({ reader }) => reader.prices !== undefined);
  const [{ reader: { prices = undefined } = {} } = {}] = priced;
  if (prices === undefined) return;
  const sampled = [];
  for (const { file, container, reader } of priced)
    for (const one of await sampledRows(file, container, priced.length))
      sampled.push(reader.view === undefined ? one : { ...one, row: reader.view(one.row) });
  const stated = sampled.flatMap(({ row }) => prices.statedIn(row));
  const currency = sampled.map(({ row }) => prices.currencyOf(row)).find((code) => code !== null) ?? null;
  const language = languageOfHeaders(profile(sampled).map(({ name }) => name));
  const amounts = writtenAmounts(stated, { language, currency });
  if (amounts === null || amounts.as === 'thousands') return;
  const { as, example } = amounts;
  const remedy =
    as === null
      ? '"decimals: point" or "decimals: comma" under product, whichever sign stands before decimals'
      : `"decimals: ${as}" under product, where it is three decimals as others of them show`;
  throw new ConfigError(
    `${prices.place}: "${prices.key}" names amounts such as "${example}", which may be three decimals or thousands; add ${remedy}`,
  );
}
