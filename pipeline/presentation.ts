/** A product as far as tools have shown it; what none has shown is left out. */
export interface SeenProduct {
  readonly id: string;
  readonly title?: string;
  readonly price?: number | null;
  /** As the tools take it. */
  readonly shop?: string | null;
  readonly rating?: { readonly average: number | null; readonly count: number | null };
  readonly sold?: number | null;
  readonly category?: readonly string[];
  /** Services it comes with, such as free shipping. */
  readonly labels?: readonly string[];
  readonly facts?: readonly { readonly name: string; readonly text: string }[];
  readonly options?: readonly string[];
  readonly texts?: readonly string[];
}

/** A text that was found: a review, a page of the web. */
export interface FoundText {
  readonly title: string;
  readonly text: string;
  readonly stars: number | null;
  readonly product: string | null;
}

/** View of a result that a person sees. */
export type Shown =
  | {
      readonly kind: 'products';
      readonly ids: readonly string[];
      readonly total: number | null;
      /** True if the next page shows more. */
      readonly more: boolean;
    }
  | { readonly kind: 'product'; readonly ids: readonly string[] }
  | { readonly kind: 'reply'; readonly text: string; readonly left: number | null }
  | { readonly kind: 'texts'; readonly texts: readonly FoundText[] }
  /** Whatever else it is: names and values, nested. */
  | { readonly kind: 'record'; readonly record: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly text: string };

/** A picture that the shopper sends: the link under which it is told, what it looks like if it is drawn, and as words. */
export interface SentPicture {
  readonly link: string;
  readonly svg: string | null;
  readonly text: string;
}

/** Place in which a person meets a tool. */
export type Place =
  /** The box above everything; its first tool is the one. */
  | 'search'
  /** Tool that is called when a product's page is opened. */
  | 'product'
  /** Something asked about the product whose page is open. */
  | 'about'
  /** Products of the shop that sells the one whose page is open. */
  | 'shop'
  /** Something looked up besides products, in the person's words or without any. */
  | 'look-up'
  /** The talk with the shopper. */
  | 'chat'
  /** The end. */
  | 'answer';

/** Way a person uses a tool. */
export interface ToolFace {
  readonly tool: string;
  readonly place: Place;
  /** Command that is typed for it in a terminal. */
  readonly command: string;
  readonly label: string;
  readonly hint?: string;
  readonly heading?: string;
  /** The argument that takes what the person writes. */
  readonly words?: string;
  /** The argument that takes products, and how it takes them. */
  readonly products?: { readonly argument: string; readonly as: 'one' | 'list' | 'commas' };
  readonly page?: { readonly argument: string; readonly first: number };
  /** A call that has to follow in the same turn. */
  readonly followedBy?: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
}

/** Place at which a requirement was to be learned. */
export interface Lesson {
  readonly where: string;
  /** The words that tell it; null where they are not known. */
  readonly words: string | null;
  /** True if the player came across them; null where they stand before everybody's eyes. */
  readonly learned: boolean | null;
}

/**
 * Look of a family to people who play it. A tool it says nothing of is a form made from its schema, and a result it
 * does not know is shown as names and values: a family without a presentation can be played too.
 */
export interface Presentation<Staged = unknown, Played = unknown, Answer = unknown> {
  /** Task of the player, in a sentence. */
  readonly aim: string;
  readonly faces: readonly ToolFace[];
  /** Tools that are part of another one's use, and shown nowhere. */
  readonly unseen: readonly string[];
  /** Names tools that lead nowhere in a task, such as one that asks where nobody answers; they are shown nowhere either. */
  idle?(staged: Staged): readonly string[];
  /** Returns what a result shows, and what it says of products; null where that is nothing special. */
  show(result: {
    readonly tool: string;
    readonly content: Readonly<Record<string, unknown>>;
  }): { readonly shown: Shown; readonly products: readonly SeenProduct[] } | null;
  /** Arguments that the request fixes for the whole episode, by name: nobody types them. */
  known?(instruction: string): Readonly<Record<string, string>>;
  /** Pictures behind links that the shopper may name; a person sees those that were named. */
  pictures?(staged: Staged): readonly SentPicture[];
  /** After the end: where each requirement was to be learned, by rubric. */
  lessons(staged: Staged, answer: Answer, played: Played): ReadonlyMap<string, Lesson>;
}
