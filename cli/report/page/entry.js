/** @param {string} name @param {...(Node | null)} nodes */
const section = (name, ...nodes) => element('section', {}, element('h3', {}, name), ...nodes);

/** @param {readonly { name: string, nodes: readonly Node[] }[]} rows */
const table = (rows) =>
  element(
    'dl',
    { class: 'table' },
    ...rows.map(({ name, nodes }) => element('div', {}, element('dt', {}, shown(name)), element('dd', {}, ...nodes))),
  );

/**
 * All of an entry, from what it is about to what proves it.
 * @param {PageEntry} entry
 * @param {{ intent: string, code: string | null, stage: string | null, category: string }} head
 * @returns {Node[]}
 */
function entryNodes(entry, { intent, code, stage, category }) {
  const { id, split, reason, overruled, targets, subject } = entry;
  const verdict = code === null ? 'accepted' : code;
  const about = targets.map((target, at) => {
    const { title, entity, raw } = target;
    const where = raw === null ? [] : [element('span', { class: 'muted' }, shown(`${raw.file}:${raw.line}`))];
    const name = targets.length === 1 ? 'target' : `target ${at + 1}`;
    const words = [title === null ? null : shown(title), entity === null ? null : element('i', {}, shown(entity))];
    return {
      name,
      nodes: [
        ...words.flatMap((node) => (node === null ? [] : [node, document.createTextNode(' ')])),
        element('code', {}, shown(target.id)),
        document.createTextNode(' '),
        ...where,
      ],
    };
  });
  return [
    element(
      'header',
      {},
      element(
        'p',
        { class: 'head' },
        element('span', { class: `verdict ${code === null ? 'good' : 'bad'}` }, shown(verdict)),
        element(
          'span',
          {},
          shown(
            `${intent}${stage === null ? '' : `, set aside by ${stage}`}${split === null ? '' : `, in ${split}.jsonl`}`,
          ),
        ),
      ),
      element('h2', {}, element('a', { href: `#${encodeURIComponent(id)}`, title: 'a link to this task' }, shown(id))),
    ),
    reason === null ? null : element('p', { class: 'reason' }, shown(reason)),
    overruled === null
      ? null
      : element(
          'p',
          { class: 'reason overruled' },
          shown(
            `${overruled.raters.join(' and ')} let it pass though a gate had found ${overruled.code}${overruled.reason === '' ? '' : `: ${overruled.reason}`}`,
          ),
        ),
    table([
      ...about,
      ...(category === '' ? [] : [{ name: 'category', nodes: [shown(category)] }]),
      ...(subject === null ? [] : [{ name: 'subject', nodes: [shown(subject)] }]),
    ]),
    element(
      'div',
      { class: 'beside' },
      stated(targets),
      element('div', {}, ...attemptSections(entry), findingsList(entry.findings)),
    ),
    requirements(entry),
    ...proofSections(entry),
    section(
      'More',
      element(
        'p',
        {},
        'Its whole life, with raw rows and models: ',
        element('code', {}, `npm run explain -- <run> ${id}`),
      ),
    ),
  ].filter((node) => node !== null);
}

/**
 * Facts the world states of the targets, to hold the texts against; it stands beside them where there is room.
 * @param {PageEntry['targets']} targets
 */
function stated(targets) {
  const boxes = targets.flatMap(({ stated: entries = [] }, at) => {
    if (entries.length === 0) return [];
    const name = targets.length === 1 ? 'What the target states' : `What target ${at + 1} states`;
    const rows = entries.map(({ name, text }) => ({ name, nodes: [shown(text)] }));
    return [element('details', { open: !isNarrow() }, element('summary', {}, name), table(rows))];
  });
  return boxes.length === 0 ? null : element('aside', { 'aria-label': 'Targets' }, ...boxes);
}

/** @param {PageEntry} entry */
function attemptSections({ attempts, forgotten, rubrics }) {
  const lost =
    forgotten === 0
      ? null
      : element(
          'p',
          { class: 'note' },
          `The texts of ${forgotten === 1 ? 'an earlier attempt' : `${forgotten} earlier attempts`} are not kept in a finished sample.`,
        );
  const total = attempts.length + forgotten;
  return attempts.map((attempt, at) => {
    const before = at === 0 ? undefined : attempts[at - 1];
    const name = total === 1 ? 'Texts' : `Attempt ${attempt.number} of ${total}`;
    const boxes = Map.groupBy(attempt.texts, ({ name, source }) =>
      source === 'clarification' ? name.replace(/ .*/, '') : source,
    );
    const texts = [...boxes.values()].map((own) => textBox(own, rubrics, before));
    return section(name, lost, findingsList(attempt.findings), ...texts);
  });
}

/**
 * The texts an agent meets together, in the colour of their source; where others stood before them, with what changed.
 * @param {PageAttempt['texts']} texts
 * @param {PageEntry['rubrics']} rubrics
 * @param {PageAttempt | undefined} before
 */
function textBox(texts, rubrics, before) {
  const lines = texts.map((text) => {
    const old = before?.texts.find(({ name }) => name === text.name)?.text;
    const changed =
      old === undefined || old === text.text ? null : changesNode(old, text.text, text.source === 'query');
    const words = element('div', { class: 'words' }, isolated(...markedText(text.text, stretchesOf(text, rubrics))));
    return element(
      'div',
      { class: 'line-of-text' },
      element('b', { class: 'label' }, shown(text.name)),
      element('div', {}, words, changed),
    );
  });
  return element('div', { class: `text ${texts[0]?.source}` }, ...lines);
}

/** @param {PageAttempt['texts'][number]} text @param {PageEntry['rubrics']} rubrics */
const stretchesOf = ({ marks, says }, rubrics) => [
  ...says.map(({ at, rubric }) => {
    const { id, says, isImplicit } = /** @type {PageEntry['rubrics'][number]} */ (rubrics[rubric]);
    return { at, names: isImplicit ? 'hint' : 'said', title: `${id}: ${says}` };
  }),
  ...marks.map((at) => ({ at, names: 'fault', title: 'what a gate found fault with' })),
];

/** @param {string} before @param {string} after @param {boolean} open */
const changesNode = (before, after, open) =>
  element(
    'details',
    { open },
    element('summary', {}, 'changed since the attempt before'),
    element('div', { class: 'words' }, changeNodes(before, after)),
  );

/** @param {string} before @param {string} after */
const changeNodes = (before, after) =>
  isolated(
    ...changesOf(before, after).flatMap(({ kind, text }) => {
      const nodes = shownText(text);
      if (kind === 'same') return nodes;
      return [element(kind === 'gone' ? 'del' : 'ins', {}, ...nodes)];
    }),
  );

/** @param {PageAttempt['findings']} findings */
const findingsList = (findings) =>
  findings.length === 0
    ? null
    : element(
        'ul',
        { class: 'findings' },
        ...findings.map(({ code, path, detail, rubric }) =>
          element(
            'li',
            {},
            element('b', {}, shown(code)),
            ' in ',
            shown(path),
            rubric === null ? '' : `, ${rubric}`,
            ': ',
            shown(detail),
          ),
        ),
      );

/** @param {PageEntry} entry */
function requirements({ rubrics, targets }) {
  if (rubrics.length === 0) return null;
  const groups = /** @type {const} */ (['query', 'persona', 'clarification']).flatMap((source) => {
    const own = rubrics.filter((rubric) => rubric.source === source);
    if (own.length === 0) return [];
    const items = own.map(({ id, target, says, surface, isImplicit }) => {
      const of = target === null || targets.length === 1 ? '' : ` (target ${target + 1})`;
      const words =
        surface === null
          ? []
          : [
              element('span', { class: 'muted' }, isImplicit ? ', hinted at as ' : ', said as '),
              element('q', {}, shown(surface)),
            ];
      return element('li', {}, element('code', {}, id), `${of} `, shown(says), ...words);
    });
    return [
      element(
        'div',
        { class: `group ${source}` },
        element('b', { class: 'label' }, source),
        element('ul', {}, ...items),
      ),
    ];
  });
  return section('Requirements by source', ...groups);
}

/** @param {PageEntry} entry @returns {(Node | null)[]} */
function proofSections({ attempts, necessity, proof, unplaced, dropped }) {
  const counts =
    necessity === null
      ? []
      : [
          { name: 'all sources', count: necessity.all },
          { name: 'no persona', count: necessity.withoutPersona },
          { name: 'no clarification', count: necessity.withoutClarification },
          { name: 'query alone', count: necessity.queryAlone },
        ];
  return [
    counts.length === 0
      ? null
      : section(
          'Products that fit',
          table(counts.map(({ name, count }) => ({ name, nodes: [document.createTextNode(formatCount(count))] }))),
        ),
    proof.length === 0
      ? null
      : section('Proof', table(proof.map(({ name, text }) => ({ name, nodes: [shown(text)] })))),
    unplaced.length === 0
      ? null
      : folded(
          `Facts that were kept and have no place (${unplaced.length})`,
          attempts.length === 0,
          unplaced.map((fact) => [shown(fact)]),
        ),
    dropped.length === 0
      ? null
      : folded(
          `Facts that were dropped (${dropped.length})`,
          false,
          dropped.map(({ field, value, reason }) => [
            element('b', {}, shown(field)),
            document.createTextNode(' '),
            element('q', {}, shown(value)),
            document.createTextNode(': '),
            shown(reason),
          ]),
        ),
  ];
}

/** @param {string} name @param {boolean} open @param {readonly (readonly Node[])[]} items */
const folded = (name, open, items) =>
  element(
    'details',
    { class: 'folded', open },
    element('summary', {}, name),
    element('ul', {}, ...items.map((nodes) => element('li', {}, ...nodes))),
  );
