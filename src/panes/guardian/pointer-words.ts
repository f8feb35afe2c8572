import { type Printable, printable } from '../../text/printable.ts';

/** A JSON pointer as people read it: `paths › /pets/{id} › get` for `/paths/~1pets~1{id}/get`. */
export const pointerWords = (pointer: string): Printable =>
  printable(
    pointer
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
      .join(' › '),
  );
