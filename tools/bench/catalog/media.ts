import type { Dice } from '../../sample-maker/random.ts';
import { jsonList } from './json.ts';

/** How many pictures and videos listings have, from none on, in parts of a hundred or so. */
const IMAGE_WEIGHTS = [0, 46, 15, 11, 9, 6, 5, 5, 2, 1];
const VIDEO_WEIGHTS = [82, 8, 4, 2, 1, 1, 1, 0, 0, 0, 1];

const BASE_64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-+';
const HEX = '0123456789abcdef';
const HOST = 'https://images.example.com/images/I';
const WORDS =
  'honest review of this watch before you buy unboxing and first look how to set it up is it worth it'.split(' ');

/** Characters that no packer can shorten much: file names are what a catalog's media are made of. */
function drawName(characters: string, length: number, dice: Dice): string {
  let name = '';
  for (let at = 0; at < length; at++) name += characters[dice.below(characters.length)];
  return name;
}

function image(place: number, dice: Dice): string {
  const small = `${HOST}/${drawName(BASE_64, 11, dice)}._AC`;
  const hiRes = dice.chance(85) ? `"${HOST}/${drawName(BASE_64, 11, dice)}._AC_SL1500_.jpg"` : 'null';
  const variant = place === 0 ? 'MAIN' : `PT0${place}`;
  return `{"thumb": "${small}_US40_.jpg", "large": "${small}_.jpg", "variant": "${variant}", "hi_res": ${hiRes}}`;
}

function video(place: number, dice: Dice): string {
  const title = dice.some(WORDS, dice.between(3, 9)).join(' ');
  const url = `https://video.example.com/vdp/${drawName(HEX, 32, dice)}?ref=dp_vse_rvc_${place}`;
  return `{"title": "${title}", "url": "${url}", "user_id": "${dice.chance(60) ? `/shop/${drawName(HEX, 9, dice)}` : ''}"}`;
}

const several = (weights: readonly number[], one: (place: number, dice: Dice) => string, dice: Dice) =>
  jsonList(Array.from({ length: dice.byWeight(weights) }, (_, place) => one(place, dice)));

export const drawImages = (dice: Dice) => several(IMAGE_WEIGHTS, image, dice);
export const drawVideos = (dice: Dice) => several(VIDEO_WEIGHTS, video, dice);
