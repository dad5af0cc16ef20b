import { type Comparison, type RunTally, shareOf } from '../../pipeline/run-tally.ts';

/** Tasks of the paper with a profile, and all of them (sections 2.2 and 2.4). */
const PERSONALISED = 4726;
const TASKS = 28_147;
/** Near-identical products in each smallest sub-category (section 2.1). */
const SHELF = 120;

const sourceShare = ({ sources }: RunTally, source: string) => shareOf(sources.of(source), sources.total);

/** The ShopSimulator paper, sections 2.1 to 2.4. */
const compare = (tally: RunTally): Comparison[] => {
  const shelves = tally.withheld.get('on its shelf');
  const samples = tally.rubrics.size;
  const withProfile = tally.withheld.get('without the profile');
  return [
    {
      title: 'Near-identical products on the shelf of a task',
      note: `on average ${(shelves?.mean ?? 0).toFixed(0)} here, about ${SHELF} in the paper; share of samples`,
      cited: 'section 2.1',
      rows: [
        { name: 'up to 60', ours: shareOf(shelves?.between(0, 60) ?? 0, samples), paper: 0 },
        { name: '61 to 110', ours: shareOf(shelves?.between(61, 110) ?? 0, samples), paper: 0 },
        { name: '111 to 130', ours: shareOf(shelves?.between(111, 130) ?? 0, samples), paper: 100 },
        {
          name: '131 or more',
          ours: shareOf(shelves?.between(131, Number.POSITIVE_INFINITY) ?? 0, samples),
          paper: 0,
        },
      ],
    },
    {
      title: 'Instructions that exactly one product of the catalog satisfies',
      note: 'share of samples; the paper has people check it',
      cited: 'section 2.2',
      rows: [{ name: 'one product', ours: shareOf(tally.answers.between(1, 1), samples), paper: 100 }],
    },
    {
      title: 'Tasks whose profile decides',
      note: `more products are left without it; share of samples. ${PERSONALISED} of ${TASKS} tasks of the paper have a profile`,
      cited: 'section 2.2',
      rows: [
        {
          name: 'profile',
          ours: shareOf(withProfile?.between(2, Number.POSITIVE_INFINITY) ?? 0, samples),
          paper: shareOf(PERSONALISED, TASKS),
        },
      ],
    },
    {
      title: 'Where requirements are told',
      note: `share of all requirements: ${sourceShare(tally, 'query').toFixed(0)} % at once, ${sourceShare(tally, 'clarification').toFixed(0)} % when asked, ${sourceShare(tally, 'persona').toFixed(0)} % in the profile`,
      cited: 'section 2.2, which gives no figures',
      rows: [],
    },
  ];
};

/** The paper's figures beside those of a run. */
export const paper = { name: 'ShopSimulator paper', compare };
