import { existsSync } from 'node:fs';
import { posix } from 'node:path';

/** A page without its blocks of code, whose lines are neither headings nor links. */
const prose = (page: string) => page.replace(/^( *)```[\s\S]*?^\1```$/gm, '');

/** The anchor GitHub gives a heading: small letters, no punctuation, dashes for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** The anchors of a page; of equal headings the second has `-1`. */
export function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose(page).matchAll(/^#{1,6} (.*)$/gm)) {
    const anchor = anchorOf(heading);
    let [name, count] = [anchor, 0];
    while (anchors.has(name)) name = `${anchor}-${++count}`;
    anchors.add(name);
  }
  return anchors;
}

const isElsewhere = (target: string) => /^[a-z]+:/.test(target);

/** Every link of a page that leads to no file of the project, or to no heading of a page, as a sentence. */
export function deadLinks(path: string, readPage: (path: string) => string, root: string): string[] {
  return [...prose(readPage(path)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (isElsewhere(target)) return [];
    const [file = '', anchor] = target.split('#');
    const to = file === '' ? path : posix.join(posix.dirname(path), file);
    if (file !== '' && !existsSync(posix.join(root, to)))
      return [`${path}: links to ${target}, and ${to} is not there`];
    if (anchor === undefined || !to.endsWith('.md') || anchorsOf(readPage(to)).has(anchor)) return [];
    return [`${path}: links to ${target}, and ${to} has no such heading`];
  });
}

/** Paths of the project that a page names as code: a known folder, a slash and at least one more letter. */
const NAMED_PATH =
  /`((?:cli|families|stages|shopping|catalog|text|models|pipeline|schemas|prompts|tools|tests|raw|docs)\/[\w./-]*[\w/])`/g;

/** Every path of the project a page names that is not there, as a sentence. */
export function missingPaths(path: string, readPage: (path: string) => string, root: string): string[] {
  return [...readPage(path).matchAll(NAMED_PATH)].flatMap(([, named = '']) =>
    existsSync(posix.join(root, named)) ? [] : [`${path}: names ${named}, which is not there`],
  );
}
