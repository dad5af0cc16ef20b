import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { countsForAgent } from '../../pipeline/episode.ts';
import { jsonOrText } from '../../schemas/json.ts';
import { answering, type Served } from './control.ts';
import type { LiveEpisode } from './live-episodes.ts';
import { BadRequest, bodyOf, MOST_ROLLOUT_BYTES } from './request-body.ts';

/** Metadata of a row, which name its task. */
const Metadata = z.looseObject({ task: z.string() });

/** A row of a NeMo Gym dataset; the rest of it is handed back as it came. */
const Row = z.looseObject({ verifier_metadata: Metadata });

const FunctionCall = z.looseObject({ type: z.literal('function_call'), name: z.string(), arguments: z.string() });
const Item = z.union([FunctionCall, z.looseObject({})]);
const Verify = z.looseObject({
  verifier_metadata: Metadata,
  response: z.looseObject({ output: z.array(Item) }),
});

const COOKIE = 'cartwright_episode';

/**
 * A resources server of NeMo Gym: a row seeds a session, which a cookie carries; tools are called by their names; `verify`
 * gives the row back with its reward. Sessions that are gone are played again from the calls in the response.
 */
export function nemoGymRoutes(served: Served): Hono {
  const { episodes, shelf } = served;
  const liveOf = (context: Context): LiveEpisode | undefined => episodes.get(getCookie(context, COOKIE) ?? '');
  return answering()
    .get('/', ({ json }) => json({ status: 'ok' }))
    .get('/reverify_mode', ({ json }) => json({ reverify_mode: 'stateless' }))
    .post('/seed_session', async (context) => {
      const { verifier_metadata: wish } = await bodyOf(context.req.raw, Row);
      // Looked for first: a row that names no task leaves the session as it is.
      const { task } = shelf.find({ task: wish.task });
      const before = liveOf(context);
      if (before !== undefined) episodes.close(before.id);
      setCookie(context, COOKIE, episodes.open(task).id, { httpOnly: true });
      return context.json({});
    })
    .post('/close_session', (context) => {
      const live = liveOf(context);
      if (live !== undefined) episodes.close(live.id);
      return context.json({});
    })
    .post('/verify', async (context) => {
      const body = await bodyOf(context.req.raw, Verify, MOST_ROLLOUT_BYTES);
      const { task } = shelf.find({ task: body.verifier_metadata.task });
      const live = liveOf(context);
      const isSame = live?.task.id === task.id;
      const episode = isSame ? live : episodes.apart(task);
      if (!isSame) await playCalls(episode, body.response.output);
      const graded = verdictOf(episode);
      if (isSame) episodes.close(episode.id);
      return context.json({ ...body, ...graded });
    })
    .post('/:tool', async (context) => {
      const live = liveOf(context);
      if (live === undefined)
        throw new BadRequest('there is no session; post the row to seed_session first and send its cookie');
      const args = await bodyOf(context.req.raw, z.unknown());
      const { results, note, end } = await live.turn({ calls: [{ tool: context.req.param('tool'), arguments: args }] });
      return context.json({
        ...results[0]?.content,
        ...(note === null ? {} : { note }),
        ...(end === null ? {} : { episode_end: end }),
      });
    });
}

/** Carries out the calls of a response of the Responses API, a turn each. */
async function playCalls(episode: LiveEpisode, output: readonly unknown[]): Promise<void> {
  for (const item of output) {
    const call = FunctionCall.safeParse(item);
    // Text that is no JSON is for the tool to turn down.
    if (call.success && episode.end === null)
      await episode.turn({ calls: [{ tool: call.data.name, arguments: jsonOrText(call.data.arguments) }] });
  }
}

/** A reward, and figures that become metrics; an episode that says nothing of its agent is masked. */
function verdictOf(episode: LiveEpisode) {
  const { reward, success, recommended, unretrieved, questions } = episode.grade();
  const { end, detail } = episode.end ?? { end: 'gave_up', detail: '' };
  const isMasked = !countsForAgent(end);
  return {
    reward,
    mask_sample: isMasked,
    ...(isMasked ? { failure_reason: `${end}: ${detail}` } : {}),
    success: Number(success),
    steps: episode.steps,
    questions_asked: questions.asked,
    recommended: recommended.length,
    recommended_unseen: unretrieved.length,
    episode_end: end,
  };
}
