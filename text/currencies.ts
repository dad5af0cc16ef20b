interface Currency {
  /** Stands before the amount where people write it; every other currency is written with its code. */
  readonly sign?: string;
  /** Marks that can stand before or after an amount. One mark can serve several currencies. */
  readonly marks?: readonly string[];
  /** Words that only follow an amount: "I won 20" names no currency. */
  readonly words?: readonly string[];
  /** ISO 4217 exponent where it is not two. */
  readonly exponent?: number;
}

const CURRENCIES: Readonly<Record<string, Currency>> = {
  USD: { sign: '$', marks: ['$', 'US$', 'usd'], words: ['dollars', 'dollar', 'bucks'] },
  EUR: { sign: '€', marks: ['€'], words: ['euros', 'euro'] },
  GBP: { sign: '£', marks: ['£'], words: ['pounds', 'quid'] },
  PHP: { sign: '₱', marks: ['₱', 'Php', 'php'], words: ['pesos', 'peso'] },
  MYR: { sign: 'RM ', marks: ['RM', 'rm'], words: ['ringgit'] },
  SGD: { sign: 'S$', marks: ['S$', '$'], words: ['dollars', 'dollar'] },
  IDR: { sign: 'Rp ', marks: ['Rp.', 'Rp', 'rp'], words: ['rupiah'] },
  THB: { sign: '฿', marks: ['฿'], words: ['baht'] },
  VND: { sign: '₫', marks: ['₫'], words: ['dong'], exponent: 0 },
  JPY: { sign: '¥', marks: ['¥'], words: ['yen'], exponent: 0 },
  CNY: { sign: 'CN¥', marks: ['CN¥', '¥', 'RMB'], words: ['yuan'] },
  KRW: { sign: '₩', marks: ['₩'], words: ['won'], exponent: 0 },
  INR: { sign: '₹', marks: ['₹', 'Rs.', 'Rs'], words: ['rupees'] },
  AUD: { sign: 'A$', marks: ['A$', 'AU$', '$'], words: ['dollars', 'dollar'] },
  CAD: { sign: 'C$', marks: ['C$', 'CA$', '$'], words: ['dollars', 'dollar'] },
  NZD: { sign: 'NZ$', marks: ['NZ$', '$'], words: ['dollars', 'dollar'] },
  HKD: { sign: 'HK$', marks: ['HK$', '$'], words: ['dollars', 'dollar'] },
  TWD: { sign: 'NT$', marks: ['NT$', '$'], words: ['dollars'] },
  MXN: { sign: 'MX$', marks: ['MX$', '$'], words: ['pesos'] },
  BRL: { sign: 'R$', marks: ['R$'], words: ['reais'] },
  TRY: { sign: '₺', marks: ['₺'], words: ['lira'] },
  ILS: { sign: '₪', marks: ['₪'], words: ['shekels'] },
  BDT: { sign: 'Tk ', marks: ['৳', 'Tk.', 'Tk'], words: ['taka'] },
  NGN: { sign: '₦', marks: ['₦'], words: ['naira'] },
  KES: { sign: 'KSh ', marks: ['KSh', 'Ksh'] },
  GHS: { marks: ['GH₵', '₵'] },
  UAH: { marks: ['₴'] },
  RUB: { marks: ['₽'] },
  KZT: { marks: ['₸'] },
  XOF: { exponent: 0 },
  XAF: { exponent: 0 },
  XPF: { exponent: 0 },
  CLP: { exponent: 0 },
  ISK: { exponent: 0 },
  KWD: { exponent: 3 },
  BHD: { exponent: 3 },
  JOD: { exponent: 3 },
  OMR: { exponent: 3 },
  TND: { exponent: 3 },
};

/** A part of currencies, by those that have it. */
const partOf = <Part extends keyof Currency>(part: Part) =>
  Object.fromEntries(
    Object.entries(CURRENCIES).flatMap(([code, of]) => (of[part] === undefined ? [] : [[code, of[part]]])),
  ) as Readonly<Record<string, NonNullable<Currency[Part]>>>;
export const EXPONENTS = partOf('exponent');
export const SIGNS = partOf('sign');
export const CURRENCY_MARKS = partOf('marks');
export const CURRENCY_WORDS = partOf('words');

/** Currencies whose thousand buys little, so that prices in them are thousands. */
export const SMALL_CURRENCIES: ReadonlySet<string> = new Set(
  'ARS CLP COP CRC HUF IDR IRR KHR KRW LAK LBP MMK MNT NGN PYG RSD TZS UGX UZS VND'.split(' '),
);

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

/** Currencies by what shops write behind amounts, beside codes and signs, where nothing else is called that: "12 900 тг". */
export const CURRENCY_BEHIND_AMOUNTS: Readonly<Record<string, string>> = {
  ...{ руб: 'RUB', рублей: 'RUB', тг: 'KZT', тнг: 'KZT', грн: 'UAH', лв: 'BGN', сом: 'KGS', ден: 'MKD', дин: 'RSD' },
  ...{
    din: 'RSD',
    kč: 'CZK',
    kc: 'CZK',
    zł: 'PLN',
    zl: 'PLN',
    lei: 'RON',
    ft: 'HUF',
    tl: 'TRY',
    'f cfa': 'XOF',
    fcfa: 'XOF',
    cfa: 'XOF',
    dh: 'MAD',
    dhs: 'MAD',
  },
};

/** Currencies that prices are most likely in where headers are in a language and nothing says another. */
export const CURRENCY_OF_LANGUAGES: Readonly<Record<string, string>> = {
  ...{ de: 'EUR', es: 'EUR', fr: 'EUR', it: 'EUR', nl: 'EUR', id: 'IDR', ja: 'JPY', ko: 'KRW', ms: 'MYR', pl: 'PLN' },
  ...{ pt: 'BRL', ru: 'RUB', th: 'THB', tr: 'TRY', vi: 'VND', zh: 'CNY', cs: 'CZK', uk: 'UAH', sr: 'RSD', no: 'NOK' },
  ...{ sv: 'SEK', da: 'DKK', hu: 'HUF', ro: 'RON', el: 'EUR' },
};

/** Further currencies of shops in a language, none of which is as likely as the first. */
export const OTHER_CURRENCIES_OF_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  ...{ es: ['MXN', 'ARS', 'CLP', 'COP', 'PEN'], fr: ['CAD', 'CHF', 'MAD'], de: ['CHF'], it: ['CHF'], pt: ['EUR'] },
  ...{ ms: ['SGD'], no: ['SEK'], ru: ['KZT', 'BYN'], sr: ['EUR', 'BAM'], zh: ['TWD', 'HKD', 'SGD'], sv: ['EUR'] },
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

/** The currency of the country that the host of an address ends in, if any: COP of "shop.com.co", though ".co" is used by all. */
export function currencyOfAddress(address: string): string | null {
  const [, before = '', end = ''] =
    /^(?:https?:)?\/\/(?:[^/:?#]+\.)?([^/:?#.]+)\.([a-z]{2})(?=[/:?#]|$)/i.exec(address) ?? [];
  if (end.toLowerCase() === 'co' && before.toLowerCase() === 'com') return CURRENCY_OF_REGIONS.CO as string;
  return CURRENCY_OF_HOSTS[end.toLowerCase()] ?? null;
}

let countries: ReadonlyMap<string, string> | undefined;

/** The currency of a country by its English name, whatever its capitals; null for any other text. */
export function currencyOfCountry(name: string): string | null {
  if (countries === undefined) {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    countries = new Map(
      Object.keys(CURRENCY_OF_REGIONS).map((region) => [(names.of(region) ?? region).toLowerCase(), region]),
    );
  }
  const region = countries.get(name.trim().toLowerCase());
  return region === undefined ? null : (CURRENCY_OF_REGIONS[region] as string);
}
