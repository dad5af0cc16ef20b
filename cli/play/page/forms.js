/** @typedef {{ type?: string, enum?: string[], anyOf?: { enum?: string[] }[], description?: string, default?: unknown, minimum?: number, maximum?: number }} Schema */

/**
 * A control for an argument, made from its schema.
 * @param {string} name
 * @param {Schema} schema
 * @param {boolean} required
 * @param {string} [known]
 */
function controlOf(name, schema, required, known) {
  const choices = schema.enum ?? schema.anyOf?.find((one) => one.enum !== undefined)?.enum;
  const label = { name, 'aria-label': name.replaceAll('_', ' '), title: schema.description };
  if (choices !== undefined || schema.type === 'boolean') {
    const all = choices ?? ['true', 'false'];
    return element(
      'select',
      label,
      ...(required ? [] : [element('option', { value: '' }, '–')]),
      ...all.map((choice) => element('option', { value: choice }, choice)),
    );
  }
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return element('input', {
    ...label,
    type: isNumber ? 'number' : 'text',
    placeholder: schema.description,
    autocomplete: 'off',
    required: required || undefined,
    value: known,
  });
}

/**
 * Controls with their names, for each property of a schema; what is known stands in them.
 * @param {Readonly<Record<string, unknown>>} properties
 * @param {readonly string[]} required
 * @param {Readonly<Record<string, string>>} [known]
 */
const fieldsOf = (properties, required, known = {}) =>
  Object.entries(properties).map(([name, schema]) =>
    element(
      'label',
      { class: 'field' },
      element('span', {}, shown(name.replaceAll('_', ' '))),
      controlOf(name, /** @type {Schema} */ (schema), required.includes(name), known[name]),
    ),
  );

/**
 * Reads the content of a form, as its schema has it; what is left empty is left out.
 * @param {HTMLFormElement} form
 * @param {Readonly<Record<string, unknown>>} properties
 */
function argumentsOf(form, properties) {
  /** @type {Record<string, unknown>} */
  const given = {};
  const data = new FormData(form);
  for (const [name, schema] of Object.entries(properties)) {
    const text = String(data.get(name) ?? '').trim();
    if (text === '') continue;
    const { type } = /** @type {Schema} */ (schema);
    if (type === 'array')
      given[name] = text.startsWith('[') ? parsed(text) : text.split(',').map((part) => part.trim());
    else if (type === 'integer' || type === 'number') given[name] = Number(text);
    else given[name] = type === 'boolean' ? text === 'true' : text;
  }
  return given;
}

/** A list as JSON; as it was typed where it is none, for the tool to say so. @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {HTMLFormElement} form @param {() => void} act */
function onSubmit(form, act) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act();
  });
}
