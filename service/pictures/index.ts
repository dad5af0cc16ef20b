/** Pictures that a customer sends: made of a store's facts, as text, as SVG and as PNG. */
export { pictureLink, picturesIn } from './link.ts';
export { type PictureWish, pictureOf, pictureSvg } from './picture.ts';
export { openPainter, type Painter } from './png.ts';
export { pictureText } from './text.ts';
