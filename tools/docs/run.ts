// `npm run docs`: makes the generated blocks of README.md, ARCHITECTURE.md and docs/ anew.
import { PAGES, writePages } from './blocks.ts';

const written = writePages();
for (const path of written) console.log(`${path} written`);
if (written.length === 0) console.log(`${PAGES.length} pages, all as they should be`);
