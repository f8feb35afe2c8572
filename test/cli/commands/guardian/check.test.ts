import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkDocument } from '../../../../src/cli/commands/guardian/check.ts';
import type { Context } from '../../../../src/cli/context.ts';
import { returnedFor, SMALL } from '../../../support/guardian-samples.ts';
import { nextThread } from '../../../support/next-thread.ts';
import { sampleText } from '../../../support/openapi-documents.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { servedPrompt } from '../../served.ts';

const served = servedPrompt();
const { good: GOOD, secured: SECURED, bad: BAD } = SMALL;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = temporaryDirectory();
  file = join(folder, 'openapi.yaml');
  await writeFile(file, GOOD);
});

describe('checking a document', () => {
  it('needs no service', async () => {
    const { code, stdout } = await served.run(['guardian', 'check', file]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file,
      readable: true,
      format: 'YAML',
      title: 'Shop',
      endpoints: [{ requestMethod: 'GET', requestPath: '/items' }],
      limits: { maxEndpoints: { count: 1, exact: true } },
      problemCounts: { error: 0 },
    });
    expect(served.platform.served.requests).toEqual([]);
  });

  it('reads standard input, and exits with code 1 for errors', async () => {
    const { code, stdout } = await served.run(['guardian', 'check', '-', '-o', 'ndjson'], {
      stdin: BAD,
    });
    expect(code).toBe(1);
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ severity: 'error', line: 1 });
  });

  it.each([
    ['absent.yaml', 'could not be read: it does not exist.'],
    ['.', 'is not a regular file.'],
  ])('explains why %s cannot be read', async (name, reason) => {
    const { code, stdout, stderr } = await served.run(['guardian', 'check', join(folder, name)]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(reason);
    // The command never sends anything. An upload says that it did not.
    expect(stderr).not.toContain('Nothing was sent');
    const upload = await served.run(['guardian', 'upload', '1', join(folder, name)]);
    expect(upload.code).toBe(2);
    expect(upload.stderr).toContain(reason);
    expect(upload.stderr).toContain('Nothing was sent.');
  });
});

describe('D21: the predicted result', () => {
  const SHOP = sampleText('shop.yaml');
  const check = async (...more: readonly string[]) => {
    await writeFile(file, SHOP);
    return served.run(['guardian', 'check', file, ...more]);
  };

  it('D21: is in JSON as the service would return it: authentication, parameters, schemas', async () => {
    const { code, stdout } = await check('-o', 'json');
    expect(code).toBe(0);
    const { endpoints } = JSON.parse(stdout);
    const returned = returnedFor(SHOP).endpoints;
    expect(endpoints).toHaveLength(8);
    for (const [at, endpoint] of endpoints.entries()) expect(returned[at]).toMatchObject(endpoint);
    expect(endpoints[7]).toMatchObject({
      requestMethod: 'POST',
      requestPath: '/api/v2/basket/items',
      authSchemes: [{ schemeName: 'session', schemeType: 'Http', httpScheme: 'bearer' }],
      availableParameters: { Path: [], Query: [], Header: ['X-Request-Id'], Cookie: [] },
      requestBodySchemaYaml: expect.stringContaining('quantity:'),
      responseBodySchemasYaml: { 201: expect.stringContaining('sku:') },
    });
  });

  it('D21: is a table, with schemas as lines in the wide format', async () => {
    const { stdout } = await check('-o', 'table');
    expect(stdout).toMatch(
      /^METHOD +PATH +AUTH +PATH +QUERY +HEADER +COOKIE +REQUEST +RESPONSES$/m,
    );
    expect(stdout).toMatch(
      /^POST +\/api\/v2\/basket\/items +session \(Http bearer in Header Authorization\) +– +– +X-Request-Id +– +schema +201$/m,
    );
    expect(stdout).toMatch(/^GET +\/search +– +– +q, page /m);
    expect(stdout).not.toContain('request body');
    const wide = await check('--wide');
    expect(wide.stdout).toContain('POST /login · request body\ntype: object\n');
  });

  it('D21: is YAML, with schemas as lines', async () => {
    const { stdout } = await check('-o', 'yaml');
    expect(parse(stdout)).toEqual(JSON.parse((await check('-o', 'json')).stdout));
    expect(stdout).toContain('requestBodySchemaYaml: |\n');
  });

  it('D21: is compared with the limits in an answer to an upload', async () => {
    const answer = join(folder, 'answer.json');
    const data = returnedFor(SHOP, { maxEndpoints: 5, maxNestingDepth: null });
    await writeFile(answer, JSON.stringify({ error: null, data }));
    const { code, stdout } = await check('--limits', answer, '-o', 'table');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^maxEndpoints +8 +5 OVER +\/paths/m);
    expect(stdout).toMatch(/^maxNestingDepth +7 +not known +\/paths/m);
    expect(JSON.parse((await check('--limits', answer)).stdout).limits.maxEndpoints).toMatchObject({
      count: 8,
      most: 5,
    });
    await writeFile(answer, JSON.stringify({ error: null, data: returnedFor(SHOP) }));
    expect((await check('--limits', answer)).code).toBe(0);
  });

  it.each(['csv', 'ndjson'])(
    'D21: what is over a limit is said beside %s, which has no limits in it',
    async (format) => {
      const answer = join(folder, 'answer.json');
      const data = returnedFor(SHOP, { maxEndpoints: 5, maxNestingDepth: null });
      await writeFile(answer, JSON.stringify({ error: null, data }));
      const { code, stderr } = await check('--limits', answer, '-o', format);
      expect(code).toBe(1);
      expect(stderr).toBe('maxEndpoints is 8, the plan allows 5.\n');
      await writeFile(answer, JSON.stringify({ error: null, data: returnedFor(SHOP) }));
      expect((await check('--limits', answer, '-o', format)).stderr).toBe('');
    },
  );

  it('D21: needs a valid answer to an upload', async () => {
    const { code, stdout, stderr } = await check('--limits', file);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('is not the answer to an upload');
  });

  it('D21: is shown even for a document with errors, as far as it can be read', async () => {
    await writeFile(file, `${SECURED}servers: 7\n`.replace("version: '1'", ''));
    const { stdout } = await served.run(['guardian', 'check', file]);
    expect(JSON.parse(stdout).endpoints[0]).toMatchObject({
      requestPath: '/items',
      authSchemes: [{ schemeName: 'k', credentialName: 'X' }],
    });
  });
});

/** It is checked in a thread. */
const LARGE = `${GOOD}${'# so many words\n'.repeat(20_000)}`;

it('says that the thread ended during the check, and what to do', async () => {
  await writeFile(file, LARGE);
  const thread = nextThread();
  const run = served.run(['guardian', 'check', file]);
  await (await thread).terminate();
  expect(await run).toMatchObject({
    code: 1,
    stderr: `warren: ${file} was not checked: the thread that checks it ended (it exited with code 1).\nRun the command again.\n`,
  });
});

it('reports progress if reading takes a while', async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const context = {
    messages: { print: say, progress: say, clearProgress: () => {} },
    signal: new AbortController().signal,
    edges: { clock: { sleep: async () => {} } },
  };
  await checkDocument('/x.yaml', LARGE, context as unknown as Context);
  expect(said[0]).toBe('Reading /x.yaml');
  expect(said[1]).toMatch(/^\d+% read$/);
  expect(said.at(-1)).toBe('Checking');
});
