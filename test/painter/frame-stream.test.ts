import { PassThrough } from 'node:stream';
import { Box, render, Text } from 'ink';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { createFrameStream } from '../../src/painter/frame-stream.ts';

test('every write of Ink is a frame, and nothing else becomes one', async () => {
  const frames: string[] = [];
  const { stdout, resize } = createFrameStream({ columns: 12, rows: 4 }, (frame) =>
    frames.push(frame),
  );
  const screen = (text: string) =>
    createElement(
      Box,
      { flexDirection: 'column', borderStyle: 'single' },
      createElement(Text, { wrap: 'truncate' }, text),
    );
  const app = render(screen('one'), {
    stdout,
    stdin: new PassThrough() as unknown as NodeJS.ReadStream,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
    interactive: true,
  });
  app.rerender(screen('two'));
  resize({ columns: 8, rows: 3 });
  await app.waitUntilRenderFlush();
  const before = frames.length;
  app.unmount();
  await app.waitUntilExit();

  expect(frames[0]).toBe('┌──────────┐\n│one       │\n└──────────┘');
  expect(frames[before - 1]).toBe('┌──────┐\n│two   │\n└──────┘');
  // Unmounting draws the last frame once more and shows a cursor, which is the painter's affair.
  expect(new Set(frames.slice(before))).toEqual(new Set([frames[before - 1]]));
  expect(frames.join('')).not.toContain('\u001b');
});

test('modes that Ink sets for its own hooks are dropped', () => {
  const frames: string[] = [];
  const { stdout } = createFrameStream({ columns: 12, rows: 4 }, (frame) => frames.push(frame));
  for (const write of [
    '\u001b[?2004h',
    '\u001b[?25h',
    '\u001b[?2026h\u001b[?2026l',
    '',
    'x\u001b[?25h',
  ]) {
    stdout.write(write);
  }
  stdout.write(Buffer.from('é'));
  expect(frames).toEqual(['x\u001b[?25h', 'é']);
});
