import type { Assumptions } from './assumption.ts';

/** The application overview (Endpoints, 4). */
export const appOverview = {
  'application-status-field': {
    operations: ['app-overview'],
    open: 'The name of the field that carries the application status.',
    choice: 'status, at every level; "?" is drawn where it is absent.',
    why: 'In the specification and live (4.2).',
    confidence: 'H',
    change: 'contract/operations/app-overview.ts.',
  },
  'status-transitions': {
    operations: ['app-overview'],
    open: 'Which status follows which.',
    choice: 'Nothing is inferred from a transition.',
    why: 'Not documented anywhere (4.2).',
    confidence: '?',
    change: 'platform/world for the platform; nothing in the client.',
  },
  'grade-scale': {
    operations: ['app-overview'],
    open: 'Meaning and scale of indicator.',
    choice: 'The number as it comes; the grade beside it where there is one.',
    why: 'Thresholds are unpublished; statusGrade may be null (4.2, T11).',
    confidence: '?',
    change: 'The pane for applications.',
  },
  'overview-units': {
    operations: ['app-overview'],
    open: 'The units of all numbers of the overview.',
    choice: 'Drawn without a unit, but where the field is named after one (GB, bytes, percentage).',
    why: 'Milliseconds, percent, bytes and US dollars are presumed (4.3).',
    confidence: 'L',
    change: 'The pane for applications.',
  },
  'overview-charts': {
    operations: ['app-overview'],
    open: 'The structure of latencyChart, outboundTrafficChart and volumesUtilizationPercentage.',
    choice:
      'A sparkline when a chart maps stamps to numbers, nothing drawn otherwise; the raw content in the details.',
    why: 'Day and minute keys captured (4.3).',
    confidence: 'H',
    change: 'timeSeries in contract/values.ts.',
  },
  'overview-error-statuses': {
    operations: ['app-overview', 'app-delete'],
    open: 'The statuses of the error bodies.',
    choice: 'The status that arrives decides; the body adds words and fields.',
    why: '401, 403, 404 and 500 in the specification (4.1, 6).',
    confidence: 'H',
    change: 'contract/problems.ts.',
  },
} as const satisfies Assumptions;

/** Deletion of applications (Endpoints, 6). */
export const appDelete = {
  'delete-success-status': {
    operations: ['app-delete'],
    open: 'The status and body of a success.',
    choice: 'Any 2xx, with or without a body; a page of HTML is none.',
    why: '200 without a body in the specification (6).',
    confidence: 'H',
    change: 'problemIn in contract/problems.ts.',
  },
  'after-delete': {
    operations: ['app-delete', 'app-overview'],
    open: 'The state of an application after the request, and when it is gone.',
    choice:
      '"Deletion requested" is our own note beside whatever the overview says, until it answers 404.',
    why: 'Not documented; pods have a status "deleting" (6).',
    confidence: '?',
    change: 'mutations/deletion-run.ts, panes/apps and platform/world.',
  },
  'second-delete': {
    operations: ['app-delete'],
    open: 'What a second deletion during the cleanup is answered with.',
    choice: 'A 404 after our own deletion reads as gone; other failures as the service words them.',
    why: 'Not public: 404 or 200 (6).',
    confidence: '?',
    change: 'mutations/outcome-words.ts and cli/commands/app/accepted-deletion.ts.',
  },
} as const satisfies Assumptions;
