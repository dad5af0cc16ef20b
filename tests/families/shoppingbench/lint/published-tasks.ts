import { type LintTask, readTask } from '../../../../families/shoppingbench/lint/task.ts';
import type { PublishedPrice, PublishedVoucher } from '../../../../families/shoppingbench/published-task.ts';
import type { Counter } from '../../../../pipeline/foreign-lint.ts';

interface Asked {
  readonly id?: string;
  readonly title?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly service?: readonly string[];
  readonly price?: PublishedPrice;
}

/** A reward as published: only what is asked of the product. */
export function reward({
  id = '1',
  title = 'Heavy Duty Pushcart Wheel',
  options,
  attributes,
  service,
  price,
}: Asked = {}) {
  return {
    product_id: id,
    title: [title],
    ...(options === undefined ? {} : { sku_options: [options] }),
    ...(attributes === undefined
      ? {}
      : { attributes: Object.entries(attributes).map(([key, value]) => ({ [key]: [value] })) }),
    ...(service === undefined ? {} : { service }),
    ...(price === undefined ? {} : { price: [price] }),
  };
}

interface Parts {
  readonly query?: string;
  readonly products?: readonly Asked[];
  readonly voucher?: PublishedVoucher;
  readonly keyword?: string | number;
  readonly file?: string;
  readonly line?: number;
}

/** A row as published: a list of rewards where it asks for several products. */
export function row({ query = 'Looking for a 12 inch wheel.', products = [{}], voucher, keyword }: Parts = {}) {
  const rewards = products.map(reward);
  return {
    query,
    ...(keyword === undefined ? {} : { Knowledge_Attribute: keyword }),
    reward: rewards.length === 1 ? rewards[0] : rewards,
    ...(voucher === undefined ? {} : { voucher }),
  };
}

export function taskWith({ file = 'tasks.jsonl', line = 1, ...parts }: Parts = {}): LintTask {
  const task = readTask(row(parts), { file, line });
  if ('problem' in task) throw new Error(task.problem);
  return task;
}

/** What a counter finds in tasks offered one after another. */
export function foundIn(counter: Counter<LintTask>, ...tasks: readonly LintTask[]): readonly (readonly string[])[] {
  const look = counter.begin();
  return tasks.map((task) => look(task).found);
}

/** Over how many things a counter looked in one task. */
export const lookedAt = (counter: Counter<LintTask>, task: LintTask): number => counter.begin()(task).of;

/** A total of 1,000 for 880: 14 percent would be 140, and the cap of 120 binds. */
export const voucherWith = (changes: Partial<PublishedVoucher> = {}): PublishedVoucher => ({
  voucher_type: 'platform',
  threshold: 500,
  discount_type: 'percentage',
  face_value: null,
  discount: 0.14,
  cap: 120,
  price_after_voucher: 880,
  budget: 900,
  ...changes,
});

/** A total of 1,000 for 900. */
export const fixedVoucher = (changes: Partial<PublishedVoucher> = {}): PublishedVoucher =>
  voucherWith({
    discount_type: 'fixed',
    face_value: 100,
    discount: null,
    cap: null,
    price_after_voucher: 900,
    budget: 940,
    ...changes,
  });
