import { expect, test } from 'vitest';
import { Page } from '../../../cli/page.ts';
import { addRequest } from '../../../cli/play/terminal-text.ts';

type Shown = Parameters<typeof addRequest>[1];

test('the lines of a request stay lines, nested ones further in', () => {
  const page = new Page({ width: 60, colour: false });
  const instruction = "A scarf.\n\nThe shopper's profile:\npreferences:\n  brands: []";
  addRequest(page, { view: { instruction }, presentation: { aim: 'Buy it.' }, stepsLeft: 5 } as unknown as Shown);
  expect(page.text.split('\n')).toEqual([
    'Buy it.',
    '',
    'Shopper: A scarf.',
    '',
    "         The shopper's profile:",
    '         preferences:',
    '           brands: []',
    '',
    '5 steps are left; help shows what you can type.',
  ]);
});
