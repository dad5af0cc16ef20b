import { roleName, type Spending, type Spent, totalOf, usdText } from '../../models/index.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import type { Output } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';

/** A question mark stands for what calls of models without a price cost. */
function costText({ costNano, unpriced }: Spent): string {
  if (unpriced === 0) return usdText(costNano);
  return costNano === 0 ? '?' : `${usdText(costNano)} + ?`;
}

/**
 * Prints what a run's models were asked and what it cost, role by role; where the run was started before, also what all
 * of its starts cost together.
 */
export function tellSpending(spending: Spending, output: Output): void {
  const page = new Page(output);
  if (spending.kind === 'recorded')
    page.paragraph(
      `${counted(spending.replies, 'recorded reply was', 'recorded replies were')} used; no model was asked`,
    );
  else if (spending.roles.length === 0) page.paragraph('no model was asked');
  else tellRoles(spending, page);
  output.write(`${page.text}\n`);
}

function tellRoles({ roles, modelOf, budget, unpriced }: Extract<Spending, { kind: 'asked' }>, page: Page): void {
  const together = {
    thisStart: totalOf(roles.map(({ thisStart }) => thisStart)),
    allStarts: totalOf(roles.map(({ allStarts }) => allStarts)),
  };
  const hadEarlier = together.allStarts.calls > together.thisStart.calls;
  const rowOf = (name: string, { thisStart, allStarts }: typeof together) => {
    const { calls, inputTokens, outputTokens } = thisStart;
    const counts = [calls, inputTokens, outputTokens].map(formatCount);
    const costs = [thisStart, ...(hadEarlier ? [allStarts] : [])].map(costText);
    return [name, ...counts, ...costs].map((text) => ({ text }));
  };
  const rows = roles.map((role) => rowOf(`${roleName(role.role)} (${modelOf(role.role)})`, role));
  const headings = ['model', 'calls', 'tokens in', 'tokens out', 'cost', ...(hadEarlier ? ['all starts'] : [])];
  page.table(headings, [...rows, rowOf('together', together)], true);
  if (budget !== null) page.paragraph(`budget: ${budget} spent by all starts of this folder`);
  if (together.allStarts.unpriced > 0) for (const sentence of unpriced) page.paragraph(`?: ${sentence}`);
}
