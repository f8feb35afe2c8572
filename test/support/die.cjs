// node --require die.cjs warren.cjs: the process dies in the way that DIE names, once `Z` is typed.
'use strict';

const failure = () => {
  throw new Error('as if by mistake');
};
const fail = (stream, code) =>
  stream.destroy(Object.assign(new Error(`write ${code}`), { code, syscall: 'write' }));
const endless = () => endless() + 1;

const ways = {
  'throws in a key': failure,
  'throws in a timer': () => void setTimeout(failure, 10),
  'throws in a tick': () => process.nextTick(failure),
  'throws in a promise': () => void Promise.resolve().then(failure),
  'throws what is no error': () => {
    setTimeout(() => {
      throw null;
    }, 10);
  },
  'runs out of stack': endless,
  'runs out of memory': () => {
    const all = [];
    for (;;) all.push(new Array(100_000).fill(all.length + 0.5));
  },
  'calls process.exit': () => process.exit(0),
  'calls process.exit with a code': () => process.exit(3),
  'calls process.abort': () => process.abort(),
  'calls process.reallyExit': () => process.reallyExit(0),
  'terminal answers EIO': () => fail(process.stdout, 'EIO'),
  'terminal answers EPIPE': () => fail(process.stdout, 'EPIPE'),
  'input fails': () => fail(process.stdin, 'EIO'),
  'input ends': () => process.stdin.push(null),
};

const { emit } = process.stdin;
process.stdin.emit = function (event, ...args) {
  if (event === 'data' && String(args[0]).includes('Z')) {
    ways[process.env.DIE]();
    return true;
  }
  return emit.call(this, event, ...args);
};
