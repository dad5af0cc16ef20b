import { asIn, type Counter } from './counter.ts';

/** Counts targets that are the target of an earlier task, or of the same one, in the same file. */
export const targetReused: Counter = {
  code: 'target_reused',
  meaning: 'a target is a target of the same file already',
  unit: 'targets',
  isDefect: true,
  begin: () => {
    const lines = new Map<string, number>();
    return ({ file, line, products }) => {
      const found: string[] = [];
      for (const { id } of products) {
        const key = JSON.stringify([file, id]);
        const first = lines.get(key);
        if (first === undefined) lines.set(key, line);
        else found.push(`${id}, ${asIn({ file, line: first }, file)}`);
      }
      return { of: products.length, found };
    };
  },
};
