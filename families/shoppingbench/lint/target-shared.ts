import { asIn, type Counter } from './counter.ts';

/** Counts targets that another file has as well: a model trained on one of them has seen an answer of the other. */
export const targetShared: Counter = {
  code: 'target_shared',
  meaning: 'a target is a target of an earlier file',
  unit: 'targets',
  isDefect: true,
  begin: () => {
    const places = new Map<string, { readonly file: string; readonly line: number }>();
    return ({ file, line, products }) => {
      const found: string[] = [];
      for (const { id } of products) {
        const first = places.get(id);
        if (first === undefined) places.set(id, { file, line });
        else if (first.file !== file) found.push(`${id}, ${asIn(first, file)}`);
      }
      return { of: products.length, found };
    };
  },
};
