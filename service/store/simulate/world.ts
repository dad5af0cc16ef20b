import { drawFor } from '../../../pipeline/seed.ts';
import type { Draw } from '../../../schemas/draw.ts';
import { formatMoney } from '../../../text/money.ts';
import { type Bilingual, inLanguage } from '../bilingual.ts';
import type { Language, Row, StoreFacts, TableName } from '../schema.ts';
import { TABLE_NAMES } from '../store.ts';

/** A store while it is made: rows by id, and draws that depend on the seed and on what is drawn alone. */
export class World {
  readonly facts: StoreFacts;
  readonly tables: { [N in TableName]: Map<string, Row<N>> };
  readonly #ids = new Set<string>();

  constructor(facts: StoreFacts) {
    this.facts = facts;
    this.tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, new Map()])) as unknown as World['tables'];
  }

  get language(): Language {
    return this.facts.language;
  }

  /** The draws about one thing. */
  draws(what: string): Draw {
    return drawFor(this.facts.seed, what, 'store');
  }

  add<N extends TableName>(table: N, row: Row<N>): Row<N> {
    (this.tables[table] as Map<string, Row<N>>).set(row.id, row);
    return row;
  }

  change<N extends TableName>(table: N, id: string, fields: Partial<Row<N>>): Row<N> {
    const rows = this.tables[table] as Map<string, Row<N>>;
    return this.add(table, { ...(rows.get(id) as Row<N>), ...fields });
  }

  rows<N extends TableName>(table: N): Row<N>[] {
    return [...(this.tables[table] as Map<string, Row<N>>).values()];
  }

  one<N extends TableName>(table: N, id: string): Row<N> {
    return (this.tables[table] as Map<string, Row<N>>).get(id) as Row<N>;
  }

  /** An unused number of so many digits that starts with some, drawn for a thing. */
  id(what: string, start: string, digits: number): string {
    const draw = this.draws(what);
    for (let attempt = 0; ; attempt++) {
      const number =
        start + String(draw(`id/${attempt}`, 10 ** (digits - start.length))).padStart(digits - start.length, '0');
      if (this.#ids.has(number)) continue;
      this.#ids.add(number);
      return number;
    }
  }

  say(text: Bilingual, values: Readonly<Record<string, string | number>> = {}): string {
    return inLanguage(text, this.language, values);
  }

  money(minor: number): string {
    return formatMoney(minor, this.facts.currency);
  }
}

/** A whole number from `least` to `most`. */
export const between = (draw: Draw, label: string, least: number, most: number): number =>
  least + draw(label, most - least + 1);
