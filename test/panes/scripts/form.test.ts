import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type FormEvent,
  formAfter,
  NO_SECRET,
  secret,
  type VariableForm,
  variableForm,
  whyNotSend,
} from '../../../src/panes/scripts/form.ts';
import { words } from '../../../src/text/printable.ts';

const FORM = variableForm({ id: '7', name: 'geo' }, 0);

const play = (events: readonly FormEvent[], form: VariableForm = FORM): VariableForm =>
  events.reduce(formAfter, form);

const typed = (text: string, at = 1000): readonly FormEvent[] =>
  Array.from(text, (character) => ({ kind: 'typed', text: character, at }));
const next: FormEvent = { kind: 'moved', by: 1, at: 1000 };
const pasted = (text: string, cut = false): FormEvent => ({ kind: 'pasted', text, cut, at: 1000 });
const onValue = [next, next];

describe('the fields', () => {
  it('are gone through in a circle, both ways', () => {
    const focus = (by: 1 | -1, times: number) =>
      play(Array<FormEvent>(times).fill({ kind: 'moved', by, at: 0 })).focus;
    expect([1, 2, 3].map((times) => focus(1, times))).toEqual(['required', 'value', 'name']);
    expect([1, 2, 3].map((times) => focus(-1, times))).toEqual(['value', 'required', 'name']);
  });

  it('take what is typed, each its own', () => {
    const form = play([...typed('TOKEN'), next, ...typed(' x'), next, ...typed('a b')]);
    expect([form.name, form.required, form.value.reveal()]).toEqual(['TOKEN', true, 'a b']);
  });

  it('are erased by character, by word and whole', () => {
    const erased = (what: 'last' | 'word' | 'all') =>
      play([...typed('one two🎉'), { kind: 'erased', what, at: 2000 }]).name;
    expect([erased('last'), erased('word'), erased('all')]).toEqual(['one two', 'one ', '']);
  });

  it('do not change while the request is under way', () => {
    const sending = play([...typed('TOKEN'), { kind: 'sending', attempt: 'a1' }]);
    expect(play([...typed('x'), next, pasted('y')], sending)).toEqual(sending);
    const refused = play([{ kind: 'noted', text: words`no`, tone: 'bad' }], sending);
    expect(play(typed('2'), refused).name).toBe('TOKEN2');
  });
});

describe('a value', () => {
  it('may be pasted, line breaks and all', () => {
    expect(play([...onValue, pasted('-----\r\nline\rend')]).value.reveal()).toBe(
      '-----\nline\nend',
    );
  });

  it.each([
    ['with controls in it', pasted('a\u001b[2Jb'), 'control characters'],
    ['that was cut', pasted('a', true), 'too long'],
  ])('is not taken from a paste %s', (_, event, reason) => {
    const form = play([...onValue, event]);
    expect(form.value.reveal()).toBe('');
    expect(form.note?.text).toContain(reason);
  });

  it('is loaded without its last line break, which is said', () => {
    const loaded = (text: string) =>
      play([{ kind: 'loaded', text, from: words`a file`, at: 1000 }]);
    expect(loaded('one\ntwo\n').value.reveal()).toBe('one\ntwo');
    expect(loaded('one\n').note?.text).toContain('left out');
    expect(loaded('one').note?.text).toBe('The value is from a file.');
  });

  it('is hidden again when it is sent', () => {
    const shown = play([{ kind: 'revealed', at: 1000 }]);
    expect(shown.shown).toBe(true);
    expect(play([{ kind: 'sending', attempt: 'a1' }], shown).shown).toBe(false);
  });

  it('is in no copy of the form', () => {
    const form = play([...onValue, ...typed('canary')]);
    expect(JSON.stringify(form)).not.toContain('canary');
    expect(JSON.stringify(structuredCloneable(form))).not.toContain('canary');
  });
});

/** What a devtool or an export would keep of it. */
const structuredCloneable = (form: VariableForm) => JSON.parse(JSON.stringify(form)) as unknown;

it('a name is pasted as one clean line', () => {
  expect(play([pasted(' TO\u001bKEN\n')]).name).toBe('TOKEN');
});

describe('what keeps a form from being sent', () => {
  const named = play(typed('TOKEN'));
  it.each<[string, VariableForm, number, string | undefined]>([
    ['nothing', named, 2000, undefined],
    ['a missing name', FORM, 2000, 'needs a name'],
    ['a name of 257 characters', play(typed('x'.repeat(257))), 2000, '257 characters'],
    [
      'a value of 4097',
      play([...onValue, pasted('x'.repeat(4097))], named),
      2000,
      '4097 characters',
    ],
    ['keys a moment ago', named, 1149, 'one key of many'],
    ['a request under way', play([{ kind: 'sending', attempt: 'a1' }], named), 2000, 'being sent'],
  ])('%s', (_, form, at, reason) => {
    const why = whyNotSend(form, at);
    if (reason === undefined) expect(why).toBeUndefined();
    else expect(why).toContain(reason);
  });

  it('are not the longest name and value that are taken', () => {
    const form = play([...typed('x'.repeat(256)), ...onValue, pasted('y'.repeat(4096))]);
    expect(whyNotSend(form, 2000)).toBeUndefined();
  });
});

it('a secret is seen by whoever asks for it, and by nothing else', () => {
  const held = { value: secret('canary') };
  expect(held.value.reveal()).toBe('canary');
  expect(NO_SECRET.reveal()).toBe('');
  for (const seen of [
    JSON.stringify(held),
    inspect(held, { depth: 9, showHidden: true }),
    `${held.value}`,
  ])
    expect(seen).not.toContain('canary');
});
