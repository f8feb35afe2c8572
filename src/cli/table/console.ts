import { THEME_CHOICES } from '../../text/themes.ts';
import type { OptionSpec } from './command-spec.ts';
import { SERVICE } from './shared-options.ts';

/** The panes by name; their digits do too. */
export const PANES = ['apps', 'events', 'dns', 'search', 'guardian', 'limits', 'scripts'] as const;

/** What the console takes: the options of `warren` without a command. */
export const CONSOLE_OPTIONS = [
  ...SERVICE,
  {
    kind: 'text',
    name: 'pane',
    value: 'NAME',
    choices: PANES,
    help: `the pane to begin with: ${PANES.join(', ')}`,
  },
  { kind: 'list', name: 'app', value: 'ID', completes: 'app', help: 'watch this application' },
  { kind: 'list', name: 'zone', value: 'ID', completes: 'zone', help: 'watch this shield zone' },
  { kind: 'list', name: 'dns', value: 'ID', completes: 'dns', help: 'watch this DNS zone' },
  { kind: 'list', name: 'script', value: 'ID', completes: 'script', help: 'watch this script' },
  {
    kind: 'list',
    name: 'rate-limit',
    value: 'ID',
    completes: 'rate-limit',
    help: 'watch this rate limit',
  },
  {
    kind: 'text',
    name: 'from',
    value: 'FILE',
    completes: 'file',
    help: 'look at this archive of events, without a service',
  },
  {
    kind: 'text',
    name: 'theme',
    value: 'NAME',
    choices: THEME_CHOICES,
    help: `colours: ${THEME_CHOICES.join(', ')}`,
  },
  { kind: 'flag', name: 'ascii', help: 'draw with ASCII characters, for terminals without others' },
  {
    kind: 'flag',
    name: 'screen-reader',
    help: 'lines to be read aloud or in braille, instead of a screen',
  },
  { kind: 'flag', name: 'man', help: 'the manual page, for man -l -' },
  { kind: 'flag', name: 'version', short: 'V', help: 'the version' },
  { kind: 'flag', name: 'help', short: 'h', help: 'this' },
] as const satisfies readonly OptionSpec[];
