import { expect, it } from 'vitest';
import { focusOf, readScene, tableOf } from '../../../src/painter/linear/scene.ts';
import { frameOf, placePart, rowPart, tablePart } from './parts.ts';

it('parts are read by what they are, and lines of text without their styles', () => {
  const scene = readScene(
    frameOf(
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

it('the cursor is on the last that says so: what lies nearest has the keys', () => {
  const scene = readScene(
    frameOf(
      tablePart(2),
      rowPart(1, { here: true }),
      rowPart(2),
      '\u001b[1m❯ \u001b[0mip: 1.2.3.4',
    ),
  );
  expect(focusOf(scene)).toMatchObject({ kind: 'text', text: 'ip: 1.2.3.4' });
  const two = readScene(
    frameOf(
      tablePart(1, 'list'),
      rowPart(1, { here: true }),
      tablePart(2, 'facets'),
      rowPart(2, { here: true }),
    ),
  );
  expect(focusOf(two)).toMatchObject({ kind: 'row', at: 2 });
  expect(tableOf(two)?.columns).toEqual(['facets']);
});
