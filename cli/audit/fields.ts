import { z } from 'zod';
import type { FieldCauses } from '../../schemas/audit.ts';
import type { RejectionLine } from '../../schemas/run.ts';
import { byCodeUnit } from '../../text/order.ts';

const Rubrics = z.array(z.looseObject({ id: z.string(), field: z.string() }));
const Dropped = z.array(z.looseObject({ field: z.string(), reason: z.string() }));
/** Parts of a rejection's record that name the fields it is about; a finished sample has its rubrics at the top. */
const Record = z.looseObject({
  rubrics: Rubrics.optional(),
  locked: z.looseObject({ rubrics: Rubrics }).optional(),
  dropped: Dropped.optional(),
});

/** A field that a rejection has to do with, and how. */
interface AboutField {
  readonly codes: ReadonlySet<string>;
  readonly dropped: readonly string[];
}

const nameOf = (field: string) => field.replace(/^details\./, '');
/** "duplicate_fact: the task already excludes ..." is a duplicate_fact; a reason without a code is taken whole. */
const reasonOf = (reason: string) => /^([a-z_]+):/.exec(reason)?.[1] ?? reason;

/** The fields a rejection has to do with: those of requirements a gate found fault with, and of facts that were dropped. */
export function fieldsOf({ record, evidence, findings }: RejectionLine): ReadonlyMap<string, AboutField> {
  const of = (value: unknown) => Record.safeParse(value).data;
  const [own, extra] = [of(record), of(evidence)];
  const rubrics = own?.locked?.rubrics ?? own?.rubrics ?? [];
  const fields = new Map<string, { codes: Set<string>; dropped: string[] }>();
  const about = (field: string) => {
    const known = fields.get(nameOf(field)) ?? { codes: new Set(), dropped: [] };
    fields.set(nameOf(field), known);
    return known;
  };
  for (const { rubricId, code } of findings) {
    const rubric = rubrics.find(({ id }) => id === rubricId);
    if (rubric !== undefined) about(rubric.field).codes.add(code);
  }
  for (const { field, reason } of [...(own?.dropped ?? []), ...(extra?.dropped ?? [])])
    about(field).dropped.push(reasonOf(reason));
  return fields;
}

const noCounts = () => Object.create(null) as { [key: string]: number };

/** Counts what rejections have to do with each field. */
export class FieldTally {
  readonly #fields = new Map<string, FieldCauses>();

  add(fields: ReadonlyMap<string, AboutField>): void {
    for (const [field, { codes, dropped }] of fields) {
      const causes = this.#fields.get(field) ?? { field, rejected: 0, codes: noCounts(), dropped: noCounts() };
      this.#fields.set(field, causes);
      causes.rejected += 1;
      for (const code of codes) causes.codes[code] = (causes.codes[code] ?? 0) + 1;
      for (const reason of dropped) causes.dropped[reason] = (causes.dropped[reason] ?? 0) + 1;
    }
  }

  get causes(): FieldCauses[] {
    return [...this.#fields.values()].sort((a, b) => b.rejected - a.rejected || byCodeUnit(a.field, b.field));
  }
}
