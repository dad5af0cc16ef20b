import { expect, test } from 'vitest';
import { tellNextSteps } from '../../../cli/build/build-report.ts';

function told(run: Partial<Parameters<typeof tellNextSteps>[0]>, width = 100): string {
  let text = '';
  const output = { write: (more: string) => (text += more), width, colour: false };
  tellNextSteps({ folder: 'out/a', report: 'report.html', accepted: 80, rejected: 47, ...run }, output);
  return text;
}

test('the end of a build names the page, verify and audit, each on a short line', () => {
  expect(told({})).toBe(
    [
      '',
      'out/a/report.html        the run as a page, for a browser',
      'npm run verify -- out/a  re-check every sample from the catalog',
      'npm run audit -- out/a   why 47 tasks were rejected',
      '',
    ].join('\n'),
  );
  expect(
    Math.max(
      ...told({}, 40)
        .split('\n')
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(40);
});

test('only what there is to look at is named', () => {
  expect(told({ accepted: 0, rejected: 1, report: null })).toBe('\nnpm run audit -- out/a  why 1 task was rejected\n');
  expect(told({ accepted: 0, rejected: 0, report: null })).toBe('');
});

test('a folder with a space in its name is one word for the shell', () => {
  expect(told({ folder: "my runs/it's" })).toContain(`npm run verify -- 'my runs/it'\\''s'`);
});
