import type { Assumptions } from './assumption.ts';

/** API Guardian (Endpoints, 1). */
export const guardianUpload = {
  'update-before-upload': {
    operations: ['guardian-upload'],
    open: 'What the update does when nothing was uploaded before.',
    choice: 'It is sent; a 404 is shown as the service words it.',
    why: 'The title says update or upload; a sibling answers 404 no_configuration (1.4).',
    confidence: '?',
    change: 'platform/handlers/guardian-upload.ts for the platform; nothing in the client.',
  },
  'endpoint-ids-on-update': {
    operations: ['guardian-upload'],
    open: 'Whether an endpoint keeps its id when a specification is updated; its settings are kept, as stated.',
    choice: 'Endpoints are compared by method and path, never by id.',
    why: 'Not public (1.4).',
    confidence: '?',
    change: 'guardian/ and platform/handlers/guardian-upload.ts.',
  },
  'plan-limits': {
    operations: ['guardian-upload'],
    open: 'The numbers of the plan limits, and what exceeding one is answered with.',
    choice:
      'The numbers of the last answer are used; the failure is shown as the service words it.',
    why: 'Unpublished (1.4).',
    confidence: '?',
    change: 'guardian/ and the world of the platform.',
  },
  'execution-mode': {
    operations: ['guardian-upload'],
    open: 'What the execution modes Log and Block do to a request.',
    choice:
      'Log blocks nothing in the whole zone, whatever its endpoints and the action for unmatched paths say.',
    why: 'The vendor says that the mode applies to the whole zone (1.4).',
    confidence: 'M',
    change: 'guardian/enforcement.ts.',
  },
  'specification-formats': {
    operations: ['guardian-upload'],
    open: 'Which versions of OpenAPI are accepted, and whether YAML is.',
    choice: 'The text of the file is sent as it is.',
    why: 'Unpublished; the one example is JSON of 3.0.0 (1.1, 1.4).',
    confidence: '?',
    change: 'guardian/.',
  },
  'guardian-500-body': {
    operations: ['guardian-upload'],
    open: 'The body of a 500.',
    choice: 'Any body is read, none is needed.',
    why: 'None documented (1.2).',
    confidence: 'M',
    change: 'The table in contract/problems.ts.',
  },
} as const satisfies Assumptions;

/** Rate-limit metrics (Endpoints, 3). */
export const rateLimitMetrics = {
  'status-code-body': {
    operations: ['rate-limit-metrics'],
    open: 'The status of the body that has the single field statusCode.',
    choice: 'The body is a failure of the status it names, whatever it came with.',
    why: '401 in the specification (3).',
    confidence: 'H',
    change: 'The row "status alone" in contract/problems.ts.',
  },
  'breaches-past-28-days': {
    operations: ['rate-limit-metrics'],
    open: 'The structure of ratelimitOverviewPastTwentyEightDays.',
    choice:
      'A chart when it maps stamps to counters like those of the overview, a tree of its content otherwise.',
    why: 'The values are in the specification, the form of the keys is inferred (3).',
    confidence: 'M',
    change: 'timeSeries in contract/values.ts and the pane for rate limits.',
  },
  'breach-sums': {
    operations: ['rate-limit-metrics'],
    open: 'Since when the counters count, and whether the total is the sum of the others.',
    choice: 'Shown as they come; rates are differences between polls, a fall is taken as a reset.',
    why: 'Not stated (3).',
    confidence: '?',
    change: 'The pane for rate limits.',
  },
} as const satisfies Assumptions;

/** Event logs (Endpoints, 8). */
export const eventLogs = {
  'first-page': {
    operations: ['event-logs'],
    open: 'What to send as the token for the first page.',
    choice:
      'The segment is left out, and its slash. A service that refuses that is asked once with an empty segment, and the form that it takes is kept.',
    why: 'Verified live; an empty segment with its slash works too (8.1).',
    confidence: 'H',
    change: 'composeOther in contract/operations/event-logs.ts.',
  },
  'log-order': {
    operations: ['event-logs'],
    open: 'Whether a day is paged from its newest or its oldest entry.',
    choice: 'Learned from the first page; entries are ordered by time and id here.',
    why: 'Not public (8.2).',
    confidence: '?',
    change: 'feeds/ and events/.',
  },
  'log-page-size': {
    operations: ['event-logs'],
    open: 'How many entries a page has.',
    choice: 'Any number up to an answer of 8 MiB.',
    why: 'Not selectable, not documented (8.1).',
    confidence: '?',
    change: 'http/client.ts for the cap.',
  },
  'log-tail': {
    operations: ['event-logs'],
    open: 'Whether entries that arrive while paging appear, and how long a token lasts.',
    choice:
      'The day is asked for again from its newest end; entries are told apart by logId; a refused token begins the day anew.',
    why: 'Not public (8.2).',
    confidence: '?',
    change: 'feeds/.',
  },
  'last-page-token': {
    operations: ['event-logs'],
    open: 'What the token of the last page is.',
    choice:
      'hasMoreData false ends the day; so does a token that is null, empty, or the one just sent.',
    why: 'All three guarded by a client that was tried live (8.2).',
    confidence: 'H',
    change: 'feeds/.',
  },
  'start-token': {
    operations: ['event-logs'],
    open: 'What startToken is for.',
    choice: 'It is read and not used.',
    why: 'Not documented (8.2).',
    confidence: '?',
    change: 'feeds/.',
  },
  'timestamp-unit': {
    operations: ['event-logs'],
    open: 'The unit of timestamp.',
    choice: 'Inferred once per stream from its magnitude, and shown.',
    why: 'Milliseconds in both samples (8.2).',
    confidence: 'H',
    change: 'events/.',
  },
  'log-content': {
    operations: ['event-logs'],
    open: 'What the text of log is.',
    choice: 'A JSON document when it parses as one, text otherwise.',
    why: 'JSON in both samples; other features may differ (8.3).',
    confidence: 'H',
    change: 'events/.',
  },
  'label-values': {
    operations: ['event-logs'],
    open: 'The allowed values of the labels.',
    choice: 'Open sets; facets count what is there.',
    why: 'Two samples (8.4).',
    confidence: 'M',
    change: 'events/.',
  },
  'event-window': {
    operations: ['event-logs'],
    open: 'How many days are kept, and what a day outside is answered with.',
    choice: 'A 401 with the key invalid_datetime_window is "outside the window", not a bad key.',
    why: '72 hours; seen live (8.5, T4).',
    confidence: 'H',
    change: 'kindOf in contract/problems.ts.',
  },
} as const satisfies Assumptions;
