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
        open: 'What the body of a 401 for a wrong key is, but for operation 1, where it is stated.',
        choice: 'Any body is read; a 401 without an error key of its own means the key.',
        why: 'Empty, problem details, {Message} and {statusCode} have all been seen (9.2, T5). Confidence: high.',
        test: 'test/journeys/dialects.test.ts',
      },
    },
  ),
  ...about(['rate-limit-metrics', 'event-logs'], {
    'failure-status': {
      open: 'Which status goes with which failure of operations 3 and 8.',
      choice: 'Both: a 4xx, and a 202 whose generic response has success false and says why.',
      why: 'Plan gates and unknown zones were seen as 202 (T1); API Guardian documents 403 and 404 (1.2). Confidence: high.',
      test: 'test/http/client.test.ts',
    },
  }),
  ...about(['guardian-upload', 'rate-limit-metrics', 'event-logs'], {
    'error-on-success': {
      open: 'What error and errorResponse hold when nothing failed; of operations 1 and 3 what their fields mean is stated.',
      choice:
        'A generic response without message and error key is no failure, even with success false.',
      why: 'Null and default-filled objects have been seen (T2). Confidence: high.',
      test: 'test/contract/problems.test.ts',
    },
  }),
  ...about([], {
    'error-keys': {
      open: 'Which error keys exist.',
      choice:
        'A part of the key that begins with not_found (between dots) is not-found, a key that begins with invalid_datetime_window is outside-window, whatever the status. A 401 with any other key is about the request, unless the key begins with authentication. Every key is shown.',
      why: 'Those families were seen (T3, T4). Confidence: high.',
      test: 'test/contract/problems.test.ts',
    },
    'rate-limits-of-the-api': {
      open: 'How often the API may be asked, and how it says that it is too often.',
      choice:
        '429 is rate-limited; Retry-After is honoured as seconds or as a date; otherwise waits double.',
      why: '429 is documented for search alone; no sighting of Retry-After (9.4). Confidence: unknown.',
      test: 'test/http/answer.test.ts',
    },
  }),
  ...about(['app-overview'], {
    'enum-casing': {
      open: 'How values are cased that the contract does not list: statuses of regions, pods and containers, and grades.',
      choice: 'Compared without regard to case; drawn in camelCase; unknown ones as they came.',
      why: 'PascalCase in the specification of April 2026, camelCase live (T9). Confidence: high.',
      test: 'test/contract/operations/app-overview.test.ts',
    },
  }),
  ...about([], {
    'null-arrays': {
      open: 'Whether an empty array is sent as such, as null, or not at all, but in operation 1, where it is stated.',
      choice:
        'Null and absent arrays are empty, but for the two whose null says something (Records, authSchemes).',
      why: 'Null has been seen for logs, endpoints, authSchemes, Records and SearchResults (T6). Confidence: high.',
      test: 'test/contract/shape.test.ts',
    },
    'unknown-fields': {
      open: 'Whether answers may hold fields that the contract does not list.',
      choice: 'They are kept out of the way and counted (contract/drift.ts).',
      why: 'New fields appear without a change of version (T21). Confidence: high.',
      test: 'test/contract/shape.test.ts',
    },
    'date-form': {
      open: 'How many digits a date-time has, and whether it has a zone.',
      choice: 'Up to seven digits are read, kept to the millisecond; without a zone it is UTC.',
      why: 'Seven digits captured; dates of the Core area may lack the zone (T18). Confidence: medium.',
      test: 'test/contract/values.test.ts',
    },
    'id-format': {
      open: 'The numeric format of ids, but for those of API Guardian (int32 and int64).',
      choice:
        'Text everywhere, sent as given in one encoded path segment; integers keep all their digits. What is no int32 is not sent as a shield zone of operation 1, and nothing longer than 256 characters at all. Longer ids and names are kept and shown by their beginning.',
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
        open: 'Whether fields may be null or absent in the tables that mark none as nullable or required.',
        choice:
          'Both are read as unknown and drawn as such; an absent field is counted as a difference.',
        why: 'Null has been seen in Domain, CompletedAt, DefaultValue, charts and tokens (4.3, 5, 8.2, T6). Confidence: high.',
        test: 'test/contract/shape.test.ts',
      },
    },
  ),
  ...about([], {
    'large-numbers': {
      open: 'How large numbers may be that are not marked int32.',
      choice:
        'Ids keep all digits. Of other numbers that no double holds the nearest is drawn; JSON has them as they were sent, and as text where the contract shows no structure.',
      why: 'int64 in the specifications; observed values are small (T16). Confidence: medium.',
      test: 'test/conformance/generated-answers.test.ts',
    },
    'other-statuses': {
      open: 'Which statuses there are beside those stated.',
      choice:
        'Every status is read by its class, whatever its body. The embedded platform answers 400 to what it cannot read, 405, 413, 415, 421 and 429.',
      why: '400 and 429 are documented for siblings (1.2, 9.3); a proxy may answer anything. Confidence: medium.',
      test: 'test/contract/problems.test.ts',
    },
  }),
};
