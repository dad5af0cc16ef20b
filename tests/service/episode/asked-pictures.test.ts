import { describe, expect, test } from 'vitest';
import { pictureLink } from '../../../service/pictures/link.ts';
import { isPictureAsked } from '../../../service/task.ts';
import { applied, begin, calling, playBy } from '../../fixtures/episodes.ts';
import { SUPPORT_NAMES, supportRun } from '../../fixtures/support-episodes.ts';

describe.each(SUPPORT_NAMES)('a picture of %s that is sent only when it is asked for', (name) => {
  const run = supportRun(name, {
    tasks: 1,
    // The first matter, which the picture decides in the customer's favour.
    fits: ({ intents: [first] }) => first !== undefined && isPictureAsked(first) && first.outcome === 'allowed',
  });
  const [task] = run.tasks as [(typeof run.tasks)[number]];
  const [first] = run.locked[0]?.intents ?? [];
  const link = first?.picture == null ? '' : pictureLink(first.picture);
  const write = run.locked[0]?.calls.find(({ intent, role }) => intent === first?.id && role === 'write');
  const [say, text] = name === 'ecombench' ? ['reply', 'text'] : ['talk_to_user', 'message'];
  const ask = calling(say as string, { [text as string]: 'Could you send me a picture of it, please?' });
  const make = calling(write?.name ?? '', write?.arguments);

  test('is not in the request, and comes when the agent asks', () => {
    expect(task.instruction).not.toContain(link);
    expect(JSON.stringify(applied(begin(task, run.world), ask).seen)).toContain(link);
  });

  test('decides: without it a tool refuses the write by the rule that has it sent first, with it the tool makes it', () => {
    const refused = applied(begin(task, run.world), make).seen?.results[0];
    expect(refused).toMatchObject({ isError: true });
    expect(JSON.stringify(refused?.content)).toMatch(/evidence\.show|cashback\.ask-for-proof/);
    expect(applied(begin(task, run.world), ask, make).seen?.results[0]).toMatchObject({ isError: false });
  });

  test('is told of by get_image_info once it has come, and not before', () => {
    const given =
      name === 'ecombench' ? { summarized_query: 'x', needed_query: 'x', history_messages: link } : { pictures: link };
    const look = calling('get_image_info', given);
    expect(applied(begin(task, run.world), look).seen?.results[0]?.isError).toBe(true);
    expect(applied(begin(task, run.world), ask, look).seen?.results[0]?.isError).toBe(false);
  });

  test('is asked for by the oracle, and never by who does all that is asked', async () => {
    const asks = async (agent: string) =>
      JSON.stringify((await playBy(agent, task, run.world)).journal).match(/picture|photo|screenshot/) !== null;
    expect([await asks('oracle'), await asks('does-everything-asked')]).toEqual([true, false]);
  });
});
