import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { wholeBuiltins } from '../../.build/whole-builtins.ts';

describe('a module of Node as a whole', () => {
  it.each([
    ['import process2 from "node:process";', 'const process2 = require("node:process");'],
    ['import * as fs from "node:fs";', 'const fs = require("node:fs");'],
    [
      'import timers, { setTimeout as wait } from "node:timers/promises";',
      'const timers = require("node:timers/promises"); import { setTimeout as wait } from "node:timers/promises";',
    ],
  ])('is required: %s', (text, expected) => {
    expect(wholeBuiltins(text)).toBe(expected);
  });

  it.each([
    'import { readFile } from "node:fs/promises";',
    'import ink from "./chunk.js";',
    'const text = `import process from "node:process";`;',
  ])('is not what is imported here: %s', (text) => {
    expect(wholeBuiltins(text)).toBe(text);
  });

  it('is then copied by nobody', async () => {
    const text = 'import os, { cpus } from "node:os";\nconsole.log(os.EOL, cpus);';
    const { code } = await transform(wholeBuiltins(text), { format: 'cjs', platform: 'node' });
    expect(code).not.toContain('__copyProps(');
  });
});
