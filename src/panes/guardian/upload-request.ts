import { ApiError } from '../../contract/api-error.ts';
import {
  type GuardianUploadInput,
  guardianUpload,
} from '../../contract/operations/guardian-upload.ts';
import { renderPath } from '../../contract/path.ts';
import { zoneWarning } from '../../guardian/enforcement.ts';
import type { LimitCounts, PlanLimits } from '../../guardian/limits.ts';
import type { Preflight } from '../../guardian/preflight.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { count, counted, percent } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Assessment } from './assess.ts';
import { UNMATCHED_OUTCOMES } from './change-rows.ts';
import { exceeded } from './check-page.ts';
import type { Warning } from './page.ts';
import {
  type Enforce,
  isComparing,
  type Returned,
  type SpecificationFile,
  type UploadRequest,
} from './state.ts';

const FLAG: Readonly<Record<Enforce, boolean | undefined>> = {
  yes: true,
  no: false,
  keep: undefined,
};

/** What `enforce` puts into the request; undefined is left out. */
export const flagOf = (enforce: Enforce): boolean | undefined => FLAG[enforce];

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
  // The same for every zone; this one's id may be none.
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

/** That nothing of what the file asks for is enforced, as the zone is set. */
function zoneWarnings(returned: Returned | null): readonly Warning[] {
  const sentence = returned && zoneWarning(returned.data.configuration);
  return sentence === null ? [] : [careful(printable(sentence))];
}

const NOT_KNOWN = words`What this zone has now is not known: no operation reads it. What the file removes or changes cannot be told before the service has answered once.`;
const STILL_COMPARED = words`The file is still being compared with what the service returned: what it removes or changes cannot be told yet.`;

/** How many of the requests that were seen ask for what the file does not have, and what becomes of them. */
export function unmatchedWarning({ seen, unmatched, against }: Assessment): Warning {
  if (seen.paths === 0) {
    return plain(
      words`No paths are known from loaded events of this zone, so that nothing is known of what is asked for: 2 loads them.`,
    );
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

function changeWarnings(assessment: Assessment): readonly Warning[] {
  const { against, seen, unmatched } = assessment;
  // What is lost with an endpoint is told of that endpoint.
  const isTold = seen.paths > 0 && unmatched.requests === (against?.blast.requests ?? 0);
  const asked = isTold ? [] : [unmatchedWarning(assessment)];
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
  words`An upload was sent whose outcome is not known: the zone may have that by now, and not what this is compared with.`,
);

/** What to know before a specification is sent, the worst first. */
export function warningsOf(
  checked: Preflight,
  assessment: Assessment | null,
  returned: Returned | null,
): readonly Warning[] {
  if (checked.kind === 'unreadable') {
    return [bad(words`The file cannot be read as OpenAPI 3.0 or 3.1: see Check.`)];
  }
  const all = [
    ...problemWarnings(checked),
    ...(returned?.doubtedAt ? [DOUBT] : []),
    ...zoneWarnings(returned),
    ...limitWarnings(checked.limits, returned?.data.configuration ?? null),
    ...(assessment ? changeWarnings(assessment) : []),
  ];
  const rank = ({ style }: Warning) => [theme.bad, theme.warn].indexOf(style);
  return [0, 1, -1].flatMap((wanted) => all.filter((each) => rank(each) === wanted));
}
