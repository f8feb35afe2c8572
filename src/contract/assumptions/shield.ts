import type { Assumptions } from './assumption.ts';

/** Operations of /shield. */
export const shield = {
  // API Guardian (Endpoints, 1).
  'update-before-upload': {
    operations: ['guardian-upload'],
    open: 'What the update does when nothing was uploaded before.',
    choice: 'It is sent; a 404 is shown as the service words it.',
    why: 'The title says update or upload; a sibling answers 404 no_configuration (1.4).',
    confidence: '?',
    test: 'test/journeys/guardian.test.ts',
  },
  'endpoint-ids-on-update': {
    operations: ['guardian-upload'],
    open: 'Whether an endpoint keeps its id when a specification is updated; its settings are kept, as stated.',
    choice: 'Endpoints are compared by method and path, never by id.',
    why: 'Not public (1.4).',
    confidence: '?',
    test: 'test/guardian/diff.test.ts',
  },
  'plan-limits': {
    operations: ['guardian-upload'],
    open: 'The numbers of the plan limits.',
    choice:
      'The numbers of the last answer are compared with what is counted here, before anything is sent.',
    why: 'Unpublished (1.4).',
    confidence: '?',
    test: 'test/panes/guardian/upload-request.test.ts',
  },
  'execution-mode': {
    operations: ['guardian-upload'],
    open: 'What the execution modes Log and Block do to a request.',
    choice:
      'Log blocks nothing in the whole zone, whatever its endpoints and the action for unmatched paths say.',
    why: 'The vendor says that the mode applies to the whole zone (1.4).',
    confidence: 'M',
    test: 'test/guardian/enforcement.test.ts',
  },
  'specification-formats': {
    operations: ['guardian-upload'],
    open: 'Which versions of OpenAPI are accepted, and whether YAML is.',
    choice:
      'JSON and YAML of OpenAPI 3.0.x and 3.1.x are checked and sent as they are. Anything else is an error: it is sent only if you insist (at the prompt with --unchecked).',
    why: 'Unpublished; the one example is JSON of 3.0.0 (1.1, 1.4).',
    confidence: '?',
    test: 'test/guardian/specification.test.ts',
  },
  'guardian-500-body': {
    operations: ['guardian-upload'],
    open: 'The body of a 500.',
    choice: 'Any body is read, none is needed.',
    why: 'None documented (1.2).',
    confidence: 'M',
    test: 'test/conformance/statuses.test.ts',
  },
  'unusable-specification': {
    operations: ['guardian-upload'],
    open: 'The status and the body for a specification that cannot be used.',
    choice:
      'The answer is shown as the service words it. The embedded platform answers 400 with an upsert response that says why.',
    why: 'Keys for it are not public (1.2).',
    confidence: '?',
    test: 'test/platform/handlers/guardian-upload.test.ts',
  },
  'exceeded-limit': {
    operations: ['guardian-upload'],
    open: 'The status and the body for a specification beyond a plan limit.',
    choice:
      'The answer is shown as the service words it, with the limits that come with it. The embedded platform answers 403 with an upsert response that names the first limit exceeded.',
    why: 'Not public; 403 is what a plan without API Guardian gets (1.2, 1.4).',
    confidence: '?',
    test: 'test/platform/handlers/guardian-upload.test.ts',
  },
  'null-content': {
    operations: ['guardian-upload'],
    open: 'What a content that is null or left out does.',
    choice:
      'Nothing here sends it. The embedded platform reads it as an empty text, which is no specification.',
    why: 'Nullable in the specification, without a meaning (1.1).',
    confidence: '?',
    test: 'test/platform/handlers/guardian-upload.test.ts',
  },
  'largest-specification': {
    operations: ['guardian-upload'],
    open: 'How large a specification may be.',
    choice:
      'Files of up to 5 MiB are read here, and bodies of up to 5 MiB by the embedded platform.',
    why: 'Not public.',
    confidence: '?',
    test: 'test/platform/server/answer.test.ts',
  },
  'authorization-of-added-endpoints': {
    operations: ['guardian-upload'],
    open: 'Whether authorization is enforced for endpoints that an update adds without saying so.',
    choice:
      'It is, as on a first upload: so it is predicted, and so the embedded platform does it.',
    why: 'Stated for a first upload alone (1.1).',
    confidence: '?',
    test: 'test/platform/handlers/guardian-upload.test.ts',
  },
  'response-schemas': {
    operations: ['guardian-upload'],
    open: 'What becomes of response schemas under default or a range such as 2XX.',
    choice: 'They are left out, with a note: the keys of the answer are HTTP status codes.',
    why: 'Not public.',
    confidence: '?',
    test: 'test/guardian/endpoints.test.ts',
  },
  'schema-media-type': {
    operations: ['guardian-upload'],
    open: 'Which schema counts where a body has several media types.',
    choice: 'That of application/json, else of the first +json type, else of the first there is.',
    why: 'JSON bodies are validated, application/json and *+json (1.4).',
    confidence: 'M',
    test: 'test/guardian/endpoints.test.ts',
  },
  'what-limits-count': {
    operations: ['guardian-upload'],
    open: 'What exactly a node, a field and a step of depth are.',
    choice:
      'Nodes are schema objects within components/schemas, references one each; fields are the own properties of one schema; depth is the longest chain of $ref, items and properties, cycles left once round.',
    why: 'The words of the contract; details are not public (1.3).',
    confidence: '?',
    test: 'test/guardian/limits.test.ts',
  },
  // Rate-limit metrics (Endpoints, 3).
  'status-code-body': {
    operations: ['rate-limit-metrics'],
    open: 'The status of the body that has the single field statusCode.',
    choice: 'The body is a failure of the status it names, whatever it came with.',
    why: '401 in the specification (3).',
    confidence: 'H',
    test: 'test/cli/commands/rate-limit.test.ts',
  },
  'breaches-past-28-days': {
    operations: ['rate-limit-metrics'],
    open: 'The structure of ratelimitOverviewPastTwentyEightDays.',
    choice:
      'A chart of days when it maps stamps to counters like those of the overview, which are summed where several are of one UTC day; a tree of its content otherwise.',
    why: 'The values are in the specification, the form of the keys is inferred (3).',
    confidence: 'M',
    test: 'test/contract/operations/rate-limit-metrics.test.ts',
  },
  'breach-sums': {
    operations: ['rate-limit-metrics'],
    open: 'Since when the counters count, and whether the total is the sum of the others.',
    choice: 'Shown as they come; rates are differences between polls, a fall is taken as a reset.',
    why: 'Not stated (3).',
    confidence: '?',
    test: 'test/panes/limits/state.test.ts',
  },
  // Event logs (Endpoints, 8).
  'first-page': {
    operations: ['event-logs'],
    open: 'What to send as the token for the first page.',
    choice:
      'The segment is left out, and its slash. A service that refuses that is asked once with an empty segment, and the form that it takes is kept.',
    why: 'Verified live; an empty segment with its slash works too (8.1).',
    confidence: 'H',
    test: 'test/http/client.test.ts',
  },
  'log-order': {
    operations: ['event-logs'],
    open: 'Whether a day is paged from its newest or its oldest entry.',
    choice: 'Learned from the first page; entries are ordered by time and id here.',
    why: 'Not public (8.2).',
    confidence: '?',
    test: 'test/feeds/follow-zone.test.ts',
  },
  'log-page-size': {
    operations: ['event-logs'],
    open: 'How many entries a page has.',
    choice: 'Any number up to an answer of 8 MiB.',
    why: 'Not selectable, not documented (8.1).',
    confidence: '?',
    test: 'test/http/client.test.ts',
  },
  'log-tail': {
    operations: ['event-logs'],
    open: 'Whether entries that arrive while paging appear, and how long a token lasts.',
    choice:
      'The day is asked for again from its newest end; entries are told apart by logId; a refused token begins the day anew.',
    why: 'Not public (8.2).',
    confidence: '?',
    test: 'test/feeds/follow-zone.test.ts',
  },
  'last-page-token': {
    operations: ['event-logs'],
    open: 'What the token of the last page is.',
    choice:
      'hasMoreData false ends the day; so does a token that is null, empty, or the one just sent.',
    why: 'All three guarded by a client that was tried live (8.2).',
    confidence: 'H',
    test: 'test/feeds/walk.test.ts',
  },
  'start-token': {
    operations: ['event-logs'],
    open: 'What startToken is for.',
    choice: 'It is read and not used.',
    why: 'Not documented (8.2).',
    confidence: '?',
    test: 'test/contract/operations/event-logs.test.ts',
  },
  'timestamp-unit': {
    operations: ['event-logs'],
    open: 'The unit of timestamp.',
    choice: 'Inferred once per stream from its magnitude, and shown.',
    why: 'Milliseconds in both samples (8.2).',
    confidence: 'H',
    test: 'test/events/store.test.ts',
  },
  'log-content': {
    operations: ['event-logs'],
    open: 'What the text of log is.',
    choice: 'A JSON document when it parses as one, text otherwise.',
    why: 'JSON in both samples; other features may differ (8.3).',
    confidence: 'H',
    test: 'test/events/entry-tree.test.ts',
  },
  'label-values': {
    operations: ['event-logs'],
    open: 'The allowed values of the labels.',
    choice: 'Open sets; facets count what is there.',
    why: 'Two samples (8.4).',
    confidence: 'M',
    test: 'test/events/questions/facets.test.ts',
  },
  'event-window': {
    operations: ['event-logs'],
    open: 'How many days are kept, and what a day outside is answered with.',
    choice: 'A 401 with the key invalid_datetime_window is "outside the window", not a bad key.',
    why: '72 hours; seen live (8.5, T4).',
    confidence: 'H',
    test: 'test/contract/problems.test.ts',
  },
} as const satisfies Assumptions;
