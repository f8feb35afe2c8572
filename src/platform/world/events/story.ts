import type { Origin } from './origin.ts';

/** One kind of request that a rule saw. */
export interface Sighting {
  readonly method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'OPTIONS';
  /** Path and query; {@link DETAIL} stands for one of the story's details. */
  readonly path: string;
  readonly ruleId: string;
  readonly ruleGroup: string;
  /** `Message` of the log: what the rule calls it. */
  readonly message: string;
  readonly severity: '' | 'NOTICE' | 'WARNING' | 'CRITICAL';
  readonly status: 'Blocked' | 'Logged' | 'Challenged';
  /** `TriggerMatch`: the operator's short name and what it matched. */
  readonly trigger: readonly [operator: string, match: string];
  /** `UrlEncodedBody`. */
  readonly body?: string;
}

/** A place in a sighting's texts where one of the story's details goes. */
export const DETAIL = '\uE000';

/** One thing that goes on at the edge: who asks for what, and how much of it when. */
export interface Story {
  readonly name: string;
  readonly origins: readonly Origin[];
  /** How many /24s of each origin take part. */
  readonly subnets: number;
  readonly agents: readonly string[];
  readonly details: readonly string[];
  /** Those at the beginning are seen most. */
  readonly sightings: readonly Sighting[];
  /**
   * Entries a second at a minute (since the Unix epoch), beside the other stories: the stream as a
   * whole is scaled to its rate. `phase` shifts what recurs, so that zones differ.
   */
  weight(minute: number, phase: number): number;
}

/** Whether a minute is among the first `length` of every `period`. */
export const recurs = (
  minute: number,
  {
    period,
    length,
    phase,
  }: { readonly period: number; readonly length: number; readonly phase: number },
): boolean => (minute + phase) % period < length;
