import type { Bilingual } from '../bilingual.ts';
import { inLanguage } from '../bilingual.ts';
import type {
  Gift,
  InvoiceType,
  Language,
  ListingState,
  OrderState,
  PaymentMethod,
  RefundReason,
  ServiceKind,
  ShipmentState,
  User,
  Weekday,
} from '../schema.ts';

/** Labels of states and kinds where they are shown: in ECom-Bench's words in Chinese, where it has one. */
export const ORDER_STATES: Readonly<Record<OrderState, Bilingual>> = {
  unpaid: 'Awaiting Payment|待付款',
  paid: 'Paid|已付款',
  processing: 'Processing|处理中',
  shipped: 'Shipped|已发货',
  in_transit: 'In Transit|运输中',
  delivered: 'Delivered|已送达',
  signed: 'Signed|已签收',
  completed: 'Completed|已完成',
  cancelled: 'Cancelled|已取消',
  returning: 'Returning|退货中',
  returned: 'Returned|已退货',
  refunded: 'Refunded|已退款',
  refund_only: 'Refund-Only|仅退款',
};
export const SHIPMENT_STATES: Readonly<Record<ShipmentState, Bilingual>> = {
  created: 'Created|已创建',
  picked_up: 'Picked Up|已揽收',
  in_transit: 'In Transit|运输中',
  out_for_delivery: 'Out for Delivery|派送中',
  delivered: 'Delivered|已送达',
  signed: 'Signed|已签收',
  intercepted: 'Intercepted|已拦截',
};
export const PAYMENTS: Readonly<Record<PaymentMethod, Bilingual>> = {
  bank_card: 'Bank Card|银行卡',
  e_card: 'E-Card|京东E卡',
  wechat: 'WeChat|微信',
  alipay: 'Alipay|支付宝',
};
export const LISTINGS: Readonly<Record<ListingState, Bilingual>> = {
  on_sale: 'On Sale|已上架',
  off_shelf: 'Off Shelf|已下架',
};
export const INVOICES: Readonly<Record<InvoiceType, Bilingual>> = {
  personal: 'Personal Invoice|个人发票',
  company: 'Company Invoice|企业发票',
  vat_special: 'Special VAT Invoice|增值税专用发票',
};
export const SERVICES: Readonly<Record<ServiceKind, Bilingual>> = {
  repair: 'Repair|维修',
  inspect: 'Inspection|检查',
  install: 'Installation|安装',
};
export const WEEKDAYS: Readonly<Record<Weekday, Bilingual>> = {
  monday: 'Monday|周一',
  tuesday: 'Tuesday|周二',
  wednesday: 'Wednesday|周三',
  thursday: 'Thursday|周四',
  friday: 'Friday|周五',
  saturday: 'Saturday|周六',
  sunday: 'Sunday|周日',
};
export const GIFT_STATES: Readonly<Record<Gift['state'], Bilingual>> = {
  promised: 'To Be Sent|待寄出',
  due: 'To Be Sent|待寄出',
  sent: 'Sent|已寄出',
  received: 'Received|已收到',
  void: 'Void|已失效',
};
export const REFUND_REASONS: Readonly<Record<RefundReason, Bilingual>> = {
  cancel: 'Cancellation|取消订单',
  return: 'Return|退货',
  refund_only: 'Refund-Only|仅退款',
  price_protection: 'Price Protection|价保',
  other: 'Other|其他',
};
export const GENDERS: Readonly<Record<User['gender'], Bilingual>> = { female: 'Female|女', male: 'Male|男' };

/** The key of a label, in either language; undefined where no key is called so. */
export function keyOf<K extends string>(labels: Readonly<Record<K, Bilingual>>, label: string): K | undefined {
  return (Object.keys(labels) as K[]).find((key) => (labels[key] as string).split('|').includes(label));
}

/** All labels in a language, in the order of the table. */
export const labelsIn = <K extends string>(
  labels: Readonly<Record<K, Bilingual>>,
  language: Language,
): [string, ...string[]] =>
  Object.values<Bilingual>(labels).map((label) => inLanguage(label, language)) as [string, ...string[]];

/** Names of fields, as ECom-Bench publishes them and in English. */
const FIELDS = {
  用户ID: 'user_id',
  订单ID: 'order_id',
  店铺ID: 'shop_id',
  商品ID: 'product_id',
  平台: 'platform',
  订单状态: 'order_state',
  订单总金额: 'total_amount',
  是否加急: 'is_urgent',
  订单商品列表: 'products',
  单价: 'unit_price',
  数量: 'quantity',
  收货地址: 'shipping_address',
  收件人姓名: 'recipient',
  电话号码: 'phone_number',
  国家: 'country',
  省份: 'province',
  城市: 'city',
  区县: 'district',
  详细地址: 'street',
  支付方式: 'payment',
  备注: 'remarks',
  用户姓名: 'user_name',
  性别: 'gender',
  年龄: 'age',
  电子卡余额: 'ecard_balance',
  地址信息: 'address',
  物流单号: 'tracking_number',
  物流公司: 'carrier',
  预计送达时间: 'expected_at',
  实际送达时间: 'delivered_at',
  收件人信息: 'receiver',
  收件人电话: 'receiver_phone',
  收件人地址: 'receiver_address',
  物流轨迹: 'events',
  时间: 'time',
  状态: 'state',
  位置: 'place',
  描述: 'description',
  操作人: 'by',
  商品名称: 'product_name',
  商品状态: 'product_state',
  商品价格: 'price',
  商品描述: 'product_description',
  商品规格: 'specifications',
  商品选项: 'options',
  可换货商品: 'exchangeable_products',
  赠品信息: 'gifts',
  赠品名称: 'gift_name',
  赠品描述: 'gift_description',
  辅材材料: 'materials',
  辅材名称: 'material_name',
  辅材描述: 'material_description',
  安装说明: 'installation',
  维修说明: 'repair',
  常见故障: 'faults',
  故障代码: 'fault_code',
  故障名称: 'fault_name',
  故障解决方案: 'remedy',
  故障信息: 'fault',
  发票: 'invoice',
  发票类型: 'invoice_type',
  发票抬头: 'title',
  赠品: 'order_gifts',
  应寄时间: 'due_at',
  上门服务: 'visits',
  退款记录: 'refunds',
  退款原因: 'refund_reason',
  退款金额: 'refund_amount',
  服务类型: 'service_type',
  预约日期: 'weekday',
  政策名称: 'promotion',
  有效期: 'valid',
  详情: 'details',
  类型: 'kind',
  示例: 'example',
  来源: 'source',
} as const;
type FieldName = keyof typeof FIELDS;

/** A record under its Chinese names, such as a view of a row. */
export type View = { readonly [name: string]: unknown };

/** A view with the names of a language; names that are no fields, such as ids, stay. */
export function named(view: unknown, language: Language): unknown {
  if (language === 'zh') return view;
  if (Array.isArray(view)) return view.map((one) => named(one, language));
  if (typeof view !== 'object' || view === null) return view;
  return Object.fromEntries(
    Object.entries(view).map(([name, value]) => [FIELDS[name as FieldName] ?? name, named(value, language)]),
  );
}
