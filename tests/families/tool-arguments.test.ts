import { expect, test } from 'vitest';
import { everyFamily } from '../../families/index.ts';
import { episodeKindOf } from '../../shopping/episode/index.ts';
import { issueText } from '../../shopping/episode/issue-text.ts';

test.each(everyFamily())(
  'every tool of $name refuses an argument of an unknown name, and says which it takes',
  (family) => {
    const tools = episodeKindOf(family).tools({ program: true });
    expect(tools.length).toBeGreaterThan(4);
    for (const { name, input } of tools) {
      const known = Object.keys(input.shape);
      const { error } = input.safeParse({ nobodys: 1 });
      const takes = known.map((one) => JSON.stringify(one)).join(', ') || 'none';
      expect(error && `${name}: ${issueText(error, known)}`).toContain(
        `${name}: there is no argument "nobodys"; it takes ${takes}`,
      );
    }
  },
);
