/** The bracket that closes each opening one. */
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
const ESCAPED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** Where the bracket that opens at `start` closes, brackets in JSON strings aside; null where it does not. */
function endOf(text: string, start: number): number | null {
  const open: string[] = [];
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index]!;
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (CLOSING[character] !== undefined) open.push(CLOSING[character]);
    else if (character === '}' || character === ']') {
      if (open.pop() !== character) return null;
      if (open.length === 0) return index + 1;
    }
  }
  return null;
}

const WHITE = /\s/;

/** The next character in this direction that is no white space; undefined at the end of the text. */
function beside(text: string, index: number, step: 1 | -1): string | undefined {
  let at = index + step;
  while (at >= 0 && at < text.length && WHITE.test(text[at]!)) at += step;
  return text[at];
}

/** Whether the comma at `index`, outside strings, stands between a value and a closing bracket. */
function isTrailing(text: string, index: number): boolean {
  const after = beside(text, index, 1);
  return (after === '}' || after === ']') && !'[{,:'.includes(beside(text, index, -1) ?? ',');
}

/** Takes out trailing commas and writes line breaks in strings as JSON wants them: nothing that carries meaning. */
function mended(text: string): string {
  let inString = false;
  let result = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (inString && character === '\\') {
      result += character + (text[index + 1] ?? '');
      index++;
      continue;
    }
    if (character === '"') inString = !inString;
    if (inString) result += ESCAPED[character] ?? character;
    else if (character !== ',' || !isTrailing(text, index)) result += character;
  }
  return result;
}

/**
 * The objects that stand in a text. What stands in a list or in an object that is broken is part of it and not looked
 * for: half a reply would pass for a whole one. Null where a bracket never closes.
 */
function objectsIn(text: string): unknown[] | null {
  const objects: unknown[] = [];
  for (let index = 0; index < text.length; index++) {
    if (CLOSING[text[index]!] === undefined) continue;
    const end = endOf(text, index);
    if (end === null) return null;
    const slice = text.slice(index, end);
    const object = text[index] === '{' ? (parsed(slice) ?? parsed(mended(slice))) : null;
    if (object !== null) objects.push(object.value);
    index = end - 1;
  }
  return objects;
}

/**
 * The JSON value of a reply: the text itself, or else the one object in it, after fences, text around it, a model's
 * audible thinking and trailing commas are taken away. Null where there is none or more than one, or where the text
 * breaks off: what is missing is asked for again, never made up. Curly quotes are left alone, for nobody can tell those
 * of the notation from those of the content.
 */
export function foundJson(text: string): { readonly value: unknown } | null {
  const whole = parsed(text.replace(/^\uFEFF/, ''));
  if (whole !== null) return whole;
  const objects = objectsIn(text.replace(/^[\s\S]*<\/think>/, ''));
  return objects?.length === 1 ? { value: objects[0] } : null;
}
