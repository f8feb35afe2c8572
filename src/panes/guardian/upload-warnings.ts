import { zoneWarning } from '../../guardian/enforcement.ts';
import type { PlanLimits } from '../../guardian/limits.ts';
import { hostName, type Preflight, type ReadPreflight } from '../../guardian/preflight.ts';
import { type AuditedChange, changedPart } from '../../mutations/audit.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { count, counted, percent } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { stamp, type TimeZone } from '../../text/time.ts';
import { type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Assessment } from './assess.ts';
import { switched, switchWords } from './authorization.ts';
import { UNMATCHED_OUTCOMES } from './change-rows.ts';
import { exceeded } from './check-page.ts';
import {
  isComparing,
  knownConfiguration,
  type Returned,
  type UploadRequest,
  type Warning,
} from './state.ts';

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

function limitWarnings(checked: ReadPreflight, limits: PlanLimits | null): readonly Warning[] {
  if (!limits) {
    return [
      plain(
        words`The plan limits of this zone are not known yet: the service tells them with its first answer.`,
      ),
    ];
  }
  const over = exceeded(checked, limits);
  if (over.length === 0) return [];
  const limit = over.length === 1 ? words`limit` : words`limits`;
  return [
    bad(words`The file exceeds the plan ${limit} of ${over.join(', ') as Printable}: see Check.`),
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

export const NOT_KNOWN = words`What this zone has now is not known: no operation reads it. What the file removes or changes is known once the service has answered an upload.`;
const STILL_COMPARED = words`The file is still being compared with what the service returned: what it removes or changes is not known yet.`;

/**
 * Requests in the events that match no endpoint of the file, without those for endpoints that it removes, and what
 * happens to them. `keyNames`: null in a question, which accepts no other keys and names none.
 */
export function unmatchedWarnings(
  assessment: Assessment,
  keyNames: KeyNames | null,
): readonly Warning[] {
  const { seen, unmatched, against } = assessment;
  if (seen === 0) {
    const loads = keyNames && keyFor(keyNames, 'show.events', words`2`);
    const helps = loads ? words`: ${loads} loads them` : words``;
    return [plain(words`No events of this zone are loaded, so its requests are unknown${helps}.`)];
  }
  const all = counted(seen, words`request`);
  if (unmatched.requests === 0) {
    return [good(words`Endpoints of the file match all ${all} in the loaded events.`)];
  }
  const share = (many: number): Printable =>
    words`${count(many)} of ${all} in the loaded events (${percent(many / seen)})`;
  // The contract names unmatched paths only.
  const other = unmatched.withOtherMethod;
  const withOther = words`; ${count(other)} ${other === 1 ? words`has` : words`have`} a path of it with another method, and may count as matched`;
  const missed = words`${share(unmatched.requests)} match no endpoint of the file${other > 0 ? withOther : words``}.`;
  if (!against) {
    return [
      careful(
        words`${missed} They would be blocked where the zone blocks what no endpoint matches: that setting is known after an upload.`,
      ),
    ];
  }
  const { blast, asNow } = against;
  const { would } = UNMATCHED_OUTCOMES[blast.outcome];
  const worse = blast.outcome === 'blocked' ? bad : careful;
  const warnings: Warning[] = [];
  // Endpoints may also be lost with a base path.
  const others = unmatched.requests - asNow - blast.requests;
  if (others > 0) {
    warnings.push(
      worse(
        words`${share(others)} match an endpoint now, and none under the servers of the file: they ${would}.`,
      ),
    );
  }
  if (asNow > 0 || other > 0) {
    const asBefore =
      asNow === 0
        ? words``
        : words` ${asNow === unmatched.requests ? words`They` : words`${count(asNow)} of them`} match none now either, and ${would}, as now.`;
    warnings.push(plain(words`${missed}${asBefore}`));
  }
  return warnings;
}

function changeWarnings(assessment: Assessment, keyNames: KeyNames | null): readonly Warning[] {
  const { against, seen, unmatched } = assessment;
  const isFine = against !== null && seen > 0 && unmatched.requests === 0;
  const asked = isFine ? [] : unmatchedWarnings(assessment, keyNames);
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

/** Names a later upload of another run. */
export const overtakenWords = (upload: AuditedChange, stamps: TimeZone): Printable =>
  words`Another upload of this zone was sent from here at ${stamp(Date.parse(upload.time), stamps)}: ${printable(changedPart(upload) ?? '?')}, ${upload.outcome === 'accepted' ? words`accepted` : words`outcome unknown`}.`;

const DOUBT = careful(
  words`The outcome of an upload is not known: the zone may have that file by now, not the one this is compared with.`,
);

export function warningsOf(
  checked: Preflight,
  assessment: Assessment | null,
  returned: Returned | null,
  { zone, enforce }: Pick<UploadRequest, 'zone' | 'enforce'>,
  /** `keyNames`: null in a question, which accepts no other keys and names none. */
  { keyNames, stamps }: { readonly keyNames: KeyNames | null; readonly stamps: TimeZone },
): readonly Warning[] {
  if (checked.kind === 'unreadable') {
    return [bad(words`The file cannot be read as OpenAPI 3.0 or 3.1: see Check.`)];
  }
  const { stops, sets } = switchWords(
    enforce,
    switched(enforce, checked.endpoints, knownConfiguration(returned)?.data ?? null),
  );
  const all = [
    ...problemWarnings(checked),
    ...hostWarnings(checked, zone),
    ...(returned?.overtakenBy ? [careful(overtakenWords(returned.overtakenBy, stamps))] : []),
    ...(returned?.doubtedAt ? [DOUBT] : []),
    ...zoneWarnings(returned),
    ...limitWarnings(checked, returned?.data.configuration ?? null),
    ...(assessment ? changeWarnings(assessment, keyNames) : []),
    ...stops.map((each) => bad(each)),
    ...sets.map((each) => careful(each)),
  ];
  const rank = ({ style }: Warning) => [theme.bad, theme.warn].indexOf(style);
  return [0, 1, -1].flatMap((wanted) => all.filter((each) => rank(each) === wanted));
}
