/** Rules that no composed task turns on, with why only a request by itself can. */
export const REQUESTS_ALONE: Readonly<Record<string, string>> = {
  'compensation.settle-damage-first': 'customers of tasks say at once whether a red envelope would do',
  'compensation.settle-quality-first': 'customers of tasks say at once whether a red envelope would do',
  'compensation.refused-then-return': 'who refuses a red envelope asks for a return in the same breath',
  'conduct.ask-what-to-do': 'a complaint without a wish leaves nothing to be done or told that code could check',
  'ecards.confirm-paying': 'an e-card pays as a part of placing an order, which is what customers confirm',
  'orders.agree-on-payment-first': 'customers of tasks say how they pay when they order',
  'ecards.no-paying-for-what-is-not-on-sale': 'what is not on sale is not ordered, so nothing is left to pay for',
  'ecards.own-goods-only': 'the one shop of these tasks sells its own goods alone',
  'ecards.no-other-amount': 'orders of the store that are off and were paid by e-card have been paid back',
  'cashback.where-the-shop-pays':
    'few orders that have come are too small for cashback: none of 5,000 tasks is about one',
  'gifts.overdue': 'no published tool sends a gift, so that nothing can be done',
  'questions.picture': 'what a picture shows is asked by the agent, and never by the customer who sent it',
  'questions.no-picture': 'what a picture shows is asked by the agent, and never by the customer who sent it',
  'questions.live-stream-clip': 'what a clip says is prose, which code cannot check; video is out of scope',
};
