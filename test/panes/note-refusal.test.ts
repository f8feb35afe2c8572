import { expect, it } from 'vitest';
import { noteRefusal } from '../../src/panes/note-refusal.ts';
import { consoleStore } from '../support/console-store.ts';
import { fakeClock } from '../support/fake-clock.ts';

it('the soonest of the next attempts is remembered, and forgotten once it is over', async () => {
  const store = consoleStore();
  const clock = fakeClock();
  const context = { store, clock };
  noteRefusal(context, { kind: 'after', ms: 8000 });
  noteRefusal(context, { kind: 'after', ms: 30_000 });
  expect(store.getState().nextAttemptAt).toBe(8000);
  noteRefusal(context, { kind: 'never' });
  expect(store.getState().nextAttemptAt).toBe(8000);
  await clock.advance(8000);
  noteRefusal(context, { kind: 'after', ms: 30_000 });
  expect(store.getState().nextAttemptAt).toBe(38_000);
  await clock.advance(40_000);
  noteRefusal(context, { kind: 'never' });
  expect(store.getState().nextAttemptAt).toBeNull();
});
