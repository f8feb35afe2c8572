import { describe, expect, it } from 'vitest';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import { createEngine } from '../../../src/panes/events/engine.ts';
import { eventsModel } from '../../../src/panes/events/model.ts';
import { searchCommands } from '../../../src/panes/events/search-commands.ts';
import { EMPTY_EVENTS, type EventsState, SERVICE } from '../../../src/panes/events/state.ts';
import type { PaneContext } from '../../../src/panes/pane.ts';
import { createSlices } from '../../../src/state/slice.ts';
import { entryWith } from '../../events/sample-entries.ts';
import { consoleStore } from '../../support/console-store.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const NOON = Date.UTC(2026, 2, 14, 12);
/** More than one step of a search covers: the entries before 4096 are searched last. */
const ENTRIES = 9000;
const MATCHES = [100, 5000, 8500, 8900];

/** A list in which a search advances only when told to. */
function listed() {
  const store = consoleStore();
  const slice = createSlices().create<EventsState>({
    ...EMPTY_EVENTS,
    source: SERVICE,
    zones: ['7'],
  });
  const feeds = createSupervisor((error) => {
    throw error;
  });
  const still = { ...feeds, run: () => 'running' as const, stop() {} };
  const engine = createEngine({ feeds: still, changed() {} });
  let asked: Parameters<PaneContext['ask']>[0] | undefined;
  const context = {
    store,
    clock: fakeClock(),
    feeds: still,
    say: (text) => store.setState({ notice: { text, tone: 'info' } }),
    ask: (prompt) => {
      asked = prompt;
    },
  } as Partial<PaneContext> as PaneContext;
  const model = eventsModel(context, slice, engine, () => {});
  model.applyFilters({});
  const shown = () => engine.shown() ?? expect.fail('nothing is shown');
  shown().store.add(
    '7',
    Array.from({ length: ENTRIES }, (_, at) =>
      entryWith({
        logId: `${at}`,
        timestamp: NOON + at * 1000,
        log: JSON.stringify({ Message: MATCHES.includes(at) ? 'needle' : 'hay' }),
      }),
    ),
  );
  model.follow(true);
  const commands = searchCommands(context, model);
  return {
    /** Runs a command, as its key does. */
    run(id: string) {
      store.setState({ notice: null });
      void (commands.find((each) => each.id === id) ?? expect.fail(id)).run();
    },
    search(text: string) {
      this.run('events.search');
      asked?.accepted(text);
    },
    /** Searches `stretches` more stretches, by default all. */
    look(stretches = Number.POSITIVE_INFINITY) {
      for (let at = 0; at < stretches && shown().found?.advance(0); at += 1);
      model.redraw();
    },
    key: () => store.setState({ notice: null }),
    said: () => store.getState().notice?.text ?? '',
    /** The entry under the cursor. */
    here: () => Number(shown().store.logIdOf(model.here() ?? -1)),
  };
}

describe('an unfinished search', () => {
  it('is reported, then the number of matches', () => {
    const list = listed();
    list.search('needle');
    expect(list.said()).toBe('No match so far, still looking (0 of 9,000)');
    list.look(1);
    expect(list.said()).toBe('No match so far, still looking (0 of 9,000)');
    list.look();
    expect(list.said()).toBe('4 matches among 9,000 entries · N older, n newer');
    list.key();
    list.look();
    expect(list.said()).toBe('');
  });

  it('moves to the next match when it has finished, without skipping any', () => {
    const list = listed();
    list.search('needle');
    list.look(1);
    list.run('events.previous');
    expect(list.here()).toBe(8900);
    list.run('events.previous');
    expect(list.here()).toBe(8500);
    // The part before it has not been searched yet.
    list.run('events.previous');
    expect(list.said()).toBe('Looking for an older match (808 of 9,000). Any key stops it.');
    expect(list.here()).toBe(8500);
    list.look();
    expect(list.here()).toBe(5000);
    expect(list.said()).toBe('4 matches among 9,000 entries · N older, n newer');
    list.run('events.previous');
    list.run('events.previous');
    expect(list.said()).toContain('No older match among the loaded entries.');
    expect(list.here()).toBe(100);
  });

  it('does not move after another key was pressed', () => {
    const list = listed();
    list.search('needle');
    list.run('events.previous');
    list.key();
    list.look();
    expect(list.here()).toBe(ENTRIES - 1);
    expect(list.said()).toBe('');
  });
});
