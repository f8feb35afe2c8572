import { about } from './assumption.ts';

/** Operations of the core API. */
export const core = {
  // Script variables (Endpoints, 2).
  ...about(['script-add-variable'], {
    'variable-success-status': {
      open: 'The status of a success.',
      choice: 'Any 2xx with the variable as its body is a success.',
      why: 'A client of the vendor accepts only 200 (2). Confidence: high.',
      test: 'test/journeys/add-a-variable.test.ts',
    },
    'variable-without-default': {
      open: 'Whether DefaultValue may be omitted.',
      choice: 'It is omitted if none was given.',
      why: 'Optional and nullable in the specification (2). Confidence: high.',
      test: 'test/panes/scripts/form-commands.test.ts',
    },
    'variable-limits': {
      open: 'The maximum length of names and values, and the maximum number of variables of a script.',
      choice:
        'The console accepts names of 1 to 256 characters and values of up to 4096, and warns above 2 KB. The command line sends anything up to 64 KB.',
      why: 'Two texts of the vendor disagree: 2 KB or 4096 characters (2). Confidence: unknown.',
      test: 'test/panes/scripts/form-lines.test.ts',
    },
    'duplicate-variable': {
      open: 'The answer for a name that is already taken.',
      choice:
        'The failure is shown in the words of the service; of a variable with a value, its status and the field it names.',
      why: 'Not public (2). Confidence: unknown.',
      test: 'test/journeys/add-a-variable.test.ts',
    },
  }),
  // DNS scans (Endpoints, 5).
  ...about(['dns-scan'], {
    'record-types': {
      open: 'Which number means which record type.',
      choice: 'The names in the specification; TYPE n for any other number.',
      why: 'S-CORE (5); new values may appear. Confidence: high.',
      test: 'test/contract/operations/dns-scan.test.ts',
    },
    'scan-without-result': {
      open: 'The value of Records before there is a result.',
      choice: 'Null means "not yet", empty means "nothing found".',
      why: 'Observed live (5). Confidence: high.',
      test: 'test/contract/operations/dns-scan.test.ts',
    },
    'scan-transitions': {
      open: 'The possible transitions between scan states.',
      choice: 'Polled while Pending or InProgress; any order of states is shown.',
      why: 'Not documented; one scan stayed Pending for a long time (5). Confidence: medium.',
      test: 'test/panes/dns/state.test.ts',
    },
    'no-scan-yet': {
      open: 'The answer for a zone that was never scanned.',
      choice: 'A 404 is shown as "no scan, or no such zone": the two cannot be distinguished.',
      why: 'One 404 for both in the specification (5). Confidence: medium.',
      test: 'test/journeys/dialects.test.ts',
    },
  }),
  // Search (Endpoints, 7).
  ...about(['search'], {
    'search-parameters': {
      open: 'The query parameters.',
      choice: 'search, from and size.',
      why: 'In the specification; search and size observed live (7). Confidence: high.',
      test: 'test/http/base-url.test.ts',
    },
    'search-page': {
      open: 'The maximum number of hits, and whether Size is the requested or the returned number.',
      choice:
        'The next page starts after the hits received, as long as these are fewer than Total.',
      why: 'Default 20, maximum not stated (7). Confidence: unknown.',
      test: 'test/panes/search/finder.test.ts',
    },
    'search-types': {
      open: 'The values of Type.',
      choice: 'Known types open a pane; others are shown as they are.',
      why: 'cdn, storage, dns, script, stream in the specification (7). Confidence: high.',
      test: 'test/panes/search/finder.test.ts',
    },
    'search-matching': {
      open: 'What matches, in which order, and what an empty term finds.',
      choice:
        'Hits keep the order of the answer, after those in the workspace. No request is sent for an empty term.',
      why: 'Not public (7). Confidence: unknown.',
      test: 'test/panes/search/finder.test.ts',
    },
  }),
};
