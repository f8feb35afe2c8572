import { runInNewContext } from 'node:vm';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { circleAmong, plainExports } from '../../.build/plain-exports.ts';

/** What a chunk of the text gives on, and the text that gave it. */
async function chunk(text: string): Promise<{ exports: Record<string, unknown>; code: string }> {
  const { code } = await transform(plainExports(text), { format: 'cjs', platform: 'node' });
  const module = { exports: {} };
  runInNewContext(code, { module, require: (id: string) => ({ id }) });
  return { exports: module.exports, code };
}

const isProperty = (exports: object, name: string) =>
  Object.getOwnPropertyDescriptor(exports, name)?.get === undefined;

describe('what a chunk gives on', () => {
  it('is properties, under the names it is given on by', async () => {
    const { exports, code } = await chunk(`
var one = 1;
function two() {
  return one + 1;
}
var Three = class {
};
async function* $four() {
}
export {
  one,
  two as second,
  Three,
  $four
};
`);
    expect(exports).toMatchObject({ one: 1 });
    expect((exports['second'] as () => number)()).toBe(2);
    expect(Object.keys(exports)).toEqual(['one', 'second', 'Three', '$four']);
    for (const name of Object.keys(exports)) expect(isProperty(exports, name), name).toBe(true);
    expect(code).not.toContain('__export');
  });

  it.each([
    ['is set later', 'var value;', 'value = 2;'],
    ['is set again', 'var value = 1;', 'value = 2;'],
    ['is set where it is nothing yet', 'var value = void 0;', 'value ??= 2;'],
    ['is added to', 'var value = 1;', 'value += 1;'],
    ['is counted', 'var value = 1;', 'value++;'],
    ['is counted first', 'var value = 1;', '++value;'],
    ['is taken out of an object', 'var value = 1;', '({ value } = { value: 2 });'],
    ['is taken out by another name', 'var value = 1;', '({ key: value } = { key: 2 });'],
    ['is taken out of an array', 'var value = 1;', '[value] = [2];'],
    [
      'is taken out of what is inside',
      'var value = 1;',
      '({ a: [{ value }] } = { a: [{ value: 2 }] });',
    ],
    ['is taken out with a default', 'var value = 1;', 'const { a, b = [value] = [2] } = {};'],
    ['is the rest of something', 'var value = 1;', '[, ...value] = [1, 2]; [value] = value;'],
    ['is what a loop goes through', 'var value = 1;', 'for (value of [1, 2]) ;'],
    ['is what a loop takes out', 'var value = 1;', 'for ({ value } of [{ value: 2 }]) ;'],
    ['is a function until it is set', 'function value() {\n}', 'value = 2;'],
    ['is one of several declared at once', 'var first = 0, value = 1;', 'value = 2;'],
  ])('is what it is at each use where it %s', async (_, declared, later) => {
    const { exports } = await chunk(`
${declared}
function change() {
  ${later}
}
export {
  change,
  value
};
`);
    (exports['change'] as () => void)();
    expect(exports['value']).toBe(2);
  });

  it('is not mistaken for a property, a default or a comparison of that name', async () => {
    const { exports } = await chunk(`
var value = 1;
function other(it, f = () => value) {
  it.value = 2;
  return value === it.value || { value: f } || value >= 3;
}
export {
  other,
  value
};
`);
    expect(isProperty(exports, 'value')).toBe(true);
  });

  it('is asked for where it was imported itself', async () => {
    const { exports } = await chunk(`import {
  id
} from "./a.js";
export {
  id
};
`);
    expect(exports['id']).toBe('./a.js');
  });

  it('is all of it what an import() of a chunk gets', async () => {
    const { exports, code } = await chunk(`
var load = () => import("./later-ABCD2345.js");
export {
  load
};
`);
    expect(await (exports['load'] as () => Promise<unknown>)()).toEqual({
      id: './later-ABCD2345.js',
    });
    expect(code).not.toContain('__toESM');
  });

  it('is nothing where only a text says so', async () => {
    const text = 'export {\n  a\n};\nimport("./a.js")';
    const { exports } = await chunk(`
var text = \`\n${text}\n\`;
export {
  text
};
`);
    expect(exports).toEqual({ text: `\n${text}\n` });
  });

  it('has no prototype among it', () => {
    expect(() => plainExports('export {\n  a as __proto__\n};\n')).toThrow('cannot be given');
  });

  it('is never imported as a whole', () => {
    for (const form of ['* as chunk', 'chunk', 'chunk, { a }', '{\n  default as a\n}']) {
      expect(() => plainExports(`import ${form} from "./chunk.js";\n`)).toThrow('whole');
    }
  });
});

describe('a circle among chunks', () => {
  it('is found wherever it is', () => {
    const chunks = {
      main: { imports: ['a', 'b'] },
      a: { imports: ['c'] },
      b: { imports: ['a', 'd'] },
      c: { imports: [] },
      d: { imports: ['e'] },
      e: { imports: ['c', 'b'] },
    };
    expect(circleAmong(chunks)).toEqual(['b', 'd', 'e', 'b']);
  });

  it('is not what two that share a third make', () => {
    const chunks = { main: { imports: ['a', 'b'] }, a: { imports: ['b'] }, b: { imports: [] } };
    expect(circleAmong(chunks)).toBeUndefined();
  });
});
