import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsOfSlots, nameTokensOf, tellingTokensOf, timesStated } from '../../../shopping/dialogue/slot-words.ts';
import { bound, exclusion, scriptOf, slotWith, wish } from '../../fixtures/slots.ts';

test('the words that give a value away are its own, without function words and units', () => {
  expect([...tellingTokensOf(['Hook and Loop', '65 watts', 'In Ear'])]).toEqual(['hook', 'loop', '65', 'ear']);
  expect([...tellingTokensOf(['Watts'])]).toEqual(['wat']);
});

test("the words of a field's name are known, however it is spelled", () => {
  expect([...nameTokensOf('Mounting Type')]).toEqual(['mount']);
  expect([...nameTokensOf('average_rating')]).toEqual(['averag', 'rat']);
});

test('slots find their fields by rubric id, not by place', () => {
  const rubrics = [wish('r1', 'Shape', 'Round'), bound('r2', 'price', { max: 25 })];
  const script = scriptOf(
    slotWith({ slot_id: 'cl_1', linked_rubric_ids: ['r2'] }),
    slotWith({ slot_id: 'cl_2', linked_rubric_ids: ['r9'] }),
  );
  expect([...fieldsOfSlots(script, rubrics)]).toEqual([['cl_1', 'price']]);
});

test('a value is counted as often as it stands, word for word', () => {
  expect(timesStated('Matte, matte and matted.', wish('r1', 'Finish Type', 'Matte'))).toEqual([2]);
  expect(timesStated('No blue, no navy blue.', exclusion('r1', 'Color', ['Blue', 'Navy Blue']))).toEqual([2, 1]);
  expect(timesStated('From 4 to 4.5.', bound('r1', 'average_rating', { min: 4, max: 4.5 }))).toEqual([1, 1]);
});

test('a value framed by other words is stated once', () => {
  const word = fc.stringMatching(/^[a-m]{1,6}$/);
  fc.assert(
    fc.property(
      fc.array(word),
      fc.stringMatching(/^[n-z]{3,8}( [n-z]{3,8})?$/),
      fc.array(word),
      (before, value, after) => {
        expect(timesStated([...before, value, ...after].join(' '), wish('r1', 'Style', value))).toEqual([1]);
      },
    ),
  );
});
