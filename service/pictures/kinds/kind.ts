import { type Bilingual, inLanguage } from '../../store/bilingual.ts';
import { ORDER_STATES, PAYMENTS } from '../../store/published/labels.ts';
import { shownTime, units } from '../../store/published/views.ts';
import type { Language, Order, Picture, PictureKind, Store, StoreProduct } from '../../store/schema.ts';
import type { Page } from '../svg.ts';

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
  readonly label: string;
  readonly value: string;
}

/** A kind of picture: what it shows of some rows, as lines of text and drawn. */
export interface PictureMaker {
  readonly kind: PictureKind;
  readonly name: Bilingual;
  /** Null where the rows it needs are not there. */
  readonly facts: (subject: Subject) => Facts | null;
  /** Labels of its facts, in the order in which they are told. */
  readonly labels: Readonly<Record<string, Bilingual>>;
  /** Lines of facts that have no label of their own. */
  readonly more?: (facts: Facts) => readonly ShownLine[];
  /** The colour it is drawn on, where it is not that of a telephone's pages. */
  readonly ground?: string;
  /** Null for what is described and never drawn; `say` puts a label into the picture's language. */
  readonly draw: ((page: Page, facts: Facts, say: (label: Bilingual) => string) => void) | null;
}

/** The content of a picture: a line for each fact that is there, under its label. */
export const linesOf = ({ labels, more }: PictureMaker, facts: Facts, language: Language): ShownLine[] => [
  ...Object.entries(labels).flatMap(([name, label]) => {
    const value = facts[name];
    return value === undefined ? [] : [{ label: inLanguage(label, language), value }];
  }),
  ...(more?.(facts) ?? []),
];

export const moneyIn = (store: Store, minor: number): string => `${units(store, minor)} ${store.facts.currency}`;
export const stateIn = (store: Store, order: Order): string =>
  inLanguage(ORDER_STATES[order.state], store.facts.language);
export const paymentIn = (store: Store, order: Order): string =>
  inLanguage(PAYMENTS[order.payment.method], store.facts.language);
export const minuteOf = (time: string | null): string => shownTime(time)?.slice(0, 16) ?? '';
