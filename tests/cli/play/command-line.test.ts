import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLine } from '../../../cli/play/command-line.ts';
import { familyNamed } from '../../../families/index.ts';
import { describeTools } from '../../../shopping/episode/index.ts';
import { counterOf, turnsOf } from '../../../shopping/episode/person/acts.ts';
import { PLAIN } from '../../../shopping/episode/person/notebook.ts';

function namedOf(family: string, presentation = familyNamed(family).episode?.presentation ?? PLAIN) {
  const tools = describeTools(familyNamed(family).episode?.tools({ program: false }) ?? []);
  const known = ['A', 'B', 'C'];
  return {
    counter: counterOf(tools, presentation),
    productOf: (word: string) => (known.includes(word) ? word : (known[Number(word) - 1] ?? null)),
    open: 'B',
    shopOf: () => 'Acme',
  };
}
const ECOM = namedOf('ecomagentbench');
const SHOP = namedOf('shoppingbench');

test.each([
  ['search red tent', { act: 'use', tool: 'search_products', words: 'red tent', page: 0, arguments: {} }],
  ['open 2', { act: 'open', product: 'B' }],
  ['2', { act: 'open', product: 'B' }],
  ['ask what size should it be?', { act: 'use', tool: 'ask_user', words: 'what size should it be?' }],
  ['profile', { act: 'use', tool: 'get_user_profile' }],
  ['reviews strap', { act: 'use', tool: 'get_review_content', products: ['B'], words: 'strap' }],
  ['reviews 1 strap', { act: 'use', tool: 'get_review_content', products: ['A'], words: 'strap' }],
  ['store', { act: 'use', tool: 'get_store_products', words: 'Acme', page: 0 }],
  ['recommend 2: it is red', { act: 'answer', products: ['B'], words: 'it is red' }],
  ['calculator 2 * 3', { act: 'use', tool: 'calculator', arguments: { expression: '2 * 3' } }],
  [
    'filter_by_attribute product_ids=A,B attribute_name=Color attribute_value="dark red"',
    {
      act: 'use',
      tool: 'filter_by_attribute',
      arguments: { product_ids: ['A', 'B'], attribute_name: 'Color', attribute_value: 'dark red' },
    },
  ],
  ['give up', { act: 'give-up' }],
])('a line is an act: %s', (line, act) => {
  expect(readLine(line, ECOM)).toEqual({ kind: 'act', act });
});

test('words with an equals sign are filters of a search that has them, and words of one that has none', () => {
  const filters = { price: '100-250', sort: 'priceasc' };
  expect(readLine('search red tent price=100-250 sort=priceasc', SHOP)).toMatchObject({
    act: { words: 'red tent', arguments: filters },
  });
  expect(readLine('search red price=1', ECOM)).toMatchObject({ act: { words: 'red price=1' } });
});

test('several products are recommended where the family takes several, and one where it takes one', () => {
  expect(readLine('recommend 1 3, 2', SHOP)).toMatchObject({ act: { products: ['A', 'C', 'B'] } });
  expect(readLine('recommend 1 2', ECOM)).toMatchObject({ kind: 'unclear' });
});

test('without a presentation every tool is typed by its name', () => {
  const named = namedOf('shoppingbench', PLAIN);
  expect(named.counter.faces).toEqual([]);
  expect(readLine('find_product q="red tent" page=2', named)).toMatchObject({
    act: { tool: 'find_product', arguments: { q: 'red tent', page: 2 } },
  });
});

test('whatever is typed is an act or a sentence', () => {
  const words = [
    'search',
    'open',
    'recommend',
    'store',
    'reviews',
    '1',
    '99',
    ':',
    '=',
    '"',
    'calculator',
    'constructor',
  ];
  const line = fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 6 });
  fc.assert(
    fc.property(line, (parts) => {
      const read = readLine(parts.join(' '), ECOM);
      expect(read.kind === 'unclear' ? read.sentence.length > 0 : true).toBe(true);
    }),
  );
});

test('what the session of a customer tells need not be typed, and lists of things are typed as JSON', () => {
  const presentation = familyNamed('ecombench').episode?.presentation ?? PLAIN;
  const tools = describeTools(familyNamed('ecombench').episode?.tools({ program: false }) ?? []);
  const known = presentation.known?.('[platform: market; shop_id: 7; user_id: 9; now: 2025-06-12 00:00] Hello') ?? {};
  const named = { ...ECOM, counter: counterOf(tools, presentation, known) };
  expect(readLine('get_logistics_info 350778718536', named)).toMatchObject({
    act: { tool: 'get_logistics_info', arguments: { order_id: '350778718536' } },
  });
  const lines = [{ product_id: '1007', quantity: 2 }];
  const typed = `manage_order action=add product_info_list=${JSON.stringify(lines)}`;
  const line = readLine(typed, named);
  expect(line).toMatchObject({ act: { arguments: { action: 'add', product_info_list: lines } } });
  const turns = line.kind === 'act' && line.act.act === 'use' ? turnsOf(line.act, named.counter) : null;
  expect(turns?.[0]?.[0]?.arguments).toMatchObject({ platform: 'market', shop_id: '7', user_id: '9', action: 'add' });
});

test('an argument that a tool can do without is left to the person, though it is known', () => {
  const tool = (name: string, required: readonly string[]) => ({
    name,
    description: name,
    input: { type: 'object', properties: { shop_id: { type: 'string' }, user_id: { type: 'string' } }, required },
    output: {},
    readOnly: true,
  });
  const { known } = counterOf(
    [tool('orders', ['shop_id', 'user_id']), tool('ecard', ['user_id'])],
    { faces: [], unseen: [] },
    { shop_id: '1', user_id: '2' },
  );
  expect(known).toEqual({ orders: { shop_id: '1', user_id: '2' }, ecard: { user_id: '2' } });
});
