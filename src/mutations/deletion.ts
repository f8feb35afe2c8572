import type { ApiError } from '../contract/api-error.ts';
import type { AppOverview } from '../contract/operations/app-overview.ts';
import { type Printable, printable, words } from '../text/printable.ts';

/** What is to be deleted, and where; fixed from the moment the dialog opens. `id` and `name` are hostile. */
export interface DeletionTarget {
  readonly id: string;
  readonly name: string;
  readonly host: Printable;
  readonly profile: Printable;
}

interface Open {
  readonly target: DeletionTarget;
  /** When the last key, paste or opening was, monotonic milliseconds. */
  readonly inputAt: number;
}

/** The dialog that deletes an application. */
export type Deletion =
  | { readonly kind: 'closed' }
  /** The overview is being read again: nothing is deleted that was not looked at. */
  | (Open & { readonly kind: 'reading' })
  /** It could not be read, so there is nothing to decide by. */
  | (Open & { readonly kind: 'unreadable'; readonly error: ApiError })
  /** The id is to be typed. */
  | (Open & {
      readonly kind: 'asking';
      readonly plan: DeletionPlan;
      readonly typed: string;
      /** When its first character was typed. */
      readonly typedFrom: number;
      /** What stands under the field, until the next key. */
      readonly note: Printable | null;
    })
  /** Confirmed; nothing is sent yet. */
  | (Open & {
      readonly kind: 'counting';
      readonly plan: DeletionPlan;
      readonly endsAt: number;
      /** Whole seconds, for people. */
      readonly left: number;
    })
  /** The one request has left; what becomes of it is told by the change `attempt`. */
  | (Open & { readonly kind: 'sent'; readonly attempt: string | null });

/** What happens to the dialog. `at`: monotonic milliseconds. */
export type DeletionEvent =
  | { readonly kind: 'opened'; readonly target: DeletionTarget; readonly at: number }
  | { readonly kind: 'read'; readonly id: string; readonly plan: DeletionPlan }
  | { readonly kind: 'not read'; readonly id: string; readonly error: ApiError }
  /** What stands in the field now. */
  | { readonly kind: 'changed'; readonly typed: string; readonly at: number }
  | { readonly kind: 'pasted'; readonly at: number }
  /** A key for the field, or for nothing. */
  | { readonly kind: 'key'; readonly at: number }
  /** The key that deletes; `blocked` is why nothing can be deleted just now. */
  | { readonly kind: 'confirmed'; readonly at: number; readonly blocked: Printable | undefined }
  /** Enter stands on Cancel, and is a key that is held down easily. */
  | { readonly kind: 'cancelled'; readonly by: 'enter' | 'esc'; readonly at: number }
  /** The screen has become too small to show the dialog, or the shell has the terminal. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'tick'; readonly at: number }
  | { readonly kind: 'began'; readonly attempt: string }
  /** Another change of it is under way. */
  | { readonly kind: 'not begun' };

/** What is to be done because of an event. */
export type DeletionEffect =
  | { readonly kind: 'read'; readonly id: string }
  | { readonly kind: 'send'; readonly target: DeletionTarget }
  | { readonly kind: 'say'; readonly text: Printable };

/** The dialog after an event, and what is to be done. */
type DeletionStep = readonly [Deletion, DeletionEffect?];

/** How long Esc still means that nothing was sent, milliseconds. */
export const COUNTDOWN = 5000;
/** Without a key for so long, what was typed is cleared. The dialog stays: the rest of an id would be run as keys. */
export const IDLE = 30_000;
/** Before the key that deletes the keyboard must have been quiet for so long: no chunk of keys confirms. */
export const QUIET = 150;
/** What was read longer ago is read again before it is acted on. */
const OLD_PLAN = 60_000;
/** A countdown that ends this much too late was not watched: the machine slept, or the console stood still. */
const LATE = 1500;
/** No hand types characters faster than this, one after the other: it was pasted past the paste's marks. */
const FASTEST = 15;

const CLOSED: Deletion = { kind: 'closed' };

const closed = (text: Printable): DeletionStep => [CLOSED, { kind: 'say', text }];

const NOTHING_SENT = words`Nothing was sent or deleted.`;

/** An id is typed so that it is read. */
const PASTED = words`Pasted input ignored; type the ID.`;
const TOO_FAST = words`Too many keys at once, as in a paste: nothing was taken. Type the ID.`;
const CLEARED = words`No key for 30 s: nothing was sent. Type the ID again.`;

/** Whether what was typed is the id, byte for byte. */
const isTyped = (deletion: Extract<Deletion, { kind: 'asking' }>): boolean =>
  deletion.typed === deletion.target.id;

/** When something happens by itself next; never, until a key or an answer; null once nothing will. */
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

/** The whole dialog as a pure function: what it is after `event`, and what is to be done. */
export function deletionAfter(deletion: Deletion, event: DeletionEvent): DeletionStep {
  if (event.kind === 'opened') {
    // Opening another dialog closes this one first; a request in flight goes on.
    if (deletion.kind !== 'closed') return [deletion];
    const { target, at } = event;
    return [
      { kind: 'reading', target, inputAt: at },
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

/** A key was pressed: what is typed stays for a while. */
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
  const { target, inputAt } = deletion;
  if (event.kind === 'read' && event.id === target.id) {
    const { plan } = event;
    return [{ kind: 'asking', target, inputAt, plan, typed: '', typedFrom: 0, note: null }];
  }
  if (event.kind === 'not read' && event.id === target.id) {
    return [{ kind: 'unreadable', target, inputAt, error: event.error }];
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
      const least = FASTEST * (Array.from(typed).length - 1);
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
  const { target, plan } = deletion;
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
  if (at - plan.readAt > OLD_PLAN) {
    return [
      { kind: 'reading', target, inputAt: at },
      { kind: 'read', id: target.id },
    ];
  }
  const left = COUNTDOWN / 1000;
  return [{ kind: 'counting', target, plan, inputAt: at, endsAt: at + COUNTDOWN, left }];
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
  if (event.at >= endsAt + LATE) {
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

/** What a deletion takes away, as the overview tells it; null where it does not. */
export interface DeletionPlan {
  /** Codes of the regions it runs in. Hostile text. */
  readonly regions: readonly string[] | null;
  readonly instances: number | null;
  readonly pods: number | null;
  /** GB by the field's name. */
  readonly volumes: number | null;
  /** Currency not stated. */
  readonly monthlyCost: number | null;
  /** Pods that are being deleted already. */
  readonly deleting: number;
  /** The overview was read at this time, monotonic milliseconds. */
  readonly readAt: number;
}

/** What `overview`, read at `readAt`, says would go. */
export function deletionPlan(overview: AppOverview, readAt: number): DeletionPlan {
  const pods = overview.regions.flatMap((region) => region.pods);
  const instances = overview.activeInstances?.indicator ?? null;
  // What runs is somewhere: of lists that cannot be read none are left.
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
