import { about } from './assumption.ts';

/** Operations of /mc. */
export const applications = {
  // The application overview (Endpoints, 4).
  ...about(['app-overview'], {
    'application-status-field': {
      open: 'The name of the field that carries the application status.',
      choice: 'status, at every level; "–" where it is absent.',
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
      open: 'The meaning and scale of indicator.',
      choice:
        'The number is shown as it is, with its grade if there is one; couldBeBetter is listed as an issue.',
      why: 'Thresholds are unpublished; statusGrade may be null (4.2, T11). Confidence: unknown.',
      test: 'test/state/app-issues.test.ts',
    },
    'overview-units': {
      open: 'The units of the numbers in the overview.',
      choice: 'Shown without a unit, unless the field is named after one (GB, bytes, percentage).',
      why: 'Milliseconds, percent, bytes and US dollars are presumed (4.3). Confidence: low.',
      test: 'test/panes/apps/detail.test.ts',
    },
    'overview-charts': {
      open: 'The structure of latencyChart, outboundTrafficChart and volumesUtilizationPercentage.',
      choice:
        'A chart of timestamps and numbers is shown as a sparkline; the details show the raw content of any chart.',
      why: 'Charts with day and minute keys were captured (4.3). Confidence: high.',
      test: 'test/panes/apps/detail.test.ts',
    },
  }),
  ...about(['app-overview', 'app-delete'], {
    'overview-error-statuses': {
      open: 'The statuses of error bodies.',
      choice: 'The HTTP status decides; the body adds a message and fields.',
      why: '401, 403, 404 and 500 in the specification (4.1, 6). Confidence: high.',
      test: 'test/conformance/statuses.test.ts',
    },
  }),
  // Deletion of applications (Endpoints, 6).
  ...about(['app-delete'], {
    'delete-success-status': {
      open: 'The status and body of a success.',
      choice: 'Any 2xx is a success, with or without a body, unless the body is HTML.',
      why: '200 without a body in the specification (6). Confidence: high.',
      test: 'test/http/client.test.ts',
    },
  }),
  ...about(['app-delete', 'app-overview'], {
    'after-delete': {
      open: 'The state of an application after the request, and when it disappears.',
      choice:
        'The console adds "Deletion requested" to what the overview shows, until the service answers 404.',
      why: 'Not documented; pods have a status "deleting" (6). Confidence: unknown.',
      test: 'test/journeys/delete-an-application.test.ts',
    },
  }),
  ...about(['app-delete'], {
    'second-delete': {
      open: 'The answer to a second deletion during the cleanup.',
      choice:
        'After a deletion accepted from here, a 404 counts as deleted; other failures are shown in the words of the service.',
      why: 'Not public: 404 or 200 (6). Confidence: unknown.',
      test: 'test/cli/commands/app/delete.test.ts',
    },
  }),
};
