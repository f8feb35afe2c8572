import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type FormEvent,
  formAfter,
  NO_SECRET,
  pastedInto,
  secret,
  typedOf,
  type VariableForm,
  variableForm,
  whyNotSend,
} from '../../../src/panes/scripts/form.ts';
import { words } from '../../../src/text/printable.ts';

const FORM = variableForm({ id: '7', name: 'geo' }, 0);

const play = (events: readonly FormEvent[], form: VariableForm = FORM): VariableForm =>
  events.reduce(formAfter, form);

const changed = (text: string): FormEvent => ({ kind: 'changed', text, at: 1000 });
const next: FormEvent = { kind: 'moved', by: 1, at: 1000 };
const onValue = [next, next];
/** What of a paste goes into the field that `events` lead to. */
const pasted = (events: readonly FormEvent[], text: string, cut = false) =>
  pastedInto(play(events), { kind: 'paste', text, cut });

describe('the fields', () => {
  it('are cycled through in both directions', () => {
    const focus = (by: 1 | -1, times: number) =>
      play(Array<FormEvent>(times).fill({ kind: 'moved', by, at: 0 })).focus;
    expect([1, 2, 3].map((times) => focus(1, times))).toEqual(['required', 'value', 'name']);
    expect([1, 2, 3].map((times) => focus(-1, times))).toEqual(['value', 'required', 'name']);
  });

  it('take what is typed, each its own', () => {
    const toggled: FormEvent = { kind: 'toggled', at: 1000 };
    const form = play([changed('TOKEN'), next, toggled, changed('x'), next, changed('a b')]);
    expect([form.name, form.required, form.value.reveal()]).toEqual(['TOKEN', true, 'a b']);
  });

  it('are text or a choice', () => {
    const text = (events: readonly FormEvent[]) => typedOf(play([changed('TOKEN'), ...events]));
    expect([text([]), text([next]), text(onValue)]).toEqual(['TOKEN', undefined, '']);
  });

  it('do not change while the request is under way', () => {
    const sending = play([changed('TOKEN'), { kind: 'sending', attempt: 'a1' }]);
    expect(play([changed('x'), next, { kind: 'key', at: 1000 }], sending)).toEqual(sending);
    const noted = play([{ kind: 'noted', text: words`no file` }], sending);
    expect(play([changed('x')], noted).name).toBe('TOKEN');
    const refused = play([{ kind: 'answered', outcome: 'refused', text: words`no` }], noted);
    expect(play([changed('TOKEN2')], refused).name).toBe('TOKEN2');
  });
});

describe('a value', () => {
  it('may be pasted, line breaks and all', () => {
    expect(pasted(onValue, '-----\r\nline\rend')).toEqual({ text: '-----\nline\nend' });
  });

  it.each([
    ['with controls in it', 'a\u001b[2Jb', false, 'control characters'],
    ['that was cut', 'a', true, 'too long'],
  ])('is not taken from a paste %s', (_, text, cut, reason) => {
    expect(pasted(onValue, text, cut)).toEqual({ refused: expect.stringContaining(reason) });
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

  it('appears in no copy of the form', () => {
    const form = play([...onValue, changed('canary')]);
    expect(JSON.stringify(form)).not.toContain('canary');
    expect(JSON.stringify(structuredCloneable(form))).not.toContain('canary');
  });
});

/** What a devtool or an export would keep of it. */
const structuredCloneable = (form: VariableForm) => JSON.parse(JSON.stringify(form)) as unknown;

it('a name is pasted as one clean line', () => {
  expect(pasted([], ' TO\u001bKEN\n')).toEqual({ text: 'TOKEN' });
});

describe('the reasons not to send a form', () => {
  const named = play([changed('TOKEN')]);
  it.each<[string, VariableForm, number, string | undefined]>([
    ['nothing', named, 2000, undefined],
    ['a missing name', FORM, 2000, 'needs a name'],
    ['a name of 257 characters', play([changed('x'.repeat(257))]), 2000, '257 characters'],
    [
      'a value of 4097',
      play([...onValue, changed('x'.repeat(4097))], named),
      2000,
      '4097 characters',
    ],
    ['keys a moment ago', named, 1149, 'Too soon after the last key'],
    [
      'a file that is being read',
      play([{ kind: 'reading', path: words`/token` }], named),
      2000,
      '/token is being read: nothing was sent.',
    ],
    ['a request under way', play([{ kind: 'sending', attempt: 'a1' }], named), 2000, 'being sent'],
  ])('%s', (_, form, at, reason) => {
    const why = whyNotSend(form, at);
    if (reason === undefined) expect(why).toBeUndefined();
    else expect(why).toContain(reason);
  });

  it('do not include the longest accepted name and value', () => {
    const form = play([changed('x'.repeat(256)), ...onValue, changed('y'.repeat(4096))]);
    expect(whyNotSend(form, 2000)).toBeUndefined();
  });
});

it('a secret is revealed only on request', () => {
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
