import type { ApiError } from '../contract/api-error.ts';
import type { AppOverview } from '../contract/operations/app-overview.ts';
import type { Moment } from '../state/loadable.ts';
import { type Printable, printable, words } from '../text/printable.ts';

/** What is deleted, and where; constant while the dialog is open. `id` and `name` are hostile. */
export interface DeletionTarget {
  readonly id: string;
  readonly name: string;
  readonly host: Printable;
  readonly profile: Printable;
  /** Whether it is in the workspace; otherwise the id was typed, and may be a misspelt name. */
  readonly isWatched: boolean;
}

interface Open {
  readonly target: DeletionTarget;
  /** Time of the last key, paste or opening, monotonic milliseconds. */
  readonly inputAt: number;
}

interface Earlier {
  /** When a deletion of it was sent whose outcome is not known, for display; null if there is none. */
  readonly earlier: Printable | null;
}

interface Planned extends Open, Earlier {
  readonly plan: DeletionPlan;
}

/** The state of the dialog that deletes an application. */
export type Deletion =
  | { readonly kind: 'closed' }
  /** The overview is being read again: only what has just been checked is deleted. */
  | (Open & {
      readonly kind: 'reading';
      /** Shown with the answer. */
      readonly note: Printable | null;
    })
  /** The overview could not be read. */
  | (Open & { readonly kind: 'unreadable'; readonly error: ApiError } & Earlier)
  /** Waiting for the id to be typed. */
  | (Planned & {
      readonly kind: 'asking';
      readonly typed: string;
      /** When the first character was typed. */
      readonly typedFrom: number;
      /** Shown under the field until the next key. */
      readonly note: Printable | null;
    })
  /** Confirmed; nothing has been sent yet. */
  | (Planned & {
      readonly kind: 'counting';
      readonly endsAt: number;
      /** Whole seconds. */
      readonly left: number;
    })
  /** The request has been sent once; the change `attempt` has its outcome. */
  | (Open & { readonly kind: 'sent'; readonly attempt: string | null });

/** Events of the dialog. `at` is in monotonic milliseconds. */
export type DeletionEvent =
  | { readonly kind: 'opened'; readonly target: DeletionTarget; readonly at: number }
  | ({ readonly kind: 'read'; readonly id: string; readonly plan: DeletionPlan } & Earlier)
  | ({ readonly kind: 'not read'; readonly id: string; readonly error: ApiError } & Earlier)
  /** The new content of the field. */
  | { readonly kind: 'changed'; readonly typed: string; readonly at: number }
  | { readonly kind: 'pasted'; readonly at: number }
  /** Any other key. */
  | { readonly kind: 'key'; readonly at: number }
  /** The confirmation key; `blocked` says why nothing can be deleted now. */
  | { readonly kind: 'confirmed'; readonly at: number; readonly blocked: Printable | undefined }
  /** Enter is on Cancel, and is easily held down. */
  | { readonly kind: 'cancelled'; readonly by: 'enter' | 'esc'; readonly at: number }
  /** The terminal is too small for the dialog, or belongs to the shell. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'tick'; readonly at: number }
  | { readonly kind: 'began'; readonly attempt: string }
  /** Another change of the application is in progress. */
  | { readonly kind: 'not begun' };

export type DeletionEffect =
  | { readonly kind: 'read'; readonly id: string }
  | { readonly kind: 'send'; readonly target: DeletionTarget }
  | { readonly kind: 'say'; readonly text: Printable };

/** The next state, and what to do. */
type DeletionStep = readonly [Deletion, DeletionEffect?];

/** Countdown in which Esc still cancels, milliseconds. */
export const COUNTDOWN = 5000;
/**
 * After this time without a key the typed text is cleared. The dialog stays open: otherwise the rest of an id would
 * run as keys.
 */
export const IDLE = 30_000;
/** The keyboard must have been quiet for this long before the confirmation key, so that no burst of input confirms. */
export const QUIET = 150;
/** Older data is read again before it is acted on. */
const MAX_PLAN_AGE_MS = 60_000;
/** If the countdown ends later than this, nobody watched it: the machine was asleep, or the console suspended. */
const MAX_LATENESS_MS = 1500;
/** Nobody types faster than this per character: it was a paste without paste marks. */
const MIN_KEY_INTERVAL_MS = 15;

const CLOSED: Deletion = { kind: 'closed' };

const closed = (text: Printable): DeletionStep => [CLOSED, { kind: 'say', text }];

const NOTHING_SENT = words`Nothing was sent or deleted.`;

/** Typing the id makes the operator read it. */
const PASTED = words`Pasted input ignored; type the ID.`;
const TOO_FAST = words`Too many keys at once, as in a paste: nothing was taken. Type the ID.`;
const CLEARED = words`No key for 30 s: nothing was sent. Type the ID again.`;
const READ_AGAIN = words`Read again: it was over a minute old. Type the ID again.`;

/** Compares byte for byte. */
const isTyped = (deletion: Extract<Deletion, { kind: 'asking' }>): boolean =>
  deletion.typed === deletion.target.id;

/** Time of the next automatic event; infinity while waiting for a key or answer, null when finished. */
export function nextTick(deletion: Deletion): number | null {
  switch (deletion.kind) {
    case 'closed':
    case 'sent':
      return null;
    case 'counting':
      return deletion.endsAt - (deletion.left - 1) * 1000;
    case 'asking':
      return deletion.typed === '' ? Number.POSITIVE_INFINITY : deletion.inputAt + IDLE;
    case 'reading':
    case 'unreadable':
      return Number.POSITIVE_INFINITY;
  }
}

/** The next state of the dialog after `event`, and what to do, as a pure function. */
export function deletionAfter(deletion: Deletion, event: DeletionEvent): DeletionStep {
  if (event.kind === 'opened') {
    // The caller closes an open dialog before opening another; a request in flight continues.
    if (deletion.kind !== 'closed') return [deletion];
    const { target, at } = event;
    return [
      { kind: 'reading', target, inputAt: at, note: null },
      { kind: 'read', id: target.id },
    ];
  }
  if (deletion.kind === 'closed') return [deletion];
  if (event.kind === 'cancelled') return cancelled(deletion, event);
  switch (deletion.kind) {
    case 'reading':
      return whileReading(deletion, event);
    case 'unreadable':
      return [touched(deletion, event)];
    case 'asking':
      return whileAsking(deletion, event);
    case 'counting':
      return whileCounting(deletion, event);
    case 'sent':
      if (deletion.attempt !== null) return [touched(deletion, event)];
      if (event.kind === 'began') return [{ ...deletion, attempt: event.attempt }];
      return event.kind === 'not begun'
        ? closed(words`Another change of it is under way. ${NOTHING_SENT}`)
        : [touched(deletion, event)];
  }
}

type Opened = Exclude<Deletion, { kind: 'closed' }>;

/** Input restarts the idle timer. */
function touched<State extends Opened>(deletion: State, event: DeletionEvent): State {
  const isInput =
    event.kind === 'changed' ||
    event.kind === 'pasted' ||
    event.kind === 'key' ||
    event.kind === 'confirmed' ||
    event.kind === 'cancelled';
  return isInput ? { ...deletion, inputAt: event.at } : deletion;
}

function cancelled(
  deletion: Opened,
  event: Extract<DeletionEvent, { kind: 'cancelled' }>,
): DeletionStep {
  // Enter opened the dialog, and may still be held down.
  if (event.by === 'enter' && event.at - deletion.inputAt < QUIET) {
    return [touched(deletion, event)];
  }
  return deletion.kind === 'sent' ? [CLOSED] : closed(words`Cancelled. ${NOTHING_SENT}`);
}

function whileReading(
  deletion: Extract<Deletion, { kind: 'reading' }>,
  event: DeletionEvent,
): DeletionStep {
  const { target, inputAt, note } = deletion;
  if (event.kind === 'read' && event.id === target.id) {
    const { plan, earlier } = event;
    return [{ kind: 'asking', target, inputAt, plan, earlier, typed: '', typedFrom: 0, note }];
  }
  if (event.kind === 'not read' && event.id === target.id) {
    const { error, earlier } = event;
    return [{ kind: 'unreadable', target, inputAt, error, earlier }];
  }
  return [touched(deletion, event)];
}

function whileAsking(
  before: Extract<Deletion, { kind: 'asking' }>,
  event: DeletionEvent,
): DeletionStep {
  const deletion = touched(before, event);
  switch (event.kind) {
    case 'changed': {
      const { typed } = event;
      const typedFrom = before.typed === '' ? event.at : before.typedFrom;
      const after = { ...deletion, typed, typedFrom, note: null };
      const least = MIN_KEY_INTERVAL_MS * (Array.from(typed).length - 1);
      if (!isTyped(after) || event.at - typedFrom >= least) return [after];
      return [{ ...after, typed: '', note: TOO_FAST }];
    }
    case 'pasted':
      return [{ ...deletion, note: PASTED }];
    case 'confirmed':
      return confirmed(before, deletion, event);
    case 'tick': {
      const isLeft = deletion.typed !== '' && event.at - deletion.inputAt >= IDLE;
      return [isLeft ? { ...deletion, typed: '', note: CLEARED } : deletion];
    }
    default:
      return [deletion];
  }
}

function confirmed(
  before: Extract<Deletion, { kind: 'asking' }>,
  deletion: Extract<Deletion, { kind: 'asking' }>,
  { at, blocked }: Extract<DeletionEvent, { kind: 'confirmed' }>,
): DeletionStep {
  const stay = (note: Printable): DeletionStep => [{ ...deletion, note }];
  const { target, plan, earlier } = deletion;
  if (!isTyped(deletion)) {
    return stay(
      deletion.typed === ''
        ? words`Type the ID first: ${printable(target.id)}`
        : words`The text does not match the ID.`,
    );
  }
  if (at - before.inputAt < QUIET)
    return stay(words`Too soon after the last key: nothing was run. Press it again.`);
  if (blocked !== undefined) return stay(blocked);
  if (at - plan.readAt.elapsed > MAX_PLAN_AGE_MS) {
    return [
      { kind: 'reading', target, inputAt: at, note: READ_AGAIN },
      { kind: 'read', id: target.id },
    ];
  }
  const left = COUNTDOWN / 1000;
  const endsAt = at + COUNTDOWN;
  return [{ kind: 'counting', target, plan, earlier, inputAt: at, endsAt, left }];
}

function whileCounting(
  deletion: Extract<Deletion, { kind: 'counting' }>,
  event: DeletionEvent,
): DeletionStep {
  if (event.kind === 'hidden') {
    return closed(words`The countdown could no longer be seen. ${NOTHING_SENT}`);
  }
  if (event.kind !== 'tick') return [touched(deletion, event)];
  const { target, inputAt, endsAt } = deletion;
  if (event.at >= endsAt + MAX_LATENESS_MS) {
    return closed(words`The console was suspended during the countdown. ${NOTHING_SENT}`);
  }
  if (event.at >= endsAt) {
    return [
      { kind: 'sent', target, inputAt, attempt: null },
      { kind: 'send', target },
    ];
  }
  return [{ ...deletion, left: Math.ceil((endsAt - event.at) / 1000) }];
}

/** What a deletion removes, according to the overview; null if unknown. */
export interface DeletionPlan {
  /** Region codes. Hostile text. */
  readonly regions: readonly string[] | null;
  readonly instances: number | null;
  readonly pods: number | null;
  /** In GB. */
  readonly volumes: number | null;
  /** Currency not stated. */
  readonly monthlyCost: number | null;
  /** Pods that are already being deleted. */
  readonly deleting: number;
  /** When the overview was read. */
  readonly readAt: Moment;
}

/** What would be deleted, according to an overview read at `readAt`. */
export function deletionPlan(overview: AppOverview, readAt: Moment): DeletionPlan {
  const pods = overview.regions.flatMap((region) => region.pods);
  const instances = overview.activeInstances?.indicator ?? null;
  // Running instances must be somewhere: empty lists then mean that they could not be read.
  const runs = instances !== null && instances > 0;
  const isUnknown = (found: readonly unknown[]) => runs && found.length === 0;
  return {
    regions: isUnknown(overview.regions)
      ? null
      : overview.regions.map(({ region }) => region ?? '?'),
    instances,
    pods: isUnknown(pods) ? null : pods.length,
    volumes: overview.totalVolumeSizeInGb,
    monthlyCost: overview.monthlyCost,
    deleting: pods.filter(({ status }) => status === 'deleting').length,
    readAt,
  };
}
