import { expect, test } from 'vitest';
import { stemOf } from '../../text/stem.ts';

test.each([
  'cancel cancels cancelling canceling cancelled canceled cancellation cancellations',
  'charge charges charging charged charger chargers',
  'color colour colors colours colored coloured',
  'case cases casing cased',
  'tape tapes taping taped',
  'tap taps tapping tapped',
  'stripe stripes striped stripy',
  'polarize polarized polarised polarizing',
  'moisturizing moisturising moisturizer moisturiser moisturizes',
  'fold folds folding folded foldable',
  'adjust adjusts adjustable adjusting adjustment',
  'battery batteries',
  'lens lenses',
  'movie movies',
  'glass glasses',
  'box boxes',
  'woman women womens',
  'dry dries dried drying drier',
  'fine finer finest',
  'light lighter lightest lights',
  'gray grey',
  'aluminum aluminium',
  'fiber fibre fibers fibres',
  'matte matt',
  'resistant resistance resists resist',
  'sulfate sulphate sulfates',
  'café cafe',
])('the forms of one word share a stem: %s', (forms) => {
  expect(new Set(forms.split(' ').map(stemOf)).size).toBe(1);
});

test.each([
  'organ organic',
  'port portable',
  'time timer',
  'rub rubber',
  'cop copper',
  'let letter',
  'tap tape',
  'strip stripe',
  'matte mat',
  'pin pine',
  'past paste',
  'even evening',
  'ear earring',
  'scented unscented',
  'wire wireless',
  'dry dryer',
  'use us',
  'car care',
  'hard hardly',
  'late lately',
  'on only',
  'ring r',
  'red reduced',
  'wed wedding',
  'spring spr',
  'universe university',
  'speaker speak',
])('words that only look alike keep their own stems: %s', (words) => {
  const parts = words.split(' ');
  expect(new Set(parts.map(stemOf)).size).toBe(parts.length);
});
