import type { ListField, ListGrammar } from '../commands/list-filter.ts';
import type { AppOverview, Region } from '../contract/operations/app-overview.ts';
import type { DnsScan } from '../contract/operations/dns-scan.ts';
import { issuesOf, issueText, restarts, volumeUse } from '../state/app-issues.ts';
import type { ItemKind } from '../state/item-kinds.ts';
import { count } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';

/** A thing that conditions are evaluated on: an application, one of its pods, a scan. All texts are hostile. */
export interface Row {
  /** The part of the item: `DE pod-1`; empty for the whole item. */
  readonly place: string;
  /** Identifies the part across answers; by default its place. */
  readonly part?: string;
  /** What is wrong with it, if known, and the fields that this explains; by default all. */
  readonly why?: string;
  readonly whyOf?: readonly string[];
  /** By field name; durations in milliseconds, shares in percent. */
  readonly fields: Readonly<Record<string, string | number | null>>;
}

type Field = Omit<ListField<Row>, 'read'>;

/** A subject of expressions. */
interface Subject {
  /** The kind of workspace item. */
  readonly kind: ItemKind;
  /** Description for completion. */
  readonly help: string;
  readonly grammar: ListGrammar<Row>;
  /** The field to compare when none is named: `volume > 90%`. */
  readonly main?: string;
  /** The rows of an answer. `at` is its time by the wall clock, in milliseconds. */
  rows(answer: unknown, at: number): readonly Row[];
}

const status = (values: readonly string[]): Field => ({ name: 'status', kind: 'value', values });
const number = (name: string, unit?: Field['unit']): Field => ({
  name,
  kind: 'number',
  ...(unit && { unit }),
});
const textual = (name: string): Field => ({ name, kind: 'text' });

const grammarOf = (fields: readonly Field[]): ListGrammar<Row> => ({
  fields: fields.map((field) => ({ ...field, read: (row) => row.fields[field.name] ?? null })),
  text: () => '',
});

/** The rows of an application. One that the service no longer finds has the status `gone`. */
function appRows(answer: AppOverview | null, at: number): readonly Row[] {
  if (answer === null) return [{ place: '', fields: { status: 'gone', health: 'gone' } }];
  const issues = issuesOf(answer, at).filter(({ isPassing }) => !isPassing);
  const [worst] = issues;
  return [
    {
      place: '',
      ...(worst && { why: issueText(worst), whyOf: ['status', 'health'] }),
      fields: {
        status: answer.status,
        health: worst?.severity ?? 'good',
        instances: answer.activeInstances?.indicator ?? null,
        desired: answer.desiredInstances,
        restarts: restarts(answer),
        latency: answer.currentLatency?.indicator ?? null,
        target: answer.targetLatency?.indicator ?? null,
        cpu: answer.averageCPU?.indicator ?? null,
        ram: answer.averageRAM?.indicator ?? null,
        regions: answer.activeRegions?.indicator ?? null,
      },
    },
  ];
}

type Pod = Region['pods'][number];

const regionName = ({ region }: Region): string => region ?? '?';

function* podsOf(answer: AppOverview | null): Generator<readonly [region: string, pod: Pod]> {
  for (const region of answer?.regions ?? [])
    for (const pod of region.pods) yield [regionName(region), pod];
}

const podPlace = (region: string, { name }: Pod): string => `${region} ${name ?? '?'}`;

const podRows = (answer: AppOverview | null, at: number): readonly Row[] =>
  [...podsOf(answer)].map(([region, pod]) => ({
    place: podPlace(region, pod),
    fields: {
      status: pod.status ?? null,
      heartbeat: pod.lastHeartBeat === null ? null : at - Date.parse(pod.lastHeartBeat),
      region,
      pod: pod.name,
      rejected: pod.outboundConnectionsRejectedDiff,
    },
  }));

const containerRows = (answer: AppOverview | null): readonly Row[] =>
  [...podsOf(answer)].flatMap(([region, pod]) =>
    pod.containers.map((container) => ({
      place: `${podPlace(region, pod)} ${container.name ?? '?'}`,
      fields: {
        status: container.status ?? null,
        restarts: container.numberOfRestarts,
        exit: container.exitCode,
        image: container.imageDisplay || container.image,
        region,
        container: container.name,
      },
    })),
  );

const volumeRows = (answer: AppOverview | null): readonly Row[] =>
  [...podsOf(answer)].flatMap(([region, pod]) =>
    volumeUse(pod).map(([volume, used]) => ({
      place: `${podPlace(region, pod)} ${volume} ${Math.round(used * 10) / 10}%`,
      part: `${podPlace(region, pod)} ${volume}`,
      fields: { used, region, volume },
    })),
  );

const regionRows = (answer: AppOverview | null): readonly Row[] =>
  (answer?.regions ?? []).map((region) => ({
    place: regionName(region),
    fields: {
      status: region.status ?? null,
      instances: region.instances,
      volumes: region.averageVolumesUsagePercentage,
      region: regionName(region),
    },
  }));

const scanRows = (answer: DnsScan | null): readonly Row[] =>
  answer === null
    ? []
    : [
        {
          place: '',
          ...(answer.Error && { why: answer.Error, whyOf: ['scan', 'error'] }),
          fields: {
            scan: answer.Status,
            records: answer.Records?.length ?? null,
            error: answer.Error,
          },
        },
      ];

/** Whether the latest minutes of a zone's log are unusual, as Events decides. */
interface ZoneBurst {
  readonly isBurst: boolean;
  /** Its size: `90 a minute, usual are 3`. */
  readonly text: string;
}

const burstRows = (burst: ZoneBurst | null): readonly Row[] => [
  {
    place: '',
    ...(burst?.isBurst && { why: `burst of ${burst.text}` }),
    fields: { burst: burst?.isBurst ? 'yes' : 'no' },
  },
];

const REGION_FIELD = textual('region');

/** All subjects, by the word that an expression begins with. */
const SUBJECTS = {
  app: {
    kind: 'apps',
    help: 'an application of the workspace, or each',
    grammar: grammarOf([
      status(['unknown', 'active', 'progressing', 'inactive', 'failing', 'suspended', 'gone']),
      { name: 'health', kind: 'value', values: ['bad', 'warn', 'good', 'gone'] },
      ...['instances', 'desired', 'restarts', 'latency', 'target', 'cpu', 'ram', 'regions'].map(
        (name) => number(name),
      ),
    ]),
    rows: (answer, at) => appRows(answer as AppOverview | null, at),
  },
  region: {
    kind: 'apps',
    help: 'a region of an application',
    grammar: grammarOf([
      status(['unknown', 'active', 'progressing', 'inactive', 'failing']),
      number('instances'),
      number('volumes', 'percent'),
      REGION_FIELD,
    ]),
    rows: (answer) => regionRows(answer as AppOverview | null),
  },
  pod: {
    kind: 'apps',
    help: 'a pod of an application',
    grammar: grammarOf([
      number('heartbeat', 'duration'),
      status(['notScheduled', 'scheduled', 'ready', 'deleting']),
      number('rejected'),
      REGION_FIELD,
      textual('pod'),
    ]),
    rows: (answer, at) => podRows(answer as AppOverview | null, at),
  },
  container: {
    kind: 'apps',
    help: 'a container of an application',
    grammar: grammarOf([
      number('restarts'),
      number('exit'),
      status(['notStarted', 'started', 'ready']),
      textual('image'),
      REGION_FIELD,
      textual('container'),
    ]),
    rows: (answer) => containerRows(answer as AppOverview | null),
  },
  volume: {
    kind: 'apps',
    help: 'a volume of an application',
    grammar: grammarOf([number('used', 'percent'), REGION_FIELD, textual('volume')]),
    main: 'used',
    rows: (answer) => volumeRows(answer as AppOverview | null),
  },
  dns: {
    kind: 'dnsZones',
    help: 'the latest scan of a DNS zone',
    grammar: grammarOf([
      { name: 'scan', kind: 'value', values: ['Pending', 'InProgress', 'Completed', 'Failed'] },
      number('records'),
      textual('error'),
    ]),
    rows: (answer) => scanRows(answer as DnsScan | null),
  },
  zone: {
    kind: 'shieldZones',
    help: 'the events of a shield zone: a filter of Events and a rate',
    grammar: grammarOf([{ name: 'burst', kind: 'value', values: ['yes', 'no'] }]),
    rows: (answer) => burstRows(answer as ZoneBurst | null),
  },
} as const satisfies Readonly<Record<string, Subject>>;

export type SubjectWord = keyof typeof SUBJECTS;
export const subjectWords = Object.keys(SUBJECTS) as readonly SubjectWord[];
export const subjectOf = (word: SubjectWord): Subject => SUBJECTS[word];

export const partOf = ({ part, place }: Row): string => part ?? place;

/** A row for a whole item if the condition holds, otherwise none. */
export const wholeRow = (isSo: boolean, why: string): readonly Row[] =>
  isSo ? [{ place: '', why, fields: {} }] : [];

/** Places listed in a sentence. */
const MAX_PLACES = 3;

/**
 * Where the condition holds, and why. For a whole item without a reason, the numbers that were compared.
 *
 * @param asked the fields used in the expression
 */
export function howOf(rows: readonly Row[], asked: readonly string[]): Printable {
  const [first] = rows;
  if (first === undefined) return words``;
  const { why, whyOf, fields } = first;
  if (why !== undefined && (whyOf === undefined || asked.some((name) => whyOf.includes(name)))) {
    return printable(why);
  }
  const places = rows.map(({ place }) => place).filter((place) => place !== '');
  if (places.length === 0) {
    // Words repeat the condition. Numbers are new, but must be exact: rounded, they might not satisfy it.
    return [...new Set(asked)]
      .filter((name) => typeof fields[name] === 'number')
      .map((name) => words`${printable(`${name} ${fields[name]}`)}`)
      .join(', ') as Printable;
  }
  const named = places.slice(0, MAX_PLACES).map((place) => printable(place));
  const more = places.length - named.length;
  return words`${named.join(', ') as Printable}${more > 0 ? words` and ${count(more)} more` : words``}`;
}
