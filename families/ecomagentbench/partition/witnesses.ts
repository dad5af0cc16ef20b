import { bitCount } from '../../../shopping/answers/answer-set.ts';
import type { CloseProducts, SatisfactionTable } from '../../../shopping/answers/satisfaction-table.ts';
import type { FeaturePlaces, Mattering } from './feature-places.ts';

/** A product that must stay in the answer set while one part of the split is withheld: what it fails, as bits. */
type Witness = number;

/** The products a candidate split is built around, 0 where there is none; without any the split is drawn blindly. */
export interface Witnesses {
  /** Satisfies everything but what the persona holds. */
  readonly persona: Witness;
  /** Satisfies everything but what the clarification reveals. */
  readonly clarification: Witness;
  /** Satisfies what the query says, and fails what the hidden sources hold together. */
  readonly hiding: Witness;
  /** Satisfies everything but the exclusion the query states. */
  readonly exclusion: Witness;
}

/** Products near the target, and groups of them, that are looked at: the nearest ones. */
const MOST_NEAR = 40;
const MOST_GROUPS = 120;

/** The exclusions that only their own witness fails, so that they keep out nobody another part of the split is to. */
export const tellingExclusions = (
  { exclusions }: FeaturePlaces,
  { persona, clarification, hiding, exclusion }: Witnesses,
): number => exclusions & exclusion & ~persona & ~clarification & ~hiding;

/** Looks for the products near a target that splits can be built around. */
export class WitnessSearch {
  readonly #places: FeaturePlaces;
  /** Of the products that satisfy nearly everything what each fails, those that fail the fewest facts first. */
  readonly #near: readonly Witness[];
  /** Fewest facts of a split that no witness fails: the others tell a hidden source or the exclusion apart. */
  readonly #leastShared: number;

  constructor(places: FeaturePlaces, { decidable }: SatisfactionTable, { kinds }: CloseProducts) {
    this.#places = places;
    this.#leastShared = places.leastQuery;
    const facts = (missing: Witness) => bitCount(missing & places.facts);
    this.#near = kinds
      .map(({ mask }) => places.everything & decidable & ~mask)
      .filter((missing) => missing !== 0)
      .sort((a, b) => facts(a) - facts(b) || a - b);
  }

  /** Groups of products, the nearest first, around each of which there are features enough for every place. */
  groupsOf(matters: Mattering): Witnesses[] {
    const { required, exclusions, facts, persona: hidesInPersona, clarification: hidesInClarification } = this.#places;
    const near = this.#near.filter((missing) => (missing & required & ~exclusions) === 0);
    const failing = (wanted: boolean, able: number) => {
      if (!wanted) return [0];
      const found: Witness[] = [];
      for (const missing of near) {
        if ((missing & able) === 0 || !this.#leavesEnough(missing)) continue;
        if (found.push(missing) === MOST_NEAR) break;
      }
      return found;
    };
    /** By how many facts they fail together. */
    const groups = Array.from({ length: bitCount(facts) + 1 }, (): Witnesses[] => []);
    for (const exclusion of failing(matters.exclusion, exclusions)) {
      for (const persona of failing(matters.persona, hidesInPersona & ~exclusion)) {
        if (!this.#leavesEnough(persona | exclusion) || !this.#mayDealAround({ persona, exclusion }, matters)) continue;
        for (const clarification of failing(matters.clarification, hidesInClarification & ~persona & ~exclusion)) {
          if (matters.persona && (persona & hidesInPersona & ~clarification & ~exclusion) === 0) continue;
          for (const hiding of failing(matters.hiding, (hidesInPersona | hidesInClarification) & ~exclusion)) {
            const group = { persona, clarification, hiding, exclusion };
            if (matters.exclusion && tellingExclusions(this.#places, group) === 0) continue;
            const together = persona | clarification | hiding | exclusion;
            if (this.#leavesEnough(together)) groups[bitCount(together & facts)]?.push(group);
          }
        }
      }
    }
    const dealt: Witnesses[] = [];
    for (const group of groups.flat()) {
      if (dealt.length === MOST_GROUPS) break;
      if (this.#canDealAround(group, matters)) dealt.push(group);
    }
    return dealt;
  }

  /**
   * Tells whether enough features are left when those that witnesses fail go to the sources that are to tell them
   * apart.
   */
  #leavesEnough(missing: number): boolean {
    return bitCount(this.#places.facts & ~missing) >= this.#leastShared;
  }

  /**
   * Tells whether there are features enough for every place when only the persona may hold what its witness fails, and
   * so on.
   */
  #canDealAround({ persona, clarification, hiding, exclusion }: Witnesses, matters: Mattering): boolean {
    return this.#places.areEnoughAround(
      ~(persona | clarification | hiding | exclusion),
      (hiding | (persona & ~clarification)) & ~exclusion,
      (hiding | (clarification & ~persona)) & ~exclusion,
      matters,
    );
  }

  /**
   * Tells whether there may be enough around some clarification's witness besides those two: never false where there
   * are.
   */
  #mayDealAround({ persona, exclusion }: Pick<Witnesses, 'persona' | 'exclusion'>, matters: Mattering): boolean {
    const others = ~(persona | exclusion);
    return this.#places.areEnoughAround(
      others,
      matters.persona ? persona & ~exclusion : 0,
      matters.clarification ? others : 0,
      matters,
    );
  }
}
