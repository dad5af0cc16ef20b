import { inLanguage } from '../store/bilingual.ts';
import type { Language, Picture } from '../store/schema.ts';
import { kindOf } from './kinds/index.ts';

/** Tells what a picture shows, as text for those who cannot see: what it is, and every line that stands in it. */
export function pictureText(picture: Picture, language: Language): string {
  const { name, lines } = kindOf(picture.kind);
  const shown = lines(picture.facts, language).map(({ label, value }) =>
    label === null ? value : `${label}: ${value}`,
  );
  const described = picture.described ? 'Described, not drawn. |（以文字描述的附件）' : '|';
  return `${inLanguage(described, language)}${inLanguage(name, language)}. ${shown.join('; ')}`;
}
