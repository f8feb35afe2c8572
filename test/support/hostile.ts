import { type Random, seededRandom } from './random.ts';

type Part = (random: Random, depth: number) => string;

const ESC = '\u001b';
const text: Part = (random) =>
  random.pick([
    'ok',
    'GET /login',
    ' ',
    'naïve',
    '名前',
    'status=200',
    'ALL SYSTEMS GREEN',
    '<9B>',
  ]);
const number: Part = (random) =>
  String(random.pick([0, 1, 2, 5, 8, 31, 52, 200, 1049, 2004, 99999]));
const codePoint = (from: number, to: number): Part => {
  return (random) => String.fromCodePoint(from + random.below(to - from + 1));
};

/** Terminators of control strings, some of them wrong or missing. */
const terminator: Part = (random) =>
  random.pick(['\u0007', `${ESC}\\`, '\u009c', '', '', '\u0018', '\u001a', '\n']);
const introducer = (second: string, c1: string): Part => {
  return (random) => (random.oneIn(3) ? c1 : ESC + second);
};

const csi: Part = (random, depth) =>
  introducer('[', '\u009b')(random, depth) +
  random.pick(['', '?', '>', '<', '=', '!']) +
  random.pick([
    number(random, depth),
    '',
    `${number(random, depth)};${number(random, depth)}`,
    '1:2',
  ]) +
  random.pick([
    'm',
    'J',
    'H',
    'n',
    'c',
    't',
    'h',
    'l',
    'q',
    'r',
    'u',
    'R',
    '$p',
    ' q',
    '',
    'A',
    'b',
  ]);
const osc: Part = (random, depth) =>
  introducer(']', '\u009d')(random, depth) +
  random.pick([
    '0;title',
    '2;title',
    '4;1;?',
    '8;;http://x',
    '8;;x',
    '9;note',
    '10;?',
    '11;?',
    '52;c;cm0gLXJmIH4K',
    '52;c;?',
    '777;notify;a;b',
    '1337;File=:',
  ]) +
  inner(random, depth) +
  terminator(random, depth);
const controlString: Part = (random, depth) =>
  random.pick([
    introducer('P', '\u0090'),
    introducer('_', '\u009f'),
    introducer('^', '\u009e'),
    introducer('X', '\u0098'),
  ])(random, depth) +
  random.pick(['$qm', '+q544e', 'tmux;', 'q', 'Ga=T', '']) +
  inner(random, depth) +
  terminator(random, depth);
const twoByte: Part = (random) =>
  ESC +
  random.pick(['c', '7', '8', 'D', 'E', 'M', 'Z', '#8', '(0', '%G', ' F', '=', '>', 'N', '\\', '']);

const c0: Part = codePoint(0x00, 0x1f);
const c1: Part = codePoint(0x7f, 0x9f);
const bidi: Part = (random) =>
  random.pick([codePoint(0x202a, 0x202e), codePoint(0x2066, 0x2069), codePoint(0x200e, 0x200f)])(
    random,
    0,
  );
const zeroWidth: Part = (random) =>
  random.pick([
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u180e',
  ]);
const filler: Part = (random) =>
  random.pick([
    '\u3164',
    '\u115f',
    '\u1160',
    '\uffa0',
    '\u2800',
    '\u00a0',
    '\u3000',
    '\u2028',
    '\u2029',
  ]);
const tag: Part = codePoint(0xe0000, 0xe007f);
const selector: Part = (random) =>
  random.pick([codePoint(0xfe00, 0xfe0f), codePoint(0xe0100, 0xe01ef)])(random, 0);
const surrogate: Part = codePoint(0xd800, 0xdfff);
const unassigned: Part = (random) =>
  random.pick([codePoint(0xe000, 0xf8ff), codePoint(0xfdd0, 0xfdef), codePoint(0x40000, 0x4ffff)])(
    random,
    0,
  );
const flood: Part = (random) =>
  random.pick(['a', '', 'é', '한', '🎉']) +
  codePoint(0x300, 0x36f)(random, 0).repeat(1 + random.below(20));
const wideLie: Part = (random) =>
  random.pick([
    '👨\u200d👩\u200d👧',
    '❤\ufe0f',
    '1\ufe0f\u20e3',
    '👍🏽',
    '🇩🇪',
    '🇩',
    'กำ',
    'क्ष',
    'ᄀᄀᄀ',
    '\u1112\u1161\u11ab',
    '\u0600',
    '﷽',
    '🏴\u{e0067}\u{e007f}',
  ]);
const anything: Part = codePoint(0, 0x10ffff);

const LEAVES: readonly [Part, ...Part[]] = [
  text,
  c0,
  c1,
  bidi,
  zeroWidth,
  filler,
  tag,
  selector,
  surrogate,
  unassigned,
  flood,
  wideLie,
  anything,
];
const NESTING: readonly [Part, ...Part[]] = [csi, osc, controlString, twoByte];

function inner(random: Random, depth: number): string {
  if (depth <= 0 || random.oneIn(3)) return random.pick(LEAVES)(random, 0);
  return random.pick(NESTING)(random, depth - 1) + (random.oneIn(2) ? text(random, 0) : '');
}

/**
 * An endless sequence of hostile strings: terminal sequences (CSI, OSC with 8 and 52, DCS, APC, PM, SOS, in seven and eight
 * bits, nested, badly terminated and truncated) mixed with deceptive Unicode. The same `seed` gives the same strings.
 */
export function* hostileStrings(seed: number): Generator<string> {
  const random = seededRandom(seed);
  for (;;) {
    let made = '';
    for (let parts = 1 + random.below(5); parts > 0; parts--) {
      made += random.pick([text, inner, inner])(random, 3);
    }
    yield random.oneIn(4) ? made.slice(0, random.below(made.length + 1)) : made;
  }
}
