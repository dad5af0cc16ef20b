const NOTHING =
  /\b(?:empty|zero|nothing (?:left|remains|remaining|on it|in it)|no (?:money|balance|funds?|credit)(?: left| remaining| on it)?|used up)\b|没有余额|余额(?:为|是)?零|余额不剩|已用完|用完了|没有钱|没钱了|(?:余额|卡)(?:是|为)?空|零元/i;

/** Tells whether words say of an amount or a count that nothing is there. */
export const saysNothingLeft = (text: string): boolean => NOTHING.test(text.normalize('NFKC'));
