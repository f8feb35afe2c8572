import type { ItemKind } from '../state/item-kinds.ts';

/** What can change about a thing that is watched. */
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

/** `bad` needs somebody, `warn` may, `good` is a return to normal, `info` is neither. */
export const FACT_SEVERITIES = ['bad', 'warn', 'good', 'info'] as const;

export type FactSeverity = (typeof FACT_SEVERITIES)[number];

/** One difference between two answers about the same thing. All texts are hostile. */
export interface Difference {
  readonly kind: FactKind;
  readonly severity: FactSeverity;
  /** Which part of the thing: `DE pod-1 web`; empty for the thing as a whole. */
  readonly place: string;
  /** What it was and what it became; null for what was, or is, not there. */
  readonly from: string | null;
  readonly to: string | null;
}

/** What the status of a thing as a whole was, or became, that the service does not know, or knows again. */
export const THERE = 'there';

/** What a fact is about: a thing of the workspace, or the connection to the service. */
export interface FactSubject {
  readonly kind: ItemKind | 'service';
  /** Its identifier; empty for the service. Hostile text. */
  readonly id: string;
}

/**
 * A difference, and when it came about: after one answer and not later than the next. It is never said to be sharper
 * than that. Wall clock, milliseconds.
 */
export interface Fact extends Difference {
  readonly subject: FactSubject;
  /** When the answer came that did not show it yet; null when it was so in the first answer there was. */
  readonly after: number | null;
  /** When the answer came that showed it. */
  readonly by: number;
}

/**
 * How the newest fact of a kind about a place of one thing, whose `to` begins so, was told; undefined when there is none.
 * What hovers around a bound is told again only once it has come far enough from what was told.
 */
export type LastTold = (kind: FactKind, place: string, start: string) => FactSeverity | undefined;

/** A subject as one text: a key of maps. */
export const subjectKey = ({ kind, id }: FactSubject): string => `${kind} ${id}`;

/** A thing that was not asked for this long was not watched, milliseconds. */
export const UNWATCHED = 120_000;
