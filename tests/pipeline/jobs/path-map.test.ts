import { expect, test } from 'vitest';
import { pathMap } from '../../../pipeline/jobs/job-runner.ts';

test.each([
  ['/data/runs/a', '/mnt/runs/a'],
  ['/data', '/mnt'],
  ['/database/x', '/database/x'],
  ['/home/x', '/home/x'],
])('with /data=/mnt, %s there is %s here', (there, here) => {
  expect(pathMap(['/data=/mnt/'])(there)).toBe(here);
});

test('without roots every path is what it is', () => {
  expect(pathMap([])('/data/x')).toBe('/data/x');
});

test.each(['/data', 'data=/mnt', '/data=', '=/mnt', '/a=/b=/c'])('"%s" does not say what is where', (root) => {
  expect(() => pathMap([root])).toThrow(`--root is "${root}", expected two folders such as /data=/mnt/data`);
});
