import { withTask, withWording } from '../../../mutations/changes.ts';
import { type Mutant, type Operator, operatorsOf, type Sample } from '../../../mutations/operator.ts';
import { keeping, withMore } from '../../../mutations/rubrics.ts';
import { sharesWord, valuesOf } from '../../../mutations/values.ts';
import { pickOne } from '../../../schemas/draw.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import type { Wording } from '../wording.ts';

type OneSample = Sample<Wording>;

const rubricsOf = ({ task }: OneSample) => task.locked.rubrics;
const isPrice = ({ field }: Rubric) => field === 'price';
const isAttribute = (rubric: Rubric) =>
  (rubric.type === 'attribute_match' || rubric.type === 'numeric_range') && !isPrice(rubric);

/** The sample with the source of some rubrics changed; none where there are none. */
function told(sample: OneSample, from: string, to: Rubric['info_source']): Mutant<Wording>[] {
  const rubrics = rubricsOf(sample);
  if (!rubrics.some(({ type, info_source: source }) => type !== 'entity_match' && source === from)) return [];
  const changed = rubrics.map((rubric) =>
    rubric.type !== 'entity_match' && rubric.info_source === from ? { ...rubric, info_source: to } : rubric,
  );
  return [withTask(sample, { locked: { ...sample.task.locked, rubrics: changed } }, `${from} to ${to}`)];
}

const CONTRACT = operatorsOf<Wording>('scenario contract', {
  'no price bound': (sample) => keeping(sample, (rubric) => !isPrice(rubric), 'no price'),
  'a price from below': (sample) =>
    rubricsOf(sample)
      .filter(isPrice)
      .flatMap((price) => [
        withTask(
          sample,
          {
            locked: {
              ...sample.task.locked,
              rubrics: rubricsOf(sample).map((rubric) =>
                rubric === price ? ({ ...price, expected_value: { min: 1 } } as Rubric) : rubric,
              ),
            },
          },
          'at least 1',
        ),
        withMore(sample, price, 'two bounds'),
      ]),
  'a second option': (sample) =>
    rubricsOf(sample)
      .filter(({ type }) => type === 'sku_match')
      .map((option) => withMore(sample, option, 'two options')),
  'a requirement of another kind': (sample) => [
    withMore(
      sample,
      {
        type: 'service_match',
        field: 'services',
        info_source: 'query',
        description: 'free delivery',
        expected_value: 'free delivery',
      },
      'a service',
    ),
    withMore(
      sample,
      {
        type: 'negative_attribute',
        field: 'details.Color',
        info_source: 'query',
        description: 'not neon',
        expected_value: ['neon'],
      },
      'an exclusion',
    ),
  ],
  'too few attributes, or too many': (sample) => {
    const [one, ...others] = rubricsOf(sample).filter(isAttribute);
    if (one === undefined) return [];
    const many = Array.from({ length: 6 }, (_, at) => ({ ...one, id: `r${80 + at}` }));
    return [
      ...keeping(sample, (rubric) => !others.includes(rubric), 'one attribute'),
      ...keeping(sample, (rubric) => !isAttribute(rubric), 'no attribute'),
      withTask(
        sample,
        { locked: { ...sample.task.locked, rubrics: [...rubricsOf(sample), ...many] } },
        'six attributes more',
      ),
    ];
  },
  'a profile too many or too few': (sample, { samples }) => {
    if (sample.wording.profile !== null) return [withWording(sample, { profile: null }, 'none')];
    const [other] = samples.flatMap(({ wording: { profile } }) => profile ?? []);
    return other === undefined ? [] : [withWording(sample, { profile: other }, other.user_id)];
  },
  'a goal too many or too few': (sample) => [
    withWording(sample, { goal: sample.wording.goal === null ? sample.wording.query : null }, 'goal'),
  ],
  'told by the wrong one': (sample) => [
    ...told(sample, 'persona', sample.wording.goal === null ? 'query' : 'clarification'),
    ...told(sample, 'query', 'clarification'),
    ...told(sample, 'clarification', 'query'),
    ...(sample.wording.profile === null ? told(sample, 'query', 'persona') : []),
  ],
  'another scenario': (sample) =>
    ['single_turn', 'multi_turn', 'personalised_single_turn', 'personalised_multi_turn']
      .filter((intent) => intent !== sample.task.intent)
      .map((intent) => withTask(sample, { intent }, intent)),
});

/** Fewest products of a shelf, as the settings are while nothing else is said. */
const LEAST_SHELF = 20;

const OFF_SHELF = operatorsOf<Wording>('fine catalog', {
  'a product of a small sub-category': (sample, { view: { catalog }, draw }) => {
    const small = catalog.shelves().filter(({ id }) => catalog.shelfRows(id).length < LEAST_SHELF);
    return Array.from({ length: 5 }, (_, at) => {
      const rows = catalog.shelfRows(pickOne(draw, `shelf ${at}`, small).id);
      const { id } = catalog.productByRow(rows[draw(`row ${at}`, rows.length)] as number);
      return withTask(sample, { targetIds: [id] }, id);
    });
  },
});

/** Values and amounts a text says in their own letters, each with the text without it. */
const withoutEach = (text: string, rubrics: readonly Rubric[]) =>
  rubrics.flatMap((rubric) =>
    valuesOf(rubric).flatMap(({ value }) => {
      const at = text.toLowerCase().indexOf(value.toLowerCase());
      const rest = at < 0 ? '' : `${text.slice(0, at)}something${text.slice(at + value.length)}`;
      return at < 0 || sharesWord(rest, value) ? [] : [{ value, rest }];
    }),
  );

const GOAL = operatorsOf<Wording>('goal', {
  'a requirement left out of the goal': (sample) =>
    withoutEach(
      sample.wording.goal ?? '',
      rubricsOf(sample).filter(({ info_source: source }) => source !== 'persona'),
    ).map(({ value, rest }) => withWording(sample, { goal: rest }, `without "${value}"`)),
  'the price left out of the goal': (sample) => {
    const { goal } = sample.wording;
    const cut = goal?.replace(/[₱$€£]\s?[\d.,]*\d/g, 'so much') ?? null;
    return goal === null || cut === goal ? [] : [withWording(sample, { goal: cut }, 'no amount')];
  },
  'the opening for the goal': (sample) =>
    sample.wording.goal === null ? [] : [withWording(sample, { goal: sample.wording.query }, 'opening')],
  'the title in the goal': (sample) =>
    sample.wording.goal === null
      ? []
      : sample.targets.map(({ title }) =>
          withWording(sample, { goal: `${sample.wording.goal} It is called ${title}.` }, title),
        ),
});

/** Every objection of a sample with its requirement. */
const objections = (sample: OneSample) =>
  sample.wording.script.clarification_slots.map(({ slot_id: slotId, linked_rubric_ids: [id] }) => ({
    slotId,
    rubric: rubricsOf(sample).find((rubric) => rubric.id === id) as Rubric,
    text: sample.wording.objections[slotId] as string,
  }));
const objecting = (sample: OneSample, slotId: string, text: string | undefined, what: string) => {
  const { [slotId]: _gone, ...others } = sample.wording.objections;
  return withWording(sample, { objections: text === undefined ? others : { ...others, [slotId]: text } }, what);
};

const OBJECTIONS = operatorsOf<Wording>('objections', {
  'no objection': (sample) => objections(sample).map(({ slotId }) => objecting(sample, slotId, undefined, slotId)),
  'an objection that says nothing': (sample) =>
    objections(sample).flatMap(({ slotId }) =>
      ['No.', 'That is not it.', 'Hm, I would rather keep looking.'].map((text) =>
        objecting(sample, slotId, text, text),
      ),
    ),
  'an objection without its value': (sample) =>
    objections(sample).flatMap(({ slotId, rubric, text }) =>
      withoutEach(text, [rubric]).map(({ value, rest }) => objecting(sample, slotId, rest, `without "${value}"`)),
    ),
  'the objection of another topic': (sample) =>
    objections(sample).flatMap(({ slotId, text }, at, all) => {
      const other = all[(at + 1) % all.length];
      return other === undefined || other.text === text ? [] : [objecting(sample, slotId, other.text, other.slotId)];
    }),
  'two objections at once': (sample) =>
    objections(sample).flatMap(({ slotId, text }, at, all) => {
      const other = all[(at + 1) % all.length];
      return other === undefined || other.slotId === slotId
        ? []
        : [objecting(sample, slotId, `${text} ${other.text}`, `${slotId} and ${other.slotId}`)];
    }),
  'what the profile holds in an objection': (sample) =>
    rubricsOf(sample)
      .filter(({ info_source: source }) => source === 'persona')
      .flatMap(valuesOf)
      .flatMap(({ value }) =>
        objections(sample).map(({ slotId, text }) => objecting(sample, slotId, `${text} And ${value}.`, value)),
      ),
});

export const SCENARIOS: readonly Operator<Wording>[] = [...CONTRACT, ...OFF_SHELF, ...GOAL, ...OBJECTIONS];
