import { about } from './assumption.ts';

/** Operations of /mc. */
export const applications = {
  // The application overview (Endpoints, 4).
  ...about(['app-overview'], {
    'application-status-field': {
      open: 'The name of the field that carries the application status.',
      choice: 'status, at every level. "–" is drawn where it is absent.',
      why: 'In the specification and live (4.2). Confidence: high.',
      test: 'test/panes/apps/columns.test.ts',
    },
    'status-transitions': {
      open: 'Which status follows which.',
      choice: 'Nothing is inferred from a transition.',
      why: 'Not documented anywhere (4.2). Confidence: unknown.',
      test: 'test/panes/apps/columns.test.ts',
    },
    'grade-scale': {
      open: 'Meaning and scale of indicator.',
      choice:
        'The number as it comes, with its grade where there is one; couldBeBetter is listed as an issue.',
      why: 'Thresholds are unpublished; statusGrade may be null (4.2, T11). Confidence: unknown.',
      test: 'test/state/app-issues.test.ts',
    },
    'overview-units': {
      open: 'The units of all numbers of the overview.',
      choice:
        'Drawn without a unit, but where the field is named after one (GB, bytes, percentage).',
      why: 'Milliseconds, percent, bytes and US dollars are presumed (4.3). Confidence: low.',
      test: 'test/panes/apps/detail.test.ts',
    },
    'overview-charts': {
      open: 'The structure of latencyChart, outboundTrafficChart and volumesUtilizationPercentage.',
      choice:
        'A sparkline where a chart maps stamps to numbers; the raw content in the details, whatever it is.',
      why: 'Day and minute keys captured (4.3). Confidence: high.',
      test: 'test/panes/apps/detail.test.ts',
    },
  }),
  ...about(['app-overview', 'app-delete'], {
    'overview-error-statuses': {
      open: 'The statuses of the error bodies.',
      choice: 'The status that arrives decides; the body adds words and fields.',
      why: '401, 403, 404 and 500 in the specification (4.1, 6). Confidence: high.',
      test: 'test/conformance/statuses.test.ts',
    },
  }),
  // Deletion of applications (Endpoints, 6).
  ...about(['app-delete'], {
    'delete-success-status': {
      open: 'The status and body of a success.',
      choice: 'Any 2xx, with or without a body; a page of HTML is none.',
      why: '200 without a body in the specification (6). Confidence: high.',
      test: 'test/http/client.test.ts',
    },
  }),
  ...about(['app-delete', 'app-overview'], {
    'after-delete': {
      open: 'The state of an application after the request, and when it is gone.',
      choice:
        '"Deletion requested" is our own note beside whatever the overview says, until it answers 404.',
      why: 'Not documented; pods have a status "deleting" (6). Confidence: unknown.',
      test: 'test/journeys/delete-an-application.test.ts',
    },
  }),
  ...about(['app-delete'], {
    'second-delete': {
      open: 'What a second deletion during the cleanup is answered with.',
      choice:
        'A 404 after a deletion that was accepted from here reads as deleted; other failures are shown as the service words them.',
      why: 'Not public: 404 or 200 (6). Confidence: unknown.',
      test: 'test/cli/commands/app/delete.test.ts',
    },
  }),
};
