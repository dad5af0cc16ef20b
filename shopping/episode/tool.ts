import { z } from 'zod';
import type { Awaited, EpisodeEvent, Outcome, Scene, Tool, ToolDescription } from '../../pipeline/episode.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';

interface Definition<Input extends z.ZodObject, Place, Staged, Memory> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodType;
  readonly readOnly: boolean;
  run(args: z.output<Input>, scene: Scene<Place, Staged, Memory>): Outcome<Memory> | Awaited;
  resume?(
    args: z.output<Input>,
    scene: Scene<Place, Staged, Memory>,
    awaited: Awaited,
    came: Extract<EpisodeEvent, { type: 'worded' | 'ran' }>,
  ): Outcome<Memory>;
}

/** A tool whose arguments are what its schema says, and no others. */
export const defineTool = <Place, Staged, Memory, const Input extends z.ZodObject = z.ZodObject>(
  definition: Definition<Input, Place, Staged, Memory>,
): Tool<Place, Staged, Memory> => ({ ...definition, input: definition.input.strict() }) as Tool<Place, Staged, Memory>;

/** Makes the tools of a kind of episode. */
export const toolsOf =
  <Place, Staged, Memory>() =>
  <const Input extends z.ZodObject>(definition: Definition<Input, Place, Staged, Memory>) =>
    defineTool<Place, Staged, Memory, Input>(definition);

const described = new WeakMap<Tool, ToolDescription>();

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

/** Tools as agents are told of them, in their order. */
export const describeTools = (tools: readonly Tool[]): ToolDescription[] =>
  tools.map((tool) =>
    foundOrMade(described, tool, () => {
      const { name, description, readOnly } = tool;
      const [input, output] = [schemaOf(tool.input, 'input'), schemaOf(tool.output, 'output')];
      return { name, description, input, output, readOnly };
    }),
  );

/** Tools as chat completions name them, for models that call functions. */
export const functionsOf = (tools: readonly ToolDescription[]) =>
  tools.map(({ name, description, input: parameters }) => ({
    type: 'function' as const,
    function: { name, description, parameters },
  }));
