/**
 * Whether every slot can have a feature of its own: a perfect matching, by augmenting paths. Each slot is the set of the
 * features that fit it, one bit each.
 */
export function canFill(slots: readonly number[]): boolean {
  const slotOf = new Map<number, number>();
  const assign = (slot: number, tried: { bits: number }): boolean => {
    for (let rest = (slots[slot] as number) & ~tried.bits; rest !== 0; rest &= rest - 1) {
      const feature = 31 - Math.clz32(rest & -rest);
      if (tried.bits & (1 << feature)) continue;
      tried.bits |= 1 << feature;
      const holder = slotOf.get(feature);
      if (holder === undefined || assign(holder, tried)) {
        slotOf.set(feature, slot);
        return true;
      }
    }
    return false;
  };
  return slots.every((_, slot) => assign(slot, { bits: 0 }));
}
