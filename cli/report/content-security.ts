import { createHash } from 'node:crypto';

/** Files that a browser runs, as one script: each may use what the ones before it declare. */
export const scriptOf = (files: readonly string[]): string => `'use strict';\n(() => {\n${files.join('\n')}})();\n`;

/**
 * Returns a page's content security policy: run this script and this style, and reach nothing outside itself but what
 * is named besides.
 */
export function policyOf(script: string, style: string, besides: Readonly<Record<string, string>> = {}): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const allowed = {
    'default-src': "'none'",
    'script-src': hash(script),
    'style-src': hash(style),
    ...besides,
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  };
  return Object.entries(allowed)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
