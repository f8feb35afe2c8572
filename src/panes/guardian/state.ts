import type { GuardianUploadInput } from '../../contract/operations/guardian-upload.ts';
import type { Node } from '../../guardian/node.ts';
import type { Deviation } from '../../guardian/predict.ts';
import type { Preflight } from '../../guardian/preflight.ts';
import type { AuditedChange } from '../../mutations/audit.ts';
import {
  EMPTY_LIST,
  EMPTY_LIST_WITH_DETAILS,
  type ListState,
  type ListWithDetails,
} from '../../state/list.ts';
import type { Moment } from '../../state/loadable.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import type { Span } from '../../ui/line.ts';
import type { Copyable } from '../pane.ts';
import type { Answered, Assessment } from './assess.ts';
import type { Completion } from './path-completion.ts';

/** The sections, in the order of an upload. */
export const SECTIONS = ['check', 'changes', 'send', 'endpoints', 'compared'] as const;

export type SectionId = (typeof SECTIONS)[number];

export interface Warning {
  readonly sign: Span;
  readonly sentence: Printable;
  readonly style: Style;
}

export type Choice =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'reading';
      readonly path: string;
      /** Progress of reading, 0 to 1; checking follows. Null while unknown. */
      readonly progress: number | null;
      /** Chosen again if reading is cancelled. */
      readonly last: SpecificationFile | null;
    }
  | { readonly kind: 'unusable'; readonly path: string; readonly reason: Printable }
  | { readonly kind: 'read'; readonly file: SpecificationFile };

export interface Comparison {
  readonly attempt: string;
  readonly at: Moment;
  readonly deviations: readonly Deviation[];
  readonly endpoints: number;
}

/** State of one zone. Nothing is shared: a file is meant for the zone it was chosen for. */
export interface ZoneWork {
  readonly choice: Choice;
  readonly enforce: Enforce;
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

/** List and details are those of the section on screen. */
export interface GuardianState extends ListWithDetails {
  /** The zone on screen; null while none is watched. */
  readonly zone: string | null;
  readonly zones: ReadonlyMap<string, ZoneWork>;
  readonly section: SectionId;
  /** The lists of the sections that were left. */
  readonly lists: Readonly<Partial<Record<SectionId, ListState>>>;
  readonly completion: Completion | null;
  /** Uploads in the audit file that may have changed a zone, newest first, as last looked at. */
  readonly uploads: readonly AuditedChange[];
  /** The question before sending, a snapshot of what it shows. */
  readonly question: Question | null;
}

export interface Question {
  readonly request: UploadRequest;
  readonly warnings: readonly Warning[];
  readonly changes: Printable;
  /** Whether the service returned a configuration, so that this is not the first upload. */
  readonly isKnown: boolean;
  /** Monotonic milliseconds. */
  readonly askedAt: number;
  /** First visible line. */
  readonly top: number;
  /** Whether its end was shown, by scrolling. */
  readonly isRead: boolean;
}

export const EMPTY_GUARDIAN: GuardianState = {
  zone: null,
  zones: new Map(),
  section: 'check',
  lists: {},
  ...EMPTY_LIST_WITH_DETAILS,
  completion: null,
  uploads: [],
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

/** The state after changing zones: cursor, filter and details are reset. */
export const onZone = (zone: string | null): Partial<GuardianState> => ({
  zone,
  lists: {},
  ...EMPTY_LIST_WITH_DETAILS,
});

/** The state after changing sections: every section keeps its list. */
export function onSection(
  { section: before, list, lists }: GuardianState,
  section: SectionId,
): Partial<GuardianState> {
  const kept = { ...lists, [before]: list };
  return { section, lists: kept, list: kept[section] ?? EMPTY_LIST, detail: null };
}

/** The file on screen: the chosen one, also while it is read again. Nothing of a file stands under the name of another. */
export function fileOf({ choice }: Pick<ZoneWork, 'choice'>): SpecificationFile | null {
  if (choice.kind === 'read') return choice.file;
  return choice.kind === 'reading' && choice.last?.path === choice.path ? choice.last : null;
}

/** The file that was read last, unless it could not be used. */
export const lastFileOf = ({ choice }: Pick<ZoneWork, 'choice'>): SpecificationFile | null =>
  choice.kind === 'reading' ? choice.last : fileOf({ choice });

export function fileCopies(work: ZoneWork): readonly Copyable[] {
  const file = fileOf(work);
  return file
    ? [
        { what: words`sha256 of the file`, text: file.sha256 },
        { what: words`path of the file`, text: printable(file.path) },
      ]
    : [];
}

/** A specification as read once: the checked text is the text that is sent. */
export interface SpecificationFile {
  /** As typed with `~` expanded. Hostile text. */
  readonly path: string;
  /** Hostile text. */
  readonly content: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly readAt: Moment;
  readonly preflight: Preflight;
  /** Renders a schema as YAML with its references resolved; absent for unreadable files. */
  readonly yamlOf?: (schema: Node) => string;
}

export interface Returned extends Answered {
  readonly at: Moment;
  /** Time of a later upload with an unknown outcome, which the zone may have by now. */
  readonly doubtedAt: Moment | null;
  /** A later upload from this machine by another run, accepted or with an unknown outcome. */
  readonly overtakenBy?: AuditedChange;
}

/** The configuration that the zone has as far as is known here: no operation reads it. */
export const knownConfiguration = (returned: Returned | null): Returned | null =>
  returned?.overtakenBy ? null : returned;

/** State of a zone's upload. The outcome of a sent one is in the run's changes. */
export type Sending =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'looking'; readonly request: UploadRequest }
  /** Confirmed but not sent: the file changed after its check, or the zone is busy. */
  | { readonly kind: 'stopped'; readonly reason: Printable; readonly at: Moment }
  | { readonly kind: 'sent'; readonly request: UploadRequest; readonly attempt: string };

export const isComparing = (assessment: Assessment | null): boolean =>
  assessment !== null && assessment.of.returned !== null && assessment.against === null;

/** Value of `enforceAuthorizationValidation`; `keep` leaves it out. */
export type Enforce = 'yes' | 'no' | 'keep';

export interface UploadRequest {
  readonly zone: WorkspaceItem;
  readonly file: SpecificationFile;
  readonly enforce: Enforce;
  readonly input: GuardianUploadInput;
  readonly method: string;
  /** The path, or why the zone's id does not fit into one. */
  readonly path:
    | { readonly kind: 'path'; readonly path: string }
    | { readonly kind: 'fault'; readonly reason: Printable };
  readonly bodyBytes: number;
}
