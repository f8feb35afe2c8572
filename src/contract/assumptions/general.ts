import type { Assumptions } from './assumption.ts';

/** Credentials and failures, and what all operations have in common. */
export const general = {
  'credential-of-shield-operations': {
    operations: ['guardian-upload', 'rate-limit-metrics', 'event-logs'],
    open: 'Whether operations 1, 3 and 8 need a credential.',
    choice: 'The access key is sent with every request.',
    why: 'Every known client sends it; without it Shield answers 401 (1.1, 8.1).',
    confidence: 'H',
    change: 'The headers in http/client.ts.',
  },
  'body-of-401': {
    operations: [],
    open: 'What the body of a 401 for a wrong key is.',
    choice: 'Any body is read; a 401 without an error key of its own means the key.',
    why: 'Empty, problem details, {Message} and {statusCode} have all been seen (9.2, T5).',
    confidence: 'H',
    change: 'The table in contract/problems.ts.',
  },
  'failure-status': {
    operations: ['guardian-upload', 'rate-limit-metrics', 'event-logs'],
    open: 'Which status goes with which failure of a Shield operation.',
    choice: 'Both: a 4xx, and a 202 whose generic response has success false and says why.',
    why: 'Plan gates and unknown zones were seen as 202 (T1); API Guardian documents 403 and 404 (1.2).',
    confidence: 'H',
    change: 'problemIn in contract/problems.ts.',
  },
  'error-on-success': {
    operations: ['guardian-upload', 'rate-limit-metrics', 'event-logs'],
    open: 'What error and errorResponse hold when nothing failed.',
    choice:
      'A generic response without message and error key is no failure, even with success false.',
    why: 'Null and default-filled objects have been seen (T2).',
    confidence: 'H',
    change: 'generic in contract/problems.ts.',
  },
  'error-keys': {
    operations: [],
    open: 'Which error keys exist.',
    choice:
      'not_found anywhere in the key is not-found, invalid_datetime_window is outside-window, whatever the status; any other key is shown.',
    why: 'Those families were seen (T3, T4).',
    confidence: 'H',
    change: 'kindOf in contract/problems.ts.',
  },
  'rate-limits-of-the-api': {
    operations: [],
    open: 'How often the API may be asked, and how it says that it is too often.',
    choice:
      '429 is rate-limited; Retry-After is honoured as seconds or as a date; otherwise waits double.',
    why: '429 is documented for search alone; no sighting of Retry-After (9.4).',
    confidence: '?',
    change: 'http/answer.ts and feeds/backoff.ts.',
  },
  'enum-casing': {
    operations: ['app-overview'],
    open: 'How the values of enumerations are cased.',
    choice:
      'Compared without regard to case; drawn as the contract spells them; unknown ones as they came.',
    why: 'PascalCase in the specification of April 2026, camelCase live (T9).',
    confidence: 'H',
    change: 'oneOf in contract/values.ts.',
  },
  'null-arrays': {
    operations: [],
    open: 'Whether an empty array is sent as such, as null, or not at all.',
    choice:
      'Null and absent arrays are empty, but for the two whose null says something (Records, authSchemes).',
    why: 'Null has been seen for logs, endpoints, authSchemes, Records and SearchResults (T6).',
    confidence: 'H',
    change: 'list in contract/shape.ts.',
  },
  'unknown-fields': {
    operations: [],
    open: 'Whether answers may hold fields that the contract does not list.',
    choice: 'They are kept out of the way and counted (contract/drift.ts).',
    why: 'New fields appear without a change of version (T21).',
    confidence: 'H',
    change: 'object in contract/shape.ts.',
  },
  'date-form': {
    operations: [],
    open: 'How many digits a date-time has, and whether it has a zone.',
    choice: 'Up to seven digits are read, kept to the millisecond; without a zone it is UTC.',
    why: 'Seven digits captured; dates of the Core area may lack the zone (T18).',
    confidence: 'M',
    change: 'isoDateTime in contract/values.ts.',
  },
  'id-format': {
    operations: [],
    open: 'The numeric format of most ids.',
    choice:
      'Text everywhere, sent as given in one encoded path segment; integers keep all their digits.',
    why: 'int32 and int64 in the specifications (2, 5, 7, 8); observed values are small (T16).',
    confidence: 'H',
    change: 'contract/path.ts and id in contract/values.ts.',
  },
} as const satisfies Assumptions;
