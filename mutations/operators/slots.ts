import type { ClarificationSlot } from '../../schemas/clarification.ts';
import { pickOne } from '../../schemas/draw.ts';
import { rubricOf, slotsOf, withSlot, withSlots, withWording } from '../changes.ts';
import { numberInWords } from '../number-words.ts';
import type { Mutant, Operator, Sample, Surroundings } from '../operator.ts';
import { sharesWord, valuesOf } from '../values.ts';
import { ORDERS_TO_READERS } from './query.ts';

/** Plants something in every slot. */
const each =
  (
    plant: (slot: ClarificationSlot, sample: Sample, around: Surroundings) => readonly (Mutant | undefined)[],
  ): Operator['plant'] =>
  (sample, around) =>
    slotsOf(sample).flatMap((slot) => plant(slot, sample, around).filter((mutant) => mutant !== undefined));

const operators = (gate: string, list: Readonly<Record<string, Operator['plant']>>): Operator[] =>
  Object.entries(list).map(([name, plant]) => ({ gate, name, plant }));

const say = (sample: Sample, slot: ClarificationSlot, user_response: string, what = user_response) =>
  withSlot(sample, slot, { user_response }, what);
const scoredIn = (sample: Sample, slot: ClarificationSlot): string[] => {
  const rubric = rubricOf(sample, slot);
  return rubric === undefined ? [] : valuesOf(rubric).map(({ value }) => value);
};
const numbersIn = (text: string) => text.match(/\d+(?:,\d{3})*(?:\.\d+)?/g) ?? [];

const PRESENT = operators('slots: present', {
  'a slot left out': (sample) =>
    slotsOf(sample).map((slot) =>
      withSlots(
        sample,
        slotsOf(sample).filter((other) => other !== slot),
        slot.slot_id,
      ),
    ),
  'no slots at all': (sample) => [withSlots(sample, [], 'none')],
  'a slot twice': (sample) =>
    slotsOf(sample).map((slot) => withSlots(sample, [...slotsOf(sample), { ...slot, slot_id: 'cl_9' }], slot.slot_id)),
  'two slots of one name': (sample) => [
    withSlots(
      sample,
      slotsOf(sample).map((slot) => ({ ...slot, slot_id: 'cl_1' })),
      'cl_1',
    ),
  ],
  'a slot of another rubric': each((slot, sample) =>
    sample.task.locked.rubrics
      .filter(({ info_source }) => info_source !== 'clarification')
      .map(({ id }) => withSlot(sample, slot, { linked_rubric_ids: [id] }, id)),
  ),
  'a slot of no rubric': each((slot, sample) => [
    withSlot(sample, slot, { linked_rubric_ids: ['r99'] }, 'r99'),
    withSlot(sample, slot, { linked_rubric_ids: [] as never }, 'nothing'),
  ]),
  'a slot of two rubrics': each((slot, sample) => {
    const [other] = slotsOf(sample).filter((candidate) => candidate !== slot);
    return [
      other &&
        withSlot(
          sample,
          slot,
          { linked_rubric_ids: [...slot.linked_rubric_ids, ...other.linked_rubric_ids] as never },
          'both',
        ),
    ];
  }),
});

const BLANK = ['', ' ', '\n', '...', '—', '\u200b', '!?', '\u00a0'];
const COMPLETE = operators('slots: complete', {
  'too few keywords': each((slot, sample) =>
    [0, 1, 2].map((count) =>
      withSlot(sample, slot, { trigger_keywords: slot.trigger_keywords.slice(0, count) }, String(count)),
    ),
  ),
  'keywords without a word': each((slot, sample) => [
    withSlot(
      sample,
      slot,
      { trigger_keywords: slot.trigger_keywords.map((keyword, at) => (at < 2 ? keyword : '?')) },
      '?',
    ),
  ]),
  'an empty answer': each((slot, sample) => BLANK.map((blank) => say(sample, slot, blank, JSON.stringify(blank)))),
  'an empty hidden info': each((slot, sample) =>
    BLANK.map((blank) => withSlot(sample, slot, { hidden_info: blank }, JSON.stringify(blank))),
  ),
  'an empty default': (sample) =>
    BLANK.map((default_response) =>
      withWording(sample, { script: { ...sample.wording.script, default_response } }, JSON.stringify(default_response)),
    ),
});

const VALUE = operators('slots: value', {
  'an answer without its value': each((slot, sample) => [
    ...scoredIn(sample, slot)
      .filter((value) => slot.user_response.includes(value))
      .map((value) =>
        say(
          sample,
          slot,
          slot.user_response.replace(value, () => 'just that'),
        ),
      ),
    scoredIn(sample, slot).length > 0 ? say(sample, slot, 'You will know it when you see it.') : undefined,
  ]),
  'a number left out of an answer': each((slot, sample) =>
    scoredIn(sample, slot).length > 0
      ? []
      : numbersIn(slot.user_response).map((number) => say(sample, slot, slot.user_response.replace(number, 'that'))),
  ),
  'another number in an answer': each((slot, sample) =>
    scoredIn(sample, slot).length > 0
      ? []
      : numbersIn(slot.user_response).flatMap((number) => {
          const plain = Number(number.replaceAll(',', ''));
          return [plain + 1, plain * 10, plain / 2, plain - 0.5].map((other) =>
            say(sample, slot, slot.user_response.replace(number, String(other))),
          );
        }),
  ),
  'the value of another product': each((slot, sample, { samples, draw }) => {
    const rubric = rubricOf(sample, slot);
    return scoredIn(sample, slot).map((value) => {
      const others = samples
        .flatMap(({ task }) => task.locked.rubrics)
        .filter(({ field }) => field === rubric?.field)
        .flatMap(valuesOf)
        .map((scored) => scored.value)
        .filter((other) => !sharesWord(other, value) && !sharesWord(value, other));
      return others.length === 0 || !slot.user_response.includes(value)
        ? undefined
        : say(
            sample,
            slot,
            slot.user_response.replace(value, () => pickOne(draw, value, others)),
          );
    });
  }),
  'half of a value': each((slot, sample) =>
    scoredIn(sample, slot).map((value) => {
      const words = value.split(' ');
      return words.length < 2 || !slot.user_response.includes(value)
        ? undefined
        : say(
            sample,
            slot,
            slot.user_response.replace(value, () => words[0] as string),
          );
    }),
  ),
  'a value twice': each((slot, sample) =>
    scoredIn(sample, slot)
      .filter((value) => slot.user_response.includes(value))
      .map((value) => say(sample, slot, `${slot.user_response} Yes, ${value}.`)),
  ),
  'a value reworded': each((slot, sample) =>
    scoredIn(sample, slot)
      .filter((value) => slot.user_response.includes(value))
      .map((value) =>
        say(
          sample,
          slot,
          slot.user_response.replace(value, () => `${value.slice(0, 2)}-ish`),
        ),
      ),
  ),
  'a bound without its direction': each((slot, sample) => {
    const rubric = rubricOf(sample, slot);
    if (rubric?.type !== 'numeric_range') return [];
    const { min, max } = rubric.expected_value;
    return [say(sample, slot, `It is ${[min, max].filter((bound) => bound !== undefined).join(', then ')}.`)];
  }),
  'a bound turned round': each((slot, sample) => {
    const rubric = rubricOf(sample, slot);
    if (rubric?.type !== 'numeric_range') return [];
    const { min, max } = rubric.expected_value;
    if (min !== undefined && max !== undefined) return [];
    const bound = min ?? max;
    return (
      min === undefined
        ? ['at least', 'no less than', 'more than', 'from']
        : ['at most', 'no more than', 'up to', 'a maximum of', 'less than', 'not over']
    ).map((words) => say(sample, slot, `It has to be ${words} ${bound}.`));
  }),
  'an answer of another sample': each((slot, sample, { samples, draw }) => {
    const other = pickOne(draw, slot.slot_id, samples);
    const [foreign] = slotsOf(other);
    const values = scoredIn(sample, slot);
    return [
      foreign && values.length > 0 && !values.some((value) => sharesWord(foreign.user_response, value))
        ? say(sample, slot, foreign.user_response)
        : undefined,
    ];
  }),
});

const GENERIC = [
  'type',
  'kind',
  'look',
  'style',
  'feature',
  'feel',
  'use',
  'size',
  'how many',
  'quality',
  'product',
  'item',
  'features',
  'options',
  'details',
  'preferences',
  'requirements',
  'what kind',
  'which',
  'about',
  'good',
  'specs',
  'information',
];
const addKeyword = (sample: Sample, slot: ClarificationSlot, keyword: string) =>
  withSlot(sample, slot, { trigger_keywords: [...slot.trigger_keywords, keyword] }, keyword);
const KEYWORDS = operators('slots: keywords', {
  'a keyword that fits anything': each((slot, sample) => GENERIC.map((keyword) => addKeyword(sample, slot, keyword))),
  'a keyword twice': each((slot, sample) =>
    slot.trigger_keywords.flatMap((keyword) => [
      addKeyword(sample, slot, keyword),
      addKeyword(sample, slot, keyword.toUpperCase()),
      addKeyword(sample, slot, ` ${keyword} `),
    ]),
  ),
  'a keyword of both slots': each((slot, sample) =>
    slotsOf(sample)
      .filter((other) => other !== slot)
      .flatMap((other) => other.trigger_keywords.map((keyword) => addKeyword(sample, slot, keyword))),
  ),
  'a keyword within one of the other slot': each((slot, sample) =>
    slotsOf(sample)
      .filter((other) => other !== slot)
      .flatMap((other) =>
        other.trigger_keywords.flatMap((keyword) => [
          addKeyword(sample, slot, `${keyword} wish`),
          addKeyword(sample, slot, `the ${keyword}`),
          ...keyword
            .split(' ')
            .filter((word) => word.length > 3 && keyword !== word)
            .map((word) => addKeyword(sample, slot, word)),
        ]),
      ),
  ),
  'a keyword that is the value': each((slot, sample) =>
    scoredIn(sample, slot)
      .flatMap((value) =>
        [value, value.toLowerCase(), value.toUpperCase(), `${value}`.replaceAll(' ', '-')].map((keyword) =>
          addKeyword(sample, slot, keyword),
        ),
      )
      .filter((mutant) => mutant.what.split(/[ -]/).length < 4 && !isNameOf(sample, slot, mutant.what)),
  ),
  'a keyword with a word of the value': each((slot, sample) =>
    scoredIn(sample, slot)
      .flatMap((value) => value.split(' '))
      .filter(
        (word) =>
          word.length > 3 &&
          /^[a-z]+$/i.test(word) &&
          !/^(inches|inch|feet|ounces|liters|watts|percent)$/i.test(word) &&
          !isNameOf(sample, slot, word),
      )
      .flatMap((word) => [addKeyword(sample, slot, word), addKeyword(sample, slot, `${word.toLowerCase()} one`)]),
  ),
  'a keyword too long to match': each((slot, sample) =>
    slot.trigger_keywords.map((keyword) => addKeyword(sample, slot, `${keyword} that you would like to have`)),
  ),
});

/** Words of the field's own name give nothing away to whoever asks about the field. */
function isNameOf(sample: Sample, slot: ClarificationSlot, text: string): boolean {
  const stem = (word: string) => word.toLowerCase().replace(/(?:ing|ed|s|able)$/, '');
  const name = (rubricOf(sample, slot)?.field ?? '')
    .replace('details.', '')
    .split(/[^\p{L}]+/u)
    .map(stem);
  return text.split(/[ -]/).some((word) => name.includes(stem(word)));
}

const HEDGES =
  `if possible|ideally|preferably|if you can|whenever possible|would be great|would be nice|hopefully|maybe|perhaps|probably|not a must|but it is not essential|nice to have|if it exists|or something similar|or so|more or less|roughly|as far as possible|I am flexible|I would prefer that|could be|give or take|or equivalent|optional|but I am open to others|if available|or anything close|but that is negotiable|though I could live without it|where feasible|if it is not too much trouble|but no big deal if not|I suppose|I guess|unless it costs more|if that works|would be a bonus|would be lovely|or whatever is close|although other ones are fine too|otherwise anything goes|at a pinch something else`.split(
    '|',
  );
const VAGUE = [
  'about',
  'around',
  'something like',
  'approximately',
  'roughly',
  'some kind of',
  'sort of',
  'close to',
  'nearly',
  'more or less',
  'ideally',
  'preferably',
  'maybe',
  'perhaps',
  'possibly',
  'probably',
];
const FIRM = operators('slots: firm', {
  'an answer made a wish': each((slot, sample) =>
    HEDGES.map((hedge) => say(sample, slot, `${slot.user_response.replace(/[.!]$/, '')}, ${hedge}.`)),
  ),
  'an answer opened as a wish': each((slot, sample) =>
    [
      'Ideally: ',
      'If possible, ',
      'Maybe this: ',
      'I would prefer this: ',
      'Preferably so: ',
      'I guess so: ',
      'Hopefully, ',
      'Nice to have: ',
      'It would be great, but no must: ',
    ].map((hedge) => say(sample, slot, hedge + slot.user_response)),
  ),
  'a vague word before the value': each((slot, sample) =>
    [...scoredIn(sample, slot), ...(scoredIn(sample, slot).length > 0 ? [] : numbersIn(slot.user_response))]
      .filter((value) => slot.user_response.includes(value))
      .flatMap((value) =>
        VAGUE.map((vague) =>
          say(
            sample,
            slot,
            slot.user_response.replace(value, () => `${vague} ${value}`),
          ),
        ),
      ),
  ),
  'a bound on a value that has none': each((slot, sample) =>
    scoredIn(sample, slot)
      .filter((value) => slot.user_response.includes(value))
      .flatMap((value) =>
        ['at least', 'up to', 'no less than', 'a minimum of', 'at most'].map((bound) =>
          say(
            sample,
            slot,
            slot.user_response.replace(value, () => `${bound} ${value}`),
          ),
        ),
      ),
  ),
  'an answer that allows more': each((slot, sample) =>
    scoredIn(sample, slot)
      .filter((value) => slot.user_response.includes(value))
      .flatMap((value) =>
        [
          `${value} or better`,
          `${value} or higher`,
          `${value} or similar`,
          `${value} or equivalent`,
          `either ${value} or another one`,
          `${value} or comparable`,
        ].map((told) =>
          say(
            sample,
            slot,
            slot.user_response.replace(value, () => told),
          ),
        ),
      ),
  ),
});

const NUMBERS = ['2', '3', '12', '250', '1,000', '4.7'];
const WISHES = [
  'waterproof',
  'bluetooth',
  'wireless charging',
  'stainless steel',
  'noise cancelling',
  'black',
  'purple',
  'leather',
  'cotton',
  'HDMI',
  'machine washable',
  'solar powered',
  'red',
  'nylon',
  'polyester',
  'voice control',
  'fast charging',
  'rechargeable',
  'silver',
  'plastic',
];
const EXTRA = operators('slots: nothing else', {
  'an answer with another scored value': each((slot, sample) =>
    sample.task.locked.rubrics
      .filter((rubric) => rubric !== rubricOf(sample, slot))
      .flatMap(valuesOf)
      .filter(({ value }) => !sharesWord(slot.user_response, value))
      .map(({ value }) => say(sample, slot, `${slot.user_response} And it must be ${value}.`)),
  ),
  'an answer with a number more': each((slot, sample) =>
    NUMBERS.filter((number) => !slot.user_response.includes(number)).flatMap((number) => [
      say(sample, slot, `${slot.user_response} Make it ${number} of them.`),
      /^\d+$/.test(number)
        ? say(sample, slot, `${slot.user_response} I need ${numberInWords(Number(number))}.`)
        : undefined,
    ]),
  ),
  'an answer with a wish more': each((slot, sample) =>
    WISHES.filter((wish) => !sharesWord(JSON.stringify(sample.task.locked.rubrics), wish)).map((wish) =>
      say(sample, slot, `${slot.user_response} It should also be ${wish}.`),
    ),
  ),
  'an answer that gives orders': each((slot, sample) =>
    ORDERS_TO_READERS.map((order) => say(sample, slot, `${slot.user_response} ${order}`)),
  ),
  "the other slot's answer behind it": each((slot, sample) =>
    slotsOf(sample)
      .filter((other) => other !== slot)
      .map((other) => say(sample, slot, `${slot.user_response} ${other.user_response}`)),
  ),
});

const NONSENSE = ['zephyr', 'quux', 'marmalade', 'tectonic', 'obelisk'];
const EVERYDAY = [
  'buy',
  'recommend',
  'tell me',
  'find',
  'help',
  'shop',
  'you',
  'anything',
  'gift',
  'price',
  'budget',
  'cheap',
  'deal',
  'delivery',
  'shipping',
  'important',
  'must',
  'brand',
  'color',
  'durable',
  'return policy',
  'warranty',
];
const FOREIGN_TOPICS: Readonly<Record<string, string>> = {
  color: 'Color',
  material: 'Material',
  shape: 'Shape',
  scent: 'Scent',
  fabric: 'Fabric Type',
  closure: 'Closure',
  pattern: 'Pattern',
  voltage: 'Voltage',
  connector: 'Connector Type',
  'operating system': 'Operating System',
  occasion: 'Occasion',
  warranty: 'Warranty Type',
  'hair type': 'Hair Type',
  finish: 'Finish Type',
  wattage: 'Wattage',
  theme: 'Theme',
};
const DIALOGUE: readonly Operator[] = [
  ...operators('dialogue: reachable', {
    'keywords nobody asks by': each((slot, sample) => [
      withSlot(sample, slot, { trigger_keywords: NONSENSE }, NONSENSE.join(', ')),
    ]),
    'keywords of the other slot': each((slot, sample) =>
      slotsOf(sample)
        .filter((other) => other !== slot)
        .map((other) =>
          withSlot(sample, slot, { trigger_keywords: other.trigger_keywords }, other.trigger_keywords.join(', ')),
        ),
    ),
    'keywords too long to match': each((slot, sample) => [
      withSlot(
        sample,
        slot,
        { trigger_keywords: slot.trigger_keywords.map((keyword) => `${keyword} that you would have`) },
        'long',
      ),
    ]),
    'keywords with a letter wrong': each((slot, sample) => [
      withSlot(
        sample,
        slot,
        { trigger_keywords: slot.trigger_keywords.map((keyword) => keyword.replace(/[a-z]+/gi, (word) => `${word}q`)) },
        'q',
      ),
    ]),
    'keywords of another sample': each((slot, sample, { samples, draw }) => {
      const others = samples.flatMap((other) =>
        slotsOf(other).filter(
          (candidate) =>
            !candidate.trigger_keywords.some((keyword) =>
              slot.trigger_keywords.some((own) => sharesWord(keyword, own)),
            ),
        ),
      );
      return others.length === 0
        ? []
        : [
            withSlot(
              sample,
              slot,
              { trigger_keywords: pickOne(draw, slot.slot_id, others).trigger_keywords },
              'others',
            ),
          ];
    }),
  }),
  ...operators('dialogue: quiet', {
    'an everyday keyword': each((slot, sample) =>
      EVERYDAY.filter((keyword) => !slot.trigger_keywords.includes(keyword)).map((keyword) =>
        addKeyword(sample, slot, keyword),
      ),
    ),
    'a keyword of another field': each((slot, sample) =>
      Object.entries(FOREIGN_TOPICS)
        .filter(
          ([, field]) =>
            !slotsOf(sample).some((own) => rubricOf(sample, own)?.field.includes(field.split(' ')[0] as string)),
        )
        .map(([keyword]) => addKeyword(sample, slot, keyword)),
    ),
  }),
];

export const SLOTS: readonly Operator[] = [
  ...PRESENT,
  ...COMPLETE,
  ...VALUE,
  ...KEYWORDS,
  ...FIRM,
  ...EXTRA,
  ...DIALOGUE,
];
