// An agent of EComAgentBench as a module: one function, which ends with its recommendation.
interface Episode {
  readonly task: { readonly instruction: string; readonly limits: { readonly steps: number } };
  // biome-ignore lint/suspicious/noExplicitAny: results are what the tools' schemas say
  call(tool: string, args?: object): Promise<any>;
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}+|\d+/gu));

export default async function play({ task, call }: Episode): Promise<void> {
  const { profile } = await call('get_user_profile');
  const { user_response: answer } = await call('ask_user', { question: 'What color do you want?' });
  const wishes = Object.values(profile.product_requirements).flat().join(' ');
  const wanted = wordsOf(`${task.instruction} ${wishes} ${answer}`);
  const { products } = await call('search_products', { query: `${task.instruction} ${wishes}`.slice(0, 500) });
  let best = { id: '', shared: -1 };
  for (const { product_id: id } of products.slice(0, 10)) {
    const { product } = await call('get_product_details', { product_id: id });
    const shared = [...wordsOf(JSON.stringify(product))].filter((word) => wanted.has(word)).length;
    if (shared > best.shared) best = { id, shared };
  }
  if (best.shared >= 0) await call('recommend_product', { product_id: best.id, reasoning: `${best.shared} words` });
}
