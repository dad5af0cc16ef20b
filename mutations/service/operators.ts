import type { Draw } from '../../schemas/draw.ts';
import type { LockedSupport, SupportTask, SupportWording } from '../../service/task.ts';

/** A task of customer service in a customer's words: every gate passed it. */
export interface SupportDraft {
  readonly task: Pick<SupportTask, 'locked' | 'lockDigest'>;
  readonly wording: SupportWording;
}

/** A draft with a defect, and in a few words which one. */
interface SupportMutant {
  readonly input: SupportDraft;
  readonly what: string;
}

/** Plants one kind of defect with no code of a gate. */
interface SupportOperator {
  readonly gate: string;
  readonly name: string;
  plant(draft: SupportDraft, draw: Draw): Iterable<SupportMutant>;
}

type Plant = SupportOperator['plant'];
type Texts = Readonly<Record<string, string>>;

/** The draft with another text in one of its places. */
const saying = (draft: SupportDraft, part: 'raises' | 'replies' | 'instead', key: string, text: string) => ({
  ...draft,
  wording: { ...draft.wording, [part]: { ...(draft.wording[part] as Texts), [key]: text } },
});
const without = (draft: SupportDraft, part: 'raises' | 'replies' | 'instead', key: string): SupportDraft => {
  const { [key]: _, ...rest } = draft.wording[part] as Texts;
  return { ...draft, wording: { ...draft.wording, [part]: rest } };
};
const locking = ({ task, wording }: SupportDraft, change: (locked: LockedSupport) => LockedSupport): SupportDraft => ({
  task: { ...task, locked: change(task.locked) },
  wording,
});
const mutant = (input: SupportDraft, what: string): SupportMutant => ({ input, what });

/** Behind a text, as a sentence of its own. */
const adding = (text: string, more: string, { locked }: SupportDraft['task']) =>
  locked.language === 'zh' ? `${text}${more}` : `${text} ${more}`;

/** Every place where the customer says something of own accord. */
const raised = ({ wording }: SupportDraft) => Object.entries(wording.raises);

const LOCK: Readonly<Record<string, Plant>> = {
  *'another outcome'(draft) {
    yield mutant(
      locking(draft, (locked) => ({
        ...locked,
        intents: locked.intents.map((intent, at) =>
          at > 0 ? intent : { ...intent, outcome: intent.outcome === 'allowed' ? 'forbidden' : 'allowed' },
        ),
      })),
      'outcome turned round',
    );
  },
  *'a call left out'(draft) {
    for (const [at, { name }] of draft.task.locked.calls.entries())
      yield mutant(
        locking(draft, (locked) => ({ ...locked, calls: locked.calls.filter((_, other) => other !== at) })),
        `without ${name}`,
      );
  },
  *'another key answer'(draft) {
    for (const [at, { id }] of draft.task.locked.key_answers.entries())
      yield mutant(
        locking(draft, (locked) => ({
          ...locked,
          key_answers: locked.key_answers.map((answer, other) =>
            other === at ? { ...answer, value: { type: 'number', number: 424242 } } : answer,
          ),
        })),
        `another ${id}`,
      );
  },
  *'a rule less'(draft) {
    for (const rule of draft.task.locked.rules)
      yield mutant(
        locking(draft, (locked) => ({ ...locked, rules: locked.rules.filter((id) => id !== rule) })),
        `without ${rule}`,
      );
  },
};

/** Values that the words of an intent were locked with. */
const valuesOf = ({ locked }: SupportDraft['task'], id: string): string[] => {
  const intent = locked.intents.find((one) => one.id === id);
  if (intent === undefined || intent.given_up !== null) return [];
  const raisedFacts = intent.facts.filter(({ when, name }) => when === 'raised' && name !== 'quantity');
  const values = raisedFacts.map(({ name, value }) => intent.blanks[name] ?? value);
  return [...new Set(values)].filter((value) => value.length >= 4);
};

const UNSAID: Readonly<Record<string, Plant>> = {
  *'nothing raises an intent'(draft) {
    for (const [id] of raised(draft)) yield mutant(without(draft, 'raises', id), `nothing raises ${id}`);
  },
  *'a fact left out'(draft) {
    for (const [id, text] of raised(draft))
      for (const value of valuesOf(draft.task, id))
        if (text.includes(value))
          yield mutant(saying(draft, 'raises', id, text.replaceAll(value, 'it')), `without "${value}"`);
  },
  *'another number'(draft) {
    for (const [id, text] of raised(draft))
      for (const value of valuesOf(draft.task, id)) {
        if (!/^\d{6,}$/.test(value) || !text.includes(value)) continue;
        const other = value.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
        yield mutant(saying(draft, 'raises', id, text.replaceAll(value, other)), `${other} for ${value}`);
      }
  },
  *'a reply left out'(draft) {
    for (const [key] of Object.entries(draft.wording.replies))
      yield mutant(without(draft, 'replies', key), `no reply for ${key}`);
  },
  *'a reply without its fact'(draft) {
    for (const [key] of Object.entries(draft.wording.replies))
      yield mutant(
        saying(draft, 'replies', key, draft.task.locked.language === 'zh' ? '我不记得了。' : "I don't remember."),
        `nothing said of ${key}`,
      );
  },
};

/** A number in forms that people write it in. */
const forms = (value: string): string[] => [
  value,
  value.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
  value.replaceAll(/(\d{4})(?=\d)/g, '$1-'),
  value.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
];

const EARLY: Readonly<Record<string, Plant>> = {
  *'a withheld number in a message'(draft) {
    for (const { value, intent } of draft.task.locked.withheld)
      for (const form of forms(value)) {
        const text = draft.wording.raises[intent];
        if (text !== undefined)
          yield mutant(
            saying(draft, 'raises', intent, adding(text, `(${form})`, draft.task)),
            `"${form}" with ${intent}`,
          );
      }
  },
  *'a withheld number at the end'(draft) {
    for (const { value } of draft.task.locked.withheld)
      for (const form of forms(value))
        yield mutant(
          { ...draft, wording: { ...draft.wording, thanks: adding(draft.wording.thanks, form, draft.task) } },
          `"${form}" with the thanks`,
        );
  },
};

/** A number that stands nowhere in the task. */
function strangeNumber(task: SupportDraft['task'], draw: Draw, label: string): string {
  const known = JSON.stringify(task.locked);
  for (let attempt = 0; ; attempt++) {
    const digits = String(10_000 + draw(`${label}/${attempt}`, 89_999));
    if (!known.includes(digits)) return digits;
  }
}

const INVENTED: Readonly<Record<string, Plant>> = {
  *'a number nobody knows'(draft, draw) {
    for (const [id, text] of raised(draft)) {
      const digits = strangeNumber(draft.task, draw, id);
      const more = draft.task.locked.language === 'zh' ? `编号是${digits}。` : `The number is ${digits}.`;
      yield mutant(saying(draft, 'raises', id, adding(text, more, draft.task)), more);
    }
  },
  *'an order of another customer'(draft, draw) {
    for (const [key, text] of Object.entries(draft.wording.replies)) {
      const digits = `3${strangeNumber(draft.task, draw, `${key}/a`)}${strangeNumber(draft.task, draw, `${key}/b`)}`;
      yield mutant(saying(draft, 'replies', key, adding(text, digits, draft.task)), `${digits} in ${key}`);
    }
  },
};

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const GIVEN: Readonly<Record<string, Plant>> = {
  *'the amount that is asked for'(draft) {
    const { key_answers, intents, language } = draft.task.locked;
    for (const { intent, value } of key_answers) {
      const text = draft.wording.raises[intent];
      if (value.type !== 'money' || text === undefined) continue;
      const amount = (value.minor / 100).toFixed(2);
      const own = intents.find(({ id }) => id === intent);
      // A figure that the customer may well mean is no defect.
      const figures = JSON.stringify([own?.blanks, own?.order_phrase, own?.product_phrase]);
      if (figures.includes(String(value.minor / 100))) continue;
      for (const more of language === 'zh'
        ? [`是${amount}元吧？`]
        : [`It was ${amount}, right?`, `I think it is $${amount}.`])
        yield mutant(saying(draft, 'raises', intent, adding(text, more, draft.task)), more);
    }
  },
  *'the time that is asked for'(draft) {
    const { key_answers, language } = draft.task.locked;
    for (const { intent, value } of key_answers) {
      const text = draft.wording.raises[intent];
      if (value.type !== 'time' || text === undefined) continue;
      const [, month = 1, day = 1, hour = 0] = /-(\d\d)-(\d\d)T(\d\d)/.exec(value.time)?.map(Number) ?? [];
      const more =
        language === 'zh' ? `是${month}月${day}日${hour}点吧？` : `On ${MONTHS[month - 1]} ${day} at ${hour}:00?`;
      yield mutant(saying(draft, 'raises', intent, adding(text, more, draft.task)), more);
    }
  },
};

const ELSEWHERE = {
  en: ['请帮我看一下这个问题。', '谢谢，麻烦您了。'],
  zh: ['Could you please look at this for me today?', 'Thank you very much for your help.'],
} as const;

const LANGUAGE: Readonly<Record<string, Plant>> = {
  *'a whole text in another language'(draft) {
    const [text] = ELSEWHERE[draft.task.locked.language];
    for (const part of ['yes', 'unsure', 'thanks'] as const)
      yield mutant({ ...draft, wording: { ...draft.wording, [part]: text } }, `${part}: ${text}`);
  },
  *'a sentence in another language'(draft) {
    for (const [id, text] of raised(draft))
      for (const more of ELSEWHERE[draft.task.locked.language])
        yield mutant(saying(draft, 'raises', id, adding(text, more, draft.task)), more);
  },
};

const UNREADABLE: Readonly<Record<string, Plant>> = {
  *'a blank that was not filled'(draft) {
    for (const [id, text] of raised(draft))
      for (const blank of ['{order}', '{product}', 'undefined', 'null'])
        yield mutant(saying(draft, 'raises', id, adding(text, ` ${blank}`.trim(), draft.task)), blank);
  },
  *'a text without end'(draft) {
    for (const [id, text] of raised(draft))
      yield mutant(
        saying(draft, 'raises', id, `${text} `.repeat(Math.ceil(1000 / text.length)).trim()),
        'the same again and again',
      );
  },
  *'holes in a text'(draft) {
    for (const [id, text] of raised(draft))
      if (text.includes(' ')) yield mutant(saying(draft, 'raises', id, text.replace(' ', '   ')), 'several spaces');
  },
};

/** Operators by the gate that has to find what they plant. */
export const SUPPORT_OPERATORS: readonly SupportOperator[] = Object.entries({
  'lock changed': LOCK,
  'intent unsaid': UNSAID,
  'told early': EARLY,
  'fact invented': INVENTED,
  'answer given': GIVEN,
  'other language': LANGUAGE,
  unreadable: UNREADABLE,
}).flatMap(([gate, plants]) => Object.entries(plants).map(([name, plant]) => ({ gate, name, plant })));
