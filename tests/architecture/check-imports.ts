// Ends with 1 where an import goes against the rules, and says which: part of `npm run check`.
import { fileURLToPath } from 'node:url';
import { checkImports, formatViolation } from './import-rules.ts';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles(fileURLToPath(new URL('../../', import.meta.url)));
const { violations, imports } = checkImports(files);
for (const violation of violations) console.error(formatViolation(violation));
if (violations.length === 0) console.log(`import rules: ${imports} imports in ${files.length} files, all allowed`);
else console.error(`import rules: ${violations.length} of ${imports} imports in ${files.length} files are not allowed`);
process.exitCode = violations.length === 0 ? 0 : 1;
