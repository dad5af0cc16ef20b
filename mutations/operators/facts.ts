import type { Product } from '../../schemas/product.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { flagOf } from '../../text/flags.ts';
import { withRubric } from '../changes.ts';
import { type Operator, operatorsOf } from '../operator.ts';
import { eachOf, eachRubric, expecting, rubricsOf, withMore } from '../rubrics.ts';

/** Tells whether a value means the same under any field, as no bare number and no yes does. */
const saysByItself = (value: string) => !/^\d+(?:\.\d+)?$/.test(value) && flagOf(value) === null;

const ONCE = operatorsOf('facts: once', {
  'a rubric twice': (sample) => eachRubric(sample, (rubric) => [withMore(sample, rubric, rubric.id)]),
  'a value under another field': eachOf('attribute_match', (rubric, sample) =>
    saysByItself(String(rubric.expected_value))
      ? ['Theme', 'Special Feature', 'Style']
          .filter((field) => !rubricsOf(sample).some((other) => other.field.endsWith(field)))
          .map((field) =>
            withMore(sample, { ...rubric, field: `details.${field}` }, `${rubric.expected_value} as ${field}`),
          )
      : [],
  ),
  'a value in other letters under another field': eachOf('attribute_match', (rubric, sample) => {
    const value = rubric.expected_value;
    return typeof value === 'string' && saysByItself(value)
      ? [value.toUpperCase(), value.replaceAll(' ', '-'), `${value} (new)`].map((other) =>
          withMore(sample, { ...rubric, field: 'details.Theme', expected_value: other }, other),
        )
      : [];
  }),
  'one field with two values': eachOf('attribute_match', (rubric, sample) => [
    withMore(sample, { ...rubric, expected_value: 'Zeppelin' }, rubric.field),
  ]),
  'an exclusion twice': eachOf('negative_attribute', (rubric, sample) => [
    withMore(sample, { ...rubric, expected_value: ['Zeppelin'] }, rubric.field),
  ]),
  'a value the phrase says': eachOf('entity_match', (rubric, sample) =>
    [rubric.expected_value, rubric.expected_value.split(' ').at(-1) as string].map((value) => {
      const of = rubric.target === undefined ? {} : { target: rubric.target };
      const theme = { type: 'attribute_match', field: 'details.Theme', info_source: 'query', description: 'x' };
      return withMore(sample, { ...of, ...theme, expected_value: value }, value);
    }),
  ),
});

/** Values as bad listings have them; none is from the tables that judge values. */
const NOISE =
  `not TPU)|(10th Generation|S21 S20 (Ultra|Plus)|Set of 4 (Alphabet|2019)|N\\A|N/A|n/a|None|null|undefined|Unknown|Does not apply|See description|As shown|as picture|TBD|-|--|?|***|Other|Default Title|B07XK2M9QZ|SKU-88213-BLK|MODEL:XJ-200-44A|(1080P)8CH+4Camera+1TB|<b>Black</b>|Black&nbsp;|<br>|https://example.com/x|www.shop.example|Click here to see more colors|Please make sure this fits by entering your model number.|It is made of high quality material and will last for years to come.|Yes|No|yes, no|1/2/3/4|Black;;|,Red|;;|[object Object]|%s|{{color}}|0|-1|99999999|A1B2C3D4E5|XYZ123-45/67|Made with love for your family, enjoy!`.split(
    '|',
  );
/** The target with a noisy option under a field it states, and the rubric that scores it. */
const PLAUSIBLE = operatorsOf('facts: plausible', {
  'a value that is noise': eachOf('attribute_match', (rubric, sample) => {
    if (!rubric.field.startsWith('details.')) return [];
    const field = rubric.field.replace('details.', '');
    const place = rubric.target ?? 0;
    const target = sample.targets[place] as Product;
    // To a field of yes and no these are values.
    const isFlag = flagOf(String(rubric.expected_value)) !== null;
    return NOISE.filter((noise) => !isFlag || flagOf(noise) === null).map((noise) => {
      const noisy: Product = {
        ...target,
        details: { ...target.details, [field]: { options: [noise], raw: [{ key: field, value: noise }] } },
      };
      const mutant = withRubric(sample, rubric, { expected_value: noise }, `${field}: ${noise}`);
      return { ...mutant, input: { ...mutant.input, targets: sample.targets.with(place, noisy) } };
    });
  }),
  'a value the target does not state': eachOf('attribute_match', (rubric, sample) => [
    expecting(sample, rubric, 'Zeppelin', rubric.field),
  ]),
});

export const FACTS: readonly Operator<QueryWording>[] = [...ONCE, ...PLAUSIBLE];
