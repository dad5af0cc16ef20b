import { inLanguage } from '../store/bilingual.ts';
import type { Language, Picture } from '../store/schema.ts';
import { kindOf } from './kinds/index.ts';
import { linesOf } from './kinds/kind.ts';

/** Tells what a picture shows, as text for those who cannot see: what it is, and every line that stands in it. */
export function pictureText(picture: Picture, language: Language): string {
  const kind = kindOf(picture.kind);
  const shown = linesOf(kind, picture.facts, language).map(({ label, value }) => `${label}: ${value}`);
  const described = picture.described ? 'Described, not drawn. |（以文字描述的附件）' : '|';
  return `${inLanguage(described, language)}${inLanguage(kind.name, language)}. ${shown.join('; ')}`;
}
