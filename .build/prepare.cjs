// npm runs this in a clone, before it packs, and where it installs from git; with whatever Node is there.
'use strict';
const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const node = join(__dirname, '../node_modules/.bin/node');
const inherited = { cwd: join(__dirname, '..'), stdio: 'inherit' };

// For `npm install --global` from git it has brought nothing to build with: it takes the clone for a global folder, too.
if (!existsSync(node)) {
  const env = { ...process.env, npm_config_global: 'false' };
  delete env.npm_config_prefix;
  execFileSync('npm', ['ci', '--ignore-scripts'], { ...inherited, env });
}
execFileSync(node, [join(__dirname, 'bundle.ts'), 'package'], inherited);
