import { tokensOf } from '../../../text/normalise.ts';
import type { Counter } from './counter.ts';

/** How shoppers ask for each service of the published benchmark; texts are searched as tokens joined by one space. */
const SAID: Readonly<Record<string, RegExp>> = {
  official: /\blaz ?malls?\b|\bofficial (?:stores?|shops?|sellers?|brands?)\b/,
  flashsale: /\blaz ?flash(?:es)?\b|\bflash ?(?:sales?|deals?)\b/,
  freeShipping: /\b(?:free|complimentary) (?:shipping|delivery)\b|\b(?:ships?|shipped|delivered) (?:for )?free\b/,
  COD: /\bcod\b|\b(?:cash|pay(?:s|ing|ment|able)?) (?:with cash )?(?:on|upon) (?:delivery|arrival)\b|\bpay(?:ing)? (?:with |in |by )?cash (?:when|on|upon|once|at)\b/,
};

/** Counts services the scorer asks for and the query does not. A service we know no wording of is looked for by its name. */
export const serviceUntraced: Counter = {
  code: 'service_untraced',
  meaning: 'the query does not ask for a service that is scored',
  unit: 'services',
  isDefect: true,
  begin: () => (task) => {
    const query = tokensOf(task.written).join(' ');
    const services = task.products.flatMap((product) => product.services);
    return { of: services.length, found: services.filter((service) => !isSaid(query, service)) };
  },
};

function isSaid(query: string, service: string): boolean {
  const said = Object.hasOwn(SAID, service) ? SAID[service] : undefined;
  return said === undefined ? query.includes(tokensOf(wordsOfName(service)).join(' ')) : said.test(query);
}

/** "sameDayDelivery" is "same Day Delivery". */
const wordsOfName = (name: string) => name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
