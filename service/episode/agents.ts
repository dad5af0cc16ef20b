import type { ToolCall } from '../../pipeline/episode.ts';
import { questionsBefore, replyTo, reportOf } from '../answers/report.ts';
import { messagesOf } from '../customer/turns.ts';
import type { Call, Intent, LockedSupport } from '../task.ts';
import type { Talking } from './play.ts';

/** Answer that only the grader and the ceiling know. */
export interface Answer {
  readonly locked: LockedSupport;
}

const toolCall = ({ name, arguments: args }: Call): ToolCall => ({ tool: name, arguments: args });

const PLAIN = {
  en: {
    done: 'This is taken care of.',
    untold: 'This is taken care of.',
    sorry: 'I am sorry, I cannot do that for you.',
    all: 'It is done: cancelled, changed, urged, refunded, returned, exchanged, booked, invoiced, registered, intercepted and handed to a specialist. Yes, it is. No, it is not. I am sorry, this is not possible. Nothing is left. Please ask your family, or contact the delivery company. Is there anything else?',
  },
  zh: {
    done: '已经为您处理好了。',
    // Without a word for yes.
    untold: '处理好了。',
    sorry: '抱歉，这个我没办法为您办理。',
    all: '已经为您取消、修改、催促、退款、退货、换货、预约、开票、登记、拦截，并转接专员了。是的。没有。抱歉，这个不能办理。余额为零。请先问一下家人，或者联系快递公司。还有其他问题吗？',
  },
} as const;

/** Calls in the order of the customer's messages: what is done about each, then what is said of it. */
function turns(
  { locked }: Answer,
  { say, text, end }: Talking,
  calls: (intent: Intent) => readonly Call[],
  report: (intents: readonly Intent[]) => string,
  knowsRules = true,
): ToolCall[] {
  const made = messagesOf(locked).flatMap((intents) => [
    ...questionsBefore(intents, locked, knowsRules).map((question) => ({ tool: say, arguments: { [text]: question } })),
    ...intents.flatMap((intent) => calls(intent).map(toolCall)),
    { tool: say, arguments: { [text]: report(intents) } },
  ]);
  return end === null ? made : [...made, { tool: end, arguments: {} }];
}

/** The gold run with what it tells: the ceiling. */
export const goldTurns = (answer: Answer, talking: Talking): ToolCall[] => {
  const { locked } = answer;
  return turns(
    answer,
    talking,
    ({ id }) => locked.calls.filter((call) => call.intent === id),
    (intents) => replyTo(intents, locked),
  );
};

/** Does whatever is asked for, knows no rules and looks nothing up, and says the same of each matter. */
const doingAll =
  (said: 'done' | 'all') =>
  (answer: Answer, talking: Talking): ToolCall[] =>
    turns(
      answer,
      talking,
      ({ as_asked }) => as_asked,
      () => PLAIN[answer.locked.language][said],
      false,
    );

/**
 * The gold run but for one thing: the last write is not made and said to be, or, where there is none, the last matter with
 * key answers is called settled and they are not told. Where there is neither, it is the gold run.
 */
export function nearMissTurns(answer: Answer, talking: Talking): ToolCall[] {
  const { locked } = answer;
  const missed = locked.calls.findLast(({ role }) => role === 'write');
  const untold = missed === undefined ? locked.key_answers.at(-1)?.intent : undefined;
  return turns(
    answer,
    talking,
    ({ id }) => locked.calls.filter((call) => call.intent === id && call !== missed),
    (intents) => (intents.some(({ id }) => id === untold) ? PLAIN[locked.language].untold : replyTo(intents, locked)),
  );
}

/** Refuses everything. */
const refusingTurns = (answer: Answer, talking: Talking): ToolCall[] =>
  turns(
    answer,
    talking,
    () => [],
    () => PLAIN[answer.locked.language].sorry,
  );

/** Takes the customer's first order for the one that is meant, and its product for every product. */
function firstOrderTurns(answer: Answer, talking: Talking): ToolCall[] {
  const { locked } = answer;
  const { order_id: order, product_id: product } = locked.first;
  const meant = (call: Call): Call => ({
    name: call.name,
    arguments: Object.fromEntries(
      Object.entries(call.arguments).map(([key, value]) => {
        if (/order_?id|logistics_?id/i.test(key)) return [key, order ?? value];
        if (/product_?id|item_?id/i.test(key)) return [key, product ?? value];
        return [key, value];
      }),
    ),
  });
  return turns(
    answer,
    talking,
    ({ id }) => locked.calls.filter((call) => call.intent === id).map(meant),
    // It tells what it finds with what it takes for the order: the facts of another one.
    (intents) =>
      intents
        .map((intent) => {
          const isMeant =
            (intent.order_id === null || intent.order_id === order) &&
            (intent.product_id === null || intent.product_id === product);
          return isMeant ? reportOf(intent, locked) : PLAIN[locked.language].done;
        })
        .join(' '),
  );
}

/** An agent that solves nothing, and the most it may win, as a share of all tasks. */
interface Floor {
  readonly name: string;
  readonly mayWin: number;
  turns(answer: Answer, talking: Talking): readonly ToolCall[];
}

export const FLOORS: readonly Floor[] = [
  { name: 'refuses-everything', mayWin: 0.05, turns: refusingTurns },
  { name: 'does-everything-asked', mayWin: 0.05, turns: doingAll('done') },
  { name: 'first-order-only', mayWin: 0.05, turns: firstOrderTurns },
  { name: 'lists-everything', mayWin: 0.05, turns: doingAll('all') },
];
