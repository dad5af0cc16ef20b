import type { SentImage } from '../../pipeline/episode.ts';
import type { EpisodeState } from './core.ts';

/** The pictures that stand as links in something an agent is told, as images for who can see. */
export type Look = (told: unknown) => Promise<readonly SentImage[]>;

/** Returns how the agent of an episode looks at pictures; nobody sends one whose link is not told. */
export const lookIn =
  ({ setting: { kind, staged } }: Pick<EpisodeState, 'setting'>): Look =>
  async (told) =>
    (await kind.images?.(staged, typeof told === 'string' ? told : JSON.stringify(told))) ?? [];

export const BLIND: Look = async () => [];

const urlOf = ({ mimeType, data }: SentImage) => `data:${mimeType};base64,${data}`;

/** Addresses that hold the pictures themselves. */
export const imageUrls = (images: readonly SentImage[]): string[] => images.map(urlOf);

/** Pictures as parts of a message of a chat completion, each after its link. */
export const imageParts = (images: readonly SentImage[]) =>
  images.flatMap((image) => [
    { type: 'text' as const, text: image.link },
    { type: 'image_url' as const, image_url: { url: urlOf(image) } },
  ]);
