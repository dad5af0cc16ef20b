import { englishWords } from '../../lexicon/index.ts';
import { fieldOfTag } from '../product/labelled-facts.ts';
import { partsOf, textsOf } from '../product/values.ts';
import { headerWords } from './header.ts';
import { type Identity, shareOfProducts } from './identity.ts';
import { separatorOf } from './listing-texts.ts';
import { type Column, isTexts, MOSTLY } from './profile.ts';

/** Share of products that have a tag which is a value of some field, and fields that tags are of, from which on they say what products are like. */
const LEAST_TAGGED = 0.2;
const LEAST_OF_TAGS = 2;

/** Finds tags in a column that is called by them, where the lexicon knows the fields of some; null for any other. */
export function tagsSaid(column: Column, named: ReadonlySet<string>, identity: Identity) {
  const isNamed = headerWords(column.name)
    .slice(-2)
    .some((word) => englishWords('columns: tags').includes(word));
  if (!isNamed) return null;
  const separator = column.share(isTexts) >= MOSTLY ? null : separatorOf(column);
  const tagsIn = (value: unknown) =>
    textsOf(typeof value === 'string' && separator !== null ? partsOf(value, separator) : value);
  const fieldsIn = (value: unknown) => tagsIn(value).flatMap((tag) => fieldOfTag(tag, named) ?? []);
  const share = shareOfProducts(column, identity, (value) => fieldsIn(value).length > 0);
  const all = new Set(column.stated.flatMap(fieldsIn));
  if (share < LEAST_TAGGED || all.size < LEAST_OF_TAGS) return null;
  const tagged = column.stated.filter((value) => fieldsIn(value).length > 0).length;
  return {
    said: separator === null ? column.name : { column: column.name, separator },
    because: `tags of ${tagged} rows are values of ${all.size} fields, such as ${[...all].slice(0, 3).join(', ')}`,
  };
}
