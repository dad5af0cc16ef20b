import type { EpisodeEvent, Observation, ToolCall, ToolResult } from '../../../pipeline/episode.ts';
import type { Presentation, SeenProduct, Shown } from '../../../pipeline/presentation.ts';

/** A call and what came of it, as a person sees it. */
export interface Visit {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly shown: Shown;
}

type Shows = Pick<Presentation, 'show'>;

/** A family without a presentation shows whatever comes. */
export const PLAIN: Presentation = {
  aim: 'Use the tools to find what is asked for.',
  faces: [],
  unseen: [],
  show: () => null,
  lessons: () => new Map(),
};

const Plain = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Record of what a person has seen so far: every call with its result, and all that was shown of each product. */
export class Notebook {
  readonly #presentation: Shows;
  readonly #visits: Visit[] = [];
  readonly #products = new Map<string, SeenProduct>();

  constructor(presentation: Shows) {
    this.#presentation = presentation;
  }

  get visits(): readonly Visit[] {
    return this.#visits;
  }

  /** In the order they were first shown. */
  get products(): readonly SeenProduct[] {
    return [...this.#products.values()];
  }

  product(id: string): SeenProduct | undefined {
    return this.#products.get(id);
  }

  note(event: EpisodeEvent, seen: Observation | null): void {
    const calls: readonly ToolCall[] = event.type === 'turn' ? event.calls : [];
    for (const [at, result] of (seen?.results ?? []).entries()) this.#add(calls[at], result);
  }

  #add(call: ToolCall | undefined, result: ToolResult): void {
    const { shown, products } = shownOf(result, this.#presentation);
    this.#visits.push({ tool: result.tool, arguments: Plain(call?.arguments), shown });
    for (const product of products) this.#products.set(product.id, { ...this.#products.get(product.id), ...product });
  }
}

/** Reads what a result shows; where the family makes nothing of it, its names and values. */
function shownOf(result: ToolResult, presentation: Shows): { shown: Shown; products: readonly SeenProduct[] } {
  const { content, isError } = result;
  if (isError) return { shown: { kind: 'refused', text: String(content.error ?? 'that did not work') }, products: [] };
  return presentation.show(result) ?? { shown: { kind: 'record', record: content }, products: [] };
}
