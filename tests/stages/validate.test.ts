import { expect, test } from 'vitest';
import { z } from 'zod';
import { Wording } from '../../families/ecomagentbench/wording.ts';
import { ModelError } from '../../schemas/errors.ts';
import type { Finding } from '../../schemas/finding.ts';
import { type Draft, draftOf, QueryWording } from '../../shopping/draft.ts';
import { Proof } from '../../shopping/proof.ts';
import { defineGate, type Gate, type GateInput } from '../../stages/gate.ts';
import { type SemanticGate, validate } from '../../stages/validate.ts';
import { productWith } from '../fixtures/gate-inputs.ts';
import { asksFor, leakInput, names } from '../fixtures/leak-inputs.ts';
import { SEMANTIC_PROOF } from '../fixtures/semantic.ts';
import { lockedTask, proofOf } from '../fixtures/tasks.ts';
import { deepFrozen, keptOf, outcomeOf } from './stage-contract.ts';

const task = lockedTask([asksFor('r1', 'query', 'Color', 'Red'), names('r2', 'tote bag')]);
const targets = [productWith({ id: 'P0' })] as const;
const { wording } = leakInput({ query: 'I need a red tote bag.' });
const draft: Draft<Wording> = { task, targets, wording, earlier: [] };
const proof = proofOf(task);

const found = (code: string, detail = 'evidence'): Finding => ({ code, path: 'user_query', detail });
const gate = (
  name: string,
  findings: readonly Finding[] = [],
  codes = findings.map(({ code }) => code),
): Gate<Wording> =>
  defineGate<Wording>({
    name,
    codes: Object.fromEntries(codes.map((code) => [code, `found by ${name}`])),
    check: () => [...findings],
  });

function stageOf(
  gates: readonly Gate<Wording>[],
  proved: { input: GateInput<Wording>; passed: readonly string[] }[] = [],
) {
  return validate({
    wording: Wording,
    proof: Proof,
    gates,
    prove(input, passed) {
      proved.push({ input, passed });
      return { ...proof, gates_passed: [...passed] };
    },
  });
}

test('a draft that no gate finds fault with is kept with its proof', async () => {
  const { draft: kept, proof: measured } = await keptOf(stageOf([gate('lock'), gate('leak')]), draft);
  expect(kept).toEqual(draft);
  expect(measured.gates_passed).toEqual(['lock', 'leak']);
});

test.each([
  ['none of a draft that passes', [], [], []],
  ['each that found something, once', ['leak', 'slots'], [], ['leak', 'slots']],
  ['the semantic one, which reads what the others passed', [], ['unnatural'], ['semantic']],
])('the gates that turned a draft down are told: %s', async (_, failing, semantic, expected) => {
  const told: (readonly string[])[] = [];
  const stage = validate({
    wording: Wording,
    proof: Proof,
    gates: [gate('lock'), ...failing.map((name) => gate(name, [found('a'), found('b')]))],
    semantic: {
      ...{ name: 'semantic', codes: { unnatural: 'nobody writes so' }, final: false },
      check: async () => ({ findings: semantic.map((code) => found(code)), proof: SEMANTIC_PROOF }),
    },
    judged: (failed) => told.push(failed),
    prove: () => proof,
  });
  await outcomeOf(stage, draft);
  expect(told).toEqual([expected]);
});

test('a draft that a gate finds fault with is rejected with the finding', async () => {
  const finding = found('hidden_in_query', 'says "red"');
  expect(await outcomeOf(stageOf([gate('leak', [finding])]), draft)).toEqual({
    rejected: draft,
    code: 'hidden_in_query',
    detail: 'user_query: says "red"',
    findings: [finding],
  });
});

test('every gate is asked, and the code is that of the first in order that found something', async () => {
  const outcome = await outcomeOf(
    stageOf([gate('a'), gate('b', [found('second_code'), found('third_code')]), gate('c', [found('fourth_code')])]),
    draft,
  );
  expect(outcome).toMatchObject({
    code: 'second_code',
    detail: 'user_query: evidence (and 2 more)',
    findings: [{ code: 'second_code' }, { code: 'third_code' }, { code: 'fourth_code' }],
  });
});

test('a rejected draft is not proved', async () => {
  const proved: { input: GateInput<Wording>; passed: readonly string[] }[] = [];
  await outcomeOf(stageOf([gate('leak', [found('hidden_in_query')])], proved), draft);
  expect(proved).toEqual([]);
});

test('gates see the task, its words and the products it is about, and nothing of earlier tries', async () => {
  const seen: GateInput<Wording>[] = [];
  const watching = defineGate<Wording>({
    name: 'watch',
    codes: {},
    check(input) {
      seen.push(input);
      return [];
    },
  });
  await keptOf(stageOf([watching]), { ...draft, earlier: [{ wording: draft.wording, findings: [] }] });
  expect(seen).toEqual([{ task, wording, targets }]);
});

test('gates cannot change what they judge without being noticed', async () => {
  const vandal = defineGate<Wording>({
    name: 'vandal',
    codes: {},
    check(input) {
      input.task.locked.rubrics.pop();
      return [];
    },
  });
  await expect(outcomeOf(stageOf([vandal]), deepFrozen(structuredClone(draft)))).rejects.toThrow(TypeError);
});

test('the codes of all gates are declared', () => {
  expect(
    Object.keys(
      stageOf([gate('a', [found('one_code')]), gate('b', [found('two_code'), found('one_code')])]).rejections,
    ).sort(),
  ).toEqual(['one_code', 'two_code']);
});

test('with no gate at all every draft is kept', async () => {
  expect((await keptOf(stageOf([]), draft)).proof.gates_passed).toEqual([]);
});

test('a family has drafts of its own wording and proofs of its own form', async () => {
  const plain = { task, targets, wording: { query: 'I need a red tote bag.', surfaces: {} }, earlier: [] };
  const stage = validate({
    wording: QueryWording,
    proof: z.strictObject({ orders: z.int() }),
    gates: [],
    prove: ({ targets }) => ({ orders: targets.length }),
  });
  const valid = await keptOf(stage, plain);
  expect(valid).toEqual({ draft: plain, proof: { orders: 1 } });
  expect(stage.output.safeParse(valid).success).toBe(true);
  expect(stage.output.safeParse({ ...valid, proof }).success).toBe(false);
  expect([plain, draft].map((one) => stage.input.safeParse(one).success)).toEqual([true, false]);
});

const READERS_CODES = { unnatural: 'found by readers' };

/** The stage with gates and models that read what passes them; `calls` records what was done. */
function readBy(check: SemanticGate<Wording>['check'], gates: readonly Gate<Wording>[] = [], calls: unknown[] = []) {
  return validate({
    wording: Wording,
    proof: Proof,
    gates,
    semantic: { name: 'readers', codes: READERS_CODES, final: false, check },
    prove(_, passed, semantic) {
      calls.push(['prove', semantic]);
      return { ...proof, gates_passed: [...passed], ...(semantic === undefined ? {} : { semantic }) };
    },
  });
}

test('a draft that passed every gate in code is read by models, and the proof says what they measured', async () => {
  const seen: GateInput<Wording>[] = [];
  const check = async (input: GateInput<Wording>) => {
    seen.push(input);
    return { findings: [], proof: SEMANTIC_PROOF };
  };
  const stage = readBy(check, [gate('lock')]);
  const kept = await keptOf(stage, draft);
  expect(kept.proof).toMatchObject({ gates_passed: ['lock', 'readers'], semantic: SEMANTIC_PROOF });
  expect(seen).toEqual([{ task, wording, targets }]);
  expect(stage.output.safeParse(kept).success).toBe(true);
});

test('a draft that a gate in code turned down is not shown to models', async () => {
  const check = () => Promise.reject(new Error('asked'));
  const stage = readBy(check, [gate('leak', [found('hidden_in_query')])]);
  expect(await outcomeOf(stage, draft)).toMatchObject({ code: 'hidden_in_query' });
});

test('what models find is a rejection like any other, and nothing is proved', async () => {
  const calls: unknown[] = [];
  const finding = found('unnatural', 'nobody says so');
  const stage = readBy(async () => ({ findings: [finding, finding], proof: SEMANTIC_PROOF }), [gate('lock')], calls);
  expect(await outcomeOf(stage, draft)).toEqual({
    rejected: draft,
    code: 'unnatural',
    detail: 'user_query: nobody says so (and 1 more)',
    findings: [finding, finding],
  });
  expect(Object.keys(stage.rejections)).toEqual(['unnatural']);
  expect(calls).toEqual([]);
});

test('where models do not decide, a draft is neither kept nor rejected', async () => {
  const undecided = new ModelError('the judge did not decide');
  await expect(
    outcomeOf(
      readBy(() => Promise.reject(undecided)),
      draft,
    ),
  ).rejects.toBe(undecided);
});

test('where no model reads the drafts, none is mentioned', async () => {
  const { proof: measured } = await keptOf(stageOf([gate('lock')]), draft);
  expect(measured).not.toHaveProperty('semantic');
  expect(measured.gates_passed).toEqual(['lock']);
});

test('gates are given drafts by the schema by which writers make them', () => {
  expect(stageOf([]).input).toBe(draftOf(Wording));
});
