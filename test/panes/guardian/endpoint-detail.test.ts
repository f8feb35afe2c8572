import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointDetail, yamlLines } from '../../../src/panes/guardian/endpoint-detail.ts';
import { printable } from '../../../src/text/printable.ts';
import { theme } from '../../../src/ui/theme.ts';
import { returnedFor, SHOP } from '../../support/guardian-samples.ts';
import { lineText, recordText } from '../../support/line-text.ts';

const { configuration: zone, endpoints } = returnedFor(SHOP);
const basket = endpoints.find(({ requestPath }) => requestPath === '/api/v2/basket/items');
if (!basket) throw new Error('no basket');

it('shows everything that is known of an endpoint, its schemas as YAML', () => {
  expect(recordText(endpointDetail({ endpoint: basket, zone }), 80).slice(0, 30)).toEqual([
    'POST /api/v2/basket/items',
    'violations  blocked',
    'enabled     yes',
    'rate limit  off',
    'validates   request yes, response no',
    'injections  XSS no, SQL no, no parameter is chosen',
    '',
    'Authentication',
    'enforced',
    'session: Http bearer in Header Authorization',
    '',
    'Parameters',
    'Header  X-Request-Id',
    '',
    'Request body',
    'type: object',
    'required:',
    '  - sku',
    '  - quantity',
    'properties:',
    '  sku:',
    '    type: string',
    '  quantity:',
    '    type: integer',
    '    minimum: 1',
    '    maximum: 100',
    '',
    'Response 201',
    'type: object',
    'required:',
  ]);
});

describe('D1: missing enforcement is not called enforced', () => {
  const detail = (
    configuration: Partial<typeof zone>,
    endpoint: Partial<typeof basket> = {},
    columns = 100,
  ) =>
    recordText(
      endpointDetail({ endpoint: { ...basket, ...endpoint }, zone: { ...zone, ...configuration } }),
      columns,
    );
  const authentication = (lines: readonly string[]) =>
    lines.slice(lines.indexOf('Authentication') + 1, lines.indexOf('Parameters') - 1);

  it('where API Guardian is off for the zone, whatever the endpoint is set to', () => {
    for (const isEnabled of [true, false]) {
      const lines = detail({ isEnabled: false }, { isEnabled, validateAuthorization: true });
      expect(lines).toContain('violations  let through: API Guardian is off for the zone');
      expect(authentication(lines)).toEqual([
        'not enforced: API Guardian is off for the zone',
        'Contract, rule 1: when API Guardian is disabled for a zone, no requests are inspected.',
        'session: Http bearer in Header Authorization',
      ]);
    }
  });

  it('where the endpoint is off', () => {
    const lines = detail({}, { isEnabled: false, validateAuthorization: true });
    expect(lines).toContain('violations  let through: the endpoint is disabled');
    expect(authentication(lines).slice(0, 2)).toEqual([
      'not enforced: the endpoint is disabled',
      'Contract, rule 2: an endpoint whose isEnabled is false is not enforced.',
    ]);
  });

  it('where the zone only logs', () => {
    const lines = detail({ executionMode: 'Log' });
    expect(lines).toContain('violations  logged: execution mode is Log');
    expect(authentication(lines)[0]).toBe('only logged: execution mode is Log');
  });

  it('where the service did not say', () => {
    expect(authentication(detail({}, { validateAuthorization: null }))[0]).toBe(
      'may be enforced: validateAuthorization is not known',
    );
  });

  it('the rule is wrapped, not cut', () => {
    const lines = detail({ isEnabled: false }, {}, 50);
    expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain('no requests are inspected.');
  });
});

it('missing values are not invented', () => {
  const silent = recordText(
    endpointDetail({
      zone,
      endpoint: {
        ...basket,
        apiGuardianEndpointId: null,
        requestMethod: null,
        requestPath: null,
        isEnabled: null,
        validateAuthorization: null,
        authSchemes: null,
        availableParameters: null,
        requestBodySchemaYaml: null,
        responseBodySchemasYaml: null,
        createdAt: null,
      },
    }),
    80,
  );
  expect(silent).toEqual([
    '? ?',
    'violations  may be blocked: isEnabled is not known',
    'enabled     not stated',
    'rate limit  off',
    'validates   request yes, response no',
    'injections  XSS no, SQL no, no parameter is chosen',
    '',
    'Authentication',
    'none: no credential is asked for',
    '',
    'Parameters',
    'none',
    '',
    'Request body',
    'none',
    '',
    'Responses',
    'none with a schema',
  ]);
});

it('parameters that are looked at for injections carry a mark', () => {
  const lines = recordText(
    endpointDetail({
      zone,
      endpoint: {
        ...basket,
        availableParameters: { Path: [], Query: ['q', 'page'], Header: [], Cookie: [] },
        injectionDetectionParameters: { Path: [], Query: ['q'], Header: [], Cookie: [] },
        detectParameterXss: true,
      },
    }),
    80,
  );
  expect(lines).toContain('Query  q*  page');
  expect(lines).toContain('injections  XSS yes, SQL no, in the parameters with *');
});

/** The pieces of one line that have a style, by the style's name. */
function pieces(yaml: string): readonly (readonly [string, string])[] {
  const names = new Map([
    [theme.strong, 'key'],
    [theme.good, 'text'],
    [theme.special, 'literal'],
    [theme.faint, 'quiet'],
  ] as const);
  return (yamlLines(yaml).at(-1) ?? []).flatMap(({ text, style }) => {
    const name = names.get(style);
    return name === undefined ? [] : [[name, text.trim()] as const];
  });
}

describe('a line of a schema', () => {
  it.each([
    ['type: object', [['key', 'type:']]],
    [
      '  maxLength: 40',
      [
        ['key', 'maxLength:'],
        ['literal', '40'],
      ],
    ],
    [
      '  nullable: true',
      [
        ['key', 'nullable:'],
        ['literal', 'true'],
      ],
    ],
    [
      `pattern: '^\\d+: #$'`,
      [
        ['key', 'pattern:'],
        ['text', `'^\\d+: #$'`],
      ],
    ],
    [
      '"a: b": 1',
      [
        ['key', '"a: b":'],
        ['literal', '1'],
      ],
    ],
    ['- name', [['quiet', '-']]],
    [
      '- - type: string',
      [
        ['quiet', '- -'],
        ['key', 'type:'],
      ],
    ],
    [
      '$ref: x # leads back',
      [
        ['key', '$ref:'],
        ['quiet', '# leads back'],
      ],
    ],
    ['url: http://a.example/#x', [['key', 'url:']]],
    ['# a remark', [['quiet', '# a remark']]],
    ['a: |\n  text: of a block', [['text', 'text: of a block']]],
    [
      'a: |\n  of a block\nb: 1',
      [
        ['key', 'b:'],
        ['literal', '1'],
      ],
    ],
    ['- |\n  of a block', [['text', 'of a block']]],
  ])('%j', (yaml, expected) => {
    expect(pieces(yaml)).toEqual(expected);
  });
});

it('every line is shown whole, whatever the text', () => {
  const text = fc.array(fc.string({ unit: 'binary', maxLength: 60 })).map((all) => all.join('\n'));
  const like = fc.string({ unit: fc.constantFrom(...`-:#'"|> a\n\t`) });
  fc.assert(
    fc.property(fc.oneof(text, like), (yaml) => {
      const lines = yaml.replace(/\n$/, '').split('\n');
      // What is made printable piece by piece may be written otherwise where a mark begins a piece.
      fc.pre(
        !/\p{M}|\p{Regional_Indicator}|[\u1100-\u11ff\ud7b0-\ud7fb\ua960-\ua97c]|[\u{16d63}-\u{16d6a}]/u.test(
          yaml,
        ),
      );
      expect(yamlLines(yaml).map(lineText)).toEqual(lines.map(printable));
    }),
  );
});

it('a long line is wrapped under where it began, and nothing of it is cut', () => {
  const words = Array.from({ length: 2000 }, (_, at) => `w${at}`).join(' ');
  const lines = recordText(
    endpointDetail({
      endpoint: { ...basket, requestBodySchemaYaml: `  description: ${words}` },
      zone,
    }),
    60,
  );
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
  const text = lines.map((line) => line.trim()).join(' ');
  expect(text).toContain(words);
  expect(lines.find((line) => line.includes('w30 '))).toMatch(/^ {6}w/);
});
