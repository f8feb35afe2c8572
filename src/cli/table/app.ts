import { DEFAULT_WAIT_MS } from '../../config/defaults.ts';
import { flag, SERVICE_OPTIONS, text } from '../../session/options.ts';
import {
  type CommandSpec,
  changedItem,
  LIST_OUTPUT_OPTIONS,
  OUTPUT_OPTIONS,
  readItem,
  WAIT_OPTIONS,
  WATCH_OPTIONS,
} from './spec.ts';

const WAIT = `${DEFAULT_WAIT_MS / 60_000}m`;

export const APP_COMMANDS = {
  'app overview': {
    operation: 'app-overview',
    summary: 'show an application with its regions, pods and containers',
    more: ['Without an ID: one line for each application of the workspace.'],
    arguments: [{ ...readItem('ID', 'apps'), optional: true }],
    options: [...LIST_OUTPUT_OPTIONS, ...WATCH_OPTIONS, ...SERVICE_OPTIONS],
    examples: {
      'warren app overview': 'Shows the applications of the workspace.',
      'warren app overview k3Jd82hQpLm0xYz': 'Shows one, with its parts.',
      'warren app overview k3Jd82hQpLm0xYz --watch 5s -o csv >> overview.csv':
        'Appends a line every five seconds.',
    },
  },
  'app delete': {
    operation: 'app-delete',
    summary: 'mark an application for deletion',
    more: [
      'The service answers at once and cleans up afterwards. The request is sent once and never repeated. If the service no longer finds an application whose deletion it accepted from here, it is gone: exit code 0.',
    ],
    arguments: [changedItem('ID', 'apps')],
    options: [
      text('confirm', 'ID', 'the identifier again, character by character; required'),
      flag('wait', 'wait until the application is gone'),
      text('timeout', 'DURATION', `how long --wait may take (default ${WAIT})`),
      ...OUTPUT_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren app delete k3Jd82hQpLm0xYz --confirm k3Jd82hQpLm0xYz': 'Marks it for deletion.',
      'warren app delete k3Jd82hQpLm0xYz --confirm k3Jd82hQpLm0xYz --wait --timeout 10m':
        'Returns when it is gone, or after ten minutes with exit code 6.',
    },
  },
  'app wait': {
    summary: 'wait until an application is in a state',
    more: [
      'Retries while the service is unreachable. An application that is not found ends the wait: it is gone if it was seen before or its deletion was accepted from here; otherwise it never existed: exit code 4.',
      'Exit code 6 on timeout.',
    ],
    arguments: [readItem('ID', 'apps')],
    options: [
      text('until', 'CONDITION', 'status=VALUE[,VALUE…], or gone; required', {
        suggests: [
          'status=active',
          'status=inactive',
          'status=progressing',
          'status=failing',
          'status=suspended',
          'status=unknown',
          'gone',
        ],
      }),
      ...WAIT_OPTIONS,
      ...OUTPUT_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    examples: {
      'warren app wait k3Jd82hQpLm0xYz --until status=active --timeout 5m':
        'Returns when it is active.',
      'warren app wait k3Jd82hQpLm0xYz --until status=failing,suspended --every 30s':
        'Returns when something is wrong with it.',
    },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
