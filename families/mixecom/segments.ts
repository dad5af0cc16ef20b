import { askForPicture, replyTo } from '../../service/answers/report.ts';
import { messagesOf } from '../../service/customer/turns.ts';
import type { SupportSample } from '../../service/sample.ts';
import { type GoldCall, type Intent, isPictureAsked } from '../../service/task.ts';

/** One step of a reasoning trace: a thought, then a call with what it showed, or what is said in the end. */
interface TraceStep {
  readonly thought: string;
  readonly call: GoldCall | null;
  readonly observation: string | null;
  readonly answer: string | null;
}

/** The trace of one message of the customer. */
interface TraceTurn {
  readonly question: string;
  readonly steps: readonly TraceStep[];
}

const WORDS = {
  en: {
    reads: (demand: string) => `The customer's matter is "${demand}". I look up what has to be known before I decide.`,
    allowed: (rules: string) => `The rules allow it (${rules}). I carry it out.`,
    forbidden: (rules: string) => `The rules do not allow it (${rules}). I change nothing, and say why.`,
    handOver: (rules: string) => `This is for a person to decide (${rules}). I hand it over.`,
    tell: 'I tell the customer what was found and done.',
    show: 'The rules have the customer send a picture first. I ask for it.',
    plan: (at: number, demand: string, outcome: string, calls: string) =>
      `${at}. ${demand}: ${calls === '' ? 'no call' : calls}; expected outcome: ${outcome}.`,
  },
  zh: {
    reads: (demand: string) => `顾客的问题是“${demand}”，先查询必要的信息再判断。`,
    allowed: (rules: string) => `规则允许办理（${rules}），执行操作。`,
    forbidden: (rules: string) => `规则不允许办理（${rules}），不做任何修改，向顾客说明原因。`,
    handOver: (rules: string) => `该问题需人工处理（${rules}），转接人工。`,
    tell: '把查到和办理的结果告诉顾客。',
    show: '规则要求先由顾客发送图片核实，先向顾客索要。',
    plan: (at: number, demand: string, outcome: string, calls: string) =>
      `${at}. ${demand}：${calls === '' ? '无需调用工具' : calls}；预期结果：${outcome}。`,
  },
} as const;

/** Rules of conduct hold in every conversation and decide nothing, but for the one that hands a matter on. */
const HANDS_ON = 'conduct.transfer-what-tools-cannot';
const decidedBy = ({ rules, outcome }: Intent) =>
  (outcome === 'hand-over' && rules.includes(HANDS_ON)
    ? [HANDS_ON]
    : rules.filter((id) => !id.startsWith('conduct.'))
  ).join(', ') || '-';

/** The plan of a task: what is to be done about each intent, call by call. */
export function planOf({ locked: { intents, calls, language } }: Pick<SupportSample, 'locked'>): string {
  return intents
    .map(({ id, demand, outcome }, at) => {
      const own = calls.filter(({ intent }) => intent === id).map(({ name }) => name);
      return WORDS[language].plan(at + 1, demand, outcome, own.join(' → '));
    })
    .join('\n');
}

/** The gold run as a reasoning trace: every step of it was carried out, and `shown` is what it gave. */
export function traceOf(
  { locked, wording }: Pick<SupportSample, 'locked' | 'wording'>,
  shown: readonly string[],
): TraceTurn[] {
  const { language, calls } = locked;
  const words = WORDS[language];
  return messagesOf(locked).flatMap((intents) => {
    const steps: TraceStep[] = [];
    const shows = intents.find(isPictureAsked);
    for (const intent of intents) {
      for (const [at, call] of calls.entries()) {
        if (call.intent !== intent.id) continue;
        const does = intent.outcome === 'hand-over' ? words.handOver : words.allowed;
        const thought = call.role === 'write' ? does(decidedBy(intent)) : words.reads(intent.demand);
        steps.push({ thought, call, observation: shown[at] ?? null, answer: null });
      }
    }
    const refused = intents.find(({ outcome }) => outcome === 'forbidden');
    steps.push({
      thought: refused === undefined ? words.tell : words.forbidden(decidedBy(refused)),
      call: null,
      observation: null,
      answer: replyTo(intents, locked),
    });
    const question = intents
      .flatMap(({ id }) => [wording.raises[id], wording.instead[id]])
      .filter((text) => text !== undefined)
      .join(' ');
    if (shows === undefined) return [{ question, steps }];
    const asking = { thought: words.show, call: null, observation: null, answer: askForPicture(shows, locked) };
    return [
      { question, steps: [asking] },
      { question: wording.replies[`${shows.id}.picture`] ?? '', steps },
    ];
  });
}

/** A trace in Mix-ECom's segments (section 3.2.2): question, then thoughts, calls and observations, and the final answer. */
export const segmentsOf = (turns: readonly TraceTurn[]): string =>
  turns
    .flatMap(({ question, steps }) => [
      `<Question>${question}</Question>`,
      ...steps.flatMap(({ thought, call, observation, answer }) => [
        `<Thought>${thought}</Thought>`,
        ...(call === null
          ? [`<Final_Answer>${answer}</Final_Answer>`]
          : [
              `<Action_input>${JSON.stringify({ 'Tool name': call.name, Args: call.arguments })}</Action_input>`,
              `<Observation>${observation}</Observation>`,
            ]),
      ]),
    ])
    .join('\n');
