import { describe, expect, it } from 'vitest';
import { askFilter, matchesFilter } from '../../src/panes/filter-prompt.ts';
import type { PaneContext } from '../../src/panes/pane.ts';
import type { Prompt } from '../../src/state/console-state.ts';
import { EMPTY_LIST, type ListState, movedTo } from '../../src/state/list.ts';

const NAMES = ['checkout', 'basket-api', 'basket-web'];

/** A list of names, and the prompt that its filter opened. */
function filtering(before: ListState) {
  let list = before;
  let prompt: Prompt | undefined;
  const ids = () => NAMES.filter((name) => matchesFilter(list.filter, name));
  const context: Pick<PaneContext, 'ask'> = {
    ask(asked) {
      prompt = asked;
    },
  };
  askFilter(context, {
    get: () => list,
    set(next) {
      list = next;
    },
    ids,
  });
  return { list: () => list, prompt: prompt as Prompt };
}

describe('the filter prompt', () => {
  it('begins with the filter in force', () => {
    expect(filtering({ ...EMPTY_LIST, filter: 'api' }).prompt.value).toBe('api');
  });

  it('is followed while it is typed, the cursor on the first match where its row is hidden', () => {
    const { list, prompt } = filtering(movedTo(EMPTY_LIST, NAMES, 'checkout', 9));
    prompt.changed('basket');
    expect(list()).toMatchObject({ filter: 'basket', cursor: 'basket-api' });
  });

  it('leaves the cursor where it is when its row is still there', () => {
    const { list, prompt } = filtering(movedTo(EMPTY_LIST, NAMES, 'basket-web', 9));
    prompt.changed('basket');
    expect(list().cursor).toBe('basket-web');
  });

  it('puts the old filter back when it is cancelled, and keeps the new one when accepted', () => {
    const cancelled = filtering({ ...EMPTY_LIST, filter: 'api' });
    cancelled.prompt.changed('web');
    cancelled.prompt.cancelled();
    expect(cancelled.list().filter).toBe('api');
    const accepted = filtering({ ...EMPTY_LIST, filter: 'api' });
    accepted.prompt.accepted('web');
    expect(accepted.list().filter).toBe('web');
  });
});

it.each([
  ['', 'anything', true],
  ['  ', 'anything', true],
  ['BASKET', 'basket-api', true],
  ['api basket', 'basket-api', true],
  ['api basket', 'basket-web', false],
  ['a.i', 'basket-api', false],
])('%j finds %j: %s', (filter, text, found) => {
  expect(matchesFilter(filter, text)).toBe(found);
});
