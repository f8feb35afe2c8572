import type { ApiError } from '../contract/api-error.ts';
import type { ChangeId } from '../contract/operation.ts';
import type { Change, Sighting } from '../state/change.ts';
import { counted } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration, exactDuration } from '../text/time.ts';

/** The outcome of a change in words, the same on every screen and in every command. */
interface OutcomeWords {
  readonly tone: 'good' | 'warn' | 'bad' | 'faint';
  /** One of the four outcomes, or that it is pending. */
  readonly headline: Printable;
  /** The service's message, or why the outcome is unknown. */
  readonly reason: Printable;
  /** What it means and what to do next, in sentences. */
  readonly next: Printable;
}

interface ChangeWords {
  /** Where only a noun fits. */
  readonly noun: string;
  /** The change of `of`, inside a sentence. */
  name(what: Printable, of: Printable): Printable;
  readonly accepted: Printable;
  /** What happens next. */
  readonly next: Printable;
  /** What to check before repeating a change with unknown outcome. */
  readonly check: Printable;
}

const WORDS: Readonly<Record<ChangeId, ChangeWords>> = {
  'app-delete': {
    noun: 'deletion',
    name: (_, of) => words`The deletion of ${of}`,
    accepted: words`MARKED FOR DELETION`,
    next: words`The service cleans up by itself and answers 404 when it is done.`,
    check: words`It may have been done. Do not repeat it: its overview is being read to find out.`,
  },
  'script-add-variable': {
    noun: 'variable',
    name: (what, of) => words`The variable ${what} of the script ${of}`,
    accepted: words`ACCEPTED`,
    next: words`The variable is in the script.`,
    check: words`It may have been done. No operation lists variables: look at the script in the dashboard before adding it again.`,
  },
  'guardian-upload': {
    noun: 'specification upload',
    name: (what, of) => words`The specification ${what} of the zone ${of}`,
    accepted: words`ACCEPTED`,
    next: words`It became the zone’s specification; a later upload replaces it.`,
    check: words`It may have been done. No operation reads the configuration: look at the zone in the dashboard, or upload the same file again, which leads to the same configuration and shows it.`,
  },
};

/** A noun for a change; for an unknown operation its id. */
export const changeNoun = (operation: string): string =>
  Object.entries(WORDS).find(([id]) => id === operation)?.[1].noun ?? operation;

export function outcomeWords({ operation, state }: Change): OutcomeWords {
  const { accepted, next, check } = WORDS[operation];
  switch (state.kind) {
    case 'pending':
      return state.isUnsent
        ? outcome(
            'warn',
            words`NOT SENT YET`,
            words`It is being written into the audit file first.`,
          )
        : outcome(
            'warn',
            words`SENT, NO ANSWER YET`,
            words`It cannot be cancelled, and it is not retried.`,
          );
    case 'accepted':
      return state.differences
        ? outcome('warn', accepted, words`What is stored is not what was sent.`, state.summary)
        : outcome('good', accepted, next, state.summary);
    case 'refused':
      if (state.isDeletedBefore) return DELETED_BEFORE;
      return outcome(
        'bad',
        words`REFUSED`,
        operation === 'app-delete' && state.error.kind === 'not-found'
          ? words`The service knows no such application, or no more: there is nothing to delete.`
          : rejected(state.error),
        state.error.message,
      );
    case 'not sent': {
      const safe = words`Nothing was sent. It is safe to retry.`;
      return outcome('bad', words`NOT SENT`, safe, state.error.message);
    }
    case 'unknown':
      return outcome('warn', words`OUTCOME UNKNOWN`, check, state.error.message);
  }
}

/** The outcome for a notice, where what to do next does not fit. */
export function outcomeNews(change: Change): Printable {
  const { headline, reason } = outcomeWords(change);
  return reason === '' ? headline : words`${headline}: ${reason}`;
}

const outcome = (
  tone: OutcomeWords['tone'],
  headline: Printable,
  next: Printable,
  reason: string | null = null,
): OutcomeWords => ({ tone, headline, reason: printable(reason ?? ''), next });

const DELETED_BEFORE = outcome(
  'good',
  words`ALREADY DELETED`,
  words`Its deletion was accepted before, and the service no longer finds it (404).`,
);

function rejected({ status, retryAfterMs }: ApiError): Printable {
  const by = status === undefined ? words`` : words` (${status})`;
  const wait =
    retryAfterMs === undefined
      ? words``
      : words` The service asks to wait ${exactDuration(retryAfterMs)}.`;
  return words`Rejected${by}; nothing was changed.${wait}`;
}

/** Names a change inside a sentence. */
function changeName({ operation, subject, what }: Change): Printable {
  const { id, name } = subject;
  const of = name === id ? printable(id) : words`${printable(name)} (${printable(id)})`;
  return WORDS[operation].name(printable(what), of);
}

/**
 * For a change that is still unanswered when the program stops waiting: what was sent, and how to find out the
 * result.
 */
export function unansweredLines(change: Change, host: Printable): readonly Printable[] {
  const { operation, subject } = change;
  const check =
    operation === 'app-delete'
      ? words`warren app overview ${printable(subject.id)} shows whether it is still there`
      : words`the dashboard shows it (no operation does)`;
  return [
    words`${changeName(change)} was sent to ${host} and has no answer yet: whether it was done is not known.`,
    words`Before you repeat it: ${check}, warren audit shows what was sent.`,
  ];
}

/** One observation after a deletion: `still reported: active, 3 pods, 1 being deleted`. */
export function sightingWords(sighting: Sighting): Printable {
  switch (sighting.kind) {
    case 'gone':
      return words`Deleted (404)`;
    case 'failed':
      return words`no answer to that: ${printable(sighting.error.message)}`;
    case 'there': {
      const { status, pods, deleting } = sighting;
      const word = status === null ? words`` : words` ${printable(status)},`;
      const leaving = deleting > 0 ? words`, ${deleting} being deleted` : words``;
      return words`still reported:${word} ${counted(pods, words`pod`)}${leaving}`;
    }
  }
}

/** What the observations so far say about the deletion; undefined before the first. */
export function watchWords({ begun, state, watch }: Change): Printable | undefined {
  const last = watch?.sightings.at(-1);
  if (!watch || !last) return undefined;
  const since = ({ at }: Sighting): Printable => duration(at.elapsed - begun.elapsed);
  const isUnknown = state.kind === 'unknown';
  if (last.kind === 'gone') {
    return isUnknown
      ? words`It was carried out: deleted (404) ${since(last)} after the request.`
      : words`Deleted (404) ${since(last)} after the request.`;
  }
  const isEnded = watch.kind === 'ended';
  const seen = watch.sightings.findLast((each) => each.kind === 'there');
  if (!seen) {
    return isEnded
      ? words`None of the looks was answered: whether it is still there is not known.`
      : undefined;
  }
  const after = since(seen);
  // A deploy also replaces pods, so this is a sign, not a proof.
  const cleanupSeen = watch.sightings.some((each) => each.kind === 'there' && each.deleting > 0);
  if (isUnknown && cleanupSeen) {
    return isEnded
      ? words`Still reported after ${after}, pods being deleted: look before repeating it.`
      : words`Pods are being deleted, by this or by a deploy: it may have been done.`;
  }
  if (!isEnded) return undefined;
  return isUnknown
    ? words`No sign of it in ${after}: it seems not to have been done. Look before repeating it.`
    : words`Still reported after ${after}: the cleanup takes longer than it is watched.`;
}
