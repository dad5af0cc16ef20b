import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { inLanguage } from './bilingual.ts';
import type { Address, Language, Zone } from './schema.ts';

const PROVINCES = z
  .array(
    z.strictObject({
      name: z.tuple([z.string(), z.string()]),
      region: z.string(),
      remote: z.boolean().default(false),
      cities: z.record(z.string(), z.array(z.string()).min(1)),
    }),
  )
  .parse(readTable(new URL('./places.yaml', import.meta.url)))
  .map(({ name, ...province }) => ({ ...province, name: name.join('|') }));
type Province = (typeof PROVINCES)[number];

/** A district, as an address names it. */
export interface Place {
  readonly province: string;
  readonly city: string;
  readonly district: string;
}

/** Every district, its names in English and Chinese. */
export const PLACES: readonly Place[] = PROVINCES.flatMap(({ name: province, cities }) =>
  Object.entries(cities).flatMap(([city, districts]) => districts.map((district) => ({ province, city, district }))),
);

export const COUNTRY = 'China|中国';

const LANGUAGES: readonly Language[] = ['en', 'zh'];
const PROVINCE_OF = new Map<string, Province>();
const CITIES: { readonly name: string; readonly city: string; readonly province: Province }[] = [];
for (const province of PROVINCES) {
  for (const language of LANGUAGES) PROVINCE_OF.set(inLanguage(province.name, language), province);
  for (const city of Object.keys(province.cities))
    for (const language of LANGUAGES) CITIES.push({ name: inLanguage(city, language), city, province });
}

/** Location of an address, as far as carriers care. */
interface Location {
  readonly city: string;
  readonly province: Province;
}

const bareName = (name: string) => name.replace(/(?: Province|市|省)$/, '');

/** Locates a free text such as "91 Fuli East Road, Qilihe District, Lanzhou"; null where no known place is in it. */
function locationIn(text: string): Location | null {
  const city = CITIES.find(({ name }) => text.includes(bareName(name)));
  if (city !== undefined) return city;
  const province = PROVINCES.find(({ name }) =>
    LANGUAGES.some((language) => text.includes(bareName(inLanguage(name, language)))),
  );
  return province === undefined ? null : { city: '', province };
}

const asText = (address: Address | string) =>
  typeof address === 'string' ? address : `${address.district} ${address.city} ${address.province}`;

const locationOf = (address: Address | string): Location | null => {
  const province = typeof address === 'string' ? undefined : PROVINCE_OF.get(address.province);
  return province === undefined || typeof address === 'string'
    ? locationIn(asText(address))
    : { city: CITIES.find(({ name }) => name === address.city)?.city ?? address.city, province };
};

/** Returns the zone for the way from one address to another; null where one of them is no place that is known. */
export function zoneBetween(from: Address | string, to: Address | string): Zone | null {
  const [start, end] = [locationOf(from), locationOf(to)];
  if (start === null || end === null) return null;
  if (start.province === end.province) return start.city !== '' && start.city === end.city ? 'city' : 'province';
  if (start.province.remote || end.province.remote) return 'remote';
  return start.province.region === end.province.region ? 'region' : 'country';
}

/**
 * An address with what a text says of it: a text that names a city the store knows replaces province and city, any other
 * the street alone, as the published tools do.
 */
export function movedTo(address: Address, text: string, language: Language): Address {
  const found = CITIES.find(({ name }) => text.includes(bareName(name)));
  if (found === undefined) return { ...address, street: text };
  const { province, city } = found;
  const names = [province.name, city].flatMap((name) => LANGUAGES.map((spoken) => inLanguage(name, spoken)));
  const districts = (province.cities[city] ?? []).flatMap((name) =>
    LANGUAGES.map((spoken) => inLanguage(name, spoken)),
  );
  const district = districts.find((name) => text.includes(name));
  const street = [...names, ...names.map(bareName), ...(district === undefined ? [] : [district])]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replace(name, ''), text)
    .replace(/^[\s,，]+|[\s,，]+$/g, '')
    .replace(/(?:\s*[,，]\s*){2,}/g, ', ');
  return {
    ...address,
    province: inLanguage(province.name, language),
    city: inLanguage(city, language),
    district: district ?? inLanguage((province.cities[city] ?? [''])[0] as string, language),
    street: street === '' ? text : street,
  };
}
