import { expect, test } from 'vitest';
import { deskBrief } from '../../../service/episode/play.ts';

test.each(['en', 'zh'] as const)(
  'an agent is told in %s how it speaks, where the rules stand, and who ends',
  (language) => {
    const open = deskBrief(language, { say: 'reply', end: null });
    expect(open).toContain('reply');
    expect(open).toContain('read_policy');
    expect(deskBrief(language, { say: 'talk_to_user', end: 'end_conversation' })).toContain('end_conversation');
  },
);
