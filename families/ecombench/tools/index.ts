import type { Language } from '../../../service/store/schema.ts';
import type { ServiceTool } from '../../../service/tools/tool.ts';
import { orderTools } from './orders.ts';
import { readTools } from './reads.ts';
import { serviceTools } from './services.ts';

/** The order in which ECom-Bench publishes its tools. */
const PUBLISHED = [
  'get_user_info',
  'get_user_orders_info',
  'get_logistics_info',
  'get_discount_info',
  'get_image_info',
  'get_repair_info',
  'manage_return',
  'manage_exchange',
  'manage_urgent',
  'get_auxiliary_materials_info',
  'get_gift_info',
  'manage_ecard',
  'get_installation_service_info',
  'get_product_info',
  'manage_order',
  'schedule_service',
  'get_fault_code_info',
  'register_cashback_by_review',
  'compare_products_info',
  'manage_invoice',
  'transfer_to_specialist',
];

const made = new Map<Language, readonly ServiceTool[]>();

/**
 * ECom-Bench's 21 tools in a language, under the names its tasks give them; its servers add `_tool` to each. In Chinese
 * arguments and results are the published ones, in English they are the same in English words.
 */
export function ecombenchTools(language: Language): readonly ServiceTool[] {
  let tools = made.get(language);
  if (tools === undefined) {
    const all = [...readTools(language), ...orderTools(language), ...serviceTools(language)];
    tools = PUBLISHED.map((name) => all.find((tool) => tool.name === name) as ServiceTool);
    made.set(language, tools);
  }
  return tools;
}
