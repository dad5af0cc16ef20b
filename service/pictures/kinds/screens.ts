import { inLanguage } from '../../store/bilingual.ts';
import { RED, stars, textAt, WIDTH } from '../svg.ts';
import { minuteOf, moneyIn, type PictureMaker, paymentIn, stateIn } from './kind.ts';

const titlesOf = (store: Parameters<typeof moneyIn>[0], ids: readonly string[]) =>
  ids.map((id) => store.products.get(id)?.title ?? id).join('; ');

const REVIEW = {
  author: 'Author|作者',
  rating: 'Stars|评分',
  product: 'Product|商品',
  text: 'Review|评价',
  order: 'Order|订单',
  date: 'Date|日期',
};

/** The page of a review that the customer has written. */
export const review: PictureMaker = {
  kind: 'review',
  name: 'Screenshot of a review|评价截图',
  facts: ({ store, order, product, says }) => {
    if (order === null) return null;
    const written = store.reviews.where('orderId', order.id)[0];
    const user = store.users.get(order.userId);
    const id = product?.id ?? written?.productId ?? order.lines[0]?.productId ?? '';
    const five = inLanguage('Very happy with it, just as described.|非常满意，和描述一致。', store.facts.language);
    return {
      order: order.id,
      product: store.products.get(id)?.title ?? id,
      rating: String(written?.rating ?? 5),
      text: says ?? written?.text ?? five,
      author: user?.name ?? '',
      date: (written?.at ?? store.facts.now).slice(0, 10),
    };
  },
  labels: REVIEW,
  draw: (page, facts, say) => {
    page.header(say('My Review|我的评价'));
    page.card(() => {
      page.add(textAt(30, page.y + 22, facts.author ?? '', { bold: true }));
      page.add(textAt(WIDTH - 30, page.y + 22, facts.date ?? '', { size: 15, fill: '#7a818c', anchor: 'end' }));
      page.add(stars(30, page.y + 50, Number(facts.rating)));
      page.y += 68;
      page.paragraph(facts.text ?? '', { size: 20 });
      page.y += 8;
      page.paragraph(facts.product ?? '', { size: 16, fill: '#7a818c' });
      page.row(say('Order|订单编号'), facts.order ?? '', { size: 15 });
    });
  },
};

const ORDER = {
  order: 'Order|订单编号',
  state: 'State|订单状态',
  product: 'Products|商品',
  total: 'Total|订单金额',
  date: 'Ordered|下单时间',
};

/** The page of an order. */
export const order: PictureMaker = {
  kind: 'order',
  name: 'Screenshot of an order|订单截图',
  facts: ({ store, order: shown }) =>
    shown && {
      order: shown.id,
      state: stateIn(store, shown),
      product: titlesOf(
        store,
        shown.lines.map(({ productId }) => productId),
      ),
      total: moneyIn(store, shown.totalMinor),
      date: minuteOf(shown.history[0]?.at ?? null),
    },
  labels: ORDER,
  draw: (page, facts, say) => {
    page.header(say('Order Details|订单详情'));
    page.card(() => page.paragraph(facts.state ?? '', { size: 24, bold: true, fill: RED }));
    page.card(() => page.paragraph(facts.product ?? '', { size: 18 }));
    page.card(() => {
      page.row(say(ORDER.order), facts.order ?? '');
      page.row(say(ORDER.date), facts.date ?? '');
      page.row(say(ORDER.total), facts.total ?? '', { bold: true });
    });
  },
};

const PAYMENT = {
  amount: 'Amount|支付金额',
  method: 'Method|支付方式',
  order: 'Order|订单编号',
  paid_at: 'Paid|支付时间',
};

/** The receipt of a payment. */
export const payment: PictureMaker = {
  kind: 'payment',
  name: 'Screenshot of a payment|支付截图',
  facts: ({ store, order: shown }) =>
    shown === null || shown.payment.paidAt === null
      ? null
      : {
          order: shown.id,
          amount: moneyIn(store, shown.totalMinor),
          method: paymentIn(store, shown),
          paid_at: minuteOf(shown.payment.paidAt),
        },
  labels: PAYMENT,
  ground: '#ffffff',
  draw: (page, facts, say) => {
    page.header(say('Payment|支付凭证'));
    page.y += 20;
    page.add(
      `<circle cx="${WIDTH / 2}" cy="${page.y + 34}" r="34" fill="#52c41a"/><path d="M${WIDTH / 2 - 15} ${page.y + 35} l11 11 l20 -22" stroke="#ffffff" stroke-width="6" fill="none"/>`,
    );
    page.y += 112;
    page.add(textAt(WIDTH / 2, page.y, facts.amount ?? '', { size: 34, bold: true, anchor: 'middle' }));
    page.y += 24;
    for (const name of ['method', 'order', 'paid_at'] as const) page.row(say(PAYMENT[name]), facts[name] ?? '');
  },
};

const PRICE = { product: 'Product|商品', item: 'Item number|商品编号', price: 'Price|价格', date: 'Date|日期' };

/** The page of a product with its number and price. */
export const price: PictureMaker = {
  kind: 'price',
  name: 'Screenshot of a product page|商品页面截图',
  facts: ({ store, product, says }) =>
    product && {
      product: product.title,
      item: product.id,
      price: says ?? moneyIn(store, product.priceMinor),
      date: store.facts.now.slice(0, 10),
    },
  labels: PRICE,
  draw: (page, facts, say) => {
    page.header(say('Product|商品详情'));
    page.add(
      `<rect x="12" y="${page.y}" width="${WIDTH - 24}" height="180" rx="12" fill="#dfe3e8"/><path d="M150 ${page.y + 140} l60 -70 l45 45 l30 -25 l55 50 z" fill="#b8bec6"/><circle cx="320" cy="${page.y + 55}" r="18" fill="#b8bec6"/>`,
    );
    page.y += 192;
    page.card(() => {
      page.paragraph(facts.price ?? '', { size: 32, bold: true, fill: RED });
      page.paragraph(facts.product ?? '', { size: 19 });
      page.row(say(PRICE.item), facts.item ?? '', { size: 15 });
      page.row(say(PRICE.date), facts.date ?? '', { size: 15 });
    });
  },
};

const SPECIFICATION = 'is ';
const SPEC_PRODUCT = { product: 'Product|商品' };

/** A detail image of a product: its table of specifications. */
export const specifications: PictureMaker = {
  kind: 'specifications',
  name: 'Detail image with a table of specifications|商品规格表图片',
  facts: ({ product }) =>
    product && {
      product: product.title,
      ...Object.fromEntries(product.specifications.map(({ name, value }) => [SPECIFICATION + name, value])),
    },
  labels: SPEC_PRODUCT,
  more: (facts) =>
    Object.entries(facts).flatMap(([name, value]) =>
      name.startsWith(SPECIFICATION) ? [{ label: name.slice(SPECIFICATION.length), value }] : [],
    ),
  ground: '#ffffff',
  draw: (page, facts, say) => {
    page.y = 16;
    page.paragraph(facts.product ?? '', { size: 21, bold: true });
    page.y += 14;
    page.add(`<rect x="20" y="${page.y}" width="${WIDTH - 40}" height="34" fill="#1c1f24"/>`);
    page.add(
      textAt(32, page.y + 23, say('Specifications|规格参数'), {
        size: 17,
        bold: true,
        fill: '#ffffff',
      }),
    );
    page.y += 36;
    for (const [name, value] of Object.entries(facts)) {
      if (!name.startsWith(SPECIFICATION)) continue;
      page.row(name.slice(SPECIFICATION.length), value);
      page.y += 4;
      page.add(`<rect x="20" y="${Math.round(page.y)}" width="${WIDTH - 40}" height="1" fill="#e3e6ea"/>`);
    }
  },
};
