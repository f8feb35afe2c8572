import type { ItemKind } from '../state/item-kinds.ts';

/** What can change about a watched item. */
export const FACT_KINDS = [
  'health',
  'status',
  'restart',
  'exit',
  'image',
  'instances',
  'pod',
  'heartbeat',
  'volume',
  'latency',
  'grade',
  'scan',
  'record',
  'burst',
  'rate',
  'watch',
  'connection',
  'change',
] as const;

export type FactKind = (typeof FACT_KINDS)[number];

/** `bad` needs action, `warn` may, `good` is a recovery, `info` is neutral. */
export const FACT_SEVERITIES = ['bad', 'warn', 'good', 'info'] as const;

export type FactSeverity = (typeof FACT_SEVERITIES)[number];

/** A difference between two answers about one item. All texts are hostile. */
export interface Difference {
  readonly kind: FactKind;
  readonly severity: FactSeverity;
  /** The part of the item, such as `DE pod-1 web`; empty for the whole. */
  readonly place: string;
  /** Old and new value; null if absent. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The value of a health fact for an item without issues. */
export const NO_ISSUES = 'no issues';

/** The status value of an item that exists, for facts about items that disappear or return. */
export const THERE = 'there';

/** A workspace item, or the connection to the service. */
export interface FactSubject {
  readonly kind: ItemKind | 'service';
  /** Empty for the service. Hostile text. */
  readonly id: string;
}

/** A difference and when it happened: after one answer and at latest by the next. Wall clock, milliseconds. */
export interface Fact extends Difference {
  readonly subject: FactSubject;
  /** Time of the last answer without it; null if the first answer already had it. */
  readonly after: number | null;
  /** Time of the answer that showed it. */
  readonly by: number;
}

/**
 * The severity of the newest fact of a kind about a place of one item whose `to` starts with `start`, if any. A value
 * near a threshold is reported again only after a clear change.
 */
export type LastSeverity = (
  kind: FactKind,
  place: string,
  start: string,
) => FactSeverity | undefined;

export const subjectKey = ({ kind, id }: FactSubject): string => `${kind} ${id}`;

/** An item without answers for this long was not watched, in milliseconds. */
export const UNWATCHED = 120_000;

/**
 * A change is dated by the answer that showed it if the one before is at most this old, in milliseconds: two polls of a
 * pane that is not on screen, at the default interval, and time for slow answers. Otherwise that time is an upper bound.
 */
export const DATED_MS = 90_000;

/** How often an unchanged answer is kept, in milliseconds. */
export const SAMPLE_INTERVAL_MS = 300_000;

/** Minimum time between two writes of an item's watched span, in milliseconds. The maximum is a minute. */
export const SPAN_INTERVAL_MS = 30_000;

/** The written end of a watched span is at most this old while the watch runs, in milliseconds. */
export const KEPT_AFTER_MS = 60_000 + UNWATCHED;

/** How long facts and answers are kept, in milliseconds. What lasts is kept longer. */
export const RETENTION_MS = 7 * 86_400_000;
