import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputRange, TokenEstimates } from '../../models/token-estimates.ts';
import { requestOf } from './requests.ts';

/** Tokens in OpenAI's cl100k and o200k vocabularies, counted with gpt-tokenizer 4. */
const COUNTED: readonly (readonly [language: string, text: string, cl100k: number, o200k: number])[] = [
  [
    'English',
    'The lightweight two-person tent has a waterproof rainfly and aluminium poles. I am looking for something that packs small, weighs less than two kilograms and still survives a windy night in the mountains.',
    38,
    38,
  ],
  ['English in capitals', 'WATERPROOF LIGHTWEIGHT BACKPACKING TENT FOR TWO PERSONS WITH ALUMINUM POLES', 23, 22],
  [
    'German',
    'Das wasserdichte Zweipersonenzelt hat ein Überzelt und Gestänge aus Aluminium. Ich suche etwas, das sich klein verpacken lässt, weniger als zwei Kilogramm wiegt und trotzdem eine stürmische Nacht übersteht.',
    54,
    51,
  ],
  [
    'Vietnamese',
    'Lều hai người chống thấm nước có lớp phủ mưa và khung nhôm. Tôi đang tìm một thứ gì đó gọn nhẹ, nặng dưới hai ki-lô-gam và vẫn chịu được một đêm gió lớn trên núi.',
    86,
    53,
  ],
  [
    'Indonesian',
    'Tenda dua orang yang ringan ini memiliki lapisan tahan air dan tiang aluminium. Saya mencari sesuatu yang mudah dikemas dan beratnya kurang dari dua kilogram.',
    43,
    32,
  ],
  [
    'Chinese',
    '这款轻便的双人帐篷配有防水外帐和铝合金支架。我想找一款收纳体积小、重量不到两公斤、在山里大风的夜晚也能撑住的帐篷,预算不超过五百元。',
    87,
    63,
  ],
  [
    'Japanese',
    'この軽量な二人用テントには防水フライシートとアルミポールが付いています。小さく収納できて、重さが二キロ未満で、山の強風の夜にも耐えられるものを探しています。',
    81,
    59,
  ],
  [
    'Korean',
    '이 가벼운 2인용 텐트에는 방수 플라이와 알루미늄 폴대가 있습니다. 작게 접을 수 있고 무게가 2킬로그램 미만이며 산에서 바람이 부는 밤에도 견딜 수 있는 것을 찾고 있습니다.',
    91,
    65,
  ],
  [
    'Thai',
    'เต็นท์สองคนน้ำหนักเบามีผ้ากันฝนและเสาอะลูมิเนียม ฉันกำลังมองหาสิ่งที่พับเก็บได้เล็ก น้ำหนักน้อยกว่าสองกิโลกรัม และทนลมแรงบนภูเขาได้',
    126,
    68,
  ],
  [
    'Hindi',
    'इस हल्के दो व्यक्ति वाले तंबू में जलरोधक कवर और एल्यूमीनियम के डंडे हैं। मुझे कुछ ऐसा चाहिए जो छोटा पैक हो और दो किलो से कम वजन का हो।',
    135,
    48,
  ],
  [
    'Arabic',
    'تحتوي هذه الخيمة الخفيفة لشخصين على غطاء مقاوم للماء وأعمدة من الألمنيوم. أبحث عن شيء يمكن طيه بحجم صغير ووزنه أقل من كيلوغرامين.',
    99,
    48,
  ],
  [
    'Russian',
    'Эта лёгкая двухместная палатка имеет водонепроницаемый тент и алюминиевые стойки. Я ищу что-то компактное, весом меньше двух килограммов, что выдержит ветреную ночь в горах.',
    91,
    52,
  ],
  [
    'Greek',
    'Αυτή η ελαφριά σκηνή δύο ατόμων έχει αδιάβροχο κάλυμμα και πόλους αλουμινίου. Ψάχνω κάτι μικρό που ζυγίζει λιγότερο από δύο κιλά.',
    112,
    55,
  ],
  [
    'Hebrew',
    'לאוהל הקל לשני אנשים יש כיסוי עמיד במים ומוטות אלומיניום. אני מחפש משהו קטן ששוקל פחות משני קילוגרמים.',
    96,
    39,
  ],
];

test.each(COUNTED)('%s is never estimated below what it takes, nor above four times it', (_, text, cl100k, o200k) => {
  const estimated = new TokenEstimates().estimateTokens(text, 'any');
  expect(estimated).toBeGreaterThanOrEqual(Math.max(cl100k, o200k));
  expect(estimated).toBeLessThanOrEqual(4 * Math.max(cl100k, o200k));
});

test.each(COUNTED)('a prompt in %s lies in the range that is told beforehand', (_, text, cl100k, o200k) => {
  const { low, high } = inputRange(requestOf({ messages: [{ role: 'user', content: text }] }));
  // What stands around a message is no part of the count.
  expect(low - 4).toBeLessThanOrEqual(Math.min(cl100k, o200k));
  expect(high).toBeGreaterThanOrEqual(Math.max(cl100k, o200k));
});

test('a text of nothing has no tokens, and every character adds some', () => {
  const estimates = new TokenEstimates();
  expect(estimates.estimateTokens('', 'any')).toBe(0);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }), (text, more) => {
      expect(estimates.estimateTokens(text + more, 'any')).toBeGreaterThanOrEqual(
        estimates.estimateTokens(text, 'any'),
      );
      expect(estimates.estimateTokens(more, 'any')).toBeGreaterThan(0);
    }),
  );
});

test('the bound for the budget is at least a token per byte of every message and of the schema', () => {
  const estimates = new TokenEstimates();
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), fc.boolean(), (contents, withSchema) => {
      const json = { type: 'object', title: contents[0] };
      const request = requestOf({
        messages: contents.map((content) => ({ role: 'user' as const, content })),
        schema: withSchema ? { name: 'reply', json } : null,
      });
      const bytes = Buffer.byteLength(contents.join('')) + (withSchema ? Buffer.byteLength(JSON.stringify(json)) : 0);
      expect(estimates.mostInputTokens(request)).toBeGreaterThan(bytes);
      expect(estimates.mostInputTokens(request)).toBeGreaterThan(estimates.inputTokens(request));
    }),
  );
});

test('what replies measured replaces the rule, for their model alone', () => {
  const estimates = new TokenEstimates();
  const request = requestOf({ messages: [{ role: 'user', content: 'a lightweight tent '.repeat(500) }] });
  const before = estimates.inputTokens(request);
  for (let call = 0; call < 50; call++) estimates.learn(request, 2000);
  expect(estimates.inputTokens(request)).toBeGreaterThanOrEqual(2000);
  expect(estimates.inputTokens(request)).toBeLessThan(2050);
  expect(estimates.inputTokens({ ...request, model: 'another' })).toBe(before);
});

test('what was learned from one script is not carried over to another one as it stands', () => {
  const estimates = new TokenEstimates();
  const english = requestOf({ messages: [{ role: 'user', content: COUNTED[0]![1].repeat(20) }] });
  for (let call = 0; call < 50; call++) estimates.learn(english, 20 * 38);
  const chinese = COUNTED.find(([language]) => language === 'Chinese')!;
  expect(estimates.estimateTokens(chinese[1], english.model)).toBeGreaterThan(0.6 * chinese[2]);
});

test('one odd reply does not throw the estimates over', () => {
  const estimates = new TokenEstimates();
  const request = requestOf({ messages: [{ role: 'user', content: 'a tent' }] });
  const before = estimates.inputTokens(request);
  estimates.learn(request, 0);
  expect(estimates.inputTokens(request)).toBeGreaterThan(0.9 * before);
});

test('where a server adds a preamble to every prompt, the bound rises above what it counts', () => {
  const estimates = new TokenEstimates();
  const request = requestOf({ messages: [{ role: 'user', content: 'a tent' }] });
  for (let call = 0; call < 500; call++) estimates.learn(request, 3000);
  expect(estimates.mostInputTokens(request)).toBeGreaterThan(3000);
});
