import { expect, test } from 'vitest';
import { everyFamily } from '../../families/index.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';

test('the families that are asked about catalogs are those of the world of catalogs, and all that say anything of one', () => {
  const families = everyFamily();
  expect(everyFamily('catalog')).toEqual(families.filter(({ world }) => world === catalogWorld));
  const telling = families.filter(({ asksAbout, notes }) => asksAbout !== undefined || notes !== undefined);
  expect(everyFamily('catalog')).toEqual(telling);
});
