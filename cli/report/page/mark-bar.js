/** Bar in which a person marks a task, says who he is, and saves all marks as a file. */
class MarkBar {
  /**
   * @param {Marks} marks
   * @param {(id: string) => { verdict: string, text: string }} judgedOf
   * @param {() => void} onMark
   */
  constructor(marks, judgedOf, onMark) {
    this.marks = marks;
    this.judgedOf = judgedOf;
    this.onMark = onMark;
    byId('save').addEventListener('click', () => this.#save());
    const rater = /** @type {HTMLInputElement} */ (byId('rater'));
    rater.value = marks.rater;
    rater.addEventListener('input', () => {
      marks.rater = rater.value;
      this.#tell();
    });
    this.#tell();
  }

  #tell() {
    const count = this.marks.size;
    byId('save').textContent = `save ${formatCount(count)} ${count === 1 ? 'mark' : 'marks'} as CSV`;
    byId('save').toggleAttribute('disabled', count === 0);
    byId('unkept').hidden = this.marks.isKept;
  }

  #save() {
    const file = new Blob([`\ufeff${this.marks.csv(this.judgedOf)}`], { type: 'text/csv' });
    const link = element('a', { href: URL.createObjectURL(file), download: 'adjudications.csv' });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /**
   * Marks a task as its bar does when it is clicked.
   * @param {string} id
   * @param {MarkName} name
   */
  toggle(id, name) {
    this.marks.toggle(id, name);
    this.#tell();
    document.querySelector('footer.marks')?.replaceWith(this.of(id));
    this.onMark();
  }

  /**
   * The bar of a task.
   * @param {string} id
   */
  of(id) {
    const mark = this.marks.of(id);
    const buttons = /** @type {const} */ (['right', 'wrong', 'unsure']).map((name) => {
      const title = `the verdict is ${name} (${name[0]})`;
      const pressed = String(mark?.mark === name);
      return element(
        'button',
        { type: 'button', class: name, title, 'aria-pressed': pressed, click: () => this.toggle(id, name) },
        name,
      );
    });
    const reason = element('input', {
      id: 'why',
      placeholder: 'why',
      'aria-label': 'Why',
      disabled: mark === null,
      value: mark?.reason,
    });
    reason.addEventListener('input', () => this.marks.explain(id, reason.value));
    return element(
      'footer',
      { class: 'marks' },
      element('span', { class: 'label' }, 'This verdict is'),
      ...buttons,
      reason,
    );
  }
}
