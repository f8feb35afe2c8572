import {
  COUNTDOWN,
  type Deletion,
  type DeletionPlan,
  type DeletionTarget,
} from '../../mutations/deletion.ts';
import { changeLines, fact } from '../../panes/record-items.ts';
import type { Change } from '../../state/change.ts';
import { count, counted, figure } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room, SpokenItem } from '../../text/spoken.ts';
import { type TimeZone, timeOfDay } from '../../text/time.ts';
import { width, wrapLines } from '../../text/width.ts';
import { CURSOR } from '../../ui/field.tsx';
import { type Line, lookAlikeLines, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

const NAMES = 8;

interface Drawing {
  readonly room: Room;
  readonly zone: TimeZone;
  /** A table shows what is deleted, at the line {@link tableAt}. */
  readonly tabled?: boolean;
}

/** A named value over as many lines as needed: deleted things are never cut. */
function facts(name: Printable, value: Printable, room: Room, style = theme.plain): Line[] {
  if (room.kind === 'spoken') return [[span(words`${name}: ${value}`)]];
  return wrapLines(value, room.columns - NAMES - 1).map((line, at) => [
    span(words` `),
    ...fact(at === 0 ? name : words``, [span(line, style)], NAMES),
  ]);
}

/** A text over as many lines as needed. */
const sentences = (text: Printable, room: Room, style = theme.plain): Line[] =>
  room.kind === 'spoken'
    ? [[span(text)]]
    : wrapLines(text, room.columns - 1).map((line) => [span(words` `), span(line, style)]);

/** A name or id, exact on screen and when spoken. */
const exactly = (name: Printable, text: string, room: Room): readonly (Line | SpokenItem)[] =>
  room.kind === 'spoken'
    ? [{ kind: 'text', text: name, exact: printable(text), here: false, live: false }]
    : facts(name, printable(text), room, theme.strong);

export const tableAt = ({ target }: { readonly target: DeletionTarget }, room: Room): number =>
  targetLines(target, room).length + 1;

function targetLines(
  { id, name, host, profile }: DeletionTarget,
  room: Room,
): readonly (Line | SpokenItem)[] {
  return [
    ...exactly(words`name`, name, room),
    ...exactly(words`id`, id, room),
    ...lookAlikeLines({ name, id }),
    ...facts(words`where`, words`${host} · profile ${profile}`, room),
  ];
}

/** What is deleted, as a table row. Regions that do not fit are only counted. */
export function planRow({
  regions,
  instances,
  pods,
  volumes,
  monthlyCost,
  deleting,
}: DeletionPlan) {
  const names = words`${count(regions?.length ?? 0)} (${namesOf(regions ?? [])})`;
  return {
    regions: regions?.length && width(names) <= 40 ? names : known(regions?.length),
    instances: known(instances),
    pods: deleting > 0 ? words`${known(pods)}, ${deleting} being deleted` : known(pods),
    volumes: words`${figure(volumes)} GB`,
    'cost a month': figure(monthlyCost),
  };
}

const known = (figure: number | null | undefined): Printable =>
  figure === null || figure === undefined ? words`unknown` : count(figure);

const namesOf = (regions: readonly string[]) => regions.map(printable).join(', ') as Printable;

const howMany = (figure: number | null | undefined, noun: Printable): Printable =>
  figure === null || figure === undefined
    ? words`an unknown number of ${noun}s`
    : counted(figure, noun);

interface Planned {
  readonly plan: DeletionPlan;
  readonly earlier: Printable | null;
}

/** An earlier deletion whose outcome is not known: it must not be repeated without a look. */
const earlierLines = (earlier: Printable | null, room: Room): Line[] =>
  earlier === null
    ? []
    : sentences(words`Deletion sent at ${earlier}, outcome unknown: see :audit.`, room, theme.warn);

/** What is deleted and what stays; a table may replace the first. */
function planLines({ plan, earlier }: Planned, drawing: Drawing): Line[] {
  const { room, tabled, zone } = drawing;
  const intro = words`Will be deleted, as of ${timeOfDay(plan.readAt.wall, zone)}:`;
  const stays = [...sentences(STAYS, room, theme.warn), ...earlierLines(earlier, room)];
  if (tabled) return [...sentences(intro, room), ...stays];
  const { regions, instances, pods, volumes, monthlyCost, deleting } = plan;
  const already = deleting > 0 ? words`, ${deleting} of its pods being deleted already` : words``;
  const places = howMany(regions?.length, words`region`);
  const parts = [
    howMany(instances, words`instance`),
    howMany(pods, words`pod`),
    words`${figure(volumes)} GB of volumes`,
    words`cost ${figure(monthlyCost)} a month`,
  ];
  const rest = words` · ${parts.join(' · ') as Printable}`;
  const goes = (where: Printable): Line[] =>
    sentences(words`${intro} ${where}${rest}${already}`, room);
  const named = goes(words`${places} (${namesOf(regions ?? [])})`);
  return [...(regions?.length && named.length <= 2 ? named : goes(places)), ...stays];
}

/** Wire-facts 6: observed, not in the contract. */
const STAYS = words`Not deleted: pull zones of its CDN endpoints (still billed)`;

const UNREAD = words`Without its overview nothing is deleted. Nothing was sent.`;

/** Why there is nothing to delete. A misspelt name must not read as if the application were gone. */
function whyNone({
  target: { id, isWatched },
  earlier,
}: Pick<Extract<Deletion, { kind: 'unreadable' }>, 'target' | 'earlier'>): Printable {
  if (earlier !== null) return words`The service does not find it: it may have been deleted.`;
  return isWatched
    ? words`The service knows no such application: there is nothing to delete.`
    : words`${printable(id)} is no name in this workspace; taken as an id, the service does not know it.`;
}

const TYPE_THE_ID = [span(words` Type the ID: `, theme.key)];

function isRight(typed: string, id: string): Line {
  if (typed === id) return [span(words` matches`, theme.good)];
  if (id.startsWith(typed)) return [];
  const wanted = Array.from(id);
  const wrong = Array.from(typed).findIndex((character, at) => character !== wanted[at]);
  return [span(words` wrong from character ${wrong + 1} on`, theme.bad)];
}

/** The input field for the id; null in other states. */
export function idField(deletion: Deletion, drawing: Drawing) {
  if (deletion.kind !== 'asking') return null;
  const { target, typed } = deletion;
  const above = [...targetLines(target, drawing.room), ...planLines(deletion, drawing)];
  return {
    id: 'id',
    at: above.length,
    label: TYPE_THE_ID,
    value: typed,
    after: isRight(typed, target.id),
  };
}

/** The input field in spoken output, and whether it matches so far. */
const spokenTyped = (typed: string, id: string): readonly (Line | SpokenItem)[] => [
  {
    kind: 'prompt',
    label: words`Type the ID`,
    value: printable(typed),
    hint: words`Ctrl-Y then deletes after ${COUNTDOWN / 1000} s; Enter or Esc cancels`,
  },
  ...(typed === id ? [[span(words`The ID matches.`)]] : []),
  ...(id.startsWith(typed) ? [] : [[span(words`The text does not match the ID.`)]]),
];

const cancelLine = ({ kind }: Room): Line =>
  kind === 'spoken'
    ? [span(words`Enter or Esc cancels.`)]
    : [
        span(words` `),
        span(words` Cancel `, theme.selected),
        span(words` Enter, Esc`, theme.faint),
      ];

/**
 * The dialog in lines: at most ten at 60 columns unless names are long, since all must be visible before a deletion.
 */
export function deletionLines(
  deletion: Deletion,
  change: Change | undefined,
  drawing: Drawing,
): readonly (Line | SpokenItem)[] {
  const { room, zone } = drawing;
  const { columns } = room;
  switch (deletion.kind) {
    case 'closed':
      return [];
    case 'reading':
      return [
        ...targetLines(deletion.target, room),
        [span(words` Reading its overview…`, theme.faint)],
        cancelLine(room),
      ];
    case 'unreadable': {
      const { error, target, earlier } = deletion;
      return [
        ...targetLines(target, room),
        ...wrapLines(printable(error.message), columns - 3).map(
          (line): Line => [span(words` ✖ ${line}`, theme.bad)],
        ),
        ...sentences(error.kind === 'not-found' ? whyNone(deletion) : UNREAD, room),
        ...earlierLines(earlier, room),
        cancelLine(room),
      ];
    }
    case 'asking': {
      const { target, typed, note } = deletion;
      return [
        ...targetLines(target, room),
        ...planLines(deletion, drawing),
        ...(room.kind === 'spoken'
          ? spokenTyped(typed, target.id)
          : [
              [...TYPE_THE_ID, span(printableStart(typed)), CURSOR, ...isRight(typed, target.id)],
              [
                ...cancelLine(room),
                span(words`    `),
                span(words`Ctrl-Y`, typed === target.id ? theme.key : theme.faint),
                span(words` deletes after ${COUNTDOWN / 1000} s`, theme.faint),
              ],
            ]),
        note ? [span(words` ${note}`, theme.warn)] : [],
      ];
    }
    case 'counting': {
      const { target, left } = deletion;
      return [
        ...targetLines(target, room),
        ...planLines(deletion, drawing),
        [
          span(words` Deleting in ${left} s… `, theme.badgeBad),
          span(words` Esc: nothing is sent`, theme.strong),
        ],
      ];
    }
    case 'sent': {
      const goesOn = change?.watch?.kind === 'looking' ? words`; the watch goes on` : words``;
      return [
        ...targetLines(deletion.target, room),
        ...(change ? changeLines(change, columns, zone) : []),
        [span(words` Esc leaves${goesOn}. :changes shows it again.`, theme.faint)],
      ];
    }
  }
}
