import { listingStates } from '../../lexicon/columns.ts';
import { englishWords } from '../../lexicon/index.ts';
import { flagOf } from '../../text/flags.ts';
import { numberOf, textOf } from '../product/values.ts';
import { type Draft, percent } from './draft.ts';
import { headerWords, withoutForm } from './header.ts';
import type { Identity } from './identity.ts';
import type { Column } from './profile.ts';

/** Score of a name that says nothing else than whether a product is published. */
const CLEARLY = 0.85;
/** Share of products that go at most where a yes or a number says so, and that stay at least where words do. */
const A_THIRD = 1 / 3;

const lower = (value: unknown) => textOf(value).toLowerCase();

/** Numbers by which shop systems say that a product is published and that it is not, the published one first. */
const NUMBERED = [1, 0, -1];
/** Those of systems that call the column "product_online" or alike. */
const ONLINE = [1, 2];

interface Unlisted {
  /** The texts that say of a product that its shop does not show it. */
  readonly texts: readonly string[];
  /** Set where these are words for it, "draft", and no yes or number. */
  readonly isWorded: boolean;
}

/** The texts of a column that say of a product that its shop does not show it; none where it may hold anything else. */
function unlistedIn(column: Column): Unlisted {
  const values = [...new Set(column.stated.map(lower))];
  const { listed, unlisted, worded } = listingStates();
  if (values.every((value) => listed.has(value) || unlisted.has(value)))
    return { texts: values.filter((value) => unlisted.has(value)), isWorded: true };
  const name = headerWords(column.name).join(' ');
  // "Active (0/1)" says of itself that it holds flags.
  if (worded.has(name) && withoutForm(column.name) === column.name) return { texts: [], isWorded: false };
  if (values.every((value) => flagOf(value) !== null))
    return { texts: values.filter((value) => flagOf(value) === false), isWorded: false };
  const isOnline = englishWords('columns: online by numbers').includes(name);
  const numbers = [NUMBERED, ...(isOnline ? [ONLINE] : [])].find((all) =>
    values.every((value) => all.includes(numberOf(value) ?? Number.NaN)),
  );
  const [published, ...others] = numbers ?? [];
  const isUnlisted = (value: string) => numberOf(value) !== published;
  const texts = values.every(isUnlisted) ? [] : [...others.map(String), ...values.filter(isUnlisted)];
  return { texts: [...new Set(texts)], isWorded: false };
}

/** Finds columns by which rows are drafts, archived or not published, and sets such rows aside. */
export function findSetAside(columns: readonly Column[], identity: Identity, draft: Draft): void {
  const said: Record<string, readonly string[]> = {};
  const used: Column[] = [];
  let left: ReadonlySet<number> = new Set();
  const products = (columns[0]?.values ?? []).filter((_, row) => identity.isFirst(row)).length;
  for (const column of columns) {
    if (draft.isTaken(column) || column.named('published') < CLEARLY || !column.isMostly('published', 'other'))
      continue;
    const { texts, isWorded } = unlistedIn(column);
    const rows = column.values.flatMap((value, row) =>
      identity.isFirst(row) && value !== undefined && texts.includes(lower(value)) ? [row] : [],
    );
    if (rows.length === 0) continue;
    const all = left.union(new Set(rows));
    if (products - all.size < products * A_THIRD || (!isWorded && rows.length > products * A_THIRD)) {
      const share = `${rows.length} of ${products} products, ${percent(rows.length / products)}`;
      draft.note(null, [column], `may say that ${share}, are not published: too many to set aside unasked`);
      continue;
    }
    left = all;
    said[column.name] = texts;
    used.push(column);
  }
  if (used.length === 0) return;
  draft.put(
    'set_aside',
    said,
    used,
    `what is a draft, archived or not published: ${left.size} of ${products} products, ${percent(left.size / products)}`,
  );
}
