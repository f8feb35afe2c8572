import { words } from '../../text/printable.ts';

/** The pane's title. */
export const TITLE = words`Search`;
