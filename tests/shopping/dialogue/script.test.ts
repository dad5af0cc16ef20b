import { expect, test } from 'vitest';
import { hiddenInOtherSlot } from '../../../families/ecomagentbench/gates/hidden-elsewhere.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { type Draw, pickOne } from '../../../schemas/draw.ts';
import { dialogueBank } from '../../../shopping/dialogue/field-dialogues.ts';
import { valueSpoken, writeScript } from '../../../shopping/dialogue/script.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { SLOT_GATES } from '../../../stages/gates/slots/index.ts';
import { gatesIn } from '../../../stages/validate.ts';
import { sharesFact } from '../../../text/mentions.ts';
import { casesOf } from '../../fixtures/property-runs.ts';
import { bound, exclusion, nounPhrase, slotInput, wish } from '../../fixtures/slots.ts';
import { ALL_VALUES } from '../../fixtures/vocabulary.ts';

const bank = dialogueBank;
const GATES = gatesIn({ bank }, [...SLOT_GATES, hiddenInOtherSlot]);

const draws = (label: string): Draw => drawFor(42, label, 'script');
const write = (rubrics: Rubric[], draw: Draw, options?: Parameters<typeof writeScript>[2]) =>
  writeScript(
    slotInput(rubrics, { clarification_slots: [], default_response: '-', max_clarification_turns: 10 }).task,
    draw,
    options,
  );
const findingsOf = (rubrics: Rubric[], draw: Draw, options?: Parameters<typeof writeScript>[2]) => {
  const input = slotInput(rubrics, write(rubrics, draw, options));
  return GATES.flatMap((gate) => gate.check(input));
};

const NUMBERS: Rubric[] = [
  bound('r9', 'average_rating', { min: 4.5 }),
  bound('r9', 'average_rating', { min: 4 }),
  bound('r9', 'rating_number', { min: 1000 }),
  bound('r9', 'price', { max: 25 }),
  bound('r9', 'price', { max: 1299.5 }),
  bound('r9', 'price', { min: 10, max: 40 }),
];

test('scripts for every field and value pass every slot gate, beside drawn other requirements', () => {
  const fields = bank.fields.filter((field) => ALL_VALUES[field] !== undefined);
  const all = Object.entries(ALL_VALUES).flatMap(([field, values]) => values.map((value) => ({ field, value })));
  const hidable = all.filter(({ field }) => fields.includes(field));
  const cases = casesOf(hidable, 80);
  for (const first of cases) {
    const draw = draws(`${first.field} ${first.value}`);
    const taken = [first];
    const another = (label: string, from: typeof all) => {
      for (let redraw = 0; ; redraw++) {
        const fact = pickOne(draw, `${label}/${redraw}`, from);
        // Facts that say the same are another gate's business, and so is a field in two places.
        const clashes = taken.some((other) => other.field === fact.field || sharesFact(other, fact));
        const sameWord = taken.some(
          (other) => other.field.split(' ').includes(fact.value) || fact.field.split(' ').includes(other.value),
        );
        if (clashes || sameWord) continue;
        taken.push(fact);
        return fact;
      }
    };
    const rest = [another('query', all), another('persona', all), another('persona 2', all)];
    const last = draw('number?', 4) === 0 ? pickOne(draw, 'number', NUMBERS) : undefined;
    const second = another('clarification', hidable);
    const rubrics = [
      wish('r1', rest[0]?.field ?? '', rest[0]?.value ?? '', 'query'),
      wish('r2', rest[1]?.field ?? '', rest[1]?.value ?? '', 'persona'),
      wish('r3', rest[2]?.field ?? '', rest[2]?.value ?? '', 'persona'),
      wish('r4', first.field, first.value),
      last ?? wish('r5', second.field, second.value),
      nounPhrase('r8', 'travel mug'),
    ];
    expect({ rubrics, findings: findingsOf(rubrics, draw) }).toEqual({ rubrics, findings: [] });
  }
  expect(hidable.length).toBeGreaterThan(350);
});

test('slots follow the rubrics, one each, linked by id, with the value in its own words', () => {
  const rubrics = [
    wish('r1', 'Color', 'Teal', 'persona'),
    wish('r2', 'Finish Type', 'Matte'),
    bound('r3', 'price', { max: 25 }),
  ];
  const { clarification_slots: slots, max_clarification_turns } = write(rubrics, draws('order'));
  expect(slots.map(({ slot_id, linked_rubric_ids }) => [slot_id, linked_rubric_ids])).toEqual([
    ['cl_1', ['r2']],
    ['cl_2', ['r3']],
  ]);
  expect(slots[0]?.user_response).toMatch(/\bmatte\b/i);
  expect(slots[1]?.user_response).toContain('$25');
  expect(max_clarification_turns).toBe(10);
});

test.each<[Rubric, string | undefined, RegExp]>([
  [
    bound('r1', 'average_rating', { min: 4.5 }),
    undefined,
    /(?:at least|nothing below) 4\.5 stars|4\.5 stars or (?:more|higher|better)/i,
  ],
  [
    bound('r1', 'rating_number', { min: 1000 }),
    undefined,
    /(?:at least|nothing below) 1,000 ratings|1,000 ratings or more/i,
  ],
  [
    bound('r1', 'price', { max: 19.99 }),
    undefined,
    /(?:no more than|at most) \$19\.99|\$19\.99 (?:or less|at most|max)/i,
  ],
  [bound('r1', 'price', { max: 1250 }), 'PHP', /₱1,250/],
  [bound('r1', 'price', { max: 1250 }), 'JPY', /¥1,250/],
  [bound('r1', 'price', { min: 10, max: 40 }), undefined, /between \$10 and \$40/i],
])('numbers are said as bounds, prices in their currency: %#', (rubric, currency, pattern) => {
  for (let at = 0; at < 20; at++) {
    const options = currency === undefined ? {} : { currency };
    expect(write([rubric], draws(`number ${at}`), options).clarification_slots[0]?.user_response).toMatch(pattern);
    expect(findingsOf([rubric], draws(`number ${at}`), options)).toEqual([]);
  }
});

test('nobody goes up to a price between two others', () => {
  const texts = Array.from({ length: 60 }, (_, at) =>
    JSON.stringify(write([bound('r1', 'price', { min: 10, max: 40 })], draws(`range ${at}`))),
  );
  expect(texts.filter((text) => text.includes('up to between'))).toEqual([]);
  expect(texts.some((text) => text.includes('etween $10 and $40'))).toBe(true);
});

test.each<[string, Rubric]>([
  ['several values', wish('r1', 'Special Feature', ['Foldable', 'Backlit'])],
  ['an excluded value', exclusion('r1', 'Finish Type', ['Glossy'])],
  ['two excluded values', exclusion('r1', 'Finish Type', ['Glossy', 'Satin'])],
])('a slot for %s passes every gate', (_, rubric) => {
  for (let at = 0; at < 20; at++) expect(findingsOf([rubric], draws(`list ${at}`))).toEqual([]);
});

const answersTo = (rubric: Rubric, label: string, count = 60) =>
  Array.from({ length: count }, (_, at) => {
    const [slot] = write([rubric], draws(`${label} ${at}`)).clarification_slots;
    return slot?.user_response ?? '';
  });

/** The value of an answer that says nothing else. */
const ALONE = /^(?:definitely )?{v}(?:\.| for me\.| it is\.|, (?:please|thanks|definitely|for sure|of course)\.)/;
const alone = (value: string, otherwise: string) =>
  new RegExp(`${ALONE.source.replace('{v}', value)}$|${otherwise}`, 'i');

test.each([
  ['Closure', 'Zipper', alone('zipper', '\\b(?:with|have|has) a zipper closure\\b')],
  ['Connection Type', 'Wired', alone('wired', '\\ba wired connection\\b')],
  ['Warranty Type', 'Local Manufacturer Warranty', /\ba local manufacturer warranty\b/i],
  ['Mounting Type', 'Tabletop', alone('tabletop', '\\btabletop (?:use|model)\\b')],
])('an answer says a %s as the value alone, or in the words of a request: %s', (field, value, words) => {
  for (const answer of answersTo(wish('r1', field, value), 'words')) expect(answer).toMatch(words);
});

test.each([
  ['what a product is for', wish('r1', 'Recommended Uses For Product', 'Travel'), alone('travel', '^$')],
  ['a day it is for', wish('r1', 'Occasion', 'Wedding'), alone('wedding', '^$')],
  ['what is shown on it', wish('r1', 'Pattern', 'Insects'), alone('insects', '^$')],
  ['how many of a thing it has', bound('r1', 'details.Number of Processors', { min: 2, max: 2, nominal: 2 }), /^2\b/],
  ['at least how many it has', bound('r1', 'details.Number of Channels', { min: 9 }), /^(?:i want )?at least 9\.$/i],
  ['what it has or has not', wish('r1', 'With Microphone', 'Yes'), /\byes\b/i],
])('an answer is never a value alone that says nothing alone: %s', (_, rubric, alone) => {
  for (const answer of answersTo(rubric, 'alone')) expect(answer).not.toMatch(alone);
});

test.each([
  ['Switches', 'Cherry MX Blue', 'Cherry MX Blue'],
  ['Keycap Set', 'Gateron G Pro 3.0 Yellow', 'Gateron G Pro 3.0 Yellow'],
  ['TV Features', 'Netflix', 'Netflix'],
  ['Closure', 'Zipper', 'zipper'],
])('an answer about %s keeps the capitals of a name, and of nothing else: %s', (field, value, said) => {
  for (const answer of answersTo(wish('r1', field, value), 'names'))
    if (!answer.startsWith(value)) expect(answer).toContain(said);
});

test('a value in the notation of a table is never an answer alone', () => {
  for (const answer of answersTo(wish('r1', 'Data trans speed', 'USB2: 0-480Mbps'), 'notation'))
    expect(answer).not.toMatch(alone('USB2: 0-480Mbps', '^$'));
});

test('answers are short and of many shapes, and none insists or hedges', () => {
  const asked: Rubric[] = [
    wish('r1', 'Finish Type', 'Matte'),
    wish('r1', 'Connector Type', 'USB'),
    wish('r1', 'Recommended Uses For Product', 'Travel'),
    wish('r1', 'Special Feature', 'Foldable'),
    bound('r1', 'details.Item Weight', { max: 5, unit: 'oz' }),
    bound('r1', 'details.Number of Keys', { min: 100 }),
    ...NUMBERS,
  ];
  const answers = asked.flatMap((rubric) => answersTo(rubric, `shapes ${rubric.field}`, 100));
  expect(
    answers.filter((answer) => /nothing else|will only|insist|whatever|final|strict|would|could|might/i.test(answer)),
  ).toEqual([]);
  const lengths = answers.map((answer) => answer.split(' ').length).toSorted((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(7);
  expect(lengths.at(-1)).toBeLessThanOrEqual(13);
  const shapes = Object.values(
    Object.groupBy(answers, (answer) =>
      answer
        .toLowerCase()
        .replace(/\$?\d[\d.,]*\d|\$?\d/g, '#')
        .replace(/matte|usb|travel|foldable/g, 'v'),
    ),
  );
  expect(Math.max(...shapes.map((shape) => shape?.length ?? 0)) / answers.length).toBeLessThan(0.05);
});

test('the stars of a rating name no shape of the task', () => {
  const rubrics = [wish('r1', 'Shape', 'Star', 'persona'), bound('r2', 'average_rating', { min: 4 })];
  for (let at = 0; at < 20; at++) {
    expect(write(rubrics, draws(`stars ${at}`)).clarification_slots[0]?.user_response).toMatch(/stars/);
    expect(findingsOf(rubrics, draws(`stars ${at}`))).toEqual([]);
  }
});

test.each([
  ['Finish Type', 'Oil Rubbed', 'oil rubbed'],
  ['Connectivity Technology', 'Bluetooth', 'Bluetooth'],
  ['Country of Origin', 'China', 'China'],
  ['Connector Type', '3.5mm Jack', '3.5mm jack'],
])('an answer says a %s without the capitals of a listing: %j', (field, value, words) => {
  for (let at = 0; at < 10; at++) {
    const answer = write([wish('r1', field, value)], draws(`said ${at}`)).clarification_slots[0]?.user_response ?? '';
    expect(answer).toMatch(/^[\p{Lu}\d]/u);
    expect(answer.slice(1)).toContain(words.slice(1));
    expect(answer.slice(1)).not.toMatch(/ (?:Oil|Rubbed|Jack)\b/);
  }
});

test('no answer names the field beside a value that names it', () => {
  for (let at = 0; at < 20; at++) {
    const answer = write([wish('r1', 'Connector Type', 'Barrel Connector')], draws(`echo ${at}`));
    expect(answer.clarification_slots[0]?.user_response.match(/connector/gi)).toHaveLength(1);
  }
});

test('the same draws give the same script, and every finding of an earlier attempt moves the choices on', () => {
  const rubrics = [wish('r1', 'Finish Type', 'Matte'), wish('r2', 'Closure', 'Zipper')];
  const plain = write(rubrics, draws('hints'));
  expect(write(rubrics, draws('hints'))).toEqual(plain);
  const hinted = write(rubrics, draws('hints'), { hints: ['slot_hedged'] });
  for (const [index, slot] of hinted.clarification_slots.entries()) {
    expect(slot.user_response).not.toBe(plain.clarification_slots[index]?.user_response);
  }
  expect(hinted.default_response).not.toBe(plain.default_response);
});

test('keywords found fault with are given up, the least specific first, down to three', () => {
  const rubrics = [wish('r1', 'Finish Type', 'Matte')];
  const keywords = (hints: string[]) =>
    write(rubrics, draws('fewer'), { hints }).clarification_slots[0]?.trigger_keywords;
  const all = keywords([]) ?? [];
  expect(keywords(['slot_false_trigger'])).toEqual(all.slice(0, -1));
  expect(keywords(Array(20).fill('slot_keywords'))).toEqual(all.slice(0, 3));
});

test('answers are made of words of requests however often keywords were found fault with', () => {
  const hints = Array(6).fill('slot_false_trigger');
  for (let at = 0; at < 20; at++) {
    const [slot] = write([wish('r1', 'Details', 'Tassel')], draws(`details ${at}`), { hints }).clarification_slots;
    expect(slot?.user_response).toMatch(/\ba tassel\b/i);
  }
});

test('two slots of one script do not answer with the same sentence', () => {
  const sentence = (response = '') => response.replace(/scent|style/g, '{label}').replace(/Pine|Retro/, '{value}');
  for (let at = 0; at < 100; at++) {
    const [first, second] = write(
      [wish('r1', 'Scent', 'Pine'), wish('r2', 'Style', 'Retro')],
      draws(`same ${at}`),
    ).clarification_slots;
    expect(sentence(first?.user_response)).not.toBe(sentence(second?.user_response));
  }
});

test('what can only stand in the query cannot be hidden in a slot', () => {
  const hidden = { ...nounPhrase('r1', 'tote bag'), info_source: 'clarification' } as Rubric;
  expect(() => write([hidden], draws('impossible'))).toThrow('cannot be hidden in a clarification');
});

test.each([
  ['Warranty Type', 'No Warranty'],
  ['Special Feature', 'No Drilling Required'],
])('what the product lacks is answered as what the listing says, not as a thing to have: %s "%s"', (field, value) => {
  for (let index = 0; index < 20; index++) {
    const rubrics = [
      wish('r1', field, value),
      wish('r2', 'Finish Type', 'Matte'),
      wish('r3', 'Color', 'Teal', 'persona'),
      nounPhrase('r4', 'desk lamp'),
    ];
    const draw = draws(`absence ${index}`);
    const slot = write(rubrics, draw).clarification_slots[0];
    expect(slot?.user_response).toMatch(/^On the |listing has to say|has to say|^I have settled/);
    expect(slot?.user_response).not.toMatch(/come with|insist|I need/);
    expect(findingsOf(rubrics, draw)).toEqual([]);
  }
});

test('an answer about several things is in the plural', () => {
  const rubrics = [bound('r1', 'price', { max: 25 }), nounPhrase('r2', 'gel pens')];
  const { task } = slotInput(rubrics, { clarification_slots: [], default_response: '-', max_clarification_turns: 10 });
  const pens = { ...task, entities: [{ phrase: 'gel pens', titleSpan: 'Gel Pens', plural: true }] };
  for (let index = 0; index < 40; index++) {
    const [slot] = writeScript(pens, draws(`pens ${index}`)).clarification_slots;
    expect(slot?.user_response).not.toMatch(/^It\b|buy it/);
  }
});

test.each([
  ['Occasion', 'daily wear'],
  ['Closure', 'Pull On closure'],
  ['Special Feature', 'slip ons'],
])('a value is answered in its row\'s own words, though the lexicon writes it otherwise: %s "%s"', (field, value) => {
  for (let index = 0; index < 10; index++) {
    const rubrics = [wish('r1', field, value), wish('r2', 'Color', 'Teal', 'persona'), nounPhrase('r3', 'sandals')];
    expect(findingsOf(rubrics, draws(`words ${index}`))).toEqual([]);
  }
});

test('of a mount nobody says that it is "dashboard"', () => {
  const empty = { clarification_slots: [], default_response: '-', max_clarification_turns: 10 };
  const { task } = slotInput([wish('r1', 'Mounting Type', 'Dashboard')], empty);
  const mount = { ...task, entities: [{ phrase: 'car mount', titleSpan: 'Car Mount', plural: false }] };
  for (let at = 0; at < 20; at++)
    expect(writeScript(mount, draws(`mount ${at}`)).clarification_slots[0]?.user_response).toMatch(
      alone('dashboard', '\\bdashboard (?:mount|mounting)\\b'),
    );
});

test('a label of several things is said as several', () => {
  const answers = Array.from({ length: 60 }, (_, index) => {
    const options = { hints: ['slot_hedged', 'slot_extra', 'slot_hedged'] };
    const [slot] = write(
      [wish('r1', 'Flavor Notes', 'Chocolate')],
      draws(`notes ${index}`),
      options,
    ).clarification_slots;
    return `${slot?.user_response} ${slot?.hidden_info}`;
  });
  expect(answers.join('\n')).toMatch(/flavor notes/);
  expect(answers.filter((answer) => /is the flavor notes|flavor notes has|as the flavor notes/.test(answer))).toEqual(
    [],
  );
});

test('what a value says of its label is not said twice to the grader', () => {
  const told = (value: string) =>
    write([wish('r1', 'Closure Type', value)], draws('closure')).clarification_slots[0]?.hidden_info ?? '';
  expect(told('Drawstring Closure').match(/closure/gi)).toHaveLength(1);
  expect(told('Zipper')).toMatch(/closure/);
});

test('a clause is answered of "one", and never stands alone: "One that connects over USB."', () => {
  const answers = Array.from({ length: 80 }, (_, at) => {
    const [slot] = write([wish('r1', 'Connectivity Technology', 'USB')], draws(`clause ${at}`)).clarification_slots;
    return slot?.user_response ?? '';
  });
  expect(answers.filter((answer) => /^(?:that|which) /i.test(answer))).toEqual([]);
  expect(answers.join('\n')).toMatch(/\bones? that connects? over USB/i);
});

test('a thing stands alone in the letters of a request, not in those of its listing: "A blind seam, please."', () => {
  const answers = Array.from({ length: 80 }, (_, at) => {
    const [slot] = write([wish('r1', 'Product Technique', 'Blind Seam')], draws(`thing ${at}`)).clarification_slots;
    return slot?.user_response ?? '';
  });
  expect(answers.join()).toMatch(/a blind seam/);
  expect(answers.filter((answer) => answer.includes('Blind Seam'))).toEqual([]);
});

test('what is noted of the shopper is said in the words of a request', () => {
  const notes = Array.from({ length: 40 }, (_, at) => {
    const [slot] = write([wish('r1', 'Finish Type', 'Matte')], draws(`note ${at}`)).clarification_slots;
    return slot?.hidden_info ?? '';
  });
  expect(notes.filter((note) => !/a matte finish/.test(note))).toEqual([]);
});

test.each([
  ['Color', 'Denim Blue', 'denim blue'],
  ['Brand', 'Keychron', 'Keychron'],
])('a value of %s in a sentence has the capitals of a name alone: %s is said "%s"', (field, value, said) => {
  expect(valueSpoken(wish('r1', field, value), value)).toBe(said);
});
