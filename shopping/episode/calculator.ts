import { z } from 'zod';
import { defineTool } from './tool.ts';

const LONGEST = 200;
const DEEPEST = 30;
/** Digits that are kept, so that sums of decimals come out as people write them. */
const DIGITS = 12;

const FUNCTIONS: Readonly<Record<string, (...numbers: number[]) => number>> = {
  min: Math.min,
  max: Math.max,
  sum: (...numbers) => numbers.reduce((sum, number) => sum + number, 0),
  abs: (number = Number.NaN) => Math.abs(number),
  floor: (number = Number.NaN) => Math.floor(number),
  ceil: (number = Number.NaN) => Math.ceil(number),
  round: (number = Number.NaN, digits = 0) => Math.round(number * 10 ** digits) / 10 ** digits,
};

const TOKEN = /\s*(?:(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)|(?<name>[a-z]+)|(?<mark>\*\*|[-+*/%^(),]))/iy;

class NotANumber extends Error {}

/** Reads a sum from left to right; the usual rules of what comes first. */
class Reader {
  readonly #tokens: string[] = [];
  #at = 0;
  #depth = 0;

  constructor(expression: string) {
    TOKEN.lastIndex = 0;
    const text = expression.trimEnd();
    while (TOKEN.lastIndex < text.length) {
      const from = TOKEN.lastIndex;
      const found = TOKEN.exec(text);
      if (found === null)
        throw new NotANumber(`"${text.slice(from, from + 20).trim()}" is nothing it can calculate with`);
      this.#tokens.push(found[0].trim().toLowerCase());
    }
  }

  value(): number {
    const value = this.#sum();
    if (this.#at < this.#tokens.length) throw new NotANumber(`"${this.#tokens[this.#at]}" is not expected there`);
    return value;
  }

  #takes(...marks: string[]): string | null {
    const token = this.#tokens[this.#at];
    if (token === undefined || !marks.includes(token)) return null;
    this.#at++;
    return token;
  }

  #sum(): number {
    let value = this.#product();
    for (let mark = this.#takes('+', '-'); mark !== null; mark = this.#takes('+', '-'))
      value = mark === '+' ? value + this.#product() : value - this.#product();
    return value;
  }

  #product(): number {
    let value = this.#signed();
    for (let mark = this.#takes('*', '/', '%'); mark !== null; mark = this.#takes('*', '/', '%')) {
      const other = this.#signed();
      value = mark === '*' ? value * other : mark === '/' ? value / other : value % other;
    }
    return value;
  }

  #signed(): number {
    this.#depth++;
    if (this.#depth > DEEPEST) throw new NotANumber(`it is nested deeper than ${DEEPEST}`);
    const sign = this.#takes('-', '+');
    const value = sign === null ? this.#power() : sign === '-' ? -this.#signed() : this.#signed();
    this.#depth--;
    return value;
  }

  #power(): number {
    const base = this.#atom();
    return this.#takes('**', '^') === null ? base : base ** this.#signed();
  }

  #atom(): number {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new NotANumber('it ends too early');
    if (/^[\d.]/.test(token)) return Number(token);
    if (token === '(') return this.#closed(this.#sum());
    const apply = Object.hasOwn(FUNCTIONS, token) ? FUNCTIONS[token] : undefined;
    if (apply === undefined) throw new NotANumber(`"${token}" is not expected there`);
    if (this.#takes('(') === null) throw new NotANumber(`"(" is expected after ${token}`);
    const numbers = [this.#sum()];
    while (this.#takes(',') !== null) numbers.push(this.#sum());
    return this.#closed(apply(...numbers));
  }

  #closed(value: number): number {
    if (this.#takes(')') === null) throw new NotANumber('a bracket is not closed');
    return value;
  }
}

/** Computes an expression; a sentence where it comes to no number. */
export function calculated(expression: string): number | string {
  try {
    const value = new Reader(expression).value();
    return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : 'the result is no number';
  } catch (error) {
    if (error instanceof NotANumber) return error.message;
    throw error;
  }
}

/** Does sums, so that no agent needs to run programs for a discount. */
export const calculator = defineTool({
  name: 'calculator',
  description: `Calculates an expression of numbers, + - * / % ^, brackets and ${Object.keys(FUNCTIONS).join(', ')}, such as max(0, 249.9 * 2 - 60).`,
  input: z.object({ expression: z.string().min(1).max(LONGEST).describe('what to calculate') }),
  output: z.union([z.object({ value: z.number() }), z.object({ error: z.string() })]),
  readOnly: true,
  run({ expression }) {
    const value = calculated(expression);
    return typeof value === 'number' ? { result: { value } } : { result: { error: value }, isError: true };
  },
});
