import { z } from 'zod';
import { picturesIn } from '../../../service/pictures/link.ts';
import { pictureText } from '../../../service/pictures/text.ts';
import { parcelOf } from '../../../service/store/order-states.ts';
import type { View } from '../../../service/store/published/labels.ts';
import {
  faultView,
  giftsView,
  installationText,
  materialsView,
  productBase,
  productView,
  promotionView,
  repairText,
  shipmentView,
  userView,
} from '../../../service/store/published/views.ts';
import type { Language, StoreProduct } from '../../../service/store/schema.ts';
import {
  defineServiceTool,
  inSession,
  type ServiceTool,
  type Session,
  WrongCall,
} from '../../../service/tools/tool.ts';
import { argumentsIn, orderOf, productOf, shopOf, userOf, view } from './arguments.ts';

/** The tools that read: customers, parcels, discounts and all that is known of products. */
export function readTools(language: Language): ServiceTool[] {
  const { platform, shop_id, user_id, order_id, product_id, described, text } = argumentsIn(language);
  const product = z.strictObject({ platform, shop_id, product_id });
  /** A tool that reads one thing about a product. */
  const ofProduct = (
    name: string,
    description: string,
    shown: (found: StoreProduct, session: Session) => View,
  ): ServiceTool =>
    defineServiceTool({
      name,
      description: text(description),
      kind: 'read',
      input: product,
      run: (args, session) => ({ shows: view(session, shown(productOf(session, args), session)) }),
    });
  return [
    defineServiceTool({
      name: 'get_user_info',
      description: text('Reads what is on record of the customer.|用于获取用户保存的信息。'),
      kind: 'read',
      input: z.strictObject({ user_id }),
      run: (args, session) => ({ shows: view(session, userView(session.store, userOf(session, args))) }),
    }),
    defineServiceTool({
      name: 'get_user_orders_info',
      description: text('Lists the ids of all orders of the customer in a shop.|用于获取用户在店铺的所有订单ID。'),
      kind: 'read',
      input: z.strictObject({ platform, shop_id, user_id }),
      run(args, session) {
        userOf(session, args);
        shopOf(session, args);
        const orders = session.store.orders
          .where('userId', args.user_id)
          .filter(({ merchantId }) => merchantId === args.shop_id);
        return { shows: view(session, { 订单ID: orders.map(({ id }) => id) }) };
      },
    }),
    defineServiceTool({
      name: 'get_logistics_info',
      description: text('Reads the parcel of an order and where it has been.|用于获取订单的物流信息与轨迹。'),
      kind: 'read',
      input: z.strictObject({ platform, shop_id, order_id, user_id }),
      run(args, session) {
        const order = orderOf(session, args);
        const parcel = parcelOf(session.store, order.id);
        return parcel === undefined
          ? { shows: { message: inSession(session, 'The order has no parcel yet.|该订单暂无物流信息，尚未发货。') } }
          : { shows: view(session, shipmentView(session.store, parcel)) };
      },
    }),
    defineServiceTool({
      name: 'get_discount_info',
      description: text('Reads the discounts of a shop.|用于获取店铺的优惠政策。'),
      kind: 'read',
      input: z.strictObject({ platform, shop_id }),
      run(args, session) {
        shopOf(session, args);
        const { now } = session.store.facts;
        const open = session.store.promotions
          .where('merchantId', args.shop_id)
          .filter(({ from, until }) => from <= now && now < until);
        const [promotion] = open;
        return promotion === undefined
          ? { shows: { message: inSession(session, 'The shop has no discounts now.|店铺当前没有优惠活动。') } }
          : { shows: view(session, promotionView(session.store, promotion)) };
      },
    }),
    defineServiceTool({
      name: 'get_image_info',
      description: text(
        'Tells what pictures of the conversation show. The history has to hold their whole links.|图像识别工具：当对话中包含图片链接且需要图片内容时调用，对话上下文必须包含图片完整链接。',
      ),
      kind: 'read',
      input: z.strictObject({
        summarized_query: described('What the customer wants of the picture|根据上下文总结顾客对图片的需求'),
        needed_query: described('What is to be read from the picture|希望从图片中提取到的信息内容'),
        history_messages: described(
          'The conversation, with the links of the pictures|对话上下文，必须包含图片完整链接',
        ),
      }),
      output: z.looseObject({ pictures: z.array(z.object({ link: z.string(), description: z.string() })) }),
      run({ summarized_query, needed_query, history_messages }, session) {
        const sent = picturesIn([history_messages, summarized_query, needed_query].join('\n'), session.talk.evidence);
        if (sent.length === 0)
          throw new WrongCall(
            'No picture of this conversation is named; the history has to hold its whole link.|对话上下文中没有图片链接，请检查参数。',
          );
        return {
          shows: { pictures: sent.map(({ link, picture }) => ({ link, description: pictureText(picture, language) })) },
        };
      },
    }),
    ofProduct(
      'get_repair_info',
      'Reads the terms of repair of a product.|用于获取商品的维修服务说明。',
      (found, session) => ({
        ...productBase(session.store, found),
        维修说明:
          repairText(session.store, found) ?? inSession(session, 'This product has no warranty.|该商品没有维修说明。'),
      }),
    ),
    ofProduct(
      'get_auxiliary_materials_info',
      'Reads what is needed to install a product.|用于获取商品的辅材信息。',
      (found, { store }) => ({ ...productBase(store, found), 辅材材料: materialsView(found) }),
    ),
    ofProduct(
      'get_gift_info',
      'Reads the presents that come with a product.|用于获取商品的赠品信息。',
      (found, { store }) => ({ ...productBase(store, found), 赠品信息: giftsView(found) }),
    ),
    ofProduct(
      'get_installation_service_info',
      'Reads how a product is installed and what that costs.|用于获取商品的安装说明与费用。',
      (found, session) => ({
        ...productBase(session.store, found),
        安装说明:
          installationText(session.store, found) ??
          inSession(session, 'This product is not installed by the shop.|该商品无需上门安装。'),
      }),
    ),
    ofProduct('get_product_info', 'Reads the details of a product.|用于获取商品详情。', (found, { store }) =>
      productView(store, found),
    ),
    defineServiceTool({
      name: 'get_fault_code_info',
      description: text('Reads what a code on a product’s display means.|用于获取商品故障码对应的故障信息。'),
      kind: 'read',
      input: product.extend({ fault_code: described('The code on the display|商品故障码') }),
      run(args, session) {
        const found = productOf(session, args);
        const fault = found.faultCodes.find(({ code }) => code === args.fault_code);
        return fault === undefined
          ? {
              shows: {
                message: inSession(
                  session,
                  'The product has no fault code "{code}".|该商品没有故障代码{code}的信息。',
                  { code: args.fault_code },
                ),
              },
            }
          : { shows: view(session, { ...productBase(session.store, found), 故障信息: faultView(fault) }) };
      },
    }),
    defineServiceTool({
      name: 'compare_products_info',
      description: text(
        'Reads the details of several products of a shop, side by side.|用于对比同一店铺下多个商品的信息。',
      ),
      kind: 'read',
      input: z.strictObject({
        shop_id,
        platform,
        product_ids: z.array(z.string()).min(1).max(10).describe(text('The ids of the products|待对比的商品ID列表')),
      }),
      output: z.looseObject({ products: z.array(z.looseObject({})) }),
      run({ product_ids, ...shop }, session) {
        const products = product_ids.map((id) => productOf(session, { ...shop, product_id: id }));
        return { shows: { products: products.map((one) => view(session, productView(session.store, one))) } };
      },
    }),
  ];
}
