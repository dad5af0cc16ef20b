import type { Product } from '../../schemas/product.ts';
import { askedFieldOf } from '../../shopping/dialogue/slot-words.ts';
import { fieldNameOf, type Rubric } from '../../shopping/kinds/index.ts';
import { type Publication, provenanceOf, worded } from '../../stages/shopping/publication.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { dialogueOf } from './dialogue.ts';
import { isAttribute } from './needs.ts';
import { type InstructionProof, Scenario, type ShopsimulatorSample } from './sample.ts';
import { instructionOf, type Wording } from './wording.ts';

/** The line of a sample, keys in the order they are written. */
export function publish(publication: Publication<Wording, InstructionProof>): ShopsimulatorSample {
  const { task, wording, proof, targets } = publication;
  const [target] = targets;
  const { rubrics, implicit_rubric_ids } = task.locked;
  const sku = rubrics.find((rubric) => rubric.type === 'sku_match');
  return {
    instruction: instructionOf(wording),
    target_product: target.title,
    target_options: sku?.expected_value ?? {},
    target_attributes: rubrics.filter(isAttribute).flatMap((rubric) => attributeText(rubric)),
    id: task.id,
    intent: Scenario.parse(task.intent),
    family: 'shopsimulator',
    query: wording.query,
    opening: wording.goal === null ? null : wording.query,
    profile: wording.profile,
    knowledge: wording.script.clarification_slots.map((slot) => {
      const rubric = rubrics.find(({ id }) => id === slot.linked_rubric_ids[0]) as Rubric;
      return {
        slot_id: slot.slot_id,
        topic: dialogueOf(askedFieldOf(rubric)).label,
        rubric_ids: slot.linked_rubric_ids,
        trigger_keywords: slot.trigger_keywords,
        answer: slot.user_response,
        objection: wording.objections[slot.slot_id] as string,
      };
    }),
    target: targetOf(target),
    attributes: rubrics.filter(isAttribute).map(({ id, field, type, expected_value }) => ({
      rubric_id: id,
      field: fieldNameOf({ field }),
      type: type as 'attribute_match' | 'numeric_range',
      expected_value,
    })),
    price_bound: priceBound(rubrics, target),
    rubrics: rubrics.map(worded(wording)),
    implicit_rubric_ids,
    lock: { digest: task.lockDigest },
    proof,
    provenance: {
      ...provenanceOf(task.seed, publication),
      group: proof.shelf.id,
      raw_file: target.origin.file,
      raw_line: target.origin.line,
    },
  };
}

/** An attribute as the paper lists it: its value, a quantity by its bounds. */
function attributeText(rubric: Rubric): string[] {
  if (rubric.type === 'attribute_match') return [rubric.expected_value].flat();
  return [rubric.description];
}

function targetOf(target: Product): ShopsimulatorSample['target'] {
  const { priceMinor, currency } = target;
  if (priceMinor === null || currency === null) throw new RangeError(`"${target.id}" has no price`);
  return {
    product_id: target.id,
    title: target.title,
    store: target.store,
    brand: target.brand,
    category: target.category,
    price: priceMinor / minorUnitsOf(currency),
    currency,
  };
}

function priceBound(rubrics: readonly Rubric[], { id, currency }: Product): ShopsimulatorSample['price_bound'] {
  const rubric = rubrics.find(({ type, field }) => type === 'numeric_range' && field === 'price');
  if (rubric?.type !== 'numeric_range' || rubric.expected_value.max === undefined || currency === null)
    throw new RangeError(`nothing bounds the price of "${id}"`);
  return { rubric_id: rubric.id, max: rubric.expected_value.max, currency };
}
