import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/commands/command.ts';
import type { InputEvent } from '../../../src/input/input-event.ts';
import { createKeyParser } from '../../../src/input/key-parser.ts';
import { createFieldInput, handleInput } from '../../../src/shell/keys/keyboard.ts';
import { openPrompt } from '../../../src/shell/keys/prompts.ts';
import { words } from '../../../src/text/printable.ts';
import { consoleStore } from '../../support/console-store.ts';

/** A keyboard with one command, which records the effect of each event. */
function keyboard({ typing = false, form = false, keys = ['q', 'enter'] } = {}) {
  const store = consoleStore();
  const did: string[] = [];
  const note = (what: string) => void did.push(what);
  if (typing) {
    openPrompt(store, {
      id: 'filter',
      label: words`/`,
      value: '',
      changed() {},
      accepted() {},
      cancelled() {},
    });
  }
  const take = (taken: InputEvent) => {
    note(`took ${taken.kind}`);
    return undefined;
  };
  const quit: Command = {
    id: 'quit',
    keys,
    label: words`Quit`,
    group: 'Everywhere',
    run: () => note('ran'),
  };
  const input = (event: InputEvent) =>
    handleInput(
      {
        store,
        table: () => (typing ? [{ ...quit, keys: ['enter'] }] : [quit]),
        say: (sentence) => note(`said ${sentence}`),
        unchangeable: () => undefined,
        failed: (error) => note(`failed ${error}`),
        track: (work) => work,
        feed: (raw) => note(`fed ${JSON.stringify(raw)}`),
        isBarred: (key) => key === 'U',
        panesWith: (key) => (key === 'ctrl-s' ? [words`Events`, words`DNS scan`] : []),
        inputHandler: () => (form ? take : undefined),
      },
      event,
    );
  const press = (...keys: string[]) => {
    for (const key of keys) input({ kind: 'key', key });
    return did;
  };
  /** Sends bytes as a terminal does. */
  const send = (bytes: string) => {
    for (const event of createKeyParser(() => {}).push(bytes, 0)) {
      if (event.kind !== 'mouse') input(event);
    }
    return did;
  };
  const paste = (text: string) => {
    input({ kind: 'paste', text, cut: false });
    return did;
  };
  return { store, press, paste, send };
}

describe('a key', () => {
  it('runs its command, or is reported to have none', () => {
    expect(keyboard().press('q', 'z')).toEqual([
      'ran',
      'said z has no command here. ? shows the keys.',
    ]);
  });

  it('of other panes is reported to work there', () => {
    expect(keyboard().press('ctrl-s')).toEqual([
      'said Ctrl-S has no command here. It works in Events and DNS scan.',
    ]);
  });

  it('that would change the service is refused in read-only mode', () => {
    expect(keyboard().press('U')).toEqual([
      'said Read-only: the command would change the service. Nothing was sent.',
    ]);
  });

  it('is text in a prompt, unless the prompt has a command for it', () => {
    expect(keyboard({ typing: true }).press('q', 'é', 'space', 'enter')).toEqual([
      'fed "q"',
      'fed "é"',
      'fed " "',
      'ran',
    ]);
  });

  it('edits the prompt by the bytes that the terminal sent', () => {
    const { send } = keyboard({ typing: true });
    expect(send('\u007f\u0008\u001b[D\u001bOC\u001b[15~')).toEqual(['fed "\u007f"', 'fed "\\b"']);
  });

  it('that arrives together with an escape follows Esc, unless a command has the Alt key', () => {
    expect(keyboard().send('\u001bq')).toEqual([
      'said Esc has no command here. ? shows the keys.',
      'ran',
    ]);
    expect(keyboard({ keys: ['esc', 'ctrl-d'] }).send('\u001b\u0004')).toEqual(['ran', 'ran']);
    expect(keyboard({ keys: ['q', 'alt-q'] }).send('\u001bq')).toEqual(['ran']);
    // An explicit Alt key of the terminal stays Alt.
    expect(keyboard().send('\u001b[113;3u')).toEqual([
      'said Alt-Q has no command here. ? shows the keys.',
    ]);
  });

  it('without a command goes to the open form', () => {
    expect(keyboard({ form: true }).press('z', 'q')).toEqual(['took key', 'ran']);
  });

  it('removes the last notice', () => {
    const { store, press } = keyboard();
    store.setState({ notice: { text: words`Done.`, tone: 'info' } });
    press('z');
    expect(store.getState().notice).toBeNull();
  });
});

describe('a paste', () => {
  it('is never treated as keys', () => {
    expect(keyboard().paste('q\r')).toEqual([
      'said Pasted text is not run as keys. Open a prompt first: / or :',
    ]);
  });

  it('is one clean line of text in a prompt', () => {
    expect(keyboard({ typing: true }).paste('q\r\n\u001bq\u0003')).toEqual(['fed "q q"']);
    expect(keyboard({ typing: true }).paste('\u0003')).toEqual([]);
  });

  it('goes to the prompt, even if a form is open below it', () => {
    expect(keyboard({ typing: true, form: true }).paste('text')).toEqual(['fed "text"']);
  });

  it('goes to the open form', () => {
    expect(keyboard({ form: true }).paste('text')).toEqual(['took paste']);
  });
});

it('input is read once, in order', () => {
  const { stream, feed } = createFieldInput();
  const read: (string | Buffer | null)[] = [];
  stream.on('readable', () => {
    for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) read.push(chunk);
  });
  feed('a');
  feed('pasted text');
  expect(read).toEqual(['a', 'pasted text']);
  expect(stream.read()).toBeNull();
});

it('no input is lost without a listener', () => {
  const { stream, feed } = createFieldInput();
  feed('a');
  feed('b');
  expect([stream.read(), stream.read(), stream.read()]).toEqual(['a', 'b', null]);
});
