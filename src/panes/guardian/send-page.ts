import { changedPart } from '../../mutations/audit.ts';
import type { Change } from '../../state/change.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { bytes, count, counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import type { Style } from '../../text/style.ts';
import { stamp, type TimeZone } from '../../text/time.ts';
import { between, type Line, span, wrappedText } from '../../ui/line.ts';
import {
  headingItem,
  lineItem,
  type RecordItem,
  textItem,
  wrappedItem,
} from '../../ui/record-lines.ts';
import { theme } from '../../ui/theme.ts';
import type { Copyable } from '../pane.ts';
import { changeLines, heading } from '../record-items.ts';
import { authorizationItems, switched } from './authorization.ts';
import { deviationCounts } from './changes-page.ts';
import { type Page, type PageFacts, sentences, warningItems, withoutFile } from './page.ts';
import {
  type Comparison,
  type Enforce,
  fileCopies,
  fileOf,
  knownConfiguration,
  type Sending,
  type UploadRequest,
  type ZoneWork,
} from './state.ts';
import { uploadRequest } from './upload-request.ts';
import { warningsOf } from './upload-warnings.ts';

function requestItems(request: UploadRequest, host: Printable): readonly RecordItem[] {
  const { zone, file, enforce, method, path, bodyBytes } = request;
  const flag = { yes: words`true`, no: words`false`, keep: words`left out` }[enforce];
  return [
    wrappedItem(
      [
        span(words`${printable(method)} `, theme.data),
        path.kind === 'path'
          ? span(printable(path.path), theme.strong)
          : span(words`cannot be written: ${path.reason}`, theme.bad),
      ],
      UNDER,
    ),
    { name: words`host`, value: host },
    {
      name: words`zone`,
      value: printable(zone.name),
      style: theme.strong,
      rest: words` ${printable(zone.id)}`,
    },
    { name: words`file`, value: printable(file.path) },
    {
      name: words`content`,
      value: words`${count(file.bytes)} bytes`,
      // Below a kibibyte this would repeat the number.
      ...(file.bytes < 1024 ? {} : { rest: words` ${bytes(file.bytes)}` }),
    },
    { name: words`sha256`, value: printable(file.sha256), style: theme.faint },
    {
      name: words`body`,
      value: words`${count(bodyBytes)} bytes of JSON, enforceAuthorizationValidation ${flag}`,
    },
  ];
}

const UNDER = 4;

const titled = (title: Printable, key: Printable, does: Printable, columns: number): RecordItem =>
  lineItem(
    between(heading(title), [span(key, theme.key), span(words` ${does}`, theme.faint)], columns),
  );

export function sendPage(work: ZoneWork, facts: PageFacts): Page {
  const file = fileOf(work);
  const { assessment, returned, comparison, enforce, sending } = work;
  const change =
    sending.kind === 'sent'
      ? facts.changes.find(({ attempt }) => attempt === sending.attempt)
      : undefined;
  const lastSent = ({ columns }: Pick<Room, 'columns'>): readonly RecordItem[] => {
    if (sending.kind === 'nothing') return [];
    const outcome = outcomeLines({ sending, change, comparison, zone: facts.stamps }, columns);
    const wayBack = wayBackLines(change, facts, columns);
    return [headingItem(words`Last sent`), ...[...outcome, ...wayBack].map(lineItem)];
  };
  if (!file) {
    const none = sentences(
      words`No specification is chosen: ${keyFor(facts.keyNames, 'guardian.choose', words`o`)} chooses one. The request is then shown here before anything is sent.`,
    );
    const page = withoutFile(work, facts, none);
    return {
      ...page,
      copies: () => outcomeCopies(change),
      head: (room) => [...page.head(room), ...lastSent(room)],
    };
  }
  const enforces = keyFor(facts.keyNames, 'guardian.enforce', words`a`);
  const sends = keyFor(facts.keyNames, 'guardian.upload', words`U`);
  const { preflight } = file;
  const declared = preflight.kind === 'read' ? preflight.endpoints : [];
  const changes = (each: Enforce) =>
    switched(each, declared, knownConfiguration(returned)?.data ?? null);
  const request = uploadRequest(facts.zone, file, enforce);
  const warnings = warningsOf(preflight, assessment, returned, request, facts);
  return {
    ...sentences(),
    copies: () => [...fileCopies(work), ...outcomeCopies(change)],
    head: (room) => [
      titled(words`Authorization`, enforces, words`changes it`, room.columns),
      ...authorizationItems(
        enforce,
        { keep: changes('keep'), yes: changes('yes'), no: changes('no') },
        room,
      ),
      lineItem([]),
      facts.readOnly
        ? lineItem(heading(words`The request`))
        : titled(words`The request`, sends, words`sends it, after a question`, room.columns),
      ...requestItems(request, facts.host),
    ],
    detail: (room) => [
      ...lastSent(room),
      headingItem(words`Before it is sent`),
      ...(facts.readOnly ? [textItem(words`Not from here: this is read-only.`, theme.warn)] : []),
      ...(warnings.length > 0
        ? warningItems(warnings)
        : [textItem(words`No warnings.`, theme.good)]),
    ],
  };
}

/** What a ticket for the service needs. */
function outcomeCopies(change: Change | undefined): readonly Copyable[] {
  if (!change || change.state.kind === 'pending') return [];
  const { state } = change;
  return [
    ...(state.requestId === null
      ? []
      : [{ what: words`request id`, text: printable(state.requestId) }]),
    ...('error' in state ? [{ what: words`error`, text: printable(state.error.message) }] : []),
  ];
}

export interface OutcomeFacts {
  readonly sending: Sending;
  /** The change that was sent, if it is still listed. */
  readonly change: Change | undefined;
  readonly comparison: Comparison | null;
  readonly zone: TimeZone;
}

const wrapped = (text: Printable, columns: number, style?: Style): readonly Line[] =>
  wrappedText(text, columns - 1, style);

function comparedWords(comparison: Comparison | null, attempt: string): Printable {
  if (comparison?.attempt !== attempt)
    return words`What it returned is being compared with what was predicted.`;
  const { differing, uncompared } = deviationCounts(comparison.deviations);
  if (differing + uncompared === 0) return words`What it returned is as predicted: see Endpoints.`;
  return differing > 0
    ? words`What it returned differs from what was predicted in ${counted(differing, words`point`)}: see Compared.`
    : words`What it returned could not be compared with what was predicted in ${counted(uncompared, words`point`)}: see Compared.`;
}

function afterwards(
  { attempt, state }: Change,
  comparison: Comparison | null,
  columns: number,
): readonly Line[] {
  if (state.kind === 'pending') return [];
  if (state.kind === 'accepted') return wrapped(comparedWords(comparison, attempt), columns);
  return wrapped(words`The file and what was known of the zone stay here.`, columns, theme.faint);
}

interface EarlierUpload {
  readonly wall: number;
  readonly what: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly isAccepted: boolean;
}

/**
 * The upload from here before the last one, if this run had one accepted: its own, or of another run in between. The
 * service keeps no old versions, and tells of no other uploads.
 */
function uploadBefore(
  last: Change,
  { changes, uploads, zone }: Pick<PageFacts, 'changes' | 'uploads' | 'zone'>,
): EarlierUpload | undefined {
  const own = changes.findLast(
    ({ operation, subject, state, attempt, begun }) =>
      operation === last.operation &&
      subject.id === zone.id &&
      state.kind === 'accepted' &&
      attempt !== last.attempt &&
      begun.elapsed <= last.begun.elapsed,
  );
  if (!own) return undefined;
  const ofZone = uploads.filter(({ subject }) => subject.id === zone.id);
  const at = ofZone.findIndex(({ attempt }) => attempt === last.attempt);
  const between = at < 0 ? undefined : ofZone[at + 1];
  if (between && between.attempt !== own.attempt) {
    const { time, request, outcome } = between;
    const what = changedPart(between) ?? '?';
    return { wall: Date.parse(time), what, request, isAccepted: outcome === 'accepted' };
  }
  const { begun, request } = own;
  return { wall: begun.wall, what: changedPart(own) ?? own.what, request, isAccepted: true };
}

/** How to get back to the file that the zone had before the last upload. */
function wayBackLines(
  last: Change | undefined,
  facts: PageFacts,
  columns: number,
): readonly Line[] {
  const before = last?.state.kind === 'accepted' ? uploadBefore(last, facts) : undefined;
  if (!last || !before) return [];
  const { stamps, keyNames } = facts;
  const [choose, send] = [
    keyFor(keyNames, 'guardian.choose', words`o`),
    keyFor(keyNames, 'guardian.upload', words`U`),
  ];
  const sent = words`${printable(before.what)}, sent at ${stamp(before.wall, stamps)}`;
  const had = before.isAccepted
    ? words`Before it the last upload from here was ${sent}.`
    : words`Before it the last upload from here was ${sent}; its outcome is not known.`;
  const [then, now] = [before.request, last.request];
  // The last upload was a newer version of the same file: the file no longer holds the old one.
  const isOverwritten = then['file'] === now['file'] && then['sha256'] !== now['sha256'];
  const back = isOverwritten
    ? words`The file was changed since: to go back, restore that version of it, then ${choose}, that file, ${send}.`
    : words`To go back, if the file still has this sha256: ${choose}, that file, ${send}.`;
  return wrapped(words`${had} ${back}${authorizationLeft(before, last, keyNames)}`, columns);
}

/** Uploading the old file keeps the last upload's authorization setting. */
function authorizationLeft(
  { request: before }: Pick<EarlierUpload, 'request'>,
  { request: last }: Pick<Change, 'request'>,
  keyNames: KeyNames,
): Printable {
  const set = last[ENFORCED];
  if (typeof set !== 'boolean' || set === before[ENFORCED]) return words``;
  const key = keyFor(keyNames, 'guardian.enforce', words`a`);
  return words` That leaves authorization ${set ? words`yes` : words`no`} at every endpoint, as it was set: ${key} changes it.`;
}

const ENFORCED = 'enforceAuthorizationValidation';

/** Identifies what was sent: the file on screen may be another one. */
const sentWords = ({ file: { path, sha256 }, enforce }: UploadRequest): Printable =>
  words`${printable(path.slice(path.lastIndexOf('/') + 1))} · sha256 ${printable(sha256.slice(0, 12))} · authorization ${printable(enforce)}`;

/** State of sending and what to do; empty before. */
export function outcomeLines(facts: OutcomeFacts, columns: number): readonly Line[] {
  const { sending, change, comparison, zone } = facts;
  switch (sending.kind) {
    case 'nothing':
      return [];
    case 'looking':
      return wrapped(words`The file is being read once more; nothing is sent yet.`, columns);
    case 'stopped':
      return [
        [
          span(words` ✖ NOT SENT`, theme.bad),
          span(words` at ${stamp(sending.at.wall, zone)}`, theme.faint),
        ],
        ...wrapped(sending.reason, columns),
      ];
    case 'sent':
      return [
        ...wrapped(sentWords(sending.request), columns, theme.faint),
        ...(change
          ? [...changeLines(change, columns, zone), ...afterwards(change, comparison, columns)]
          : // The list of changes is bounded: old ones leave it.
            wrapped(words`What became of it is in the audit file.`, columns)),
      ];
  }
}
