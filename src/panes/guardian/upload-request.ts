import { type Command, command } from '../../commands/command.ts';
import { ApiError } from '../../contract/api-error.ts';
import {
  type GuardianUploadInput,
  guardianUpload,
} from '../../contract/operations/guardian-upload.ts';
import { renderPath } from '../../contract/path.ts';
import type { InputEvent } from '../../input/input-event.ts';
import { isOutage } from '../../state/connection.ts';
import type { ConsoleState, Profile } from '../../state/console-state.ts';
import type { Slice } from '../../state/slice.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { keyFor } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { timeNear } from '../../text/time.ts';
import { cut, width } from '../../text/width.ts';
import { bodyRoom } from '../../ui/layout.ts';
import { compose, type Styled, span } from '../../ui/line.ts';
import { headingItem, lineItem, type RecordItem } from '../../ui/record-lines.ts';
import { theme } from '../../ui/theme.ts';
import type { PaneContext, PaneForm } from '../pane.ts';
import type { Assessment } from './assess.ts';
import { enforceWords } from './authorization.ts';
import { indentedLines, warningItems } from './page.ts';
import type {
  Enforce,
  GuardianState,
  Question,
  Returned,
  SpecificationFile,
  UploadRequest,
} from './state.ts';

export const flagOf = (enforce: Enforce): boolean | undefined =>
  enforce === 'keep' ? undefined : enforce === 'yes';

export function uploadRequest(
  zone: WorkspaceItem,
  file: SpecificationFile,
  enforce: Enforce,
): UploadRequest {
  const input: GuardianUploadInput = {
    shieldZoneId: zone.id,
    content: file.content,
    enforceAuthorizationValidation: flagOf(enforce),
  };
  // The body does not depend on the zone, whose id may be invalid.
  const { body } = guardianUpload.compose({ ...input, shieldZoneId: '0' });
  return {
    zone,
    file,
    enforce,
    input,
    method: guardianUpload.method,
    path: renderedPath(input),
    bodyBytes: new TextEncoder().encode(JSON.stringify(body)).length,
  };
}

function renderedPath(input: GuardianUploadInput): UploadRequest['path'] {
  try {
    const { path } = guardianUpload.compose(input);
    return { kind: 'path', path: renderPath(guardianUpload, path) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'fault', reason: printable(error.message) };
  }
}

/** The question before an upload. It receives every key; only its confirm key sends. */
export function questionForm(
  context: PaneContext,
  slice: Slice<GuardianState>,
  send: (request: UploadRequest) => Promise<void>,
): PaneForm {
  const { store } = context;

  /** Rows of the question's window and its last position; null on a screen that is too small for it. */
  const windowOf = (question: Question) => {
    const state = store.getState();
    const room = bodyRoom(state);
    if (!room) return null;
    const { length } = questionLines(question, state.profile, room);
    return { rows: room.rows, last: lastTop(length, room.rows) };
  };

  /** Whether all of the question was on screen. */
  const isRead = (question: Question | null): boolean =>
    question !== null && (question.isRead || windowOf(question)?.last === 0);

  const scroll = (steps: (rows: number) => number) => () => {
    const { question } = slice.getState();
    const window = question && windowOf(question);
    if (!question || !window) return;
    const top = Math.max(0, Math.min(question.top + steps(window.rows), window.last));
    slice.setState({
      question: { ...question, top, isRead: isRead(question) || top === window.last },
    });
  };

  store.subscribe((state, before) => {
    if (state.size === before.size && state.fullPane === before.fullPane) return;
    // Other lines are on screen now.
    slice.setState(({ question }) => ({
      question: question && { ...question, top: 0, isRead: false },
    }));
  });

  const whyNot = (question: Question): Printable | undefined => {
    if (context.moment().elapsed - question.askedAt < MIN_READING_MS) {
      return words`Key ignored: too soon. Read what is sent, then press it again.`;
    }
    if (windowOf(question) === null) return TOO_SMALL;
    if (!isRead(question)) return UNREAD;
    return whyNotNow(context);
  };

  const cancel = () => {
    slice.setState({ question: null });
    context.say(words`Nothing was sent.`);
  };

  const confirm = async (): Promise<void> => {
    const { question } = slice.getState();
    if (!question) return;
    const reason = whyNot(question);
    if (reason !== undefined) return context.say(reason, 'warn');
    slice.setState({ question: null });
    await send(question.request);
  };

  const commands: readonly Command[] = [
    command(
      'guardian.cancel',
      ['enter', 'esc', 'ctrl-c'],
      words`Cancel the upload: nothing is sent`,
      { footer: words`cancel`, run: cancel },
    ),
    command('guardian.confirm', 'ctrl-y', words`Send the specification, once`, {
      footer: () => (isRead(slice.getState().question) ? words`send` : undefined),
      danger: true,
      run: confirm,
    }),
    command('guardian.read-on', 'pagedown', words`Scroll the question a page down`, {
      footer: () => (isRead(slice.getState().question) ? undefined : words`read on`),
      run: scroll(pageStep),
    }),
    command(
      'guardian.read-back',
      'pageup',
      words`Scroll the question a page up`,
      scroll((rows) => -pageStep(rows)),
    ),
    command(
      'guardian.line-down',
      'down',
      words`Scroll the question a line down`,
      scroll(() => 1),
    ),
    command(
      'guardian.line-up',
      'up',
      words`Scroll the question a line up`,
      scroll(() => -1),
    ),
  ];

  return {
    title: words`before an upload`,
    about: [
      words`Asks whether the specification is sent to the zone, once; what it changes there is listed above.`,
      words`Ctrl-Y sends it, once its end was on the screen: PgDn reads on. Enter or Esc cancels: nothing is sent.`,
    ],
    isOpen: () => slice.getState().question !== null,
    commands,
    handleInput(event: InputEvent) {
      const ignored = event.kind === 'paste' ? words`Pasted input ignored. ` : words``;
      const goesOn = isRead(slice.getState().question) ? words`Ctrl-Y sends` : words`PgDn reads on`;
      context.say(words`${ignored}${goesOn}, Enter cancels.`);
    },
  };
}

export function whyNotNow({ store }: Pick<PaneContext, 'store'>): Printable | undefined {
  const { connection, keyNames } = store.getState();
  return isOutage(connection)
    ? words`Nothing is sent while the connection is down: ${printable(connection.error.title)}. ${keyFor(keyNames, 'refresh-all', words`R`)} tries again.`
    : undefined;
}

const TOO_SMALL = words`Make the screen larger: what is asked about is not shown.`;
const UNREAD = words`Nothing is sent before all of it was shown: PgDn reads on.`;

/** A page down leaves no line out: the last row of the window counts the lines below. */
const pageStep = (rows: number): number => rows - 1;

/** Minimum time before a question can be confirmed, in milliseconds. */
const MIN_READING_MS = 400;

const lastTop = (lines: number, rows: number): number => Math.max(0, lines - rows);

/** The visible part of a question; the last line tells how many lines follow. */
export function questionWindow(
  lines: readonly Styled[],
  top: number,
  { columns, rows }: Pick<Room, 'columns' | 'rows'>,
): readonly Styled[] {
  const first = Math.min(top, lastTop(lines.length, rows));
  const shown = lines.slice(first, first + rows);
  const below = lines.length - first - rows;
  if (below <= 0 || rows < 2) return shown;
  return [
    ...shown.slice(0, rows - 1),
    compose([span(words` … ${below + 1} more lines`, theme.faint)], columns),
  ];
}

/** Columns for names and the margin. */
const NAMES = 16;

export function changesWords(
  assessment: Assessment | null,
  returned: Pick<Returned, 'at'> | null,
  { now, timeZone }: Pick<ConsoleState, 'now' | 'timeZone'>,
): Printable {
  const against = assessment?.against;
  if (!against || !returned) return words`not known: the zone's configuration cannot be read`;
  const { added, removed, changed, unchanged } = against.diff;
  return words`${count(removed.length)} removed, ${count(changed.length)} changed, ${count(added.length)} added, ${count(unchanged)} the same, as of ${timeNear(now.wall, returned.at.wall, timeZone)}`;
}

/** Length of a cut hash with its ellipsis, and the columns from which it is shown whole. */
const SHORT_HASH = 17;
const WHOLE_HASH_COLUMNS = 120;

/** Title, exact size and hash of the document, which a file name does not tell. */
function documentWords(
  { preflight, bytes: size }: SpecificationFile,
  digest: Printable,
  columns: number,
): Printable {
  const exact = words`${count(size)} bytes · sha256 ${digest}`;
  const title = preflight.kind === 'read' ? printableStart(preflight.title ?? '').trim() : '';
  const room = columns - width(exact) - 3;
  return title === '' || room < MIN_TITLE
    ? exact
    : words`${cut(title as Printable, room)} · ${exact}`;
}

const MIN_TITLE = 6;

export function questionLines(
  { request, warnings, changes, isKnown }: Question,
  { host, name: profile }: Pick<Profile, 'host' | 'name'>,
  room: Room,
): readonly Styled[] {
  const { zone, file, enforce } = request;
  const { columns } = room;
  // Cut at the end: people compare the beginning.
  const sha256 = printable(file.sha256);
  const digest = columns < WHOLE_HASH_COLUMNS ? words`${cut(sha256, SHORT_HASH)}` : sha256;
  const items: readonly RecordItem[] = [
    headingItem(words`Send this specification to ${printableStart(zone.name)}?`),
    lineItem([]),
    {
      name: words`zone`,
      value: words`${printable(zone.name)} (${printable(zone.id)})`,
      style: theme.strong,
    },
    { name: words`host`, value: words`${host} · profile ${profile}` },
    { name: words`file`, value: printable(file.path) },
    { name: words`document`, value: documentWords(file, digest, columns - NAMES) },
    { name: words`authorization`, value: enforceWords(enforce, isKnown) },
    { name: words`endpoints`, value: changes },
    lineItem([]),
    ...warningItems(warnings),
    ...(warnings.length > 0 ? [lineItem([])] : []),
    lineItem([
      span(words`Enter`, theme.key),
      span(words` cancels: nothing is sent    `),
      span(words`Ctrl-Y`, theme.key),
      span(words` sends it, once`),
    ]),
  ];
  return indentedLines(() => items, room);
}
