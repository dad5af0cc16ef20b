/** @typedef {import('../../../shopping/episode/person/index.ts').Rating} Rating */

/**
 * Asks what a person thinks of the episode; what they said before stands in it.
 * @param {PlayScreen} screen
 * @param {(rating: Rating) => void} onRate
 */
function ratingForm({ rated, best, rating }, onRate) {
  const comment = element('textarea', {
    'aria-label': 'Comment',
    placeholder: 'comment',
    rows: '2',
    maxlength: '2000',
  });
  comment.value = rating?.comment ?? '';
  const scales = Array.from({ length: best }, (_, at) => String(at + 1));
  const form = element(
    'form',
    { class: 'rating' },
    ...rated.map(({ name, asks, from, to }) =>
      element(
        'fieldset',
        {},
        element('legend', {}, asks),
        element('span', { class: 'muted' }, from),
        ...scales.map((value) =>
          scaleBox(name, value, String(rating?.scores[/** @type {'shopper'} */ (name)]) === value),
        ),
        element('span', { class: 'muted' }, to),
      ),
    ),
    comment,
    element(
      'p',
      { class: 'doing' },
      element('button', {}, rating === null ? 'Keep the rating' : 'Keep the rating anew'),
      rating === null ? null : element('span', { class: 'note', role: 'status' }, 'kept'),
    ),
  );
  onSubmit(form, () => {
    const said = [...new FormData(form)].map(([name, value]) => [name, Number(value)]);
    onRate({ scores: Object.fromEntries(said), comment: comment.value.trim() });
  });
  return element(
    'details',
    { class: 'card', open: true },
    element('summary', {}, 'What do you think of this task?'),
    form,
  );
}

/** @param {string} name @param {string} value @param {boolean} isSaid */
function scaleBox(name, value, isSaid) {
  const box = element('input', { type: 'radio', name, value });
  box.checked = isSaid;
  return element('label', {}, box, value);
}
