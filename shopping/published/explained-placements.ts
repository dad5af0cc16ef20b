import { z } from 'zod';
import type { Entry } from '../../schemas/task-life.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { factText } from '../kinds/index.ts';
import { TriedPlacement } from '../placement.ts';
import { Locked, type PlacedFeature } from '../task.ts';

const MOST_SHOWN = 5;

type Weighed = Extract<TriedPlacement, { kind: 'weighed' }>;

const keyOf = (source: string, field: string, value: unknown) => JSON.stringify([source, field, value]);
const placesOf = ({ placed, phrase }: Weighed) =>
  [
    ...placed.map(({ feature: { field, value }, source }) => keyOf(source, field, value)).sort(),
    ...(phrase === null ? [] : [phrase]),
  ].join('\n');

/** The placement that the lock has, as it is compared with those tried; empty where nothing was locked. */
const lockedPlaces = (locked: Locked | null) => {
  const [named, others] = partitioned(locked?.rubrics ?? [], ({ type }) => type === 'entity_match');
  return [
    ...others.map(({ info_source, field, expected_value }) => keyOf(info_source, field, expected_value)).sort(),
    ...(named.length === 1 ? [named[0]?.expected_value] : []),
  ].join('\n');
};

/** Those that pass a test, and the others. */
function partitioned<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

function placesText({ placed, phrase, left }: Weighed, isOneOfSeveral: boolean): string {
  const from = (source: PlacedFeature['source'], expression?: PlacedFeature['expression']) =>
    placed
      .filter((one) => one.source === source && (expression === undefined || one.expression === expression))
      .map(({ feature }) => factText(feature));
  const parts = {
    'the query': from('query', 'explicit'),
    clues: from('query', 'implicit'),
    'the persona': from('persona'),
    'the clarification': from('clarification'),
  };
  const asked = isOneOfSeveral ? [`asked for: ${phrase}`] : [];
  const said = Object.entries(parts).flatMap(([name, facts]) =>
    facts.length === 0 ? [] : `${name}: ${facts.join(', ')}`,
  );
  const { all, withoutPersona, withoutClarification, queryAlone } = left;
  const counts = [`${counted(all, 'answer')} left`];
  if (withoutPersona !== null) counts.push(`${formatCount(withoutPersona)} without the persona`);
  if (withoutClarification !== null) counts.push(`${formatCount(withoutClarification)} without the clarification`);
  if (queryAlone !== null) counts.push(`${formatCount(queryAlone)} with the query alone`);
  return `${[...asked, ...said].join('; ')}; ${counts.join(', ')}`;
}

const LockRecord = z.looseObject({ locked: Locked });

/** The placements that were tried: how many came to nothing and why, the one that was taken, and the best of the others. */
export function placementEntries(observed: readonly unknown[], record: unknown): Entry[] {
  if (observed.length === 0) return [];
  const tried = observed.map((one) => TriedPlacement.parse(one));
  const locked = LockRecord.safeParse(record).data?.locked ?? null;

  const obstacles = new Map<string, number>();
  for (const one of tried)
    if (one.kind === 'impossible') obstacles.set(one.obstacle, (obstacles.get(one.obstacle) ?? 0) + 1);
  const weighed = tried.filter((one) => one.kind === 'weighed');
  const taken = lockedPlaces(locked);
  const distinct = weighed.filter((one, at) => weighed.findIndex((other) => placesOf(other) === placesOf(one)) === at);
  const isTaken = (one: Weighed) => placesOf(one) === taken;
  const best = distinct.toSorted(
    (a, b) => Number(isTaken(b)) - Number(isTaken(a)) || a.left.all - b.left.all || a.number - b.number,
  );
  const severalNames = new Set(tried.map(({ phrase }) => phrase)).size > 1;
  const others = best.length - MOST_SHOWN;
  return [
    {
      name: 'drawn',
      text: `${counted(tried.length, 'time')}, with ${counted(distinct.length, 'different placement')}`,
    },
    ...[...obstacles].map(([obstacle, times]) => ({ name: '', text: `${counted(times, 'draw')}: ${obstacle}` })),
    ...best.slice(0, MOST_SHOWN).map((one) => ({
      name: isTaken(one) ? `taken, ${one.number}` : `number ${one.number}`,
      text: placesText(one, severalNames),
    })),
    ...(others > 0 ? [{ name: '', text: `and ${counted(others, 'other')}` }] : []),
  ];
}
