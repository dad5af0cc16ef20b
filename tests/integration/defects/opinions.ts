import { contentOf, overlap } from './plain-text.ts';
import type { RawCatalog } from './raw-catalog.ts';
import { type Counter, perSample } from './sample-parts.ts';

const spaced = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Words of complaint, and of praise that is taken back. */
const COMPLAINTS =
  /\b(?:not|never|no longer|cannot|can'?t|won'?t|isn'?t|doesn'?t|didn'?t|wasn'?t|aren'?t|don'?t|but|however|although|except|unfortunately|wish|hoped|should have|poor|bad|worse|worst|terrible|awful|cheap|flimsy|broke|broken|cracked|disappoint\w*|return(?:ed|ing)?|refund|waste|useless|stopped|fad(?:es|ed|ing)|leaks?|leaked|too (?:small|big|tight|loose|thin|heavy|short|long|loud|bright|dim))\b/i;
/** What is praise when it does not happen. */
const HARMS =
  `smell itch rash frizz issue problem complaint troubl wobbl leak fuss lag glar scratch fad skip mark residu
  irritat slip slid mov hurt drop pull pinch fall fell shrink smudg snag overpower bleed rust headache thread crack peel
  stain fray tear tore break chip rattl creak tangl pill warp bend stick clump smear streak heat buzz hiss noise sweat dig
  rub pok tip roll flicker blot blur dent burn sag worr regret doubt greas pain ach shed hot wet yellow lump curl swell drip spill sink squeak hum loos`.split(
    /\s+/,
  );
const HARM = `(?:${HARMS.join('|')})\\w*`;
const GOOD_NEGATIVES = new RegExp(
  `\\b(?:no|not|never|nothing|without|doesn't|don't|hasn't|isn't)(?: [a-z]+){0,3} ${HARM}(?:(?: and| or|,)(?: no| not| never)?(?: [a-z]+){0,1} ${HARM})*`,
  'gi',
);
const LITTLE_WORDS = new Set('do does not no never there has have are they'.split(' '));
const tellingWords = (opinion: unknown) =>
  new Set(contentOf(String(opinion)).filter((word) => !LITTLE_WORDS.has(word)));

/** S11: an opinion that is no praise, repeats the other, or that no good review of the product says word for word. */
export const weakOpinions = (catalog: RawCatalog): Counter =>
  perSample(({ rubrics, proof, target_product: { product_id: id }, intent_category: intent }) => {
    const opinions = rubrics.filter(({ type }) => type === 'review_opinion');
    if (opinions.length === 0) return intent === 'review_driven' ? ['no opinion'] : [];
    const reviews = catalog.reviews.get(id) ?? [];
    const found: string[] = [];
    for (const { id: rubricId, expected_value: opinion } of opinions) {
      const quotes = proof.rubrics.find(({ rubric_id }) => rubric_id === rubricId)?.quotes ?? [];
      if (typeof opinion !== 'string' || opinion.trim() === '') found.push(`${rubricId} has no words`);
      if (quotes.length === 0) found.push(`${rubricId} has no quote`);
      for (const { quote } of quotes) {
        const holders = reviews.filter(({ text = '' }) => text.includes(quote) || spaced(text).includes(spaced(quote)));
        if (holders.length === 0) found.push(`"${quote}" stands in none of ${reviews.length} reviews`);
        else if (holders.every(({ rating = 0 }) => rating < 4)) found.push(`"${quote}" is from a poor review`);
        const complaint = COMPLAINTS.exec(`${opinion} · ${quote}`.replace(GOOD_NEGATIVES, ' '))?.[0];
        if (complaint !== undefined) found.push(`"${quote}" (${opinion}) complains: ${complaint}`);
      }
    }
    const texts = opinions.map(({ expected_value: opinion }) => tellingWords(opinion));
    const [first, second] = texts;
    if (first !== undefined && second !== undefined && overlap(first, second) > 0.4)
      found.push('two opinions of one kind');
    return found.map((what) => `${opinions.map(({ expected_value }) => expected_value).join(' / ')}: ${what}`);
  });
