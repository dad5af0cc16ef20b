/** Why a question carries no task, by code; the order is the one the checks are made in. */
export const REFUSALS = {
  answer_is_yes_or_no: 'the answer is yes or no',
  answer_is_date: 'the answer is a year, a month, a weekday or a date',
  answer_is_number: 'the answer is a number, an ordinal or a quantity, which titles state of other things',
  answer_too_short: 'the answer has fewer than three letters and digits',
  answer_is_generic: 'the answer is made of words that listings use of products of every kind',
  answer_in_question: 'the question itself says the answer',
  answer_not_in_titles: 'no title of the catalog holds the answer as whole words',
  answer_common_in_titles: 'so many titles hold the answer that it tells no product from another',
  answer_inside_name: 'titles hold the answer only as a part of a longer brand or shop name',
  answer_is_common_word: 'the answer is the name of a person or a work, and listings write it as an ordinary word',
} as const;

export type Refusal = keyof typeof REFUSALS;
