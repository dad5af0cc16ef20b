import { expect, test } from 'vitest';
import { ModelsConfig, resolveModels } from '../../models/settings.ts';
import { ConfigError } from '../../schemas/errors.ts';

const NOTHING = ModelsConfig.parse({});

test('one model serves every role, and a warning says that it judges itself', () => {
  const { roles, warnings } = resolveModels(NOTHING, { model: 'one' }, {});
  expect(new Set(Object.values(roles).map(({ model }) => model))).toEqual(new Set(['one']));
  expect(warnings).toEqual([expect.stringMatching(/^one is to judge what it writes itself; .*--judge-model/)]);
});

test('where no judge is asked, nobody is warned of it', () => {
  expect(resolveModels(NOTHING, { model: 'one', skipJudge: true }, {}).warnings).toEqual([]);
});

test('a judge that is left out needs no model, key or price of its own', () => {
  const config = ModelsConfig.parse({
    query_writer: { model: 'writer' },
    persona_writer: { model: 'writer' },
    clarification_writer: { model: 'writer' },
    opinion_proposer: { model: 'writer' },
    judge: { model: 'judge', baseUrl: 'https://judges.example/v1', apiKeyEnv: 'JUDGE_KEY' },
  });
  const { roles, endpoints } = resolveModels(config, { skipJudge: true }, {});
  expect([roles.judge, endpoints.judge]).toEqual([roles.query_writer, endpoints.query_writer]);
  expect(roles.blind_solver.model).toBe('writer');
  expect(() => resolveModels(config, {}, {})).toThrow(ConfigError);
});

test("a role's own model wins over the default, a flag over both, and the environment fills what is open", () => {
  const config = ModelsConfig.parse({ default: { model: 'default' }, judge: { model: 'judge' } });
  const modelsOf = (flags: Parameters<typeof resolveModels>[1], models = config, env = {}) => {
    const { query_writer, judge, blind_solver } = resolveModels(models, flags, env).roles;
    return [query_writer.model, judge.model, blind_solver.model];
  };
  expect(modelsOf({})).toEqual(['default', 'judge', 'default']);
  expect(modelsOf({ model: 'flag' })).toEqual(['flag', 'judge', 'flag']);
  expect(modelsOf({ model: 'flag', judgeModel: 'other' })).toEqual(['flag', 'other', 'other']);
  expect(modelsOf({}, NOTHING, { OPENAI_MODEL: 'env' })).toEqual(['env', 'env', 'env']);
});

test('without any model the error names the role and the three places for a model', () => {
  expect(() => resolveModels(NOTHING, {}, {})).toThrow(
    'the query writer has no model; name one with --model, OPENAI_MODEL or models.default.model in the config',
  );
});

test.each(['http://127.0.0.1:8000', 'http://gpu01:8000/'])(
  'an address that ends before its /v1 is told before anybody is asked: %s',
  (OPENAI_BASE_URL) => {
    const { warnings } = resolveModels(NOTHING, { model: 'm', judgeModel: 'j' }, { OPENAI_BASE_URL });
    expect(warnings).toEqual([expect.stringMatching(/^the address http:\/\/\S+:8000 ends without a path.*:8000\/v1$/)]);
  },
);

test.each([undefined, 'http://127.0.0.1:8000/v1', 'https://models.example/v1beta/openai/'])(
  'an address with a path is taken as it is: %s',
  (OPENAI_BASE_URL) => {
    expect(resolveModels(NOTHING, { model: 'm', judgeModel: 'j' }, { OPENAI_BASE_URL }).warnings).toEqual([]);
  },
);

test.each(['/chat/completions', '/completions', '/chat/completions/'])(
  'an address that goes on to %s is refused with the part that is meant',
  (rest) => {
    const env = { OPENAI_BASE_URL: `http://127.0.0.1:8000/v1${rest}` };
    expect(() => resolveModels(NOTHING, { model: 'm' }, env)).toThrow(
      /goes too far: .*; give http:\/\/127\.0\.0\.1:8000\/v1 as OPENAI_BASE_URL or baseUrl$/,
    );
  },
);

test.each(['https://elsewhere.example/v1', 'http://gpu01:8000/v1'])(
  'a key is not sent to another host unless the config says so: %s',
  (baseUrl) => {
    const env = { OPENAI_API_KEY: 'sk-one', OPENAI_BASE_URL: 'https://api.openai.com/v1' };
    const keyOf = (judge: object) =>
      resolveModels(ModelsConfig.parse({ judge: { model: 'judge', ...judge } }), { model: 'one' }, env).endpoints.judge
        .apiKeyEnv;
    expect(() => keyOf({ baseUrl })).toThrow(/^the judge is at .*, and no apiKeyEnv says which key/);
    expect(keyOf({ baseUrl, apiKeyEnv: 'JUDGE_KEY' })).toBe('JUDGE_KEY');
    expect(keyOf({ baseUrl, apiKeyEnv: 'OPENAI_API_KEY' })).toBe('OPENAI_API_KEY');
    expect(keyOf({ baseUrl: 'https://api.openai.com/other' })).toBe('OPENAI_API_KEY');
  },
);

test.each(['localhost:8000/v1', 'htp://one/v1', 'one.example'])(
  'what is no address is refused as that: %s',
  (address) => {
    const resolved = () => resolveModels(NOTHING, { model: 'one' }, { OPENAI_BASE_URL: address });
    expect(resolved).toThrow(`"${address}" is no address of an endpoint`);
  },
);

test('an empty OPENAI_BASE_URL is none', () => {
  const { endpoints } = resolveModels(NOTHING, { model: 'one' }, { OPENAI_BASE_URL: ' ' });
  expect(endpoints.judge.baseUrl).toBe('https://api.openai.com/v1');
});
