import type { Order, Picture } from '../store/schema.ts';
import type { Reason } from './rule.ts';

/** Tells whether a picture shows a review of the order, and not only something the customer calls one. */
export const showsReviewOf = (picture: Picture, order: Order): boolean =>
  picture.kind === 'review' && (picture.facts.order === undefined || picture.facts.order === order.id);

/** Tells whether a picture proves a claim about goods. */
export const proves = ({ proves: proven }: Picture, reason: Reason): boolean => proven === reason;
