import { describe, expect, it } from 'vitest';
import { rowFilter } from '../../src/commands/list-filter.ts';
import type { PaneContext } from '../../src/panes/pane.ts';
import { askExport, askFilter } from '../../src/panes/prompts.ts';
import type { ConsoleState, Prompt } from '../../src/state/console-state.ts';
import { EMPTY_LIST, type ListState, movedTo } from '../../src/state/list.ts';
import { words } from '../../src/text/printable.ts';
import { consoleStore } from '../support/console-store.ts';

const NAMES = ['checkout', 'basket-api', 'basket-web'];

const GRAMMAR = {
  fields: [{ name: 'name', kind: 'value' as const, read: (name: string) => name }],
  text: (name: string) => name,
};

/** A list of names, and the prompt that its filter opened. */
function filtering(before: ListState) {
  let list = before;
  let prompt: Prompt | undefined;
  let said = '';
  const ids = () => NAMES.filter(rowFilter(GRAMMAR, list.filter));
  const context: Pick<PaneContext, 'ask' | 'say'> = {
    say(text) {
      said = text;
    },
    ask(asked) {
      prompt = asked;
    },
  };
  askFilter(
    context,
    {
      get: () => list,
      set(next) {
        list = next;
      },
      ids,
    },
    { grammar: GRAMMAR, rows: () => NAMES },
  );
  return {
    list: () => list,
    prompt: prompt as Prompt,
    open: () => prompt as Prompt,
    said: () => said,
  };
}

describe('the filter prompt', () => {
  it('begins with the filter in force', () => {
    expect(filtering({ ...EMPTY_LIST, filter: 'api' }).prompt.value).toBe('api');
  });

  it('is followed while it is typed, the cursor on the first match where its row is hidden', () => {
    const { list, prompt } = filtering(movedTo(EMPTY_LIST, NAMES, 'checkout', 9));
    prompt.changed?.('basket');
    expect(list()).toMatchObject({ filter: 'basket', cursor: 'basket-api' });
  });

  it('leaves the cursor where it is when its row is still there', () => {
    const { list, prompt } = filtering(movedTo(EMPTY_LIST, NAMES, 'basket-web', 9));
    prompt.changed?.('basket');
    expect(list().cursor).toBe('basket-web');
  });

  it('puts the old filter back when it is cancelled, and keeps the new one when accepted', () => {
    const cancelled = filtering({ ...EMPTY_LIST, filter: 'api' });
    cancelled.prompt.changed?.('web');
    cancelled.prompt.cancelled?.();
    expect(cancelled.list().filter).toBe('api');
    const accepted = filtering({ ...EMPTY_LIST, filter: 'api' });
    accepted.prompt.accepted('web');
    expect(accepted.list().filter).toBe('web');
  });

  it('puts the cursor back where it was when it is cancelled, whatever was typed meanwhile', () => {
    const before = { ...movedTo(EMPTY_LIST, NAMES, 'basket-web', 2), marks: new Set(['checkout']) };
    const { list, prompt } = filtering(before);
    prompt.changed?.('check');
    expect(list().cursor).toBe('checkout');
    prompt.cancelled?.();
    expect(list()).toEqual(before);
  });

  it('use 4: does not apply what cannot be read, says why, and stays until it can be', () => {
    const { list, prompt, said, open } = filtering(EMPTY_LIST);
    prompt.changed?.('basket name:geo');
    expect(prompt.problem?.('basket name:geo')).toBe('No row has the name geo.');
    expect(list().filter, 'the term that is being typed is left out').toBe('basket ');
    void prompt.accepted('basket name:geo');
    expect(said()).toBe('No row has the name geo.');
    expect(open().value).toBe('basket name:geo');
    open().cancelled?.();
    expect(list().filter).toBe('');
    void open().accepted('name:checkout');
    expect(list().filter).toBe('name:checkout');
  });

  it('shows the fields while it is empty, and completes their values', () => {
    const { prompt } = filtering(EMPTY_LIST);
    expect(prompt.placeholder).toBe('words, name:…, -word, a or b');
    expect(prompt.suggestions?.('name:ch').map(({ value }) => value)).toEqual(['name:checkout']);
  });
});

describe('an export to an existing file', () => {
  /** What was asked and said where `names` are entered, or the proposals, and refused after `meanwhile`. */
  async function refused(
    meanwhile: Partial<ConsoleState>,
    names: readonly (string | null)[] = ['taken.md'],
  ) {
    const store = consoleStore();
    const asked: string[] = [];
    const said: string[] = [];
    let prompt: Prompt | undefined;
    askExport(
      {
        store,
        ask(next) {
          prompt = next;
          asked.push(next.value);
        },
        say: (text) => void said.push(text),
        async writeNewFile() {
          store.setState(meanwhile);
          throw Object.assign(new Error('it is there'), { code: 'EEXIST' });
        },
      },
      {
        id: 'export',
        name: 'log',
        endings: ['md'],
        marked: 0,
        held: () => words`a summary`,
        lines: () => [],
      },
    );
    for (const name of names) await prompt?.accepted(name ?? prompt.value);
    return { asked, said, problem: prompt?.problem?.(prompt.value) };
  }
  const SAID = ['taken.md already exists; nothing was written.'];

  it('proposes the next number, and still says which name was refused', async () => {
    expect(await refused({})).toEqual({
      asked: ['log.md', 'taken-2.md'],
      said: SAID,
      problem: SAID[0],
    });
    const { asked, problem } = await refused({}, ['of-2026-03-14.md', null, null, 'v1.2/x-2.md']);
    expect(asked.slice(1)).toEqual([
      'of-2026-03-14-2.md',
      'of-2026-03-14-3.md',
      'of-2026-03-14-4.md',
      'v1.2/x-2-2.md',
    ]);
    expect(problem).toBe('v1.2/x-2.md already exists; nothing was written.');
  });

  it.each<[string, Partial<ConsoleState>]>([
    ['in another pane', { pane: 'search' }],
    ['in a dialog', { overlays: ['deletion'] }],
  ])('takes no key from who is %s by then, and says so', async (_, meanwhile) => {
    expect(await refused(meanwhile)).toMatchObject({ asked: ['log.md'], said: SAID });
  });
});
