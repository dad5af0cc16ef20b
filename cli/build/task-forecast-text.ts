import { carried, carriedBy, type Forecast } from '../../pipeline/run/task-forecast.ts';
import { formatCount } from '../../text/numbers.ts';
import type { Output } from '../terminal/output.ts';
import { type Cell, Page } from '../terminal/page.ts';

const rangeText = ({ low, high }: { readonly low: number; readonly high: number }) =>
  low === high ? formatCount(low) : `${formatCount(low)}–${formatCount(high)}`;

/**
 * Prints how many tasks each intent could carry, at each level of necessity where the family has levels, and what stood in
 * the way of the others.
 */
export function tellForecast(forecasts: readonly Forecast[], output: Output): void {
  const levels = forecasts.some(({ needed }) => needed !== null);
  const page = new Page(output);
  page.gap();
  page.paragraph(
    'How many tasks each intent could carry, judged by building some of them (19 times of 20 within the range; tasks that share a product or are too alike are not taken out):',
    { hanging: 2 },
  );
  const counts = (one: Forecast) =>
    levels ? [carried(one), carriedBy(one, 'one'), carriedBy(one, 'both')] : [carried(one)];
  page.table(
    ['intent', 'tried', ...(levels ? ['off', 'any', 'both'] : ['accepted']), 'most rejected for'],
    forecasts.map((one) => [
      { text: one.intent },
      { text: formatCount(one.tried) },
      ...counts(one).map((range): Cell => ({ text: rangeText(range) })),
      { text: mostText(one), left: true },
    ]),
  );
  if (levels)
    page.paragraph('off, any, both: what --require-necessity keeps; any is the default, and both the strictest', {
      hanging: 2,
    });
  output.write(`${page.text}\n\n`);
}

function mostText({ tried, codes: [most] }: Forecast): string {
  if (tried === 0) return 'none is eligible';
  return most === undefined ? '–' : `${formatCount(most.tasks)} ${most.code}`;
}
