const VERDICTS = { yes: 'met', no: 'not met', unknown: 'not decided' };
const VERDICT_CLASSES = { yes: 'good', no: 'bad', unknown: 'warn' };

/**
 * Outcome of an episode, requirement by requirement.
 * @param {Outcome} outcome
 * @param {{ tasksLeft: number, onNext: () => void, rating: Node }} given
 * @returns {Node[]}
 */
function outcomeNodes(outcome, { tasksLeft, onNext, rating }) {
  const { success, end, because, steps, questions, recommended, requirements, right, shown: seen } = outcome;
  const asked =
    questions.needed + questions.asked === 0
      ? ''
      : `; ${questions.asked} asked, ${questions.answered} answered, ${questions.needed} needed`;
  return [
    element('h2', { class: success ? 'won' : 'lost' }, success ? 'Won: this is what was wanted.' : 'Lost.'),
    element('p', { class: 'muted' }, `${end === 'done' ? '' : `${because}; `}${formatCount(steps)} steps${asked}`),
    tasksLeft === 0
      ? element('p', {}, 'All tasks are played.')
      : element(
          'p',
          {},
          element('button', { type: 'button', class: 'main', id: 'next', click: onNext }, 'Play the next task'),
          ` ${formatCount(tasksLeft)} are left`,
        ),
    rating,
    element('h3', {}, 'What was wanted'),
    element('ul', { class: 'requirements' }, ...requirements.map(requirementNode)),
    // Where no product is right, as in customer service, none is recommended.
    right.length === 0 && recommended.length === 0
      ? null
      : element('h3', {}, recommended.length === 0 ? 'You recommended nothing' : 'You recommended'),
    element(
      'ul',
      { class: 'products' },
      ...recommended.map(({ product, wasSeen }) =>
        element(
          'li',
          { class: 'product' },
          element('span', { class: 'title' }, titleOf(product)),
          element('div', { class: 'known' }, ...knownNodes(product)),
          wasSeen ? null : element('p', { class: 'warn' }, 'No tool had shown it to you.'),
        ),
      ),
    ),
    right.length === 0 ? null : element('h3', {}, right.length === 1 ? 'The right product' : 'The right products'),
    ...right.map((product) =>
      element(
        'article',
        { class: 'card right' },
        ...productNodes(product),
        seen.includes(product.id) ? null : element('p', { class: 'warn' }, 'No tool ever showed it to you.'),
      ),
    ),
  ].filter((node) => node !== null);
}

/** @param {Outcome['requirements'][number]} requirement */
function requirementNode({ verdict, description, stated, lesson }) {
  return element(
    'li',
    {},
    element('span', { class: `verdict ${VERDICT_CLASSES[verdict]}` }, VERDICTS[verdict]),
    element(
      'div',
      {},
      element('p', {}, shown(description)),
      verdict === 'yes' || stated.length === 0
        ? null
        : element('p', { class: 'note' }, 'it states ', shown(stated.join(', '))),
      lesson === null
        ? null
        : element(
            'p',
            { class: 'note' },
            lesson.where,
            lesson.words === null ? null : element('q', {}, shown(lesson.words)),
            lesson.learned === false ? element('b', { class: 'warn' }, ' you did not come across it') : null,
          ),
    ),
  );
}
