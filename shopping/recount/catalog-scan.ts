import type { Catalog } from '../../catalog/index.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { Product } from '../../schemas/product.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { tokensOf } from '../../text/normalise.ts';
import { hasUnspacedScript } from '../../text/tokens.ts';
import { type Requirement, satisfies } from '../kinds/index.ts';
import { typeOfCategory } from '../nouns/product-type.ts';
import { kindsSaidIn } from '../nouns/said-kinds.ts';

/** A noun phrase, and what is done with each product whose title holds it. */
interface Phrase {
  readonly requirement: Requirement;
  readonly words: readonly string[];
  readonly takes: ((product: Product) => void)[];
}

/** A requirement that some product has to satisfy; with the second one found, nobody is left to ask for another. */
interface Search {
  readonly requirement: Requirement;
  readonly asked: { readonly besides: string; readonly onNone: () => void }[];
  foundIn: string | null;
}

/**
 * Puts the questions of all samples to a catalog in one pass over it. `satisfies` decides; the only shortcut is that a
 * product is compared with a noun phrase when its title holds each word of it.
 */
export class CatalogScan {
  readonly #phrases = new Map<string, Phrase>();
  readonly #byFirstWord = new Map<string, Phrase[]>();
  /** Phrases of scripts without spaces, which every title is compared with. */
  readonly #unspaced: Phrase[] = [];
  readonly #searches = new Map<string, Search>();
  readonly #takers: ((product: Product) => void)[] = [];

  /** Calls `take` with every product. */
  each(take: (product: Product) => void): void {
    this.#takers.push(take);
  }

  /** Calls `take` with every product that the noun phrase names. */
  eachHolding(phrase: string, take: (product: Product) => void): void {
    const known = this.#phrases.get(phrase);
    if (known !== undefined) {
      known.takes.push(take);
      return;
    }
    const requirement: Requirement = { type: 'entity_match', field: 'title', expected_value: phrase };
    const added: Phrase = { requirement, words: tokensOf(phrase), takes: [take] };
    this.#phrases.set(phrase, added);
    const [first] = added.words;
    if (first === undefined) return;
    if (hasUnspacedScript(phrase)) {
      this.#unspaced.push(added);
      return;
    }
    foundOrMade(this.#byFirstWord, first, () => []).push(added);
  }

  /** Calls `onNone`, once the pass is over, where no product but the one named satisfies the requirement. */
  seek(requirement: Requirement, besides: string, onNone: () => void): void {
    const key = canonicalJson(requirement);
    const search = this.#searches.get(key) ?? { requirement, asked: [], foundIn: null };
    this.#searches.set(key, search);
    search.asked.push({ besides, onNone });
  }

  /** Passes over the catalog once. */
  run(catalog: Pick<Catalog, 'products'>): void {
    for (const { product } of catalog.products()) {
      for (const take of this.#takers) take(product);
      this.#offer(product);
      for (const [key, search] of this.#searches) {
        if (satisfies(product, search.requirement) !== 'yes') continue;
        if (search.foundIn === null) search.foundIn = product.id;
        else this.#searches.delete(key);
      }
    }
    for (const { asked, foundIn } of this.#searches.values()) {
      for (const { besides, onNone } of asked) if (foundIn === null || foundIn === besides) onNone();
    }
  }

  #offer(product: Product): void {
    const ofTitle = kindsSaidIn(product.title).flatMap(({ forms }) => forms);
    const ofCategory = typeOfCategory(product.category)?.forms ?? [];
    const words = new Set([product.title, ...ofTitle, ...ofCategory].flatMap(tokensOf));
    const offerTo = ({ requirement, takes }: Phrase) => {
      if (satisfies(product, requirement) !== 'yes') return;
      for (const take of takes) take(product);
    };
    for (const word of words) {
      for (const phrase of this.#byFirstWord.get(word) ?? []) {
        if (phrase.words.every((other) => words.has(other))) offerTo(phrase);
      }
    }
    for (const phrase of this.#unspaced) offerTo(phrase);
  }
}
