const ONES = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function whole(number: number): string {
  if (number < 20) return ONES[number] as string;
  if (number < 100) return TENS[Math.floor(number / 10) - 2] + (number % 10 ? `-${ONES[number % 10]}` : '');
  const [size, name] = number < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = number % size;
  return `${whole(Math.floor(number / size))} ${name}${rest ? `${rest < 100 ? ' and' : ''} ${whole(rest)}` : ''}`;
}

/** A number below a million as people write it: "forty-two", "five hundred", "one point seven". */
export function numberInWords(number: number): string {
  const [units = '0', decimals] = String(number).split('.');
  const tail = decimals === undefined ? '' : ` point ${[...decimals].map((digit) => ONES[Number(digit)]).join(' ')}`;
  return whole(Number(units)) + tail;
}
