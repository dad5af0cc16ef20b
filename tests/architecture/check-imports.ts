// Ends with 1 where an import goes against the rules or files import each other in a circle, and says which: part of
// `npm run check`.
import { fileURLToPath } from 'node:url';
import { importCircles } from './import-circles.ts';
import { checkImports, formatViolation } from './import-rules.ts';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles(fileURLToPath(new URL('../../', import.meta.url)));
const { violations, imports } = checkImports(files);
for (const violation of violations) console.error(formatViolation(violation));
const circles = importCircles(files);
for (const circle of circles)
  console.error(
    `${circle.join(', ')}: import each other in a circle, expected arrows one way: move what both need below`,
  );
if (violations.length === 0) console.log(`import rules: ${imports} imports in ${files.length} files, all allowed`);
else console.error(`import rules: ${violations.length} of ${imports} imports in ${files.length} files are not allowed`);
process.exitCode = violations.length + circles.length === 0 ? 0 : 1;
