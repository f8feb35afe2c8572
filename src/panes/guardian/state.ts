import type { GuardianUploadInput } from '../../contract/operations/guardian-upload.ts';
import type { Node } from '../../guardian/node.ts';
import type { Deviation } from '../../guardian/predict.ts';
import type { Preflight } from '../../guardian/preflight.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import type { Moment } from '../../state/loadable.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Copyable } from '../pane.ts';
import type { Answered, Assessment } from './assess.ts';
import type { SectionId, Warning } from './page.ts';
import type { Completion } from './path-completion.ts';

/** The file that was chosen. A file that cannot be read leaves the one before it on screen. */
export type Choice =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'reading';
      readonly path: string;
      /** How much of it was read, from 0 to 1, where it is then checked; null while that is not known. */
      readonly progress: number | null;
      readonly last: SpecificationFile | null;
    }
  | {
      readonly kind: 'unusable';
      readonly path: string;
      /** A full sentence. */
      readonly reason: Printable;
      readonly last: SpecificationFile | null;
    }
  | { readonly kind: 'read'; readonly file: SpecificationFile };

/** How what came back differs from what was predicted. */
export interface Comparison {
  /** The upload it is of. */
  readonly attempt: string;
  readonly at: Moment;
  readonly deviations: readonly Deviation[];
  /** How many endpoints were predicted. */
  readonly endpoints: number;
}

/** Everything about one zone. Nothing of it is shared with another: a file is meant for the zone it was chosen for. */
export interface ZoneWork {
  readonly choice: Choice;
  readonly enforce: Enforce;
  /** What the file on screen would do; null until there is one that can be read. */
  readonly assessment: Assessment | null;
  readonly sending: Sending;
  readonly returned: Returned | null;
  readonly comparison: Comparison | null;
}

export const NEW_ZONE: ZoneWork = {
  choice: { kind: 'none' },
  enforce: 'keep',
  assessment: null,
  sending: { kind: 'nothing' },
  returned: null,
  comparison: null,
};

export interface GuardianState {
  /** The zone on screen; null while none is watched. */
  readonly zone: string | null;
  readonly zones: ReadonlyMap<string, ZoneWork>;
  readonly section: SectionId;
  readonly lists: Readonly<Record<SectionId, ListState>>;
  /** Whether the row under the cursor is shown in full, where it is not beside the list anyway. */
  readonly detail: boolean;
  /** First line of the detail. */
  readonly detailTop: number;
  /** The paths offered while one is being typed. */
  readonly completion: Completion | null;
  /** The question before sending, with everything it shows as it was when it was asked. */
  readonly question: Question | null;
}

/** An upload that waits to be confirmed. */
export interface Question {
  readonly request: UploadRequest;
  readonly warnings: readonly Warning[];
  /** What changes, in a few words. */
  readonly changes: Printable;
  /** Whether the service returned a configuration for the zone, so that this is no first upload. */
  readonly isKnown: boolean;
  /** Monotonic milliseconds. */
  readonly askedAt: number;
}

const NO_LISTS: Readonly<Record<SectionId, ListState>> = {
  check: EMPTY_LIST,
  changes: EMPTY_LIST,
  send: EMPTY_LIST,
  endpoints: EMPTY_LIST,
  compared: EMPTY_LIST,
};

export const EMPTY_GUARDIAN: GuardianState = {
  zone: null,
  zones: new Map(),
  section: 'check',
  lists: NO_LISTS,
  detail: false,
  detailTop: 0,
  completion: null,
  question: null,
};

export const workOf = ({ zone, zones }: GuardianState): ZoneWork =>
  (zone === null ? undefined : zones.get(zone)) ?? NEW_ZONE;

export function withWork(
  { zones }: GuardianState,
  zone: string,
  change: (work: ZoneWork) => Partial<ZoneWork>,
): Pick<GuardianState, 'zones'> {
  const before = zones.get(zone) ?? NEW_ZONE;
  return { zones: new Map(zones).set(zone, { ...before, ...change(before) }) };
}

/** The state on another zone: nothing of where the operator was in the last one is kept. */
export const onZone = (zone: string | null): Partial<GuardianState> => ({
  zone,
  lists: NO_LISTS,
  detail: false,
  detailTop: 0,
});

/** The file that can be looked at, whether or not it is the one chosen last. */
export function fileOf({ choice }: ZoneWork): SpecificationFile | null {
  switch (choice.kind) {
    case 'none':
      return null;
    case 'read':
      return choice.file;
    default:
      return choice.last;
  }
}

export function fileCopies(work: ZoneWork): readonly Copyable[] {
  const file = fileOf(work);
  return file
    ? [
        { what: words`sha256 of the file`, text: file.sha256 },
        { what: words`path of the file`, text: printable(file.path) },
      ]
    : [];
}

/** A specification as it was read, once: what is checked is what is sent. */
export interface SpecificationFile {
  /** As typed, `~` expanded. Hostile text. */
  readonly path: string;
  /** Hostile text. */
  readonly content: string;
  readonly bytes: number;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly readAt: Moment;
  readonly preflight: Preflight;
  /** A schema of it as YAML, its references resolved; absent where the file cannot be read. */
  readonly yamlOf?: (schema: Node) => string;
}

/** What the service returned last for a zone in this run. */
export interface Returned extends Answered {
  readonly at: Moment;
  /** When an upload was sent since whose outcome is not known: the zone may have that by now. */
  readonly doubtedAt: Moment | null;
}

/** How it stands with the upload of a zone's specification. What becomes of a sent one is in the run's changes. */
export type Sending =
  | { readonly kind: 'nothing' }
  /** Confirmed; the file is being read once more. */
  | { readonly kind: 'looking'; readonly request: UploadRequest }
  /** Confirmed, and then not sent: the file is not what was checked any more, or the zone is busy. */
  | { readonly kind: 'stopped'; readonly reason: Printable; readonly at: Moment }
  | { readonly kind: 'sent'; readonly request: UploadRequest; readonly attempt: string };

/** Whether the file is still being compared with what the service returned. */
export const isComparing = (assessment: Assessment | null): boolean =>
  assessment !== null && assessment.of.returned !== null && assessment.against === null;

/** What the request says of `enforceAuthorizationValidation`; `keep` leaves it out. */
export type Enforce = 'yes' | 'no' | 'keep';

/** One upload as it would be sent, word for word. Frozen once it is shown for confirmation. */
export interface UploadRequest {
  readonly zone: WorkspaceItem;
  readonly file: SpecificationFile;
  readonly enforce: Enforce;
  readonly input: GuardianUploadInput;
  readonly method: string;
  /** The rendered path, or why the zone's id cannot be part of one. */
  readonly path:
    | { readonly kind: 'path'; readonly path: string }
    | { readonly kind: 'fault'; readonly reason: Printable };
  /** Of the JSON body. */
  readonly bodyBytes: number;
}
