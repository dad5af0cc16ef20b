import { normaliseText } from '../../../text/normalise.ts';
import { asIn, type Counter, excerpt } from './counter.ts';

/** Counts targets that differ from one of another task in anything but their title, as variants do in many catalogs. */
export const titleReused: Counter = {
  code: 'title_reused',
  meaning: 'a target has the title of another product that an earlier task asks for',
  unit: 'targets',
  isDefect: false,
  begin: () => {
    const firsts = new Map<string, { readonly id: string; readonly file: string; readonly line: number }>();
    return ({ file, line, products }) => {
      const found: string[] = [];
      for (const { id, title } of products) {
        const words = normaliseText(title);
        const first = firsts.get(words);
        if (first === undefined) firsts.set(words, { id, file, line });
        else if (first.id !== id && !(first.file === file && first.line === line))
          found.push(`${excerpt(title)}, ${asIn(first, file)}`);
      }
      return { of: products.length, found };
    };
  },
};
