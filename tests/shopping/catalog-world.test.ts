import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ingestAny } from '../../catalog/ingest/with-proposed-mapping.ts';
import { openCatalog } from '../../catalog/store/catalog.ts';
import { useLexicon } from '../../lexicon/index.ts';
import { NO_LEXICON } from '../../schemas/lexicon.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';
import { folderWith } from '../fixtures/raw-files.ts';

const isInEnglish = async (rows: readonly object[]) => (await languageOf(rows)).isInEnglish;

afterEach(() => useLexicon());

const foreignFields = (at: number) => ({
  Kaulus: of(['V', 'O'], at),
  Lahje: of(['A', 'B', 'C'], at),
  Vuori: of(['A', 'B'], at),
  Hihat: of(['1/2', '1/1'], at),
});

/** A Danish shop without descriptions, whose categories and fields nobody has said in English. */
const DANISH = {
  categories: (at: number) => of(['Bukser', 'Skjorter', 'Jakker', 'Kjoler'], at),
  fields: (at: number) => ({
    Pasform: of(['A', 'B'], at),
    Benvidde: of(['C', 'D'], at),
    Syning: of(['E', 'F'], at),
    Hovedfarve: of(['G', 'H'], at),
  }),
};

async function languageOf(rows: readonly object[]) {
  const folder = folderWith({ 'goods.json': JSON.stringify(rows) });
  const database = join(folder, 'catalog.db');
  const mapping = join(folder, 'goods.mapping.yaml');
  await ingestAny({ inputs: [join(folder, 'goods.json')], database, mapping, say: () => {} });
  const catalog = openCatalog(database);
  try {
    return {
      isInEnglish: catalogWorld.isInEnglish?.(catalog),
      namesIn: catalogWorld.namesIn?.(catalog),
      foreignValues: catalogWorld.foreignValues?.(catalog),
    };
  } finally {
    catalog.close();
  }
}

const rows = (title: string, more: (at: number) => object = () => ({})) =>
  Array.from({ length: 30 }, (_, at) => ({ id: `G${at}`, name: `${title} ${at}`, price: at + 5, ...more(at) }));
const of = (values: readonly string[], at: number) => values[at % values.length];

test.each([
  ['titles with small words of another language', rows('Lámpara de mesa')],
  ['titles in another script', rows('美的电热水器')],
  [
    'names of fields that no English one is known for',
    rows('LED Panel 36W', (at) => ({
      Autonomie: of(['8', '10', '12'], at),
      Compatibilité: of(['iOS', 'Android'], at),
      Ausführung: of(['S', 'M', 'L'], at),
    })),
  ],
  [
    'names of fields in plain letters that are no English words',
    rows('Classic Fit Tee', (at) => ({
      Kaulus: of(['V', 'O'], at),
      Lahje: of(['A', 'B', 'C'], at),
      Vuori: of(['A', 'B'], at),
      Hihat: of(['1/2', '1/1'], at),
    })),
  ],
  [
    'values of fields whose names were translated',
    rows('Classic Fit Tee', (at) => ({
      Krave: of(['Rullekrave', 'Skjortekrave', 'Kinakrave', 'Hætte'], at),
      Detaljer: of(['Elastisk linning', 'Broderi', 'Lynlås'], at),
      Bukselommer: of(['Baglommer', 'Sidelommer', 'Skrå lommer'], at),
      Lukning: of(['Knapper', 'Skjult', 'Trykknap'], at),
    })),
  ],
  [
    'descriptions',
    rows('Smart TV 55', (at) => ({
      description: `Pantalla de gran contraste con sonido envolvente y conectividad completa para toda la familia ${at}`,
    })),
  ],
  [
    'categories that the tables of its language have, though its titles are English',
    rows('Classic Fit Tee', (at) => ({ category: DANISH.categories(at) })),
  ],
  [
    'categories that no table has, where its titles say nothing else',
    rows('Musta Merinovilla', (at) => ({ category: of(['Housut', 'Paidat', 'Takit', 'Mekot'], at) })),
  ],
  ['values in another language', rows('Table Lamp', (at) => ({ colour: of(['Hitam', 'Putih', 'Red'], at) }))],
])('a catalog is not in English by its %s', async (_, catalog) => {
  expect(await isInEnglish(catalog)).toBe(false);
});

test('a catalog in English is, whatever some names in it are', async () => {
  const catalog = rows('Table Lamp', (at) => ({ colour: of(['Red', 'Blue'], at), Marke: of(['Ada', 'Bo', 'Cy'], at) }));
  expect(
    await isInEnglish([
      ...catalog,
      ...rows('Vase de Nuit')
        .slice(0, 5)
        .map((row, at) => ({ ...row, id: `V${at}` })),
    ]),
  ).toBe(true);
});

const PROSE = 'A fine thing to have in any kitchen, made by hand of one piece, easy to clean and safe in the oven';

test.each([
  [
    'descriptions are, though its titles have small words of another language',
    rows('Eau de Nuit', () => ({ description: PROSE })),
  ],
  [
    'descriptions are, whatever its fields are called',
    rows('Baking Stone', (at) => ({
      description: PROSE,
      Zyphrometer: of(['1', '2'], at),
      Quandle: of(['a', 'b'], at),
      Vorpality: of(['c', 'd'], at),
      Snicker: of(['e', 'f'], at),
    })),
  ],
  [
    'names are, though its titles are names of another language',
    rows('Château de Larne', (at) => ({
      'Grape variety': of(['Merlot', 'Syrah'], at),
      'Bottle size': of(['75 cl', '150 cl'], at),
      'Serving temperature': of(['10', '12'], at),
      'Storage advice': of(['Cool', 'Dark'], at),
      'Cellar potential': of(['Short', 'Long'], at),
      'Screw cap': of(['Yes', 'No'], at),
    })),
  ],
  [
    'titles are, though its categories are names of wines',
    rows('Hillside Estate', (at) => ({
      category: of(['Merlot', 'Chardonnay', 'Rioja', 'Malbec', 'Pinot Noir', 'Zinfandel'], at),
    })),
  ],
])('a catalog is in English where its %s', async (_, catalog) => {
  expect(await isInEnglish(catalog)).toBe(true);
});

test('a lexicon that says the fields of a shop in English makes no English shop of it', async () => {
  const catalog = rows('Classic Fit Tee', (at) => ({ category: of(['Bukser', 'Skjorter'], at), ...DANISH.fields(at) }));
  useLexicon({
    ...NO_LEXICON,
    fields: Object.fromEntries(Object.keys(DANISH.fields(0)).map((field) => [field, { name: 'fit' }])),
  });
  expect(await isInEnglish(catalog)).toBe(false);
});

test.each([
  ['da', (at: number) => of(['Stole', 'Borde', 'Senge'], at)],
  ['de', (at: number) => of(['Hosen', 'Röcke', 'Rock'], at)],
  [true, (at: number) => of(['Housut', 'Paidat', 'Costumes', 'Rock'], at)],
])(
  'the language of a shop is the one whose tables have most of its names that are not English: %s',
  async (code, category) => {
    const { namesIn } = await languageOf(
      rows('Musta Merinovilla', (at) => ({ category: category(at), ...foreignFields(at) })),
    );
    expect(namesIn).toBe(code);
  },
);

test('the names of an English catalog are in no other language', async () => {
  expect((await languageOf(rows('Table Lamp', (at) => ({ colour: of(['Red', 'Blue'], at) })))).namesIn).toBe(false);
});

test('values in another language are counted where a catalog is in English: by products, and not by their makers', async () => {
  const { isInEnglish, foreignValues } = await languageOf(
    rows('Table Lamp', (at) => ({ brand: 'Casa Negra', colour: of(['Hitam', 'Black', 'Red'], at) })),
  );
  expect(isInEnglish).toBe(true);
  expect(foreignValues).toBeCloseTo(1 / 3);
});
