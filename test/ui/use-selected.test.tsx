import { Writable } from 'node:stream';
import { render } from 'ink';
import { expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createFieldInput } from '../../src/shell/keys/keyboard.ts';
import { words } from '../../src/text/printable.ts';
import { compose, span } from '../../src/ui/line.ts';
import { Row } from '../../src/ui/rows.tsx';
import { DrawnChanges, type Subscribe, useSelected } from '../../src/ui/use-selected.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

interface Numbers {
  readonly shown: number;
  readonly other: number;
}

function View({ store }: { readonly store: StoreApi<Numbers> }) {
  const shown = useSelected(store, (state) => state.shown);
  return <Row line={compose([span(words`${shown}`)], 10)} />;
}

/** A view of one number of a store of two, and every frame it was drawn in. */
function viewing(changes: Subscribe | null) {
  const store = createStore<Numbers>(() => ({ shown: 1, other: 1 }));
  const frames: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      frames.push(String(chunk).trim());
      done();
    },
  });
  const ink = render(
    <DrawnChanges value={changes}>
      <View store={store} />
    </DrawnChanges>,
    {
      stdout: Object.assign(sink, { columns: 10, rows: 5 }) as unknown as NodeJS.WriteStream,
      stdin: createFieldInput().stream,
      debug: true,
      patchConsole: false,
    },
  );
  return { store, frames, end: () => ink.unmount() };
}

it('a view is redrawn only when its data changes', async () => {
  const { store, frames, end } = viewing(null);
  store.setState({ other: 2 });
  await turn();
  expect(frames).toEqual(['1']);
  store.setState({ shown: 2 });
  await turn();
  expect(frames).toEqual(['1', '2']);
  end();
});

it('with batched changes it updates when told, with the newest state', async () => {
  const views = new Set<() => void>();
  const { store, frames, end } = viewing((look) => {
    views.add(look);
    return () => views.delete(look);
  });
  store.setState({ shown: 2 });
  store.setState({ shown: 3 });
  await turn();
  expect(frames).toEqual(['1']);
  for (const look of views) look();
  await turn();
  expect(frames).toEqual(['1', '3']);
  end();
  expect(views.size).toBe(0);
});
