import type { Catalog } from '../catalog/index.ts';
import { defineStage, keep } from '../pipeline/stage.ts';
import { isJudgedTogether, lockedFeature, type Rubric } from '../shopping/kinds/index.ts';
import { type Locked, LockedTask, PartitionedTask } from '../shopping/task.ts';
import { digestOf } from '../text/digest.ts';
import { DEFAULT_CURRENCY } from '../text/money.ts';

/** The digest that must not change once a writer has run. */
export const lockDigestOf = (locked: Locked): string => digestOf('lock', locked);

/**
 * Turns the placed features into typed rubrics and seals them. Ids run in the order query, persona, clarification,
 * what is judged of all targets together, noun phrases, as published; nothing written later may change what the digest covers.
 */
export const lock = (catalog: Pick<Catalog, 'productById'>) =>
  defineStage({
    name: 'lock',
    input: PartitionedTask,
    output: LockedTask,
    rejections: {},

    run(task) {
      const { placed, unused, candidatesTried: _tried, ...planned } = task;
      const joint = placed.filter(({ feature }) => isJudgedTogether(feature));
      const ordered = [...placed.filter((item) => !joint.includes(item)), ...joint];
      const rubrics = ordered.map(({ feature, source: info_source }, index): Rubric => {
        const target = catalog.productById(task.targetIds[feature.target ?? 0] as string);
        const currency = target?.currency ?? DEFAULT_CURRENCY;
        return lockedFeature(feature, { id: `r${index + 1}`, info_source, currency });
      });
      for (const [target, { phrase, titleSpan }] of task.entities.entries()) {
        rubrics.push({
          id: `r${rubrics.length + 1}`,
          type: 'entity_match',
          field: 'title',
          ...(task.entities.length > 1 ? { target } : {}),
          expected_value: phrase,
          info_source: 'query',
          description: `its title or its category names it: "${phrase}"`,
          canonical_entity: phrase,
          title_span: titleSpan,
        });
      }
      const budget = rubrics.find((rubric) => rubric.type === 'budget_match');
      const locked: Locked = {
        rubrics,
        implicit_rubric_ids: ordered.flatMap(({ expression }, index) =>
          expression === 'implicit' ? [`r${index + 1}`] : [],
        ),
        voucher: budget?.expected_value.voucher ?? null,
      };
      return keep({
        ...planned,
        locked,
        lockDigest: lockDigestOf(locked),
        extracted: [...placed.map(({ feature }) => feature), ...unused],
      });
    },
  });
