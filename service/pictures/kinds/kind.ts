import { type Bilingual, inLanguage } from '../../store/bilingual.ts';
import { ORDER_STATES, PAYMENTS } from '../../store/published/labels.ts';
import { shownTime, units } from '../../store/published/views.ts';
import type { Language, Order, Picture, PictureKind, Store, StoreProduct } from '../../store/schema.ts';

/** The rows a picture can show; which of them it needs, its kind knows. */
interface Subject {
  readonly store: Store;
  readonly order: Order | null;
  readonly product: StoreProduct | null;
  /** The code on a display, where it is about one. */
  readonly faultCode?: string;
  /** Text for what photographs of goods show; on screens, for a review's text or a price. */
  readonly says?: string;
}

type Facts = Picture['facts'];

/** One line of what a picture shows. */
interface ShownLine {
  /** Null for text that stands by itself. */
  readonly label: string | null;
  readonly value: string;
}

/** A kind of picture: what it shows of some rows, as lines of text and drawn. */
export interface PictureMaker {
  readonly kind: PictureKind;
  readonly name: Bilingual;
  /** Null where the rows it needs are not there. */
  readonly facts: (subject: Subject) => Facts | null;
  readonly lines: (facts: Facts, language: Language) => readonly ShownLine[];
  /** Null for what is described and never drawn. */
  readonly draw: ((facts: Facts, language: Language) => string) | null;
}

/** A line for each fact that is there, under its label. */
export const labelled = (facts: Facts, language: Language, labels: Readonly<Record<string, Bilingual>>): ShownLine[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const value = facts[name];
    return value === undefined ? [] : [{ label: inLanguage(label, language), value }];
  });

export const moneyIn = (store: Store, minor: number): string => `${units(store, minor)} ${store.facts.currency}`;
export const stateIn = (store: Store, order: Order): string =>
  inLanguage(ORDER_STATES[order.state], store.facts.language);
export const paymentIn = (store: Store, order: Order): string =>
  inLanguage(PAYMENTS[order.payment.method], store.facts.language);
export const minuteOf = (time: string | null): string => shownTime(time)?.slice(0, 16) ?? '';
/** The time on a telephone's screen. */
export const CLOCK = '9:41';
