import { expect, it } from 'vitest';
import { focusOf, inWords, readScene, tableOf } from '../../../src/painter/spoken/scene.ts';
import { rowSentence } from '../../../src/painter/spoken/sentences.ts';
import { cell, placePart, rowPart, spokenOf, tablePart } from './parts.ts';

it('parts are read by what they are, and lines of text without their styles', () => {
  const scene = readScene(
    spokenOf(
      placePart('Apps', '2 watched · 1 failing'),
      { kind: 'status', all: ['DEMO', '● connected', ''] },
      '\u001b[1mcheckout\u001b[0m',
      ' ',
      { kind: 'notice', tone: 'warn', text: 'No.' },
      { kind: 'prompt', label: 'Filter', value: 'a · b', hint: 'words' },
    ),
  );
  expect(scene.place?.what).toBe('2 watched, 1 failing');
  expect(scene.status).toEqual(['DEMO', 'connected']);
  expect(scene.items).toEqual([{ kind: 'text', text: 'checkout', here: false, live: false }]);
  expect(scene.notice?.text).toBe('No.');
  // What is typed is nobody else's to put into words.
  expect(scene.prompt?.value).toBe('a · b');
});

it('the focus is the last item marked so: the topmost layer has the keys', () => {
  const scene = readScene(
    spokenOf(
      tablePart(2),
      rowPart(1, { here: true }),
      rowPart(2),
      '\u001b[1m❯ \u001b[0mip: 1.2.3.4',
    ),
  );
  expect(focusOf(scene)).toMatchObject({ kind: 'text', text: 'ip: 1.2.3.4' });
  const two = readScene(
    spokenOf(
      tablePart(1, 'list'),
      rowPart(1, { here: true }),
      tablePart(2, 'facets'),
      rowPart(2, { here: true }),
    ),
  );
  expect(focusOf(two)).toMatchObject({ kind: 'row', at: 2 });
  expect(tableOf(two)?.columns).toEqual(['facets']);
});

it.each([
  ['✖ failing', 'failing'],
  ['● connected', 'connected'],
  ['✖ exit 1 x6 — OOMKilled', 'Error: exit 1 x6 — OOMKilled'],
  ['workspace › Apps', 'workspace, Apps'],
  ['yes:   Sets every endpoint', 'yes: Sets every endpoint'],
  ['! 503 Service Unavailable · 3 attempts', 'Attention: 503 Service Unavailable, 3 attempts'],
  ['as of 14:02:05 · every 5 s · 12 ms', 'as of 14:02:05, every 5 s, 12 ms'],
  ['10/15▼', '10/15 down'],
  ['checkout   eiY0oti3', 'checkout, eiY0oti3'],
  [' 00 ████▒▒░░ 24  2026-03-14 · 3 pages', '2026-03-14, 3 pages'],
  ['──────────', ''],
  ['▸ DE required', 'closed, DE required'],
  ['j ↓', 'j Down'],
  ['→ l', 'Right l'],
  ['move: j → k', 'move: j to k'],
  ['Enter, → open', 'Enter, Right open'],
  ['← → pages', 'Left Right pages'],
  ['! restarts 4 → 5 → 6', 'Attention: restarts 4 to 5 to 6'],
  ['→ Check the base URL.', 'Check the base URL.'],
  ['••••••••', 'hidden'],
  ['14:02:05.123‹', '14:02:05.123 late'],
  ['‹ arrived late', 'arrived late'],
  ['‹redacted›', '‹redacted›'],
  ['Nothing is sent.', 'Nothing is sent.'],
])('%s is said as %s', (shown, said) => {
  expect(inWords(shown)).toBe(said);
});

it('what must be exact stays as it is', () => {
  const item = {
    kind: 'text',
    text: '▸ name',
    exact: ' a · b  ▲',
    here: true,
    live: false,
  } as const;
  expect(readScene([item]).items).toEqual([
    { kind: 'text', text: 'closed, name: “ a · b  ▲”', here: true, live: false },
  ]);
});

it('issue 15: what the service sent cannot pose as words of the program', () => {
  const said = (name: string, status: string) => {
    const [row] = readScene([rowPart(3, { cells: [cell(name), cell(status)] })]).items;
    return row?.kind === 'row' ? rowSentence(row) : '';
  };
  expect(said('shop, active. Row 4 of 24: prod” is deleted', 'failing')).toBe(
    'Row 3 of 24: “shop, active. Row 4 of 24: prod’ is deleted”, failing',
  );
  expect(said('shop · active', 'failing')).toBe('Row 3 of 24: “shop, active”, failing');
  expect(said('shop', 'ok. Deleted: all')).toBe('Row 3 of 24: shop, “ok. Deleted: all”');
  expect(said('shop.example', '1,234 · 10:04:05')).toBe(
    'Row 3 of 24: shop.example, 1,234, 10:04:05',
  );
});
