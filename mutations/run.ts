// `npm run mutations`: plants defects into good samples, and prints how many each gate finds and what it refuses unharmed.
import { parseArgs } from 'node:util';
import { AIMS, detailText, missedAims, tableText } from './report.ts';
import { reportOfHidden, reportOfOrders } from './suite.ts';
import { HIDDEN, ORDERS, worldOf } from './world.ts';

const MISSED = 1;
const OPTIONS = { most: 400, anew: 3 };
const PER_INTENT = { hidden: 25, orders: 50 };

const { values } = parseArgs({ options: { details: { type: 'boolean', default: false } } });
const reports = [
  await reportOfHidden(await worldOf(HIDDEN, { perIntent: PER_INTENT.hidden }), OPTIONS),
  await reportOfOrders(await worldOf(ORDERS, { perIntent: PER_INTENT.orders }), OPTIONS),
];
if (values.details) console.log(`${detailText(reports)}\n`);
console.log(tableText(reports));
const missed = missedAims(reports);
for (const sentence of missed) console.error(sentence);
if (missed.length > 0) process.exitCode = MISSED;
else console.error(`every gate finds at least ${AIMS.recall} and refuses at most ${AIMS.refused}`);
