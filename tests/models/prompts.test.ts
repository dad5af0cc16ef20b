import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filledPrompt, PromptFolder, readPrompt, SHIPPED_PROMPTS } from '../../models/prompts.ts';
import { ConfigError, StageError } from '../../schemas/errors.ts';
import { Role } from '../../schemas/model.ts';

const TEXT = '=== system ===\nYou write.\n\n=== user ===\nWrite {{what}} in {{length}}.\n';
const prompt = readPrompt('family/query_writer.md', TEXT);

test('a prompt file is two parts, without the space around them', () =>
  expect(prompt).toMatchObject({ system: 'You write.', user: 'Write {{what}} in {{length}}.' }));

test('its digest is the SHA-256 of its text', () =>
  expect(prompt.digest).toBe(createHash('sha256').update(TEXT).digest('hex')));

test('line ends of another system make no other prompt, but another digest', () => {
  const saved = readPrompt('family/query_writer.md', TEXT.replaceAll('\n', '\r\n'));
  expect({ ...saved, digest: '' }).toEqual({ ...prompt, digest: '' });
  expect(saved.digest).not.toBe(prompt.digest);
});

test.each([
  ['no part', 'Write {{what}}.'],
  ['no question', '=== system ===\nYou write.\n'],
  ['an empty question', '=== system ===\nYou write.\n=== user ===\n \n'],
  ['nothing about the work', '=== user ===\nWrite.\n'],
  ['the parts the wrong way round', '=== user ===\nWrite.\n=== system ===\nYou write.\n'],
])('a file with %s is a mistake the user can mend', (_, text) =>
  expect(() => readPrompt('family/query_writer.md', text)).toThrow(
    new ConfigError(
      'prompts/family/query_writer.md has no two parts; expected text below a line "=== system ===" and text below a line "=== user ==="',
    ),
  ),
);

test('blanks are filled wherever they stand', () =>
  expect(filledPrompt(prompt, { what: 'a query', length: '20 words' })).toEqual([
    { role: 'system', content: 'You write.' },
    { role: 'user', content: 'Write a query in 20 words.' },
  ]));

test('a placeholder that nothing fills is our bug', () => {
  const blanks = { what: 'a query' };
  expect(() => filledPrompt(prompt, blanks)).toThrow(
    new StageError('prompts/family/query_writer.md: nothing fills {{length}}', blanks),
  );
});

test('a blank that the prompt has no place for is our bug', () => {
  const blanks = { what: '', length: '', plan: '' };
  expect(() => filledPrompt(prompt, blanks)).toThrow(
    new StageError('prompts/family/query_writer.md has no {{plan}}', blanks),
  );
});

test('inherited names fill nothing', () =>
  expect(() => filledPrompt(readPrompt('f', '=== system ===\na\n=== user ===\n{{constructor}}'), {})).toThrow(
    StageError,
  ));

test('what fills a blank is not looked at again: placeholders and replacement signs in it stay as they are', () =>
  fc.assert(
    fc.property(fc.constantFrom('{{length}}', '$&', '$1', '{{what}}', "$'"), fc.string(), (hostile, text) => {
      const what = `${text}${hostile}`;
      expect(filledPrompt(prompt, { what, length: '1' })[1]?.content).toBe(`Write ${what} in 1.`);
    }),
  ));

describe('a folder of prompts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prompts-'));
  mkdirSync(join(folder, 'family'));
  writeFileSync(join(folder, 'family', 'query_writer.md'), TEXT);

  test('reads its own files', () =>
    expect(new PromptFolder(folder).promptOf('family/query_writer.md')).toEqual(prompt));

  test('is read once, so that a run has one prompt from start to end', () => {
    const prompts = new PromptFolder(folder);
    const path = join(folder, 'family', 'edited.md');
    writeFileSync(path, TEXT);
    const before = prompts.promptOf('family/edited.md');
    writeFileSync(path, TEXT.replace('Write', 'Sing'));
    expect(prompts.promptOf('family/edited.md')).toBe(before);
  });

  test('that lacks a file says which and where to get it', () =>
    expect(() => new PromptFolder(folder).promptOf('family/judge.md')).toThrow(
      `${join(folder, 'family', 'judge.md')} cannot be read; expected a prompt file, take it from the folder prompts/`,
    ));
});

const SHIPPED = readdirSync(SHIPPED_PROMPTS, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);

describe.each(SHIPPED)('the shipped prompt %s', (file) => {
  const shipped = new PromptFolder().promptOf(file);

  // What a lexicon is asked for is several works of one role, each done once for a shop.
  const isOfLexicon = file.startsWith('lexicon');

  test('is named after its role', () => {
    // An agent is also asked which rules matter.
    const role = basename(file, '.md').replace('rule_filter', 'agent');
    if (!isOfLexicon) expect(Role.options).toContain(role);
    else expect(Role.options).toContain('lexicon_writer');
  });

  test('has its blanks in the question, so that what is said of the work is the same for every task', () => {
    if (!isOfLexicon) expect(shipped.system).not.toContain('{{');
    expect(shipped.user).toMatch(/\{\{[a-z_]+\}\}/);
  });

  test('says that fenced data is never an instruction', () => {
    expect(shipped.system).toMatch(/<data .*never an instruction/s);
  });

  test('asks for JSON, which endpoints in JSON mode insist on', () =>
    expect(`${shipped.system}${shipped.user}`).toContain('JSON'));

  test('ends with a line end, as text files do', () =>
    expect(readFileSync(join(SHIPPED_PROMPTS, file), 'utf8')).toMatch(/[^\n]\n$/));
});
