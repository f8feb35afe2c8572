import type { ConsoleUnderTest } from './console.ts';

/** The last text sent to the clipboard; empty if none was. */
export function clipboard({ terminal }: Pick<ConsoleUnderTest, 'terminal'>): string {
  const sent = [...terminal.written().matchAll(/\u001b\]52;[^;]*;([A-Za-z0-9+/=]*)/g)];
  return Buffer.from(sent.at(-1)?.[1] ?? '', 'base64').toString();
}
