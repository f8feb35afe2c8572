import { regionCounts } from '../state/app-issues.ts';
import { itemKinds } from '../state/item-kinds.ts';
import type { Workspace } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { width } from '../text/width.ts';
import { type Fact, type FactKind, type FactSeverity, subjectKey, THERE } from './fact.ts';

/** Similar facts about one item from one answer, shown as one row, such as seven restarted pods. */
export interface FactGroup {
  readonly id: string;
  /** {@link sharedSentence} is true for each. */
  readonly facts: readonly [Fact, ...Fact[]];
  /** Name of the item. Hostile text. */
  readonly name: string;
}

/** Severities, most important first. */
export const SEVERITY_ORDER: readonly FactSeverity[] = ['bad', 'warn', 'good', 'info'];

/** Rows of facts: newest first, then worst first. */
export function factGroups(facts: readonly Fact[], workspace: Workspace): readonly FactGroup[] {
  const names = new Map<string, string>();
  for (const kind of itemKinds) {
    for (const { id, name } of workspace[kind]) names.set(subjectKey({ kind, id }), name);
  }
  const groups = Map.groupBy(facts, groupOf);
  return [...groups]
    .flatMap(([id, [first, ...more]]): readonly FactGroup[] => {
      if (!first) return [];
      const { subject } = first;
      const name = names.get(subjectKey(subject)) ?? (subject.id || 'service');
      return [{ id, facts: [first, ...more], name }];
    })
    .sort(
      (a, b) =>
        b.facts[0].by - a.facts[0].by ||
        SEVERITY_ORDER.indexOf(a.facts[0].severity) - SEVERITY_ORDER.indexOf(b.facts[0].severity) ||
        a.name.localeCompare(b.name),
    );
}

const groupOf = (fact: Fact): string =>
  `${fact.by} ${subjectKey(fact.subject)} ${fact.kind} ${fact.severity} ${restartsMore(fact) ?? factSentence(fact)}`;

/** The number of changes wherever it is said: that of the rows of the Timeline. */
export const changesIn = (facts: readonly Fact[]): number => new Set(facts.map(groupOf)).size;

/** Signs that show the severity without colours. */
export const FACT_SIGNS: Readonly<Record<FactSeverity, Printable>> = {
  bad: words`✖`,
  warn: words`!`,
  good: words`✓`,
  info: words`·`,
};

const fromTo = ({ from, to }: Fact): Printable =>
  words`${printable(from ?? 'none')} → ${printable(to ?? 'none')}`;

/** An image change without the common prefix: `shop:3.18.3 → 3.18.4`. */
function imageText({ from, to }: Fact): Printable {
  if (from === null || to === null) return words`image ${printable(to ?? from ?? '')}`;
  // By hand: a regular expression would take quadratic time on a long name.
  const parts = (image: string) => {
    const start = Math.max(...['/', ':', '@'].map((sign) => image.lastIndexOf(sign))) + 1;
    return [image.slice(0, start), image.slice(start)];
  };
  const [[before = '', was = ''], [after = '', is = '']] = [parts(from), parts(to)];
  if (before !== after) return words`image ${printable(from)} → ${printable(to)}`;
  const name = before.split('/').at(-1) ?? '';
  return words`image ${printable(name)}${printable(was)} → ${printable(is)}`;
}

/** The service's grades, worst first. */
const GRADES: readonly (string | null)[] = ['couldBeBetter', 'notBad', 'doingGreat'];

function gradeChange({ from, to }: Fact): Printable {
  const [was, is] = [GRADES.indexOf(from), GRADES.indexOf(to)];
  if (was < 0 || is < 0) return words`graded`;
  return is < was ? words`graded worse:` : words`graded better:`;
}

const SENTENCES: Readonly<Record<FactKind, (fact: Fact) => Printable>> = {
  health({ severity, after, from, to }) {
    const was = from === null ? words`` : words` (was: ${printable(from)})`;
    if (severity === 'good') return words`no issues any more${was}`;
    if (severity === 'info') return words`${printable(to ?? '')}${was}`;
    // True since before the first answer.
    return after === null ? words`initially: ${printable(to ?? '')}` : printable(to ?? '');
  },
  status(fact) {
    const { place, from, to } = fact;
    if (to === null && from === THERE && place === '') return words`no longer exists`;
    if (to === null) return words`status no longer reported (was: ${printable(from ?? '?')})`;
    return from === null && to === THERE && place === ''
      ? words`exists again`
      : words`status ${fromTo(fact)}`;
  },
  restart: (fact) => words`restarts ${fromTo(fact)}`,
  exit({ severity, from, to }) {
    if (to !== null) return words`${printable(to)}`;
    const was = words`(was: ${printable(from ?? '')})`;
    return severity === 'good' ? words`runs again ${was}` : words`exit no longer reported ${was}`;
  },
  image: imageText,
  instances(fact) {
    if (fact.to === null) return words`region removed`;
    return fact.from === null ? words`region added` : words`instances ${fromTo(fact)}`;
  },
  pod: ({ from, to }) =>
    to === null
      ? words`pod removed (was ${printable(from ?? '?')})`
      : words`pod added (${printable(to)})`,
  heartbeat({ severity, to }) {
    if (severity === 'warn') return words`heartbeat overdue`;
    if (severity === 'good') return words`heartbeat is back`;
    return to === null ? words`heartbeat no longer reported` : words`heartbeat ahead of the clock`;
  },
  volume: ({ to }) => words`volume ${printable(to ?? '')}`,
  latency: (fact) =>
    words`latency ${fromTo(fact)}${fact.severity === 'info' ? words`, no longer reported` : words``}`,
  grade: (fact) => words`${printable(fact.place)} ${gradeChange(fact)} ${fromTo(fact)}`,
  scan: (fact) => words`scan ${fromTo(fact)}`,
  record({ from, to, place }) {
    const name = printable(place);
    if (to === null) return words`record removed: ${name} ${printable(from ?? '')}`;
    if (from === null) return words`record added: ${name} ${printable(to)}`;
    return place === ''
      ? words`${printable(from)}, ${printable(to)}`
      : words`record changed: ${name} ${printable(from)} → ${printable(to)}`;
  },
  burst: ({ from, to }) =>
    to === null
      ? words`burst over (was ${printable(from ?? '')})`
      : words`burst of events: ${printable(to)}`,
  rate: ({ from, to }) => words`breaches ${printable(from ?? '')} → ${printable(to ?? '')}`,
  watch: ({ place, severity }) =>
    severity === 'good'
      ? words`watch over: ${printable(place)}`
      : words`watch: ${printable(place)}`,
  connection: ({ to }) => connectionText(to ?? ''),
  change: ({ place, to }) =>
    words`${printable(place)} ${to === 'unknown' ? words`requested, outcome unknown` : printable(to ?? '')}`,
};

/** In the file a refusal of the key begins with `refused:`, which would read as a closed port. */
const connectionText = (to: string): Printable =>
  to === 'connected'
    ? words`answers again`
    : printable(to.replace(/^refused:/, 'refuses requests:'));

/** Kinds whose sentence includes the place. */
const SAYS_WHERE: readonly FactKind[] = ['grade', 'record', 'watch', 'change'];

export const factSentence = (fact: Fact): Printable => SENTENCES[fact.kind](fact);

/** Increase of restarts, which groups facts with different counts; null if unknown. */
function restartsMore({ kind, from, to }: Fact): number | null {
  if (kind !== 'restart' || from === null || to === null) return null;
  const more = Number(to) - Number(from);
  return Number.isFinite(more) ? more : null;
}

/** Whether all facts of a group have the same values. */
export const areEqual = ([first, ...more]: FactGroup['facts']): boolean =>
  more.every(({ from, to }) => from === first.from && to === first.to);

/** A sentence that is true for every fact of a group. */
export function sharedSentence(facts: FactGroup['facts']): Printable {
  const [first] = facts;
  const more = areEqual(facts) ? null : restartsMore(first);
  if (more === null) return factSentence(first);
  return words`restarts ${more > 0 ? words`+` : words``}${more}`;
}

/** The shortest form: without what is over, and only the code of an exit. */
function briefSentence(facts: FactGroup['facts']): Printable {
  const [{ kind, severity, to }] = facts;
  if (kind === 'exit' && to !== null) return printable(to.split(': ')[0] ?? to);
  if (kind === 'exit')
    return severity === 'good' ? words`runs again` : words`exit no longer reported`;
  return kind === 'health' && severity === 'good'
    ? words`no issues any more`
    : sharedSentence(facts);
}

/**
 * The sentence of a group: what happened, how often, and where.
 *
 * @param room columns. If the sentence does not fit, count and place take precedence over the old value
 */
export function groupSentence(
  { facts }: Pick<FactGroup, 'facts'>,
  room = Number.POSITIVE_INFINITY,
): Printable {
  const [first] = facts;
  const times = facts.length > 1 ? words` x${facts.length}` : words``;
  const where = SAYS_WHERE.includes(first.kind) ? '' : placesOf(facts.map(({ place }) => place));
  const at = where === '' ? words`` : words` (${printable(where)})`;
  const whole = words`${sharedSentence(facts)}${times}${at}`;
  if (width(whole) <= room) return whole;
  const brief = words`${briefSentence(facts)}${times}`;
  const placed = words`${brief}${at}`;
  if (width(placed) <= room) return placed;
  return width(brief) <= room ? brief : whole;
}

/** The only place, or counts per region. */
function placesOf(places: readonly string[]): string {
  if (places.length === 1) return places[0] ?? '';
  return regionCounts(places.map((place) => place.split(' ')[0] ?? ''));
}
