import type { Assumptions } from './assumption.ts';

/** Script variables (Endpoints, 2). */
export const scriptAddVariable = {
  'variable-success-status': {
    operations: ['script-add-variable'],
    open: 'The status of a success.',
    choice: 'Any 2xx with the variable as its body.',
    why: 'A client of the vendor takes 200 alone (2).',
    confidence: 'H',
    change: 'problemIn in contract/problems.ts.',
  },
  'variable-without-default': {
    operations: ['script-add-variable'],
    open: 'Whether DefaultValue may be left out.',
    choice: 'It is left out of the request when none was given.',
    why: 'Optional and nullable in the specification (2).',
    confidence: 'H',
    change: 'compose in contract/operations/script-add-variable.ts.',
  },
  'variable-limits': {
    operations: ['script-add-variable'],
    open: 'How long names and values may be, and how many variables a script may have.',
    choice:
      'Names of 1 to 256 and values of up to 4096 characters are sent; above 2 KB the console warns.',
    why: 'Two texts of the vendor disagree: 2 KB and 4096 characters (2).',
    confidence: '?',
    change: 'panes/scripts/form.ts.',
  },
  'duplicate-variable': {
    operations: ['script-add-variable'],
    open: 'What a name that is taken is answered with.',
    choice: 'The failure is shown as the service words it.',
    why: 'Not public (2).',
    confidence: '?',
    change: 'platform/handlers/script-add-variable.ts for the platform; nothing in the client.',
  },
} as const satisfies Assumptions;

/** DNS scans (Endpoints, 5). */
export const dnsScan = {
  'record-types': {
    operations: ['dns-scan'],
    open: 'Which number means which record type.',
    choice: 'The names of the specification; TYPE n for any other number.',
    why: 'S-CORE (5); new values may appear.',
    confidence: 'H',
    change: 'contract/operations/dns-scan.ts.',
  },
  'scan-without-result': {
    operations: ['dns-scan'],
    open: 'What Records is before there is a result.',
    choice: 'Null is "not yet", empty is "nothing found".',
    why: 'Seen live (5).',
    confidence: 'H',
    change: 'contract/operations/dns-scan.ts.',
  },
  'scan-transitions': {
    operations: ['dns-scan'],
    open: 'Which state of a scan follows which.',
    choice: 'Polled while Pending or InProgress; any order is drawn as it comes.',
    why: 'Not documented; one run stayed Pending for long (5).',
    confidence: 'M',
    change: 'The feed of the pane for DNS scans.',
  },
  'no-scan-yet': {
    operations: ['dns-scan'],
    open: 'What a zone that was never scanned is answered with.',
    choice: '404 is shown as "no scan, or no such zone", which cannot be told apart.',
    why: 'One 404 for both in the specification (5).',
    confidence: 'M',
    change: 'The pane for DNS scans.',
  },
} as const satisfies Assumptions;

/** Search (Endpoints, 7). */
export const search = {
  'search-parameters': {
    operations: ['search'],
    open: 'The query parameters.',
    choice: 'search, from and size.',
    why: 'In the specification; search and size seen live (7).',
    confidence: 'H',
    change: 'compose in contract/operations/search.ts.',
  },
  'search-page': {
    operations: ['search'],
    open: 'How many hits come at most, and whether Size is what was asked for or what was returned.',
    choice: 'The next page begins at From plus the hits that arrived, while that is below Total.',
    why: 'Default 20, maximum not stated (7).',
    confidence: '?',
    change: 'The pane for search.',
  },
  'search-types': {
    operations: ['search'],
    open: 'The values of Type.',
    choice: 'An open set; those known open a pane, the others are drawn as they come.',
    why: 'cdn, storage, dns, script, stream in the specification (7).',
    confidence: 'H',
    change: 'The pane for search.',
  },
  'search-matching': {
    operations: ['search'],
    open: 'What matches, in which order, and what an empty term finds.',
    choice:
      'The order of the answer is kept and local fuzzy ranking is over it; no request for an empty term.',
    why: 'Not public (7).',
    confidence: '?',
    change: 'The pane for search.',
  },
} as const satisfies Assumptions;
