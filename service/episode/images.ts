import type { SentImage } from '../../pipeline/episode.ts';
import { openPainter, pictureLink, pictureSvg } from '../pictures/index.ts';
import type { Language, Picture } from '../store/schema.ts';
import type { Staged } from './staged.ts';

const MOST_KEPT = 256;
/** Pictures drawn last: one stands in several results of its episode, and in every trial of its task. */
const kept = new Map<string, SentImage>();

/** A picture as an image; null where it is described and not drawn, or nothing that draws is installed. */
async function drawn(picture: Picture, language: Language): Promise<SentImage | null> {
  const key = `${language} ${picture.id}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const svg = pictureSvg(picture, language);
  const painter = svg === null ? null : await openPainter();
  if (svg === null || painter === null) return null;
  const data = painter.png(svg).toString('base64');
  const image: SentImage = { link: pictureLink(picture), mimeType: 'image/png', data };
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, image);
  return image;
}

/** The pictures of a conversation whose links stand in a text, as images. */
export async function imagesIn({ pictures, customer }: Staged, text: string): Promise<readonly SentImage[]> {
  const told = Object.values(pictures).filter((picture) => text.includes(pictureLink(picture)));
  const images = await Promise.all(told.map((picture) => drawn(picture, customer.language)));
  return images.filter((image) => image !== null);
}
