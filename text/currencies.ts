/** Currencies whose ISO 4217 exponent is not two. */
export const EXPONENTS: Readonly<Record<string, number>> = {
  JPY: 0,
  KRW: 0,
  VND: 0,
  CLP: 0,
  ISK: 0,
  KWD: 3,
  BHD: 3,
  JOD: 3,
  OMR: 3,
  TND: 3,
};

/** Signs that stand before the amount where people write them; every other currency is written with its code. */
export const SIGNS: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  PHP: '₱',
  MYR: 'RM ',
  SGD: 'S$',
  IDR: 'Rp ',
  THB: '฿',
  VND: '₫',
  JPY: '¥',
  CNY: 'CN¥',
  KRW: '₩',
  INR: '₹',
  AUD: 'A$',
  CAD: 'C$',
  NZD: 'NZ$',
  HKD: 'HK$',
  TWD: 'NT$',
  MXN: 'MX$',
  BRL: 'R$',
  TRY: '₺',
  ILS: '₪',
};

/** Marks that can stand before or after an amount. One mark can serve several currencies. */
export const CURRENCY_MARKS: Readonly<Record<string, readonly string[]>> = {
  USD: ['$', 'US$', 'usd'],
  EUR: ['€'],
  GBP: ['£'],
  PHP: ['₱', 'Php', 'php'],
  MYR: ['RM', 'rm'],
  SGD: ['S$', '$'],
  IDR: ['Rp.', 'Rp', 'rp'],
  THB: ['฿'],
  VND: ['₫'],
  JPY: ['¥'],
  CNY: ['CN¥', '¥', 'RMB'],
  KRW: ['₩'],
  INR: ['₹', 'Rs.', 'Rs'],
  AUD: ['A$', 'AU$', '$'],
  CAD: ['C$', 'CA$', '$'],
  NZD: ['NZ$', '$'],
  HKD: ['HK$', '$'],
  TWD: ['NT$', '$'],
  MXN: ['MX$', '$'],
  BRL: ['R$'],
  TRY: ['₺'],
  ILS: ['₪'],
};

/** Words that only follow an amount: "I won 20" names no currency. */
export const CURRENCY_WORDS: Readonly<Record<string, readonly string[]>> = {
  USD: ['dollars', 'dollar', 'bucks'],
  EUR: ['euros', 'euro'],
  GBP: ['pounds', 'quid'],
  PHP: ['pesos', 'peso'],
  MYR: ['ringgit'],
  SGD: ['dollars', 'dollar'],
  IDR: ['rupiah'],
  THB: ['baht'],
  VND: ['dong'],
  JPY: ['yen'],
  CNY: ['yuan'],
  KRW: ['won'],
  INR: ['rupees'],
  AUD: ['dollars', 'dollar'],
  CAD: ['dollars', 'dollar'],
  NZD: ['dollars', 'dollar'],
  HKD: ['dollars', 'dollar'],
  TWD: ['dollars'],
  MXN: ['pesos'],
  BRL: ['reais'],
  TRY: ['lira'],
  ILS: ['shekels'],
};

/** Currencies by what headers of prices end with beside codes, where nothing else is called that: "Price_euros", "Fiyat (TL)". */
export const CURRENCY_IN_HEADERS: Readonly<Record<string, string>> = {
  ...{
    euro: 'EUR',
    euros: 'EUR',
    dollar: 'USD',
    dollars: 'USD',
    rupee: 'INR',
    rupees: 'INR',
    rs: 'INR',
    rupiah: 'IDR',
  },
  ...{ rp: 'IDR', tl: 'TRY', lira: 'TRY', zl: 'PLN', zloty: 'PLN', reais: 'BRL', baht: 'THB', yen: 'JPY', yuan: 'CNY' },
  ...{ rmb: 'CNY', ringgit: 'MYR', kc: 'CZK', руб: 'RUB', 円: 'JPY', 元: 'CNY' },
};

/** Currencies that prices are most likely in where headers are in a language and nothing says another. */
export const CURRENCY_OF_LANGUAGES: Readonly<Record<string, string>> = {
  ...{ de: 'EUR', es: 'EUR', fr: 'EUR', it: 'EUR', nl: 'EUR', id: 'IDR', ja: 'JPY', ko: 'KRW', ms: 'MYR', pl: 'PLN' },
  ...{ pt: 'BRL', ru: 'RUB', th: 'THB', tr: 'TRY', vi: 'VND', zh: 'CNY' },
};

/** Further currencies of shops in a language, none of which is as likely as the first. */
export const OTHER_CURRENCIES_OF_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  ...{ es: ['MXN', 'ARS', 'CLP', 'COP', 'PEN'], fr: ['CAD', 'CHF', 'MAD'], de: ['CHF'], it: ['CHF'], pt: ['EUR'] },
  ...{ ms: ['SGD'], ru: ['KZT', 'BYN'], zh: ['TWD', 'HKD', 'SGD'] },
};

/** Currencies of countries whose addresses on the web shops of theirs have, by the end of the host; none that shops of all countries use. */
export const CURRENCY_OF_HOSTS: Readonly<Record<string, string>> = {
  ...{ at: 'EUR', be: 'EUR', de: 'EUR', ee: 'EUR', es: 'EUR', fi: 'EUR', fr: 'EUR', gr: 'EUR', hr: 'EUR' },
  ...{ ie: 'EUR', it: 'EUR', lt: 'EUR', lv: 'EUR', nl: 'EUR', pt: 'EUR', si: 'EUR', sk: 'EUR' },
  ...{ ae: 'AED', ar: 'ARS', au: 'AUD', bd: 'BDT', bg: 'BGN', br: 'BRL', ca: 'CAD', ch: 'CHF', cl: 'CLP', cn: 'CNY' },
  ...{ cz: 'CZK', dk: 'DKK', eg: 'EGP', hk: 'HKD', hu: 'HUF', id: 'IDR', il: 'ILS', in: 'INR', jp: 'JPY', ke: 'KES' },
  ...{ kr: 'KRW', kz: 'KZT', lk: 'LKR', ma: 'MAD', mx: 'MXN', my: 'MYR', ng: 'NGN', no: 'NOK', nz: 'NZD', pe: 'PEN' },
  ...{ ph: 'PHP', pk: 'PKR', pl: 'PLN', ro: 'RON', rs: 'RSD', ru: 'RUB', sa: 'SAR', se: 'SEK', sg: 'SGD', th: 'THB' },
  ...{ tr: 'TRY', tw: 'TWD', ua: 'UAH', uk: 'GBP', vn: 'VND', za: 'ZAR' },
};

const CURRENCY_OF_REGIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(CURRENCY_OF_HOSTS).map(([host, code]) => [host.toUpperCase(), code])),
  ...{ GB: 'GBP', US: 'USD', CO: 'COP', PR: 'USD', CY: 'EUR', LU: 'EUR', MT: 'EUR' },
};

let countries: ReadonlyMap<string, string> | undefined;

/** The currency of a country by its English name; null for any other text. */
export function currencyOfCountry(name: string): string | null {
  if (countries === undefined) {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    countries = new Map(Object.keys(CURRENCY_OF_REGIONS).map((region) => [names.of(region) ?? region, region]));
  }
  const region = countries.get(name.trim());
  return region === undefined ? null : (CURRENCY_OF_REGIONS[region] as string);
}
