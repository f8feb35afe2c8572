import { expect, it } from 'vitest';
import { takesTitle } from '../../../src/edges/terminal.ts';
import { windowTitle } from '../../../src/shell/frame/header.ts';
import { type Printable, words } from '../../../src/text/printable.ts';
import { consoleUnderTest } from '../../support/console.ts';

const titled = (inShort: Printable | undefined) => [{ id: 'apps', inShort: () => inShort }];

it('says what is worst and where, and never that all is well while nobody answers', async () => {
  const { console, platform, pass, press } = await consoleUnderTest();
  const title = (inShort?: Printable) => windowTitle(console.state(), titled(inShort));
  expect(title(words`✖ 1 failing`)).toBe('✖ 1 failing · warren demo');
  expect(title()).toBe('warren demo');
  await press('=');
  expect(title(words`● ok`)).toBe('PAUSED · warren demo');
  await press('=');
  await platform.close();
  await pass(30_000);
  expect(title(words`● ok`)).toBe('✖ unreachable · warren demo');
});

it('is for terminals that give the title back which they had', () => {
  const terms = [
    'xterm-256color',
    'tmux-256color',
    'foot',
    'screen',
    'linux',
    'vt100',
    'xtermish',
    '',
  ];
  expect(terms.filter((TERM) => takesTitle({ TERM }))).toEqual(terms.slice(0, 3));
});
