import { pickOne } from '../../../schemas/draw.ts';
import { rubricOf, slotsOf } from '../../changes.ts';
import { numberInWords } from '../../number-words.ts';
import { type Operator, operatorsOf } from '../../operator.ts';
import { eachSlot, numbersIn, othersOf, saidIn, say, sayFor, scoredIn } from '../../slot-parts.ts';
import { isAkin, sharesWord, valuesOf, WISHES } from '../../values.ts';
import { ORDERS_TO_READERS } from '../query.ts';

const VALUE = operatorsOf('slots: value', {
  'an answer without its value': eachSlot((slot, sample) => [
    ...saidIn(sample, slot).map((value) => sayFor(sample, slot, value, 'just that')),
    scoredIn(sample, slot).length > 0 ? say(sample, slot, 'You will know it when you see it.') : undefined,
  ]),
  'a number left out of an answer': eachSlot((slot, sample) =>
    scoredIn(sample, slot).length > 0
      ? []
      : numbersIn(slot.user_response).map((number) => say(sample, slot, slot.user_response.replace(number, 'that'))),
  ),
  'another number in an answer': eachSlot((slot, sample) =>
    scoredIn(sample, slot).length > 0
      ? []
      : numbersIn(slot.user_response).flatMap((number) => {
          const plain = Number(number.replaceAll(',', ''));
          return [plain + 1, plain * 10, plain / 2, plain - 0.5].map((other) =>
            say(sample, slot, slot.user_response.replace(number, String(other))),
          );
        }),
  ),
  'the value of another product': eachSlot((slot, sample, { samples, draw }) => {
    const rubric = rubricOf(sample, slot);
    return scoredIn(sample, slot).map((value) => {
      const others = samples
        .flatMap(({ task }) => task.locked.rubrics)
        .filter(({ field }) => field === rubric?.field)
        .flatMap(valuesOf)
        .map((scored) => scored.value)
        .filter((other) => !isAkin(other, value));
      return others.length === 0 || !slot.user_response.includes(value)
        ? undefined
        : sayFor(sample, slot, value, pickOne(draw, value, others));
    });
  }),
  'half of a value': eachSlot((slot, sample) =>
    scoredIn(sample, slot).map((value) => {
      const words = value.split(' ');
      return words.length < 2 || !slot.user_response.includes(value)
        ? undefined
        : sayFor(sample, slot, value, words[0] as string);
    }),
  ),
  'a value twice': eachSlot((slot, sample) =>
    saidIn(sample, slot).map((value) => say(sample, slot, `${slot.user_response} Yes, ${value}.`)),
  ),
  'a value reworded': eachSlot((slot, sample) =>
    saidIn(sample, slot).map((value) => sayFor(sample, slot, value, `${value.slice(0, 2)}-ish`)),
  ),
  'a bound without its direction': eachSlot((slot, sample) => {
    const rubric = rubricOf(sample, slot);
    if (rubric?.type !== 'numeric_range') return [];
    const { min, max } = rubric.expected_value;
    return [say(sample, slot, `It is ${[min, max].filter((bound) => bound !== undefined).join(', then ')}.`)];
  }),
  'a bound turned round': eachSlot((slot, sample) => {
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
  'an answer of another sample': eachSlot((slot, sample, { samples, draw }) => {
    const other = pickOne(draw, slot.slot_id, samples);
    const [foreign] = slotsOf(other);
    const values = scoredIn(sample, slot);
    return [
      foreign &&
      values.length > 0 &&
      !values.some((value) => foreign.user_response.split(/[^\p{L}\p{N}]+/u).some((word) => isAkin(word, value)))
        ? say(sample, slot, foreign.user_response)
        : undefined,
    ];
  }),
});

const HEDGES =
  `if possible|ideally|preferably|if you can|whenever possible|would be great|would be nice|hopefully|maybe|perhaps|probably|not a must|but it is not essential|nice to have|if it exists|or something similar|or so|more or less|roughly|as far as possible|I am flexible|I would prefer that|could be|give or take|or equivalent|optional|but I am open to others|if available|or anything close|but that is negotiable|though I could live without it|where feasible|if it is not too much trouble|but no big deal if not|I suppose|I guess|unless it costs more|if that works|would be a bonus|would be lovely|or whatever is close|although other ones are fine too|otherwise anything goes|at a pinch something else|but don't sweat it|if that isn't asking too much|only if it's easy|but I'd take something else too|though it isn't crucial|but it's not that important|if there is such a thing|but anything would do really|as a first choice|but I can compromise|on the whole|if push comes to shove something else|but I'm not strict about it|but I won't insist|in an ideal world|or thereabouts|or near enough|but I could be persuaded otherwise|for preference|if need be another one|but it's just a thought|no hard feelings if not|depending on the price|should that be doable`.split(
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
const FIRM = operatorsOf('slots: firm', {
  'an answer made a wish': eachSlot((slot, sample) =>
    HEDGES.map((hedge) => say(sample, slot, `${slot.user_response.replace(/[.!]$/, '')}, ${hedge}.`)),
  ),
  'an answer opened as a wish': eachSlot((slot, sample) =>
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
  'a vague word before the value': eachSlot((slot, sample) =>
    [...scoredIn(sample, slot), ...(scoredIn(sample, slot).length > 0 ? [] : numbersIn(slot.user_response))]
      .filter((value) => slot.user_response.includes(value))
      .flatMap((value) => VAGUE.map((vague) => sayFor(sample, slot, value, `${vague} ${value}`))),
  ),
  'a bound on a value that has none': eachSlot((slot, sample) =>
    saidIn(sample, slot).flatMap((value) =>
      ['at least', 'up to', 'no less than', 'a minimum of', 'at most'].map((bound) =>
        sayFor(sample, slot, value, `${bound} ${value}`),
      ),
    ),
  ),
  'an answer that allows more': eachSlot((slot, sample) =>
    saidIn(sample, slot).flatMap((value) =>
      [
        `${value} or better`,
        `${value} or higher`,
        `${value} or similar`,
        `${value} or equivalent`,
        `either ${value} or another one`,
        `${value} or comparable`,
      ].map((told) => sayFor(sample, slot, value, told)),
    ),
  ),
});

const NUMBERS = ['2', '3', '12', '250', '1,000', '4.7'];
const EXTRA = operatorsOf('slots: nothing else', {
  'an answer with another scored value': eachSlot((slot, sample) =>
    sample.task.locked.rubrics
      .filter((rubric) => rubric !== rubricOf(sample, slot))
      .flatMap(valuesOf)
      .filter(({ value }) => !sharesWord(slot.user_response, value))
      .map(({ value }) => say(sample, slot, `${slot.user_response} And it must be ${value}.`)),
  ),
  'an answer with a number more': eachSlot((slot, sample) =>
    NUMBERS.filter((number) => !slot.user_response.includes(number)).flatMap((number) => [
      say(sample, slot, `${slot.user_response} Make it ${number} of them.`),
      /^\d+$/.test(number)
        ? say(sample, slot, `${slot.user_response} I need ${numberInWords(Number(number))}.`)
        : undefined,
    ]),
  ),
  'an answer with a wish more': eachSlot((slot, sample) =>
    WISHES.filter((wish) => !sharesWord(JSON.stringify(sample.task.locked.rubrics), wish)).map((wish) =>
      say(sample, slot, `${slot.user_response} It should also be ${wish}.`),
    ),
  ),
  'an answer that gives orders': eachSlot((slot, sample) =>
    ORDERS_TO_READERS.map((order) => say(sample, slot, `${slot.user_response} ${order}`)),
  ),
  "the other slot's answer behind it": eachSlot((slot, sample) =>
    othersOf(sample, slot).map((other) => say(sample, slot, `${slot.user_response} ${other.user_response}`)),
  ),
});

export const ANSWERS: readonly Operator[] = [...VALUE, ...FIRM, ...EXTRA];
