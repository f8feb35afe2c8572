import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SMALL } from '../../../support/guardian-samples.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { prompt } from '../../prompt.ts';
import { answerNext, servedPrompt } from '../../served.ts';

const served = servedPrompt();
const { good: GOOD, secured: SECURED, bad: BAD } = SMALL;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = temporaryDirectory();
  file = join(folder, 'openapi.yaml');
  await writeFile(file, GOOD);
});
const zone = () => String(served.platform.world.shieldZones[0]?.id);

describe('uploading a document', () => {
  it('shows the result of the service', async () => {
    const { code, stdout } = await served.run(['guardian', 'upload', zone(), file, '-o', 'csv']);
    expect(code).toBe(0);
    expect(stdout).toContain('\nGET,/items,true,');
  });

  it('shows when the configuration was created and changed, under the right names', async () => {
    const { stdout } = await served.run(['guardian', 'upload', zone(), file, '-o', 'json']);
    const stored = JSON.parse(stdout);
    const { configuration } = stored.data;
    Object.assign(configuration, { createdAt: '2026-01-02T03:04:05Z', updatedAt: null });
    answerNext(served.platform, 'guardian-upload', stored);
    const shown = await served.run(['guardian', 'upload', zone(), file, '-o', 'table']);
    expect(shown.stdout).toMatch(/^created +2026-01-02/m);
    expect(shown.stdout).toMatch(/^updated +–$/m);
  });

  it('sends nothing with errors, except on request', async () => {
    await writeFile(file, BAD);
    const refused = await served.run(['guardian', 'upload', zone(), file]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('Nothing was sent; --unchecked sends it anyway.');
    expect(served.platform.served.requests).toEqual([]);
    await served.run(['guardian', 'upload', zone(), file, '--unchecked']);
    expect(served.platform.served.requests).toHaveLength(1);
  });

  it.each([
    ['yes', true],
    ['no', false],
  ])('enforces authorization as requested: %s', async (how, enforced) => {
    await writeFile(file, SECURED);
    const { stdout } = await served.run([
      'guardian',
      'upload',
      zone(),
      file,
      '--enforce-authorization',
      how,
    ]);
    expect(JSON.parse(stdout).data.endpoints[0].validateAuthorization).toBe(enforced);
  });
});

describe('D12: the stored document', () => {
  const upload = (...more: readonly string[]) =>
    served.run(['guardian', 'upload', zone(), file, '-o', 'json', ...more]);

  /** Has the service answer with what it would, and something else in it. */
  async function answered(change: (data: StoredData) => void, ...more: readonly string[]) {
    const { stdout } = await upload(...more);
    const sent = JSON.parse(stdout);
    change(sent.data);
    answerNext(served.platform, 'guardian-upload', sent);
    return upload(...more);
  }

  it('is not mentioned if it is the same', async () => {
    await writeFile(file, SECURED);
    expect(await upload('--enforce-authorization', 'yes')).toMatchObject({ code: 0, stderr: '' });
  });

  it('is reported with each difference, advice and code 1', async () => {
    await writeFile(file, SECURED);
    const { code, stderr } = await answered(
      ({ configuration, endpoints: [endpoint] }) => {
        configuration.title = 'Sh\u001b[2Jop';
        endpoint.validateAuthorization = false;
        endpoint.authSchemes = null;
        endpoint.availableParameters.Query = ['page'];
      },
      '--enforce-authorization',
      'yes',
    );
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'What is stored differs from the document in 4 places:',
      '  The title should be "Shop" and is "Sh␛[2Jop".',
      '  GET /items: validateAuthorization should be true and is false.',
      '  GET /items: Its authentication schemes differ from those the specification declares.',
      '  GET /items: It has the Query parameter "page", which was not expected.',
      'Look at these endpoints in the dashboard before you rely on them; the document can be uploaded again.',
    ]);
  });

  it('is reported separately if it could not be compared', async () => {
    await writeFile(
      file,
      `openapi: 3.0.3
info: {title: Shop, version: '1'}
paths:
  /items:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}
      responses: {'200': {description: ok}}
components: {schemas: {Item: {type: string}}}
`,
    );
    const unwritten = JSON.stringify({ $ref: '#/components/schemas/Item' });
    const { code, stderr } = await answered(({ endpoints: [endpoint] }) => {
      endpoint.requestBodySchemaYaml = unwritten;
    });
    expect(code).toBe(1);
    const place = `  POST /items: Its request body schema may be another: "#/components/schemas/Item" is not written out: not compared.`;
    const uncompared = [
      'What is stored could not be compared with the document in 1 place:',
      place,
      expect.stringContaining('Look at these endpoints'),
    ];
    expect(stderr.trimEnd().split('\n')).toEqual(uncompared);
    const both = await answered(({ configuration, endpoints: [endpoint] }) => {
      configuration.title = 'Other';
      endpoint.requestBodySchemaYaml = unwritten;
    });
    expect(both.stderr.trimEnd().split('\n')).toEqual([
      'What is stored differs from the document in 1 place:',
      '  The title should be "Shop" and is "Other".',
      ...uncompared,
    ]);
  });

  it('is reported with up to twenty missing endpoints', async () => {
    const paths = Array.from(
      { length: 30 },
      (_, at) => `  /more/${at}: {get: {responses: {'200': {description: ok}}}}\n`,
    );
    await writeFile(file, GOOD + paths.join(''));
    const { code, stderr } = await answered((data) => {
      data.endpoints.length = 1;
    });
    expect(code).toBe(1);
    expect(stderr).toContain('GET /more/0: The service did not return this endpoint.');
    expect(stderr).toContain('\n  and 10 more\n');
  });
});

interface StoredData {
  readonly configuration: { title: string };
  readonly endpoints: [
    {
      validateAuthorization: boolean;
      authSchemes: null;
      requestBodySchemaYaml: string;
      availableParameters: { Query: readonly string[] };
    },
  ] & { length: number };
}

describe('D1: the table does not claim enforcement', () => {
  /** Uploads to a service that answers like the platform, but for these settings. */
  async function uploadTo(configuration: object, endpoint: object) {
    await writeFile(file, SECURED);
    const argv = ['guardian', 'upload', zone(), file];
    const body = JSON.parse((await served.run(argv)).stdout);
    Object.assign(body.data.configuration, configuration);
    for (const each of body.data.endpoints) Object.assign(each, endpoint);
    const service = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = service.address() as AddressInfo;
      return await prompt(argv, {
        columns: 100,
        env: { WARREN_BASE_URL: `http://127.0.0.1:${port}`, WARREN_ACCESS_KEY: 'key' },
      });
    } finally {
      service.close();
    }
  }
  const row = (stdout: string) => stdout.split('\n').find((line) => line.includes('/items'));

  it('for a disabled zone and its endpoints', async () => {
    const { stdout, stderr } = await uploadTo(
      { isEnabled: false, executionMode: 1 },
      { isEnabled: false, validateAuthorization: true },
    );
    expect(row(stdout)).toMatch(/GET +\/items +no +not enforced +k/);
    expect(stderr).toContain('API Guardian is off for this zone: no request is inspected');
  });

  it('for a disabled endpoint', async () => {
    const { stdout, stderr } = await uploadTo(
      { isEnabled: true, executionMode: 1 },
      { isEnabled: false, validateAuthorization: true },
    );
    expect(row(stdout)).toMatch(/no +not enforced/);
    expect(stderr).not.toContain('API Guardian is off');
  });

  it('for a zone that only logs, unlike one that blocks', async () => {
    const set = { isEnabled: true, validateAuthorization: true };
    const logging = await uploadTo({ isEnabled: true, executionMode: 0 }, set);
    expect(row(logging.stdout)).toMatch(/yes +only logged/);
    expect(logging.stderr).toContain('Execution mode is Log');
    const blocking = await uploadTo({ isEnabled: true, executionMode: 1 }, set);
    expect(row(blocking.stdout)).toMatch(/yes +enforced/);
    expect(blocking.stderr).not.toContain('Execution mode');
  });
});

describe('D14: the zone id of an upload', () => {
  it.each(['abc', '99999999999', '2147483648', '1.5', '1e3', '0x10', ' 1', '120431x'])(
    'is an int32: %j is not sent',
    async (zone) => {
      const { code, stdout, stderr } = await served.run(['guardian', 'upload', zone, '-'], {
        stdin: GOOD,
      });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(
        'shieldZoneId must be a whole number from -2147483648 to 2147483647',
      );
      expect(stderr).toContain('Nothing was sent.');
      expect(served.platform.served.requests).toEqual([]);
    },
  );

  it('may be the largest number', async () => {
    const { code } = await served.run(['guardian', 'upload', '2147483647', '-'], { stdin: GOOD });
    expect(code).toBe(4);
  });
});
