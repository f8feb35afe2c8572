import type { Directories } from '../edges/directories.ts';
import type { Edited } from '../edges/editor.ts';
import type { Files } from '../edges/files.ts';
import type { Changes } from './changes.ts';

/** What a pane changes the service with. */
export interface Acting {
  readonly changes: Changes;
  readonly files: Files;
  readonly directories: Directories;
  /** Lets the operator's editor have the terminal, with `text` in it. */
  edit(text: string): Promise<Edited>;
}
