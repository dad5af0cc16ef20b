import type { Draw } from '../../schemas/draw.ts';
import type { Asker } from '../../schemas/model.ts';
import type { Product } from '../../schemas/product.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import type { NamedSource, SemanticProof, SemanticVerdict } from '../../shopping/semantic.ts';
import type { LockedTask } from '../../shopping/task.ts';
import { isSameValue } from '../../text/mentions.ts';
import { ownValue } from '../../text/own-value.ts';
import type { DescribedGate, GateInput } from '../gate.ts';
import { clueFindings, clueOf, solve } from './blind-solver.ts';
import { judge, naturalnessFindings, sourceFindings } from './judge.ts';
import type { Support } from './judge-reply.ts';
import type { JudgedText } from './texts.ts';

export { answerTexts, type JudgedText, queryText } from './texts.ts';

/** The semantic gate with the codes of what models may find in a draft, which another wording can mend. */
export const SEMANTIC: DescribedGate = {
  name: 'semantic',
  codes: {
    clue_unrecoverable: 'most solvers who see only the clue do not pick the value it stands for',
    source_unsupported: 'a judge does not find a requirement in its own text, or finds it in another one too',
    unnatural: 'a judge says, with its words quoted, that nobody would write the query like that',
  },
  final: false,
};

export interface SemanticDependencies<Words extends QueryWording> {
  readonly asker: Asker;
  /** The models asked, for the proof. */
  readonly models: { readonly judge: string; readonly blindSolver: string };
  /** Lists the texts the judge reads; the query comes first. */
  textsOf(wording: Words): readonly JudgedText[];
  /** Values of a canonical detail field that a clue has to be told apart from; their order plays no role. */
  valuesOf(field: string, target: Product): readonly string[];
  /** Values of the field that any product has, for a clue that would else be told apart from nothing. */
  valuesAnywhere(field: string): readonly string[];
  /** Tells whether products that state one of two values of a field mostly state both. */
  goTogether(field: string, one: string, other: string): boolean;
  drawFor(task: LockedTask): Draw;
  /** Number of solvers asked about each clue; a strict majority decides. */
  readonly votes: number;
  /** Number of replies of the judge that are waited for until one decides. */
  readonly tries: number;
}

/**
 * Has models read a draft that every gate in code has passed: solvers, who see one clue each, must recover what it hides,
 * and a judge must find every requirement in its own text and in no other, in words that stand there. They can find
 * fault and nothing else. Where the judge does not decide, a ModelError leaves the task pending.
 */
export const semanticCheck =
  <Words extends QueryWording>(dependencies: SemanticDependencies<Words>) =>
  async ({ task, wording, targets }: GateInput<Words>): Promise<SemanticVerdict> => {
    const draw = dependencies.drawFor(task);
    const texts = dependencies.textsOf(wording);
    const clues = task.locked.rubrics
      .filter(({ id }) => task.locked.implicit_rubric_ids.includes(id))
      .map((rubric) => {
        const target = targets[rubric.target ?? 0] as Product;
        return clueOf(task, rubric, wording.surfaces[rubric.id] ?? '', draw, {
          near: (field) => dependencies.valuesOf(field, target),
          anywhere: (field) => dependencies.valuesAnywhere(field),
          goTogether: (field, hidden, other) =>
            dependencies.goTogether(field, hidden, other) ||
            (ownValue(target.details, field)?.options ?? []).some((own) => isSameValue(own, other, field)),
        });
      });
    const [{ judgement, answers: judgements }, solved] = await Promise.all([
      judge(task, texts, draw, dependencies),
      Promise.all(clues.map((clue) => solve(task, clue, draw, dependencies))),
    ]);
    const answers = [...judgements, ...solved.flatMap((clue) => clue.answers)];
    const { models } = dependencies;
    const wasAsked = solved.some(({ proof: { votes } }) => votes !== null);
    const proof: SemanticProof = {
      models: { judge: models.judge, blind_solver: wasAsked ? models.blindSolver : null },
      clues: solved.map((clue) => clue.proof),
      sources: task.locked.rubrics.map(({ id }) => ({
        rubric_id: id,
        named: (judgement.support.get(id) ?? []).map(named),
      })),
      reads_naturally: judgement.unnatural === null,
      prompt_digests: [...new Set(answers.map(({ promptDigest }) => promptDigest))],
      reply_digests: answers.flatMap(({ replyDigests }) => replyDigests),
    };
    const findings = [
      ...clueFindings(solved, wording.query),
      ...sourceFindings(task, texts, judgement),
      ...naturalnessFindings(judgement, wording.query),
    ];
    return { findings, proof };
  };

const named = ({ text: { source, slotId, text }, span: { start, end } }: Support): NamedSource => ({
  source,
  slot_id: slotId,
  quote: text.slice(start, end),
});
