import { expect, test } from 'vitest';
import { addRequest } from '../../../cli/play/terminal-text.ts';
import { Page } from '../../../cli/terminal/page.ts';

type Shown = Parameters<typeof addRequest>[1];

const linesOf = (instruction: string, pictures: Shown['pictures'] = [], stepsLeft = 5) => {
  const page = new Page({ width: 60, colour: false });
  const sitting = { view: { instruction }, presentation: { aim: 'Buy it.' }, stepsLeft, pictures };
  addRequest(page, sitting as unknown as Shown);
  return page.text.split('\n');
};

test('the lines of a request stay lines, nested ones further in', () => {
  expect(linesOf("A scarf.\n\nThe shopper's profile:\npreferences:\n  brands: []")).toEqual([
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

test('one step that is left is told as one', () => {
  expect(linesOf('A scarf.', [], 1).at(-1)).toBe('1 step is left; help shows what you can type.');
});

test('pictures are told in words below what names their links, and others are not', () => {
  const pictures = ['a', 'b'].map((name) => ({
    link: `https://x/${name}.png`,
    svg: null,
    text: `A picture of ${name}.`,
  }));
  const lines = linesOf('See https://x/a.png', pictures);
  expect(lines).toContain('         A picture of a.');
  expect(lines.join()).not.toContain('picture of b');
});
