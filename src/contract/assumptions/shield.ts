import { about } from './assumption.ts';

/** Operations of /shield. */
export const shield = {
  // API Guardian (Endpoints, 1).
  ...about(['guardian-upload'], {
    'update-before-upload': {
      open: 'What an update does if nothing was uploaded before.',
      choice: 'It is sent; a 404 is shown in the words of the service.',
      why: 'The title says update or upload; a similar operation answers 404 no_configuration (1.4). Confidence: unknown.',
      test: 'test/journeys/guardian.test.ts',
    },
    'endpoint-ids-on-update': {
      open: 'Whether an endpoint keeps its id when a specification is updated; that its settings are kept is stated.',
      choice: 'Endpoints are compared by method and path, never by id.',
      why: 'Not public (1.4). Confidence: unknown.',
      test: 'test/guardian/diff.test.ts',
    },
    'plan-limits': {
      open: 'The values of the plan limits.',
      choice: 'Before sending, the specification is compared with the limits of the last answer.',
      why: 'Unpublished (1.4). Confidence: unknown.',
      test: 'test/panes/guardian/upload-request.test.ts',
    },
    'execution-mode': {
      open: 'What the execution modes Log and Block do to a request.',
      choice:
        'Log blocks nothing in the whole zone, whatever the settings of its endpoints and of unmatched paths.',
      why: 'The vendor says that the mode applies to the whole zone (1.4). Confidence: medium.',
      test: 'test/guardian/enforcement.test.ts',
    },
    'specification-formats': {
      open: 'Which versions of OpenAPI are accepted, and whether YAML is.',
      choice:
        'JSON and YAML of OpenAPI 3.0.x and 3.1.x are checked and sent as they are. Anything else is an error, and is sent only on request (on the command line with --unchecked).',
      why: 'Unpublished; the only example is JSON of 3.0.0 (1.1, 1.4). Confidence: unknown.',
      test: 'test/guardian/specification.test.ts',
    },
    'guardian-500-body': {
      open: 'The body of a 500.',
      choice: 'Any body is accepted, and none is required.',
      why: 'None documented (1.2). Confidence: medium.',
      test: 'test/conformance/statuses.test.ts',
    },
    'unusable-specification': {
      open: 'The status and body for a specification that cannot be used.',
      choice:
        'The answer is shown in the words of the service. The embedded platform answers 400 with an upsert response that gives the reason.',
      why: 'Error keys for it are not public (1.2). Confidence: unknown.',
      test: 'test/platform/handlers/guardian-upload.test.ts',
    },
    'exceeded-limit': {
      open: 'The status and body for a specification that exceeds a plan limit.',
      choice:
        'The answer is shown in the words of the service, with the limits it contains. The embedded platform answers 403 with an upsert response that names the first limit exceeded.',
      why: 'Not public; a plan without API Guardian gets 403 (1.2, 1.4). Confidence: unknown.',
      test: 'test/platform/handlers/guardian-upload.test.ts',
    },
    'null-content': {
      open: 'The effect of a content that is null or absent.',
      choice:
        'This program never sends it. The embedded platform treats it as empty text, which is no specification.',
      why: 'Nullable in the specification, without an explanation (1.1). Confidence: unknown.',
      test: 'test/platform/handlers/guardian-upload.test.ts',
    },
    'largest-specification': {
      open: 'The maximum size of a specification.',
      choice:
        'This program reads files of up to 5 MiB, the embedded platform bodies of up to 5 MiB.',
      why: 'Not public. Confidence: unknown.',
      test: 'test/platform/server/answer.test.ts',
    },
    'authorization-of-added-endpoints': {
      open: 'Whether authorization is enforced for endpoints that an update adds, if the request does not say.',
      choice:
        'It is enforced, as on a first upload: in the prediction and on the embedded platform.',
      why: 'Stated only for a first upload (1.1). Confidence: unknown.',
      test: 'test/platform/handlers/guardian-upload.test.ts',
    },
    'response-schemas': {
      open: 'What happens to response schemas under default or a range such as 2XX.',
      choice: 'They are omitted, with a note: the keys of the answer are HTTP status codes.',
      why: 'Not public. Confidence: unknown.',
      test: 'test/guardian/endpoints.test.ts',
    },
    'schema-media-type': {
      open: 'Which schema counts if a body has several media types.',
      choice:
        'The one for application/json, else for the first +json type, else for the first type.',
      why: 'JSON bodies are validated, application/json and *+json (1.4). Confidence: medium.',
      test: 'test/guardian/endpoints.test.ts',
    },
    'what-limits-count': {
      open: 'What exactly counts as a node, a field and a level of depth.',
      choice:
        'Nodes are schema objects within components/schemas, with each reference counting as one; fields are the own properties of one schema; depth is the longest chain of $ref, items and properties, following each cycle once.',
      why: 'The wording of the contract; details are not public (1.3). Confidence: unknown.',
      test: 'test/guardian/limits.test.ts',
    },
  }),
  // Rate-limit metrics (Endpoints, 3).
  ...about(['rate-limit-metrics'], {
    'status-code-body': {
      open: 'The status of an answer whose body only has the field statusCode.',
      choice: 'The body is a failure with the status it names, whatever the status of the answer.',
      why: '401 in the specification (3). Confidence: high.',
      test: 'test/cli/commands/rate-limit.test.ts',
    },
    'breaches-past-28-days': {
      open: 'The structure of ratelimitOverviewPastTwentyEightDays.',
      choice:
        'If it maps timestamps to counters like those of the overview it is shown as a chart of days, with several counters of one UTC day summed; otherwise as a tree of its contents.',
      why: 'The values are in the specification, the form of the keys is inferred (3). Confidence: medium.',
      test: 'test/contract/operations/rate-limit-metrics.test.ts',
    },
    'breach-sums': {
      open: 'When the counters started, and whether the total is the sum of the others.',
      choice:
        'Shown as they are; rates are differences between polls, and a decrease counts as a reset.',
      why: 'Not stated (3). Confidence: unknown.',
      test: 'test/panes/limits/state.test.ts',
    },
  }),
  // Event logs (Endpoints, 8).
  ...about(['event-logs'], {
    'first-page': {
      open: 'The token for the first page.',
      choice:
        'The segment is omitted with its slash. If the service refuses that, an empty segment is tried once, and the accepted form is remembered.',
      why: 'Verified live; an empty segment with its slash also works (8.1). Confidence: high.',
      test: 'test/http/client.test.ts',
    },
    'log-order': {
      open: 'Whether the pages of a day start with its newest or its oldest entry.',
      choice: 'Detected on the first page; entries are sorted by time and id.',
      why: 'Not public (8.2). Confidence: unknown.',
      test: 'test/feeds/follow-zone.test.ts',
    },
    'log-page-size': {
      open: 'The number of entries on a page.',
      choice: 'Any number, up to an answer of 8 MiB.',
      why: 'Not selectable, not documented (8.1). Confidence: unknown.',
      test: 'test/http/client.test.ts',
    },
    'log-tail': {
      open: 'Whether entries that arrive while paging appear, and how long a token is valid.',
      choice:
        'The day is requested again from its newest end; logId tells entries apart; after a refused token the day is read from the start.',
      why: 'Not public (8.2). Confidence: unknown.',
      test: 'test/feeds/follow-zone.test.ts',
    },
    'last-page-token': {
      open: 'The token on the last page.',
      choice:
        'A day ends with hasMoreData false, or with a token that is null, empty, or the one just sent.',
      why: 'A client that was tried live guards against all three (8.2). Confidence: high.',
      test: 'test/feeds/walk.test.ts',
    },
    'start-token': {
      open: 'The purpose of startToken.',
      choice: 'It is read but not used.',
      why: 'Not documented (8.2). Confidence: unknown.',
      test: 'test/contract/operations/event-logs.test.ts',
    },
    'timestamp-unit': {
      open: 'The unit of timestamp.',
      choice: 'Inferred once per stream from its magnitude, and shown.',
      why: 'Milliseconds in both samples (8.2). Confidence: high.',
      test: 'test/events/store.test.ts',
    },
    'log-content': {
      open: 'The format of log.',
      choice: 'A JSON document if it parses as one, otherwise text.',
      why: 'JSON in both samples; other features may differ (8.3). Confidence: high.',
      test: 'test/events/entry-tree.test.ts',
    },
    'label-values': {
      open: 'The allowed values of the labels.',
      choice: 'Any value is accepted; facets count what is there.',
      why: 'Two samples (8.4). Confidence: medium.',
      test: 'test/events/questions/facets.test.ts',
    },
    'event-window': {
      open: 'How many days are kept, and the answer for any other day.',
      choice:
        'A 401 with the key invalid_datetime_window means "outside the window", not a wrong access key.',
      why: '72 hours; observed live (8.5, T4). Confidence: high.',
      test: 'test/contract/problems.test.ts',
    },
  }),
};
