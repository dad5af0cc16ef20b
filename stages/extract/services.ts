import type { TargetContext } from './dependencies.ts';

/** Adds the services of a target that can be said and that another product of its kind lacks. */
export function addServices(
  { collected, product, anyPeer, dependencies: { catalog } }: TargetContext,
  canSay: (service: string) => boolean,
): void {
  for (const service of [...product.services].sort()) {
    if (!canSay(service)) continue;
    const holders = catalog.serviceRows(service);
    if (!anyPeer((peer) => !holders.has(peer))) continue;
    collected.add({
      type: 'service_match',
      field: 'services',
      value: service,
      sources: ['query'],
      implicit: false,
      required: false,
    });
  }
}
