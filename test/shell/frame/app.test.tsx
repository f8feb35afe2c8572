import { Writable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import type { Pane } from '../../../src/panes/pane.ts';
import { type InkOptions, startInk } from '../../../src/shell/frame/app.tsx';
import { createFieldInput } from '../../../src/shell/keys/keyboard.ts';
import { createSlices, type Slice } from '../../../src/state/slice.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { SPOKEN_ROOM } from '../../../src/text/spoken.ts';
import { compose, span } from '../../../src/ui/line.ts';
import { Rows } from '../../../src/ui/rows.tsx';
import { useSelected } from '../../../src/ui/use-selected.ts';
import { consoleStore } from '../../support/console-store.ts';

interface Rowed {
  readonly row: string;
  readonly hidden: number;
}

/** A console's frame around a pane of one row, with the number of times that each was rendered. */
function framed() {
  const store = consoleStore();
  const slices = createSlices();
  const slice = slices.create<Rowed>({ row: 'first', hidden: 0 });
  const counts = { frame: 0, pane: 0, row: 0 };

  function View({ columns, of }: { readonly columns: number; readonly of: Slice<Rowed> }) {
    counts.pane += 1;
    const row = useSelected(of, (state) => {
      counts.row += 1;
      return state.row;
    });
    return <Rows lines={[compose([span(printable(row))], columns)]} columns={columns} rows={1} />;
  }

  const pane: Pane = {
    id: 'rows',
    digit: '1',
    title: words`Rows`,
    commands: [],
    heading: () => ({ left: [span(printable(slice.getState().row))], right: [] }),
    badges: () => [],
    view({ columns }) {
      counts.frame += 1;
      return <View columns={columns} of={slice} />;
    },
    shown() {},
    hidden() {},
    refresh() {},
    wayBack: () => undefined,
  };
  store.setState({ pane: 'rows' });

  let frame = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      frame = String(chunk);
      done();
    },
  });
  const views = new Set<() => void>();
  const ink = startInk(
    { store, panes: [pane], overlay: () => undefined, table: () => [], typed() {} },
    {
      changes(look) {
        views.add(look);
        return () => views.delete(look);
      },
      stdout: Object.assign(sink, { columns: 80, rows: 24 }) as unknown as InkOptions['stdout'],
      stdin: createFieldInput().stream as InkOptions['stdin'],
      speak: undefined,
      failed: (error) => expect.fail(String(error)),
    },
  );
  onTestFinished(() => ink.end());
  return {
    store,
    slice,
    counts,
    /** Draws changes, as the console does once they have settled. */
    draw() {
      for (const look of views) look();
      ink.flush();
      return frame;
    },
  };
}

it('a changed row is redrawn only by its pane, not by the frame', () => {
  const { slice, counts, draw } = framed();
  expect(counts).toMatchObject({ frame: 1, pane: 1 });
  slice.setState({ row: 'second' });
  const frame = draw();
  expect(frame).toContain('second');
  // The title shows the row too, and updates by itself.
  expect(frame.match(/second/g)).toHaveLength(2);
  expect(counts).toMatchObject({ frame: 1, pane: 2 });
});

it('state that no part draws causes no redraw', () => {
  const { store, slice, counts, draw } = framed();
  const before = draw();
  slice.setState({ hidden: 1 });
  store.setState({ lastPane: 'other' });
  expect(draw()).toBe(before);
  expect(counts).toMatchObject({ frame: 1, pane: 1 });
});

it('a notice and the time do not redraw the pane', () => {
  const { store, counts, draw } = framed();
  store.setState({ notice: { text: words`Copied.`, tone: 'info' }, now: { wall: 1, elapsed: 1 } });
  expect(draw()).toContain('Copied.');
  expect(counts).toMatchObject({ frame: 1, pane: 1 });
});

it('another size rebuilds the frame', () => {
  const { store, counts, draw } = framed();
  store.setState({ size: { columns: 100, rows: 30 } });
  draw();
  expect(counts).toMatchObject({ frame: 2, pane: 2 });
});

it('spoken output updates part by part', () => {
  const { store, slice, counts, draw } = framed();
  store.setState({ size: SPOKEN_ROOM });
  draw();
  const { frame, pane } = counts;
  slice.setState({ row: 'second' });
  expect(draw()).toContain('second');
  expect(counts).toMatchObject({ frame, pane: pane + 1 });
});
