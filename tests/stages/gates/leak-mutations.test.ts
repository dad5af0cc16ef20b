import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hiddenInOtherSlot, hiddenInPersonaNoise } from '../../../families/ecomagentbench/gates/hidden-elsewhere.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { hiddenInQuery } from '../../../stages/gates/hidden-in-query.ts';
import { implicitLiteral } from '../../../stages/gates/implicit-literal.ts';
import { asksFor, bounds, excludes, leakInput, slotFor } from '../../fixtures/leak-inputs.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

/** One hidden requirement of every kind, and how people write each. */
const HIDDEN: [Rubric, string[]][] = [
  [asksFor('r1', 'persona', 'Color', 'Gray'), ['gray', 'grey', 'GREY', 'greys', 'ｇｒａｙ']],
  [
    asksFor('r2', 'persona', 'Material', 'Faux Leather'),
    ['faux leather', 'faux-leather', 'PU leather', 'vegan leather', 'leatherette'],
  ],
  [
    asksFor('r3', 'persona', 'Screen Size', '15.6 Inches'),
    ['15.6"', '15.6 in', '15.6-inch', '15.60 inches', 'fifteen point six inch', '39.6 cm', '15.6″'],
  ],
  [asksFor('r4', 'persona', 'RAM', '16 GB'), ['16GB', '16 gigs', 'sixteen gigabytes', '16-gb', '16 Gigabyte']],
  [asksFor('r5', 'persona', 'Brand', 'HP'), ['HP', 'hp', 'H.P.', 'Hewlett-Packard', "HP's"]],
  [
    asksFor('r6', 'persona', 'Operating System', 'Windows 11'),
    ['Windows 11', 'windows-11', 'win 11', 'Win11', 'windows eleven'],
  ],
  [
    asksFor('r7', 'clarification', 'Special Feature', 'Noise Cancelling, Foldable'),
    ['noise canceling', 'noise-cancellation', 'noisecancelling', 'cancels noise', 'folds', 'folding'],
  ],
  [asksFor('r8', 'clarification', 'Connector Type', 'USB Type C'), ['USB-C', 'usbc', 'type-c', 'USB C', 'usb type-c']],
  [
    asksFor('r9', 'clarification', 'Connectivity Technology', 'Wi-Fi'),
    ['wifi', 'Wi Fi', 'WLAN', 'wi‑fi', 'wireless LAN'],
  ],
  [
    asksFor('r10', 'clarification', 'Video Capture Resolution', '4K'),
    ['4k', '4-K', 'four K', 'UHD', '2160p', 'ultra-HD'],
  ],
  [asksFor('r11', 'clarification', 'Power Source', 'AC'), ['AC', 'a.c.', 'ac', 'alternating current']],
  [asksFor('r12', 'persona', 'Size', '8.5 x 11 Inches'), ['8.5 x 11', '8.5x11', '8.5" × 11"', '8.5 by 11 inches']],
  [
    excludes('r13', 'persona', 'Finish Type', ['Aluminum', 'Stainless Steel']),
    ['aluminium', 'aluminum', 'stainless-steel', 'Stainless  Steel', 'inox'],
  ],
  [excludes('r14', 'clarification', 'Scent', ['Lavender']), ['lavender', 'lavenders', 'LAVENDER']],
  [
    bounds('r15', 'clarification', 'average_rating', { min: 4.5 }),
    ['4.5 stars', 'four point five stars', '4.5+', 'rated 4.5'],
  ],
  [
    bounds('r16', 'clarification', 'rating_number', { min: 500 }),
    ['500 ratings', 'five hundred reviews', '500+ reviewers'],
  ],
  [
    bounds('r17', 'clarification', 'price', { max: 75 }),
    ['$75', 'seventy-five dollars', 'under 75', '75 bucks', '75.00 USD'],
  ],
  [asksFor('r18', 'persona', 'Style', '北欧风'), ['北欧风', '北欧风格', '要北欧风的']],
  [asksFor('r19', 'persona', 'Pattern', 'ลายดอกไม้'), ['ลายดอกไม้', 'แบบลายดอกไม้สวย']],
  [asksFor('r20', 'clarification', 'Theme', '우주'), ['우주', '우주를']],
  [asksFor('r21', 'clarification', 'Item Form', 'Crème'), ['crème', 'creme', 'CRE\u0300ME', 'crèmes']],
  [
    asksFor('r22', 'persona', 'Material Feature', 'Paraben Free'),
    ['paraben-free', 'no parabens', 'free of parabens', 'parabenfree'],
  ],
  [asksFor('r23', 'persona', 'Wattage', '65 watts'), ['65W', '65 w', 'sixty-five watts', '65-watt']],
  [
    asksFor('r24', 'clarification', 'Unit Count', '12'),
    ['12 pieces', 'a dozen pieces', 'pack of 12', 'twelve-pack', 'set of twelve'],
  ],
];
const rubrics = HIDDEN.map(([rubric]) => rubric);

/** Sentences that share letters, senses or numbers with the hidden values, but none of the values. */
const CLEAN = [
  'A graymail filter for my inbox, and Grayson says hello.',
  'My feather pillow and heather jumper are ready.',
  'It cost me $15.60 in cab fares.',
  'I read 15 to 20 pages a day.',
  'We are 16 people at most.',
  'My iPhone 16 broke after sixteen months.',
  'The 16 inch saw stays in the shed.',
  'Shhp, chips and php code.',
  'We have eleven windows and 11 doors.',
  'Windows that open to the garden.',
  'The noise in the street is awful; I cancelled my gym plan.',
  'A tenfold rise, unfolding slowly in the manifold.',
  'A USB stick, or micro USB at worst.',
  'That type of cable, c. 2019.',
  'My wife likes it, fie on the rest.',
  'I ran 4 km and saw kites.',
  'Four kids and a dog.',
  'It holds 4 kg of flour.',
  'I go back each autumn and ache for the place.',
  'The 802.11ac standard bores me.',
  'It is 8.5 out of 10 for me.',
  'A room of 8.5 by 12 feet.',
  'Stainless shirts made of steel wool would be odd.',
  'The lavatory is round the corner.',
  'Lava lamps and lavish endings.',
  'It weighs 4.5 pounds.',
  'My 4.5 inch blade is dull.',
  'I gave 3.5 stars once.',
  'A 500 mile road trip.',
  '500 sheets of music.',
  'My aunt read 1,500 reviews of 50 films.',
  'I am 75 and still dancing.',
  '75 guests are coming over.',
  'Under 75 pages, the book is short.',
  'It used to be $175.75.',
  '这是北方的欧洲风景',
  'ดอกไม้สวยมาก ลาย',
  '우리 주인',
  'I scream for ice, cremation is not for me.',
  'Free parking near the bar, no pets.',
  'Aged 65, I still watch westerns.',
  'My 65 inch telly sits in room 65.',
  'Highway 65 runs west.',
  'It takes 12 hours by train.',
  'My twelve friends arrive at 12 pm on May 12th.',
  'The dozen-odd cousins each get one.',
  'Call me on 555-16-4500.',
  'Born in 1975, class of 12.',
  "I'm sure it's fine, isn't it?",
  'Something quiet that tucks away small for travel.',
];

const REST = ['for my trip', 'please help me find one', 'it is a present', 'soon', 'my sister said so', 'thanks'];

const inQuery = (query: string) => hiddenInQuery.check(leakInput({ rubrics, query }));

describe('a hidden value in a query is caught', () => {
  const planted = HIDDEN.flatMap(([rubric, spellings]) => spellings.map((spelling) => [spelling, rubric] as const));

  test.each(planted)('%j', (spelling, rubric) => {
    for (const query of [spelling, `I want ${spelling}.`, `(${spelling}), for my trip`, `Thanks!\n${spelling}\nsoon`]) {
      expect(inQuery(query).map(({ rubricId }) => rubricId)).toContain(rubric.id);
    }
  });

  test('wherever it is planted in a clean sentence', () => {
    const clean = fc.constantFrom(...CLEAN);
    const rest = fc.array(fc.constantFrom(...REST), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.constantFrom(...planted),
        clean,
        rest,
        fc.constantFrom(', ', '. ', '; ', ' — '),
        ([spelling, { id }], before, after, mark) => {
          const query = [before, spelling, ...after].join(mark);
          expect(inQuery(query).map(({ rubricId }) => rubricId)).toContain(id);
        },
      ),
      { numRuns: propertyRuns(1000) },
    );
  });

  test('and the same spelling is caught in noise, in a slot and as an implicit value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...planted), ([spelling, rubric]) => {
        const ids = (findings: readonly { rubricId?: string | undefined }[]) =>
          findings.map(({ rubricId }) => rubricId);
        const lifestyle = { ...leakInput({}).wording.persona.lifestyle, hobbies: ['chess', `chess and ${spelling}`] };
        expect(ids(hiddenInPersonaNoise.check(leakInput({ rubrics, persona: { lifestyle } })))).toContain(rubric.id);
        const slot = slotFor('r99', { user_response: `Well, ${spelling}.` });
        expect(ids(hiddenInOtherSlot.check(leakInput({ rubrics, script: { clarification_slots: [slot] } })))).toContain(
          rubric.id,
        );
        const implicit = { implicit_rubric_ids: [rubric.id] };
        expect(ids(implicitLiteral.check(leakInput({ rubrics, locked: implicit, query: `So ${spelling}.` })))).toEqual([
          rubric.id,
        ]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a query that only comes near a hidden value is clean', () => {
  test.each(CLEAN)('%j', (query) => expect(inQuery(query)).toEqual([]));
});
