import { expect, it } from 'vitest';
import { CONSOLE_OPTIONS } from '../../src/session/options.ts';

it('--pane accepts panes by name and by digit', () => {
  const pane = CONSOLE_OPTIONS.find(({ name }) => name === 'pane');
  expect(pane).toMatchObject({
    choices: expect.arrayContaining(['apps', 'scripts', '1', '7']),
    help: expect.stringContaining('apps, events, dns'),
  });
});
