import { type Command, command } from '../../commands/command.ts';
import { ApiError } from '../../contract/api-error.ts';
import {
  type GuardianUploadInput,
  guardianUpload,
} from '../../contract/operations/guardian-upload.ts';
import { renderPath } from '../../contract/path.ts';
import { zoneWarning } from '../../guardian/enforcement.ts';
import type { LimitCounts, PlanLimits } from '../../guardian/limits.ts';
import { hostName, type Preflight } from '../../guardian/preflight.ts';
import type { InputEvent } from '../../input/input-event.ts';
import { isOutage } from '../../state/connection.ts';
import type { Profile } from '../../state/console-state.ts';
import type { Slice } from '../../state/slice.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { count, counted, percent } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { cut, cutStart, width } from '../../text/width.ts';
import { layoutOf } from '../../ui/layout.ts';
import { gap, type Line, type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { PaneContext, PaneForm } from '../pane.ts';
import { fact } from '../record-items.ts';
import type { Assessment } from './assess.ts';
import { enforceWords, switched, switchWords } from './authorization.ts';
import { UNMATCHED_OUTCOMES } from './change-rows.ts';
import { exceeded } from './check-page.ts';
import { type Warning, warningLines } from './page.ts';
import {
  type Enforce,
  type GuardianState,
  isComparing,
  type Question,
  type Returned,
  type SpecificationFile,
  type UploadRequest,
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

const warning =
  (sign: Span, style = sign.style) =>
  (sentence: Printable): Warning => ({ sign, sentence, style });
const bad = warning(span(words`✖`, theme.bad));
const careful = warning(span(words`!`, theme.warn));
const plain = warning(span(words`·`, theme.faint), theme.plain);
const good = warning(span(words`✓`, theme.good));

function problemWarnings({ problemCounts: { error } }: Preflight): readonly Warning[] {
  if (error === 0) return [];
  return [
    bad(
      words`The file has ${counted(error, words`error`)}: see Check. The embedded platform refuses such a file; what the service does is not known.`,
    ),
  ];
}

function limitWarnings(counts: LimitCounts, limits: PlanLimits | null): readonly Warning[] {
  if (!limits) {
    return [
      plain(
        words`The plan limits of this zone are not known yet: the service tells them with its first answer.`,
      ),
    ];
  }
  const over = exceeded(counts, limits);
  if (over.length === 0) return [];
  return [
    bad(words`The file exceeds the plan limit of ${over.join(', ') as Printable}: see Check.`),
  ];
}

function zoneWarnings(returned: Returned | null): readonly Warning[] {
  const sentence = returned && zoneWarning(returned.data.configuration);
  return sentence === null ? [] : [careful(printable(sentence))];
}

/** Warns if the file's hosts do not match the zone's name, where that is a host name. */
function hostWarnings(
  checked: Preflight,
  { name }: Pick<WorkspaceItem, 'name'>,
): readonly Warning[] {
  const hosts = checked.kind === 'read' ? checked.hosts : [];
  const zone = hostName(name);
  const isOf = (host: string) =>
    host === zone || host.endsWith(`.${zone}`) || zone.endsWith(`.${host}`);
  if (hosts.length === 0 || !HOST.test(name) || hosts.some(isOf)) return [];
  const [first = '', ...others] = hosts;
  const more = others.length > 0 ? words` and ${count(others.length)} more` : words``;
  return [
    careful(
      words`The servers in the file are ${printableStart(first)}${more}, not ${printableStart(name)}: is it the file of this zone?`,
    ),
  ];
}

const HOST = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+\.?$/u;

const NOT_KNOWN = words`What this zone has now is not known: no operation reads it. What the file removes or changes is known once the service has answered an upload.`;
const STILL_COMPARED = words`The file is still being compared with what the service returned: what it removes or changes is not known yet.`;

/**
 * Requests in the events that the file does not cover, and what happens to them. `keyNames`: null in a question, which
 * accepts no other keys and names none.
 */
export function unmatchedWarning(
  { seen, unmatched, against }: Assessment,
  keyNames: KeyNames | null,
): Warning {
  if (seen.paths === 0) {
    const loads = keyNames && keyFor(keyNames, 'show.events', words`2`);
    const helps = loads ? words`: ${loads} loads them` : words``;
    return plain(words`No events of this zone are loaded, so its requests are unknown${helps}.`);
  }
  const all = counted(seen.requests, words`request`);
  if (unmatched.requests === 0) {
    return good(words`The file has the paths of all ${all} in the loaded events.`);
  }
  const share = percent(unmatched.requests / seen.requests);
  const missed = words`${count(unmatched.requests)} of ${all} in the loaded events (${share}) are for ${counted(unmatched.paths, words`path`)} that the file does not have`;
  if (!against) {
    return careful(
      words`${missed}. They would be blocked where the zone blocks what no endpoint matches: that setting is known after the first upload.`,
    );
  }
  const sentence = words`${missed}: they ${UNMATCHED_OUTCOMES[against.blast.outcome].would}.`;
  return against.blast.outcome === 'blocked' ? bad(sentence) : careful(sentence);
}

function changeWarnings(assessment: Assessment, keyNames: KeyNames | null): readonly Warning[] {
  const { against, seen, unmatched } = assessment;
  // Requests for removed endpoints have their own warning.
  const isTold = seen.paths > 0 && unmatched.requests === (against?.blast.requests ?? 0);
  const asked = isTold ? [] : [unmatchedWarning(assessment, keyNames)];
  if (!against) return [careful(isComparing(assessment) ? STILL_COMPARED : NOT_KNOWN), ...asked];
  const { diff, blast } = against;
  const { would } = UNMATCHED_OUTCOMES[blast.outcome];
  const lost = blast.lost.length;
  const warnings: Warning[] = [];
  if (lost > 0) {
    const sentence = words`${counted(blast.requests, words`request`)} in the loaded events, for ${counted(lost, words`endpoint`)} that the file removes, ${would}: see Changes.`;
    warnings.push(blast.outcome === 'blocked' ? bad(sentence) : careful(sentence));
  }
  const silent = diff.removed.length - lost;
  if (silent > 0) {
    warnings.push(
      careful(
        words`${counted(silent, words`endpoint is`, words`endpoints are`)} removed that the loaded events do not show: requests for ${silent === 1 ? words`it` : words`them`} ${would}.`,
      ),
    );
  }
  const loosened = diff.changed.filter(({ auth }) => auth?.change === 'loosened').length;
  if (loosened > 0) {
    warnings.push(
      bad(
        words`${counted(loosened, words`endpoint asks`, words`endpoints ask`)} for no credential any more: see Changes.`,
      ),
    );
  }
  return [...warnings, ...asked];
}

const DOUBT = careful(
  words`The outcome of an upload is not known: the zone may have that file by now, not the one this is compared with.`,
);

export function warningsOf(
  checked: Preflight,
  assessment: Assessment | null,
  returned: Returned | null,
  { zone, enforce }: Pick<UploadRequest, 'zone' | 'enforce'>,
  keyNames: KeyNames | null,
): readonly Warning[] {
  if (checked.kind === 'unreadable') {
    return [bad(words`The file cannot be read as OpenAPI 3.0 or 3.1: see Check.`)];
  }
  const { stops, sets } = switchWords(
    enforce,
    switched(enforce, checked.endpoints, returned?.data ?? null),
  );
  const all = [
    ...problemWarnings(checked),
    ...hostWarnings(checked, zone),
    ...(returned?.doubtedAt ? [DOUBT] : []),
    ...zoneWarnings(returned),
    ...limitWarnings(checked.limits, returned?.data.configuration ?? null),
    ...(assessment ? changeWarnings(assessment, keyNames) : []),
    ...stops.map((each) => bad(each)),
    ...sets.map((each) => careful(each)),
  ];
  const rank = ({ style }: Warning) => [theme.bad, theme.warn].indexOf(style);
  return [0, 1, -1].flatMap((wanted) => all.filter((each) => rank(each) === wanted));
}

/** The question before an upload. It receives every key; only its confirm key sends. */
export function questionForm(
  context: PaneContext,
  slice: Slice<GuardianState>,
  send: (request: UploadRequest) => Promise<void>,
): PaneForm {
  const { store } = context;

  /** Whether the whole question is on screen. */
  const isWhole = (question: Question): boolean => {
    const { size, fullPane, profile } = store.getState();
    const layout = layoutOf(size, fullPane);
    return (
      layout.kind === 'full' &&
      questionLines(question, profile, layout.columns).length <= layout.body
    );
  };

  store.subscribe((state, before) => {
    if (state.size === before.size && state.fullPane === before.fullPane) return;
    const { question } = slice.getState();
    if (state.notice?.text === TOO_SMALL && question && isWhole(question)) {
      store.setState({ notice: null });
    }
  });

  const whyNot = (question: Question): Printable | undefined => {
    if (context.moment().elapsed - question.askedAt < MIN_READING_MS) {
      return words`Key ignored: too soon. Read what is sent, then press it again.`;
    }
    if (!isWhole(question)) return TOO_SMALL;
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
      footer: words`send`,
      danger: true,
      run: confirm,
    }),
  ];

  return {
    title: words`before an upload`,
    about: [
      words`Asks whether the specification is sent to the zone, once; what it changes there is listed above.`,
      words`Ctrl-Y sends it. Enter or Esc cancels: nothing is sent.`,
    ],
    isOpen: () => slice.getState().question !== null,
    commands,
    handleInput(event: InputEvent) {
      context.say(
        event.kind === 'paste'
          ? words`Pasted input ignored. Ctrl-Y sends, Enter cancels.`
          : words`Ctrl-Y sends, Enter cancels.`,
      );
    },
  };
}

export function whyNotNow({ store }: Pick<PaneContext, 'store'>): Printable | undefined {
  const { connection, keyNames } = store.getState();
  return isOutage(connection)
    ? words`Nothing is sent while the connection is down: ${printable(connection.error.title)}. ${keyFor(keyNames, 'refresh-all', words`R`)} retries now.`
    : undefined;
}

const TOO_SMALL = words`Make the screen larger: not all that is asked about fits.`;

/** Minimum time before a question can be confirmed, in milliseconds. */
const MIN_READING_MS = 400;

const NAMES = 15;

export function changesWords(assessment: Assessment | null): Printable {
  const against = assessment?.against;
  if (!against) return words`not known: the zone's configuration cannot be read`;
  const { added, removed, changed, unchanged } = against.diff;
  return words`${count(removed.length)} removed, ${count(changed.length)} changed, ${count(added.length)} added, ${count(unchanged)} the same`;
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
  columns: number,
): readonly Line[] {
  const { zone, file, enforce } = request;
  const row = (name: Printable, text: Printable, strong = false): Line =>
    fact(words` ${name}`, [span(text, strong ? theme.strong : theme.plain)], NAMES);
  // Cut at the end: people compare the beginning.
  const sha256 = printable(file.sha256);
  const digest = columns < WHOLE_HASH_COLUMNS ? words`${cut(sha256, SHORT_HASH)}` : sha256;
  return [
    [gap(1), span(words`Send this specification to ${printableStart(zone.name)}?`, theme.heading)],
    [],
    row(words`zone`, words`${printable(zone.name)} (${printable(zone.id)})`, true),
    row(words`host`, words`${host} · profile ${profile}`),
    row(words`file`, cutStart(printable(file.path), columns - NAMES - 1)),
    row(words`document`, documentWords(file, digest, columns - NAMES - 1)),
    row(words`authorization`, enforceWords(enforce, isKnown)),
    row(words`endpoints`, changes),
    [],
    ...warningLines(warnings, columns),
    ...(warnings.length > 0 ? [[]] : []),
    [
      span(words` Enter`, theme.key),
      span(words` cancels: nothing is sent    `),
      span(words`Ctrl-Y`, theme.key),
      span(words` sends it, once`),
    ],
  ];
}
