import { READERS } from '../../catalog/readers/index.ts';
import { FIELD_POLICIES } from '../../shopping/language/field-policy.ts';

/** The formats that are recognised by their rows, as a table. */
export function formatsTable(): string {
  const rows = READERS.map(({ family, describes }) => {
    const [, what = describes, columns = ''] = /^(.*) \((.*)\)$/.exec(describes) ?? [];
    return `| \`${family}\` | ${what} | ${columns} |`;
  });
  return ['| name | files | recognised by |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The detail fields there are words for, in one sentence. */
export const detailFields = (): string => `${[...FIELD_POLICIES.keys()].join(', ')}.`;
