import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { look } from '../look.ts';
import { policyOf, scriptOf } from '../report/content-security.ts';

const PAGES = { report: join(import.meta.dirname, '..', 'report', 'page'), play: join(import.meta.dirname, 'page') };

/** Scripts the browser runs, in this order; the first two are the report's. */
const SCRIPTS = [
  ['report', 'elements'],
  ['report', 'shown-text'],
  ['play', 'episode'],
  ['play', 'products'],
  ['play', 'forms'],
  ['play', 'shopper'],
  ['play', 'rating'],
  ['play', 'outcome'],
  ['play', 'page'],
] as const;

const own = (place: keyof typeof PAGES, name: string) => readFileSync(join(PAGES[place], name), 'utf8');

/** The page people play on, and what it may do: ask the server it came from. No data stand in it. */
export function playDocument(): { readonly markup: string; readonly policy: string } {
  const script = scriptOf(SCRIPTS.map(([place, name]) => own(place, `${name}.js`)));
  const style = `${look()}${own('play', 'play.css')}`;
  const markup = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Cartwright: play</title>
<style>${style}</style>
${own('play', 'body.html')}<script>${script}</script>
</html>
`;
  return {
    markup,
    policy: policyOf(script, style, { 'connect-src': "'self'", 'img-src': 'data:', 'frame-ancestors': "'none'" }),
  };
}
