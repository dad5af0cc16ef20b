import { expect, test } from 'vitest';
import { rowSetOf } from '../../../catalog/inverted-index/index.ts';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import { Commonplaces } from '../../../shopping/plausibility/index.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

/** Tells whether RJ45 goes without saying of the first cable of a shelf, by the connectors of all. */
function goesWithoutSaying(cables: readonly (string | null)[], elsewhere: readonly (string | null)[] = []): boolean {
  const product = (connector: string | null, at: number, category: string[]) => ({
    id: `${category.at(-1)}-${at}`,
    title: 'Patch Cable',
    category,
    details: connector === null ? {} : details({ 'Connector Type': connector }),
  });
  const all = [
    ...cables.map((connector, at) => product(connector, at, ['Electronics', 'Patch Cables'])),
    ...elsewhere.map((connector, at) => product(connector, at, ['Electronics', 'Sets'])),
  ];
  const catalog = storedCatalog(all);
  const stating = all.flatMap(({ id, details: stated }) =>
    Object.keys(stated).length > 0 ? [catalog.rowOf(id) as number] : [],
  );
  const commonplaces = new Commonplaces({
    catalog,
    answerSets: new AnswerSets(catalog),
    stating: new Map([['Connector Type', rowSetOf(Uint32Array.from(stating).sort(), catalog.size)]]),
  });
  return commonplaces.includes({ id: all[0]?.id as string }, 'patch cable', {
    field: 'Connector Type',
    option: 'RJ45',
  });
}

test('what nearly all others of the name and the shelf have goes without saying', () => {
  expect(goesWithoutSaying(Array(8).fill('RJ45'))).toBe(true);
  expect(goesWithoutSaying([...Array(7).fill('RJ45'), 'RJ11', 'RJ11'])).toBe(false);
});

test('what others do not state tells nothing of it', () => {
  expect(goesWithoutSaying([...Array(8).fill('RJ45'), ...Array(20).fill(null)])).toBe(true);
});

test('what fewer than five others state may be so by chance', () => {
  expect(goesWithoutSaying(Array(5).fill('RJ45'))).toBe(false);
  expect(goesWithoutSaying(Array(6).fill('RJ45'))).toBe(true);
});

test('what goes without saying on the shelf is worth a word where others of the name have something else', () => {
  expect(goesWithoutSaying(Array(8).fill('RJ45'), Array(8).fill('USB'))).toBe(false);
});
