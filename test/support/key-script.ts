import type { InputEvent, TerminalEvent } from '../../src/input/input-event.ts';
import { createKeyParser } from '../../src/input/key-parser.ts';
import { type Random, seededRandom } from './random.ts';

const key = (name: string): InputEvent => ({ kind: 'key', key: name });
const keys = (...names: string[]): InputEvent[] => names.map(key);

/** Bytes as terminals send them, and their events. A lone escape is missing, because it needs a pause. */
const SCRIPT: readonly (readonly [string, readonly TerminalEvent[]])[] = [
  ['jjjkG', keys('j', 'j', 'j', 'k', 'G')],
  ['é名🎉', keys('é', '名', '🎉')],
  [
    ' \r\t\u007f\u0008\u0004\u0003',
    keys('space', 'enter', 'tab', 'backspace', 'backspace', 'ctrl-d', 'ctrl-c'),
  ],
  ['\u001b[A\u001b[B\u001bOC\u001bOD', keys('up', 'down', 'right', 'left')],
  [
    '\u001b[1;2D\u001b[1;5C\u001b[d\u001bOa',
    keys('shift-left', 'ctrl-right', 'shift-left', 'ctrl-up'),
  ],
  [
    '\u001b[Z\u001b[5~\u001b[6~\u001b[3~\u001b[3;5~',
    keys('shift-tab', 'pageup', 'pagedown', 'delete', 'ctrl-delete'),
  ],
  [
    '\u001b[H\u001bOF\u001b[7~\u001b[4~\u001b[5^\u001b[3$',
    keys('home', 'end', 'home', 'end', 'ctrl-pageup', 'shift-delete'),
  ],
  [
    '\u001bOP\u001b[15~\u001b[24;2~\u001b[[A\u001b[1;5R',
    keys('f1', 'f5', 'shift-f12', 'f1', 'ctrl-f3'),
  ],
  [
    '\u001bx\u001bé\u001b\u007f\u001b\u001b[A',
    keys('alt-x', 'alt-é', 'alt-backspace', 'esc', 'up'),
  ],
  [
    '\u001b[97u\u001b[100;5u\u001b[97:65;2u\u001b[27u\u001b[106;1:3u\u001b[1;1:1A',
    keys('a', 'ctrl-d', 'A', 'esc', 'up'),
  ],
  ['\u001b[27;5;105~', keys('ctrl-i')],
  ['\u001b[?1u\u001b[?64;1;2c\u001b[12;40R\u001b[?2026;2$y\u001b[I\u001b[O', []],
  [
    '\u001b[<0;12;7M\u001b[M !!\u001b[<1;12;7M',
    [{ kind: 'mouse', action: 'press', column: 11, row: 6 }],
  ],
  ['\u001b]11;rgb:0000/0000/0000\u001b\\', []],
  ['\u001b]10;rgb:ffff/ffff/ffff\u0007j', keys('j')],
  ['\u001bP>|terminal 3.3a\u001b\\k', keys('k')],
  ['\u001b_Gi=1;OK\u001b\\', []],
  [
    '\u001b[200~rm -rf é\r\u001b[A\u0003 \u001b[20\u001b[201~q',
    [{ kind: 'paste', text: 'rm -rf é\r\u001b[A\u0003 \u001b[20', cut: false }, key('q')],
  ],
  ['\u001b[200~\u001b[201~', [{ kind: 'paste', text: '', cut: false }]],
  ['\u001b[201~?', keys('?')],
];

const BYTES = Buffer.from(SCRIPT.map(([bytes]) => bytes).join(''));
export const SCRIPTED: readonly TerminalEvent[] = SCRIPT.flatMap(([, events]) => events);

/** A random length, mostly of few bytes. */
const chunkLength = (random: Random): number =>
  random.oneIn(3) ? 1 + random.below(60) : 1 + random.below(4);

/** The events of the script when its bytes arrive in random chunks shortly after each other. */
export function playScript(seed: number): TerminalEvent[] {
  const random = seededRandom(seed);
  const parser = createKeyParser(() => {});
  const events: TerminalEvent[] = [];
  let at = 0;
  for (let start = 0; start < BYTES.length; ) {
    const end = start + chunkLength(random);
    events.push(...parser.push(BYTES.subarray(start, end), at));
    start = end;
    at += random.below(49);
  }
  events.push(...parser.tick(Number.POSITIVE_INFINITY));
  // Without the bytes that were sent, which differ between encodings of a key.
  return events.map((event) => (event.kind === 'key' ? key(event.key) : event));
}
