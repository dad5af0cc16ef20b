import { pickOne } from '../../../schemas/draw.ts';
import type { ClarificationSlot } from '../../../shopping/dialogue/clarification.ts';
import { rubricOf, slotsOf } from '../../changes.ts';
import { type Operator, operatorsOf, type Sample } from '../../operator.ts';
import { addKeyword, eachSlot, othersOf, scoredIn, withKeywords } from '../../slot-parts.ts';
import { sharesWord } from '../../values.ts';

const GENERIC = [
  'shop',
  'cheap',
  'buy',
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
const KEYWORDS = operatorsOf('slots: keywords', {
  'a keyword that fits anything': eachSlot((slot, sample) =>
    GENERIC.map((keyword) => addKeyword(sample, slot, keyword)),
  ),
  'a keyword twice': eachSlot((slot, sample) =>
    slot.trigger_keywords.flatMap((keyword) => [
      addKeyword(sample, slot, keyword),
      addKeyword(sample, slot, keyword.toUpperCase()),
      addKeyword(sample, slot, ` ${keyword} `),
    ]),
  ),
  'a keyword of both slots': eachSlot((slot, sample) =>
    othersOf(sample, slot).flatMap((other) =>
      other.trigger_keywords.map((keyword) => addKeyword(sample, slot, keyword)),
    ),
  ),
  'a keyword within one of the other slot': eachSlot((slot, sample) =>
    othersOf(sample, slot).flatMap((other) =>
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
  'a keyword that is the value': eachSlot((slot, sample) =>
    scoredIn(sample, slot)
      .flatMap((value) =>
        [value, value.toLowerCase(), value.toUpperCase(), `${value}`.replaceAll(' ', '-')].map((keyword) =>
          addKeyword(sample, slot, keyword),
        ),
      )
      .filter((mutant) => mutant.what.split(/[ -]/).length < 4 && !isNameOf(sample, slot, mutant.what)),
  ),
  'a keyword with a word of the value': eachSlot((slot, sample) =>
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
  'a keyword too long to match': eachSlot((slot, sample) =>
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

const NONSENSE = ['zephyr', 'quux', 'marmalade', 'tectonic', 'obelisk'];
const EVERYDAY = [
  'buy',
  'recommend',
  'tell me',
  'find',
  'help',
  'you',
  'anything',
  'gift',
  'price',
  'budget',
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
/** Topics of keywords, with the slots they may fairly open: those of fields about the same side of a product. */
const LOOKS = /Color|Pattern|Finish|Shape|Style|Theme|Coverage|Occasion|Form|Size|Display/;
const CARE = /Scent|Hair|Skin|Item Form|Benefits|Material Feature|Department|Age/;
const POWER = /Volt|Watt|Power|Battery|Charg/;
const DIGITAL = /Connect|Operating|Control|Compatible|Wireless|Hardware|Memory|Drive|RAM|Display|Device|Interface/;
const USE = /Recommended|Occasion|Room|Department|Age|Theme|Season|Style|Pattern|Color|Form/;
const TOPICS: Readonly<Record<string, RegExp>> = {
  color: LOOKS,
  shape: LOOKS,
  pattern: new RegExp(`${LOOKS.source}|Ruling|Fabric|Material`),
  finish: new RegExp(`${LOOKS.source}|Material|Paper`),
  scent: CARE,
  'hair type': CARE,
  voltage: POWER,
  wattage: POWER,
  connector: new RegExp(`${DIGITAL.source}|Cable`),
  'operating system': DIGITAL,
  closure: /Closure|Installation|Mounting|Handle/,
  occasion: USE,
  theme: new RegExp(`${USE.source}|${LOOKS.source}`),
  warranty: /Warranty/,
  material: /Material|Fabric|Finish|Handle|Paper|Shell/,
};
/** Everyday words that a slot of the script may fairly be opened by. */
const FAIR: Readonly<Record<string, RegExp>> = {
  price: /price/,
  budget: /price/,
  deal: /price/,
  gift: /Occasion|Department|Age/,
  'return policy': /Warranty/,
  warranty: /Warranty/,
  brand: /Brand/,
  color: /Color/,
  durable: /Material|Feature|Warranty/,
};
const isFair = (sample: Sample, topic: RegExp | undefined) =>
  topic !== undefined &&
  slotsOf(sample).some((slot) => {
    const rubric = rubricOf(sample, slot);
    const fields = rubric?.type === 'sku_match' ? Object.keys(rubric.expected_value) : [rubric?.field ?? ''];
    return fields.some((field) => topic.test(field));
  });

const DIALOGUE: readonly Operator[] = [
  ...operatorsOf('dialogue: reachable', {
    'keywords nobody asks by': eachSlot((slot, sample) => [withKeywords(sample, slot, NONSENSE, NONSENSE.join(', '))]),
    'keywords of the other slot': eachSlot((slot, sample) =>
      othersOf(sample, slot).map((other) =>
        withKeywords(sample, slot, other.trigger_keywords, other.trigger_keywords.join(', ')),
      ),
    ),
    'keywords too long to match': eachSlot((slot, sample) => [
      withKeywords(
        sample,
        slot,
        slot.trigger_keywords.map((keyword) => `${keyword} that you would have`),
        'long',
      ),
    ]),
    'keywords with a letter wrong': eachSlot((slot, sample) => [
      withKeywords(
        sample,
        slot,
        slot.trigger_keywords.map((keyword) => keyword.replace(/[a-z]+/gi, (word) => `${word}q`)),
        'q',
      ),
    ]),
    'keywords of another sample': eachSlot((slot, sample, { samples, draw }) => {
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
        : [withKeywords(sample, slot, pickOne(draw, slot.slot_id, others).trigger_keywords, 'others')];
    }),
  }),
  ...operatorsOf('dialogue: quiet', {
    'an everyday keyword': eachSlot((slot, sample) =>
      EVERYDAY.filter((keyword) => !slot.trigger_keywords.includes(keyword) && !isFair(sample, FAIR[keyword])).map(
        (keyword) => addKeyword(sample, slot, keyword),
      ),
    ),
    'a keyword of another field': eachSlot((slot, sample) =>
      Object.entries(TOPICS)
        .filter(([, topic]) => !isFair(sample, topic))
        .map(([keyword]) => addKeyword(sample, slot, keyword)),
    ),
  }),
];

export const KEYWORD_OPERATORS: readonly Operator[] = [...KEYWORDS, ...DIALOGUE];
