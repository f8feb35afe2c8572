import { about } from './assumption.ts';

/** Credentials, failures, and what all operations share. */
export const general = {
  ...about(['guardian-upload', 'rate-limit-metrics', 'event-logs'], {
    'credential-of-shield-operations': {
      open: 'Whether operations 1, 3 and 8 need a credential.',
      choice: 'The access key is sent with every request.',
      why: 'Every known client sends it; without it Shield answers 401 (1.1, 8.1). Confidence: high.',
      test: 'test/http/client.test.ts',
    },
  }),
  ...about(
    [
      'script-add-variable',
      'rate-limit-metrics',
      'app-overview',
      'dns-scan',
      'app-delete',
      'search',
      'event-logs',
    ],
    {
      'body-of-401': {
        open: 'The body of a 401 for a wrong key, but for operation 1, where it is stated.',
        choice:
          'Any body is accepted; a 401 without an error key means that the access key is wrong.',
        why: 'Empty bodies, problem details, {Message} and {statusCode} were observed (9.2, T5). Confidence: high.',
        test: 'test/journeys/dialects.test.ts',
      },
    },
  ),
  ...about(['rate-limit-metrics', 'event-logs'], {
    'failure-status': {
      open: 'Which status belongs to which failure of operations 3 and 8.',
      choice:
        'Both are failures: a 4xx, and a 202 whose generic response has success false and a reason.',
      why: 'Plan gates and unknown zones were observed as 202 (T1); API Guardian documents 403 and 404 (1.2). Confidence: high.',
      test: 'test/http/client.test.ts',
    },
  }),
  ...about(['guardian-upload', 'rate-limit-metrics', 'event-logs'], {
    'error-on-success': {
      open: 'The contents of error and errorResponse in a success; for operations 1 and 3 the meaning of their fields is stated.',
      choice:
        'A generic response without message and error key is no failure, even if success is false.',
      why: 'Null and objects with default values were observed (T2). Confidence: high.',
      test: 'test/contract/problems.test.ts',
    },
  }),
  ...about([], {
    'error-keys': {
      open: 'Which error keys exist.',
      choice:
        'A key with a part (between dots) that begins with not_found means not-found, a key that begins with invalid_datetime_window means outside-window, whatever the status. A 401 with any other key is about the request, unless the key begins with authentication. Every key is shown.',
      why: 'These families were observed (T3, T4). Confidence: high.',
      test: 'test/contract/problems.test.ts',
    },
    'rate-limits-of-the-api': {
      open: 'How often the API may be called, and how it reports that the limit was exceeded.',
      choice:
        '429 means rate-limited. Retry-After is honoured, as seconds or a date; without it the wait doubles each time.',
      why: '429 is documented only for search; Retry-After was never observed (9.4). Confidence: unknown.',
      test: 'test/http/answer.test.ts',
    },
  }),
  ...about(['app-overview'], {
    'enum-casing': {
      open: 'The casing of values that the contract does not list: statuses of regions, pods and containers, and grades.',
      choice:
        'Compared without regard to case and shown in camelCase; unknown values are shown as they are.',
      why: 'PascalCase in the specification of April 2026, camelCase live (T9). Confidence: high.',
      test: 'test/contract/operations/app-overview.test.ts',
    },
  }),
  ...about([], {
    'null-arrays': {
      open: 'Whether an empty array is sent as such, as null, or not at all, but in operation 1, where it is stated.',
      choice:
        'Null and absent arrays are empty, except for the two whose null has a meaning (Records, authSchemes).',
      why: 'Null was observed for logs, endpoints, authSchemes, Records and SearchResults (T6). Confidence: high.',
      test: 'test/contract/shape.test.ts',
    },
    'unknown-fields': {
      open: 'Whether answers may contain fields that the contract does not list.',
      choice: 'They are ignored and counted (contract/drift.ts).',
      why: 'New fields appear without a new version (T21). Confidence: high.',
      test: 'test/contract/shape.test.ts',
    },
    'date-form': {
      open: 'How many digits a date-time has, and whether it has a zone.',
      choice: 'Up to seven digits are read, and milliseconds are kept; without a zone it is UTC.',
      why: 'Seven digits captured; dates of the Core area may have no zone (T18). Confidence: medium.',
      test: 'test/contract/values.test.ts',
    },
    'id-format': {
      open: 'The numeric format of ids, but for those of API Guardian (int32 and int64).',
      choice:
        'Ids are text and sent as given, in one encoded path segment; integers keep all their digits. As a shield zone of operation 1 only an int32 is sent, and never anything longer than 256 characters. Of longer ids and names the beginning is kept and shown.',
      why: 'int32 and int64 in the specifications (2, 5, 7, 8); observed values are small (T16). Confidence: high.',
      test: 'test/contract/path.test.ts',
    },
  }),
  ...about(
    [
      'script-add-variable',
      'rate-limit-metrics',
      'app-overview',
      'dns-scan',
      'search',
      'event-logs',
    ],
    {
      'null-fields': {
        open: 'Whether fields may be null or absent in tables that mark none as nullable or required.',
        choice: 'Both are shown as unknown; an absent field is counted as a difference.',
        why: 'Null was observed in Domain, CompletedAt, DefaultValue, charts and tokens (4.3, 5, 8.2, T6). Confidence: high.',
        test: 'test/contract/shape.test.ts',
      },
    },
  ),
  ...about([], {
    'large-numbers': {
      open: 'The range of numbers that are not marked int32.',
      choice:
        'Ids keep all digits. For other numbers that do not fit a double the nearest is shown; JSON output has them as sent, and as text where the contract shows no structure.',
      why: 'int64 in the specifications; observed values are small (T16). Confidence: medium.',
      test: 'test/conformance/generated-answers.test.ts',
    },
    'other-statuses': {
      open: 'Which statuses exist besides the stated ones.',
      choice:
        'Every status is interpreted by its class, whatever its body. The embedded platform also answers 400 (unreadable), 405, 413, 415, 421 and 429.',
      why: '400 and 429 are documented for similar operations (1.2, 9.3); a proxy may answer anything. Confidence: medium.',
      test: 'test/contract/problems.test.ts',
    },
  }),
};
