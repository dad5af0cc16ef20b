import { type Draw, pickOne } from '../../../schemas/draw.ts';
import { isSituation } from '../../../shopping/language/clue-bank.ts';
import { type Item, preferred, type Worded } from '../../../shopping/language/request.ts';
import { writtenInto } from '../../../shopping/language/speech.ts';
import type { RequestTable } from '../tables.ts';

/** Phrases of one sentence: more than three are a list to be learned by heart. */
const MOST_IN_SENTENCE = 3;

/** Content of a request, each part in a phrase of its own. */
interface Plain {
  readonly items: readonly Item[];
  /** Ids of what is said by a clue, which is a sentence of its own. */
  readonly implicit: ReadonlySet<string>;
  /** Texts that led to a finding in an earlier attempt. */
  readonly avoid: ReadonlySet<string>;
  /** The sentences, the first of which name the product. */
  readonly table: RequestTable & { readonly priced: readonly string[] };
}

/** Writes a request by the sentences of a table: what is wanted, what it has to be, and last what it may cost. */
export function writePlainRequest({ items, implicit, avoid, table }: Plain, draw: Draw): Worded {
  const surfaces: Record<string, string> = {};
  const one = (label: string, texts: readonly string[]) =>
    pickOne(
      draw,
      label,
      preferred(texts, (text) => text, avoid),
    );
  const say = ({ rubricId, pieces }: Item): string => {
    const said = one(
      `phrase ${rubricId}`,
      pieces.map(({ text }) => text),
    );
    surfaces[rubricId] = said;
    return said;
  };
  const isPrice = ({ field }: Item) => field === 'price';
  const isClue = ({ rubricId }: Item) => implicit.has(rubricId);
  const outright = items.filter((item) => !isPrice(item) && !isClue(item));
  const sentences = [one('wanted', table.wanted)];
  const count = Math.ceil(outright.length / MOST_IN_SENTENCE);
  for (let place = 0; place < count; place++) {
    const [from, to] = [place, place + 1].map((edge) => Math.ceil((edge * outright.length) / count));
    const list = outright.slice(from, to).map(say).join(table.list);
    const patterns = place === 0 ? table.follow : table.second_follow;
    sentences.push(one(`follow ${place}`, patterns).replace('{list}', () => list));
  }
  const used = new Set<string>();
  for (const [place, item] of items.filter(isClue).entries()) {
    const clue = say(item);
    const frames = preferred(isSituation(clue) ? table.situation : table.clue, (text) => text, used);
    const pattern = one(`clue ${place}`, frames);
    used.add(pattern);
    sentences.push(writtenInto(pattern, 'clue', clue));
  }
  for (const price of items.filter(isPrice))
    sentences.push(one('priced', table.priced).replace('{price}', () => say(price)));
  return { text: sentences.join(table.between), surfaces };
}
