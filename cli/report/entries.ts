import type { FamilyRecords } from '../../pipeline/records.ts';
import type { World } from '../../pipeline/world.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { RejectionLine } from '../../schemas/run.ts';
import { type LifeAttempt, NOTHING, type TaskLife } from '../../schemas/task-life.ts';
import type { PageAttempt, PageEntry, PageFinding, PageText } from './page-data.ts';

/** A rejection at admission holds the finished sample; an earlier one the task as its stage was given it. */
export function lifeOfRejection(rejection: RejectionLine, { sample, lifeOf }: FamilyRecords): TaskLife {
  const finished = sample.safeParse(rejection.record);
  if (finished.success) return finished.data.life(rejection.findings);
  return lifeOf(rejection) ?? { ...NOTHING, findings: rejection.findings };
}

/** A life with what the world knows of its targets, where their world is at hand. */
export function withTargets(life: TaskLife, { targetIn }: FamilyRecords, world: World | null): TaskLife {
  if (world === null) return life;
  return {
    ...life,
    targets: life.targets.map((target) => {
      const found = targetIn(world, target.id);
      return found === null
        ? target
        : { ...found, ...target, title: target.title ?? found.title, raw: target.raw ?? found.raw };
    }),
  };
}

/** Parts of an entry that the life of its task does not hold. */
export type NamedEntry = Pick<PageEntry, 'id' | 'split' | 'reason' | 'overruled'>;

/** Builds the page's entry of a task. */
export function entryOf({ id, split, reason, overruled }: NamedEntry, life: TaskLife): PageEntry {
  const { targets, subject, rubrics, unplaced, dropped, necessity, attempts, forgottenAttempts, proof, findings } =
    life;
  return {
    id,
    split,
    reason,
    overruled,
    targets,
    subject,
    rubrics,
    unplaced,
    dropped: Array.isArray(dropped) ? dropped : [],
    necessity,
    attempts: attempts.map((attempt, at) => pageAttempt(attempt, at + 1 + forgottenAttempts, life)),
    forgotten: forgottenAttempts,
    findings: attempts.length === 0 ? findings.map(pageFinding) : [],
    proof,
  };
}

/** The query of the last attempt; empty where there is none. */
export const lastQuery = ({ attempts }: TaskLife): string =>
  attempts.at(-1)?.texts.find(({ name }) => name === 'query')?.text ?? '';

function pageAttempt({ texts, surfaces, findings }: LifeAttempt, number: number, { rubrics }: TaskLife): PageAttempt {
  const shown = texts.map(({ name, text, marks }): PageText => {
    const source = sourceOf(name);
    return {
      name,
      source,
      text,
      marks: marks.map(({ start, end }) => [start, end]),
      says: source === 'query' ? saidIn(text, surfaces, rubrics) : [],
    };
  });
  return { number, texts: shown, findings: findings.map(pageFinding) };
}

/** Texts are named after what an agent meets: the query, answers to questions, and the profile in several parts. */
function sourceOf(name: string): string {
  if (name === 'query') return 'query';
  return /^cl_|^default answer$/.test(name) ? 'clarification' : 'persona';
}

function saidIn(text: string, surfaces: LifeAttempt['surfaces'], rubrics: TaskLife['rubrics']): PageText['says'] {
  return rubrics.flatMap(({ id }, rubric) => {
    const surface = Object.hasOwn(surfaces, id) ? surfaces[id] : undefined;
    const start = surface === undefined ? -1 : text.indexOf(surface);
    return surface === undefined || start === -1 ? [] : [{ at: [start, start + surface.length] as const, rubric }];
  });
}

const pageFinding = ({ code, path, detail, rubricId }: Finding): PageFinding => ({
  code,
  path,
  detail,
  rubric: rubricId ?? null,
});
