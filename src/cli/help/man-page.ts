import { commandNames } from '../table/commands.ts';
import {
  commandHelp,
  exitCodeList,
  generalHelp,
  sharedOptionList,
  topicHelp,
} from './help-text.ts';

/** Fits into 80 columns beside the indent of a manual page. */
const COLUMNS = 72;

/** What roff would change, among it the quotes of examples, which must stay as they are when they are copied. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '…': '...',
};

/** Escapes text for roff; a line with a dot at its start would be a request. */
const roff = (text: string): string =>
  text.replace(/[\\'`^~…-]/g, (sign) => ESCAPES[sign] ?? sign).replace(/^\./, '\\&.');

/** A section with the lines of the help, as they are. */
const section = (heading: string, lines: readonly string[]): readonly string[] => [
  heading,
  '.nf',
  ...lines.map(roff),
  '.fi',
];

/** The manual page: all of the help, what many commands share once, and two of the topics. */
export async function manPage(version: string): Promise<string> {
  const [, ...output] = await topicHelp('output', COLUMNS);
  const [, ...configuration] = await topicHelp('configuration', COLUMNS);
  const lines = [
    `.TH WARREN 1 "" "warren ${roff(version)}"`,
    ...section('.SH NAME', ['warren - an operations console for an edge platform']),
    ...section('.SH SYNOPSIS', ['warren [options]', 'warren COMMAND [options]']),
    ...section('.SH DESCRIPTION', generalHelp(COLUMNS)),
    '.SH COMMANDS',
    ...commandNames.flatMap((name) =>
      section(`.SS warren ${roff(name)}`, commandHelp(name, COLUMNS, 'brief')),
    ),
    ...section('.SH SHARED OPTIONS', sharedOptionList(COLUMNS)),
    ...section('.SH OUTPUT', output),
    ...section('.SH CONFIGURATION', configuration),
    ...section('.SH EXIT STATUS', exitCodeList(COLUMNS)),
  ];
  return `${lines.join('\n')}\n`;
}
