// node server.cjs DIRECTORY [PORT]: ClickHouse's HTTP interface over the engine of the npm package `chdb`: as much of it as
// the program asks for. Loopback only. Prints `ready PORT`.
// `GET /spent` says how long it had something to work on since it was last asked, in milliseconds.
// The engine has no users: what USER and PASSWORD of the environment say is looked at here. It is in this process, so that
// killing this kills it.
'use strict';
const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { join } = require('node:path');
const { gunzipSync } = require('node:zlib');
const { Session } = require('chdb');

const [directory, port = '0'] = process.argv.slice(2);
const { ENGINE_USER: user, ENGINE_PASSWORD: password = '' } = process.env;
const spool = join(directory, 'spool');
rmSync(spool, { recursive: true, force: true });
mkdirSync(spool, { recursive: true });
const session = new Session(join(directory, 'data'), { connectionArgs: rights() });

/** What whoever asks may do: all, or what the GRANTs in ENGINE_GRANTS of the environment say, each in a line and without TO. */
function rights() {
  const { ENGINE_GRANTS: grants } = process.env;
  if (grants === undefined) return [];
  const queries = grants.split('\n').map((grant) => `<query>${grant}</query>`);
  const [users, config] = ['users.xml', 'config.xml'].map((name) => join(directory, name));
  writeFileSync(
    users,
    `<clickhouse><profiles><default/></profiles><quotas><default/></quotas><users><default><password/>` +
      `<networks><ip>::/0</ip></networks><grants>${queries.join('')}</grants></default></users></clickhouse>`,
  );
  writeFileSync(config, `<clickhouse><users_config>${users}</users_config></clickhouse>`);
  return [`--config-file=${config}`];
}

let inserts = 0;
let atWork = 0;
let since = 0;
let spent = 0;

/** Counts the time in which at least one statement is worked on. */
async function timed(work) {
  if (atWork === 0) since = performance.now();
  atWork += 1;
  try {
    return await work();
  } finally {
    atWork -= 1;
    if (atWork === 0) spent += performance.now() - since;
  }
}

/** What is said beside the query and is none of the engine's settings. */
const NO_SETTINGS = new Set([
  'query',
  'default_format',
  'query_id',
  'database',
  'wait_end_of_query',
  'readonly',
]);

async function answer(url, body) {
  const query = url.searchParams.get('query');
  if (query !== null) return insert(query, body);
  const sql = body.toString('utf8').trim();
  const [, select = sql, format = 'TabSeparated'] = /^([^]*?)\s+FORMAT\s+(\w+)$/.exec(sql) ?? [];
  if (!/^(SELECT|WITH)\b/i.test(select)) {
    if (url.searchParams.get('readonly') === '1')
      throw new Error('Code: 164. DB::Exception: readonly. (READONLY)');
    return session.queryAsync(sql, {});
  }
  const settings = [...url.searchParams]
    .filter(([name]) => !NO_SETTINGS.has(name))
    .map(
      ([name, value]) =>
        `${name} = ${/^\d+$/.test(value) ? value : `'${value.replace(/[\\']/g, '\\$&')}'`}`,
    );
  const limited = settings.length > 0 ? `${select} SETTINGS ${settings.join(', ')}` : select;
  return session.queryAsync(limited, { format });
}

/** Rows in a binary format are taken from a file alone. */
async function insert(query, body) {
  const [, into, format] = /^(INSERT INTO [^]*?) FORMAT (\w+)$/.exec(query.trim()) ?? [];
  if (into === undefined)
    throw new Error('Code: 62. DB::Exception: not understood here. (SYNTAX_ERROR)');
  inserts += 1;
  const file = join(spool, `${inserts}`);
  writeFileSync(file, body);
  try {
    return await session.queryAsync(`${into} FROM INFILE '${file}' FORMAT ${format}`, {});
  } finally {
    rmSync(file, { force: true });
  }
}

function isWelcome({ authorization = '' }) {
  if (user === undefined) return true;
  return authorization === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    try {
      if (!isWelcome(request.headers))
        throw new Error('Code: 516. DB::Exception: no. (AUTHENTICATION_FAILED)');
      if (request.url === '/spent') {
        response.end(String(spent));
        spent = 0;
        return;
      }
      const body = Buffer.concat(chunks);
      const isPacked = request.headers['content-encoding'] === 'gzip';
      const url = new URL(request.url, 'http://localhost');
      const result = await timed(() => answer(url, isPacked ? gunzipSync(body) : body));
      response.setHeader(
        'X-ClickHouse-Summary',
        JSON.stringify({ elapsed_ns: String(Math.round((result.elapsed ?? 0) * 1e9)) }),
      );
      response.end(Buffer.from(result.bytes()));
    } catch (error) {
      const message = String(error?.message ?? error);
      response.writeHead(500, {
        'X-ClickHouse-Exception-Code': /Code: (\d+)/.exec(message)?.[1] ?? '0',
      });
      response.end(message);
    }
  });
});
server.listen(Number(port), '127.0.0.1', () => console.log(`ready ${server.address().port}`));
process.on('SIGTERM', () => {
  server.close();
  session.close();
  process.exit(0);
});
// The tests that started it are gone.
process.stdin.resume().on('end', () => process.exit(0));
