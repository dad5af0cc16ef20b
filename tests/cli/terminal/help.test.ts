import { Command } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { HELP, HELP_OUTPUT } from '../../../cli/terminal/sentence.ts';

afterEach(() => vi.restoreAllMocks());

function helpIn(columns: number): string[] {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.stubEnv('COLUMNS', String(columns));
  try {
    new Command('cartwright')
      .configureHelp(HELP)
      .configureOutput(HELP_OUTPUT)
      .description('Turns a product catalog into a validated, hidden-intent benchmark for shopping agents.')
      .argument('<run folder...>', 'folder of a finished run, or files of published tasks (.jsonl, .jsonl.gz)')
      .option('--max-output-tokens <n>', 'most tokens a model may answer with, before its reply counts as cut off')
      .option('--quiet')
      .outputHelp();
    return stdout.mock.calls
      .map(([text]) => String(text))
      .join('')
      .split('\n');
  } finally {
    vi.unstubAllEnvs();
    stdout.mockRestore();
  }
}

test.each([24, 40, 60, 100])('no line of the help is wider than a window of %i columns', (columns) => {
  for (const line of helpIn(columns)) expect(displayWidth(line), line).toBeLessThanOrEqual(columns);
});

test('what an option decides stands beside it, in a narrow window below it', () => {
  expect(helpIn(100)).toContain(
    '  --max-output-tokens <n>  most tokens a model may answer with, before its reply counts as cut off',
  );
  expect(helpIn(60)).toEqual(
    expect.arrayContaining([
      '  --max-output-tokens <n>',
      '      most tokens a model may answer with, before its reply',
    ]),
  );
});
