import { type Draw, pickOne } from '../../schemas/draw.ts';

const STREETS = {
  en: [
    'Harbour Street',
    'Mill Lane',
    'Station Road',
    'Orchard Avenue',
    'Park Row',
    'Garden Street',
    'Bridge Road',
    'Hill Street',
  ],
  zh: ['中山路', '人民路', '解放路', '建设路', '和平路', '文化路', '长江路', '新华路'],
} as const;

/** A street and a number in it. */
export function drawnStreet(draw: Draw, label: string, language: 'en' | 'zh'): string {
  const street = pickOne(draw, `${label}/name`, STREETS[language]);
  const number = 1 + draw(`${label}/number`, 280);
  return language === 'zh' ? `${street}${number}号` : `${number} ${street}`;
}
