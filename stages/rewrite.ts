import type { z } from 'zod';
import { decide, defineStage, isKept, keep, type Outcome, reject, runStage, type Stage } from '../pipeline/stage.ts';
import type { Finding } from '../schemas/finding.ts';

export const MOST_ATTEMPTS = 3;

interface RewriteOptions<Task, Attempt, Draft, Valid> {
  readonly input: z.ZodType<Task>;
  readonly write: Stage<{ task: Task; earlier: Attempt[] }, Draft>;
  readonly check: Stage<Draft, Valid>;
  /** The failed draft as the writer is shown it next time. */
  attemptOf(draft: Draft, findings: readonly Finding[]): Attempt;
  /** Texts a task is given at most; three where nothing else is said. */
  readonly attempts?: number;
  /** Codes that other words cannot mend: such a task is rejected at once. */
  readonly final: ReadonlySet<string>;
  /** People's decisions on the text that the task ends with; absent where they decided nothing. */
  readonly overruling?: Overruling<Draft, Valid> | undefined;
}

/** Verdicts that people put in the place of those of the gates. */
export interface Overruling<Draft, Valid> {
  /** Its codes, with what each says of a task. */
  readonly rejections: Readonly<Record<string, string>>;
  /** A draft that failed, all the same; null where it stays turned down. */
  passed(draft: Draft, findings: readonly Finding[]): Valid | null;
  /** Finds what is against a draft that passed; null where nothing is. */
  against(draft: Draft): Finding | null;
}

/**
 * One stage of two: writes a task's text and checks it, again with the findings as a hint while it fails and attempts
 * remain. The task itself is handed to the writer unchanged every time.
 */
export function rewriteUntilValid<Task, Attempt, Draft, Valid>({
  input,
  write,
  check,
  attemptOf,
  attempts = MOST_ATTEMPTS,
  final,
  overruling,
}: RewriteOptions<Task, Attempt, Draft, Valid>): Stage<Task, Valid> {
  return defineStage<Task, Valid>({
    name: check.name,
    input,
    output: check.output,
    rejections: { ...write.rejections, ...check.rejections, ...overruling?.rejections },

    run: rewrite,
  });

  async function rewrite(task: Task): Promise<Outcome<Task, Valid>> {
    const earlier: Attempt[] = [];
    for (;;) {
      // This stage was given the task, and earlier tries are parts of drafts: both are known to fit.
      const written = await runStage(write, { task, earlier: [...earlier] }, write.input);
      if (!isKept(written)) {
        const { code, detail, findings } = written;
        return reject(task, code, detail, { findings, evidence: { attempts: earlier } });
      }
      const checked = await decide(check, written.kept, write.output);
      if (isKept(checked)) {
        const against = overruling?.against(written.kept) ?? null;
        if (against === null) return keep(checked.kept);
        const attempts = [...earlier, attemptOf(written.kept, [against])];
        return reject(task, against.code, against.detail, { findings: [against], evidence: { attempts } });
      }
      earlier.push(attemptOf(written.kept, checked.findings));
      const { code, detail, findings } = checked;
      if (earlier.length >= attempts || findings.some((finding) => final.has(finding.code))) {
        const passed = overruling?.passed(written.kept, findings) ?? null;
        if (passed !== null) return keep(passed);
        return reject(task, code, detail, { findings, evidence: { attempts: earlier } });
      }
    }
  }
}
