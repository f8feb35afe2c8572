import { about } from './assumption.ts';

/** Operations of the core API. */
export const core = {
  // Script variables (Endpoints, 2).
  ...about(['script-add-variable'], {
    'variable-success-status': {
      open: 'The status of a success.',
      choice: 'Any 2xx with the variable as its body.',
      why: 'A client of the vendor takes 200 alone (2). Confidence: high.',
      test: 'test/journeys/add-a-variable.test.ts',
    },
    'variable-without-default': {
      open: 'Whether DefaultValue may be left out.',
      choice: 'It is left out of the request when none was given.',
      why: 'Optional and nullable in the specification (2). Confidence: high.',
      test: 'test/panes/scripts/form-commands.test.ts',
    },
    'variable-limits': {
      open: 'How long names and values may be, and how many variables a script may have.',
      choice:
        'The console sends names of 1 to 256 characters and values of up to 4096, and warns above 2 KB. The prompt sends what it is given, up to 64 KB.',
      why: 'Two texts of the vendor disagree: 2 KB and 4096 characters (2). Confidence: unknown.',
      test: 'test/panes/scripts/form-lines.test.ts',
    },
    'duplicate-variable': {
      open: 'What a name that is taken is answered with.',
      choice: 'The failure is shown as the service words it.',
      why: 'Not public (2). Confidence: unknown.',
      test: 'test/journeys/add-a-variable.test.ts',
    },
  }),
  // DNS scans (Endpoints, 5).
  ...about(['dns-scan'], {
    'record-types': {
      open: 'Which number means which record type.',
      choice: 'The names of the specification; TYPE n for any other number.',
      why: 'S-CORE (5); new values may appear. Confidence: high.',
      test: 'test/contract/operations/dns-scan.test.ts',
    },
    'scan-without-result': {
      open: 'What Records is before there is a result.',
      choice: 'Null is "not yet", empty is "nothing found".',
      why: 'Seen live (5). Confidence: high.',
      test: 'test/contract/operations/dns-scan.test.ts',
    },
    'scan-transitions': {
      open: 'Which state of a scan follows which.',
      choice: 'Polled while Pending or InProgress; any order is drawn as it comes.',
      why: 'Not documented; one run stayed Pending for long (5). Confidence: medium.',
      test: 'test/panes/dns/state.test.ts',
    },
    'no-scan-yet': {
      open: 'What a zone that was never scanned is answered with.',
      choice: '404 is shown as "no scan, or no such zone", which cannot be told apart.',
      why: 'One 404 for both in the specification (5). Confidence: medium.',
      test: 'test/journeys/dialects.test.ts',
    },
  }),
  // Search (Endpoints, 7).
  ...about(['search'], {
    'search-parameters': {
      open: 'The query parameters.',
      choice: 'search, from and size.',
      why: 'In the specification; search and size seen live (7). Confidence: high.',
      test: 'test/http/base-url.test.ts',
    },
    'search-page': {
      open: 'How many hits come at most, and whether Size is what was asked for or what was returned.',
      choice: 'The next page begins after the hits that arrived, while these are fewer than Total.',
      why: 'Default 20, maximum not stated (7). Confidence: unknown.',
      test: 'test/panes/search/finder.test.ts',
    },
    'search-types': {
      open: 'The values of Type.',
      choice: 'An open set; those known open a pane, the others are drawn as they come.',
      why: 'cdn, storage, dns, script, stream in the specification (7). Confidence: high.',
      test: 'test/panes/search/finder.test.ts',
    },
    'search-matching': {
      open: 'What matches, in which order, and what an empty term finds.',
      choice:
        'Hits keep the order of the answer, what is watched comes first. Nothing is asked for an empty term.',
      why: 'Not public (7). Confidence: unknown.',
      test: 'test/panes/search/finder.test.ts',
    },
  }),
};
