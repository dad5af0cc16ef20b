import type { Picture } from '../store/schema.ts';

/** The link under which a picture stands in a conversation. */
export const pictureLink = ({ id }: Pick<Picture, 'id'>): string => `https://pictures.example/${id}.png`;

/** The pictures of a conversation whose links, or numbers, a text names. */
export const picturesIn = (
  text: string,
  sent: readonly Picture[],
): { readonly link: string; readonly picture: Picture }[] =>
  sent.flatMap((picture, at) => {
    const link = pictureLink(picture);
    const numbered = new RegExp(`\\[(?:Image|图片) ?${at + 1}\\]`).test(text);
    return numbered || text.includes(link) ? [{ link, picture }] : [];
  });
