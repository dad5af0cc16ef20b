import { languageInForce } from '../../lexicon/index.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { escapeForTerminal } from '../../text/normalise.ts';
import { columnsOfName, hasEdges, withoutEdges, wordsOfFile } from '../readers/index.ts';
import type { Container } from '../rows/file-format.ts';
import type { RawFile } from '../rows/index.ts';
import { findAmounts, findAmountsInTexts, findAmountsInTitles } from './amounts.ts';
import { findMakersInTitles } from './brands.ts';
import { findCategory } from './categories.ts';
import { findDecimals, findPriceDecimals, withPoints } from './decimals.ts';
import { findMakers, findNumbers } from './descriptions.ts';
import { findDetails } from './details.ts';
import { findDimensions } from './dimensions.ts';
import { type Doubt, Draft, type Finding, NAMED } from './draft.ts';
import { languageSaidIn, withoutForm } from './header.ts';
import { agreementOn, findIdentity, groupsBy } from './identity.ts';
import { findLanguages } from './in-english.ts';
import { findListedParts } from './listed-parts.ts';
import { findPrice } from './prices.ts';
import { Column, isDate, isNumber, isPicture, isUrl, keyOf, profile } from './profile.ts';
import { findReviewsInCells, reviewsOf } from './reviews.ts';
import { findSaidValues } from './said-values.ts';
import { holdAllRows, type SampledRow, sampledRows } from './sample.ts';
import { findSetAside } from './set-aside.ts';
import { findTexts } from './texts.ts';
import { tellThousands } from './thousands.ts';
import { findTitle } from './titles.ts';
import { findUnits } from './units.ts';
import { findVariantsInCells } from './variants.ts';
import { findVotes } from './votes.ts';

/** A mapping of files that no reader knows, and what it rests on. */
export interface Proposal {
  /** As a mapping file says it; null stands for a column that nobody could settle. */
  readonly mapping: Readonly<Record<string, unknown>>;
  readonly findings: readonly (Finding & { readonly section: 'product' | 'review' })[];
  readonly doubts: readonly Doubt[];
  /** Number of rows that were looked at, by file. */
  readonly rows: ReadonlyMap<string, number>;
}

/** A raw file and how its rows lie in it. */
interface ContainedFile {
  readonly file: RawFile;
  readonly container: Container;
}

/** Refuses a table whose first line is a row and no header: every column would be called by a value. */
function checkHeader({ file, container }: ContainedFile, columns: readonly Column[]): void {
  if (container.kind !== 'csv') return;
  // A day names the column of the prices it had, and is none of them.
  const isValue = (column: Column) =>
    column.name === '' ||
    [isNumber, isUrl, isDate].some(
      (test) => test(column.name) && (column.stated.length === 0 || column.share(test) >= VALUES_ALIKE),
    );
  const [alone, ...others] = columns;
  if (alone !== undefined && others.length === 0 && alone.named('title', 'kind', 'brand', 'id', 'sku') < NAMED)
    throw new ConfigError(
      `${file.path}:1: has one column, "${alone.name.slice(0, 40)}", expected the names of columns there, parted by commas, semicolons, tabs or bars; add a line with a name for each`,
    );
  const values = columns.filter(isValue);
  const repeated = columns.filter(({ name, stated }) => stated.some((value) => keyOf(value) === name));
  if (values.length < columns.length * HEADER_SHARE && repeated.length < columns.length * HEADER_SHARE) return;
  const [first] = values.length > 0 ? values : repeated;
  throw new ConfigError(
    `${file.path}:1: has "${first?.name.slice(0, 40)}" in its first line, expected the names of the columns there; add a line with a name for each`,
  );
}

const HEADER_SHARE = 0.4;
/** Share of a column's values that are of the kind of its name, from which on that is a value too. */
const VALUES_ALIKE = 0.5;
const LOOKED_AT_TITLES = 200;

function productsOf(all: readonly Column[], rows: readonly SampledRow[]): Draft {
  const draft = new Draft('product');
  const asWritten = inOneLanguage(all, draft);
  const columns = withPoints(asWritten);
  // Keys of a mapping come in the order people read them in.
  Object.assign(draft.section, { id: undefined, title: undefined });
  const title = findTitle(columns, draft);
  const identity = findIdentity(columns, title ?? NO_TITLE(rows.length), draft);
  const files = [...new Set(rows.map(({ file }) => wordsOfFile(file)))];
  const text = (title?.stated ?? []).slice(0, LOOKED_AT_TITLES).join(' ');
  findSetAside(columns, identity, draft);
  findReviewsInCells(columns, draft);
  const nested = identity.kind === 'row' ? findVariantsInCells(columns, draft) : null;
  findVotes(columns, draft);
  findPrice(columns, identity, text, files, draft, nested);
  findMakers(columns, draft);
  findCategory(columns, title, draft, files, holdAllRows(rows));
  findNumbers(columns, draft);
  findTexts(columns, draft);
  findDetails(columns, title, identity, draft);
  findLanguages(columns, draft);
  findDimensions(columns, draft);
  if (title !== null) findMakersInTitles(title, columns, draft);
  const read = findAmounts(columns, draft);
  if (title !== null) findAmountsInTitles(title, columns, draft, files);
  findAmountsInTexts(columns, draft);
  findListedParts(columns, draft);
  if (title !== null) findSaidValues(title, columns, draft);
  findDecimals(asWritten, read, draft);
  findPriceDecimals(
    all,
    rows.map(({ row }) => row),
    draft,
  );
  findUnits(columns, draft);
  tellThousands(columns, draft);
  if (title !== null) checkProducts(title, draft);
  if (draft.section.id === undefined) makeId(columns, draft, title);
  return draft;
}

/** Texts that nothing calls names may be anything where nothing else says that rows are products. */
function checkProducts(title: Column, draft: Draft): void {
  const { price, brand, category, variants } = draft.section;
  if (title.named('title') >= NAMED || [price, brand, category, variants].some((said) => said !== undefined)) return;
  draft.doubt('title', `"${title.name}" may hold names, but no column is a price, a brand or a category`, [title]);
}

const NO_TITLE = (rows: number) =>
  new Column(
    '',
    Array.from({ length: rows }, () => undefined),
  );

/** Addresses of the rows without what is asked of them there; null where one has none, or a picture's. */
function addressesIn(column: Column): readonly string[] | null {
  if (column.statedShare < 1 || column.share((value) => typeof value === 'string' && isUrl(value)) < 1) return null;
  const addresses = column.stated.map((value) => String(value).replace(/[?#].*$/s, ''));
  return addresses.some(isPicture) ? null : addresses;
}

/** Tells whether each row has an address of its own. */
function tellsRowsApart(column: Column): boolean {
  const addresses = addressesIn(column);
  return addresses !== null && new Set(addresses).size === addresses.length;
}

/** Tells whether an address names one product: rows that share one have the same title, being listed twice. */
function tellsProductsApart(column: Column, title: Column): boolean {
  const addresses = addressesIn(column);
  if (addresses === null || column.distinct < addresses.length * LEAST_LISTED) return false;
  return new Set(addresses).size === column.distinct && agreementOn(title, groupsBy(column)) === 1;
}

/** Share of rows that have an address of their own, at least, where some things are listed twice. */
const LEAST_LISTED = 0.5;

/** An id made of an address, or of the title and the details, for rows that have none. */
function makeId(columns: readonly Column[], draft: Draft, title: Column | null): void {
  if (title === null) {
    draft.doubt('id', 'no column tells rows apart', []);
    return;
  }
  const address = columns.find(tellsRowsApart);
  if (address !== undefined) {
    draft.section.id = { made_of: [address.name] };
    draft.withdraw(null, address);
    draft.findings.unshift({
      key: 'id',
      column: address.name,
      because: 'no column is an id, and each row has an address of its own',
    });
    return;
  }
  const { columns: own = {}, stated = {} } = (draft.section.details ?? {}) as {
    columns?: object;
    stated?: Record<string, { in: string }>;
  };
  const details = [...Object.keys(own), ...Object.values(stated).map((one) => one.in)];
  const names = [...columnsOfName((draft.section.title as string | null) ?? title.name), ...details];
  const used = columns.filter(({ name }) => names.includes(name));
  if (used.length === 0) return;
  const rows = used[0]?.values.length ?? 0;
  const keys = Array.from({ length: rows }, (_, row) => JSON.stringify(used.map(({ values }) => values[row] ?? null)));
  const distinct = new Set(keys).size;
  const listed = columns.find((column) => column.distinct > distinct && tellsProductsApart(column, title));
  if (listed !== undefined) {
    draft.section.id = { made_of: [listed.name] };
    draft.withdraw(null, listed);
    const because = `no column is an id, and rows have ${listed.distinct} addresses, each of one title; rows of one are one product`;
    draft.findings.unshift({ key: 'id', column: listed.name, because });
    return;
  }
  draft.section.id = { made_of: used.map(({ name }) => name) };
  draft.findings.unshift({
    key: 'id',
    column: 'title and details',
    because: `no column tells rows apart; these together do so for ${distinct} of ${rows} rows, and rows that agree in them become one product`,
  });
}

/** Proposes a mapping for files that no reader knows, from their first rows. The same files give the same proposal. */
export async function proposeMapping(files: readonly ContainedFile[]): Promise<Proposal> {
  // Files of a folder may have columns of their own beside those they share.
  const kinds: Record<'product' | 'review', SampledRow[]> = { product: [], review: [] };
  const looked = new Map<string, number>();
  const tables: { readonly path: string; readonly names: readonly string[] }[] = [];
  for (const contained of files) {
    const rows = asRead(await sampledRows(contained.file, contained.container, files.length));
    const columns = profile(rows);
    checkHeader(contained, columns);
    looked.set(contained.file.name, rows.length);
    const kind = reviewsOf(columns, new Draft('review')) === null ? 'product' : 'review';
    kinds[kind].push(...rows);
    if (kind === 'product') tables.push({ path: contained.file.path, names: columns.map(({ name }) => name) });
  }
  checkAlike(tables);
  const drafts: Draft[] = [];
  if (kinds.product.length > 0) drafts.push(productsOf(profile(kinds.product), kinds.product));
  if (kinds.review.length > 0) {
    const draft = reviewsOf(profile(kinds.review), new Draft('review'));
    if (draft !== null) drafts.push(draft);
  }
  return {
    mapping: Object.fromEntries(drafts.map(({ name, section }) => [name, withoutUndefined(section)])),
    findings: drafts.flatMap(({ name, findings }) => findings.map((finding) => ({ ...finding, section: name }))),
    doubts: drafts.flatMap(({ doubts }) => doubts),
    rows: looked,
  };
}

/** Share of the columns of the smaller of two files that both have, from which on one mapping may read both. */
const LEAST_SHARED = 0.2;

/** The first names of columns of a file. */
const namesOf = ({ names }: { readonly names: readonly string[] }) =>
  names
    .slice(0, SHOWN)
    .map((name) => `"${escapeForTerminal(name)}"`)
    .join(', ') + (names.length > SHOWN ? ', …' : '');
const SHOWN = 4;

/** Refuses files of products that have next to no column in common: a mapping names the columns of one of them. */
function checkAlike(tables: readonly { readonly path: string; readonly names: readonly string[] }[]): void {
  const [first] = tables;
  const other = tables.find(({ names }) => {
    const shared = names.filter((name) => first?.names.includes(name));
    return shared.length < Math.min(names.length, first?.names.length ?? 0) * LEAST_SHARED;
  });
  if (first === undefined || other === undefined) return;
  throw new ConfigError(
    `${first.path} and ${other.path} have different columns (${namesOf(first)}; ${namesOf(other)}), which no one mapping reads; build each by itself, with a mapping of its own (docs/catalogs.md)`,
  );
}

/** Rows without the edges and nodes of GraphQL; as they stand where that leaves some, which a mapping would name. */
function asRead(rows: readonly SampledRow[]): readonly SampledRow[] {
  const read = rows.map((one) => ({ ...one, row: withoutEdges(one.row) }));
  return read.some(({ row }) => hasEdges(row)) ? rows : read;
}

const withoutUndefined = (section: object) =>
  Object.fromEntries(Object.entries(section).filter(([, said]) => said !== undefined));

/**
 * Columns of which none says in another language, or for another channel, what one of them says: of "name-de_DE" and
 * "name-en_US" that in the language that texts are written in, or else in the language that most columns are in.
 */
function inOneLanguage(columns: readonly Column[], draft: Draft): readonly Column[] {
  const counts = new Map<string, number>();
  for (const { name } of columns) {
    const language = languageSaidIn(name);
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  if (counts.size === 0) return columns;
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  const wanted = counts.has(languageInForce()) ? languageInForce() : most;
  const alike = Map.groupBy(columns, ({ name }) => (languageSaidIn(name) === null ? null : withoutForm(name)));
  const left = new Set<Column>();
  for (const [base, group] of alike) {
    if (base === null) continue;
    const kept = group.find(({ name }) => languageSaidIn(name) === wanted) ?? group[0];
    const others = group.filter((column) => column !== kept);
    for (const column of others) left.add(column);
    draft.note(null, others, `said for another language or channel in "${kept?.name}"`);
  }
  return columns.filter((column) => !left.has(column));
}
