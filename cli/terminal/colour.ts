import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/**
 * Tells whether to colour what is written to a stream. FORCE_COLOR wins over NO_COLOR, as in Node itself
 * (`FORCE_COLOR=0` turns colour off); an empty variable counts as unset.
 */
export function colourWanted(
  stream: { readonly isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** Wraps text in a style's ANSI codes; measure and truncate before, not after. */
export const styled = (text: string, style: Style | null, colour: boolean): string =>
  colour && style !== null && text !== '' ? styleText(style, text, { validateStream: false }) : text;
