import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  escapedFor,
  type Hole,
  type LogContent,
  templateOf,
} from '../../../../src/platform/world/events/template.ts';
import {
  DETAIL,
  type MatchedRequest,
} from '../../../../src/platform/world/events/traffic-pattern.ts';

const request: MatchedRequest = {
  method: 'GET',
  path: `/search?q=${DETAIL}`,
  ruleId: '942100',
  message: 'A message with "quotes" and \\ backslashes',
  severity: 'CRITICAL',
  status: 'Blocked',
  trigger: ['RX', DETAIL],
};

/** The template with every hole filled by what belongs there. */
function filled(content: LogContent, detail: string): string {
  const { literals, holes } = templateOf(request, 'shop.example', content);
  const fillings: Readonly<Record<Hole, string>> = {
    detail: escapedFor(content, detail),
    agent: 'agent',
    address: '1.2.3.*',
    requestId: 'abc',
    zoneNumber: '4',
    asn: '48090',
    country: 'BG',
    zoneCode: 'SG',
  };
  const fill = (at: number): string => {
    const hole = holes[at];
    return hole === undefined ? '' : fillings[hole];
  };
  return literals.reduce(
    (text, literal, at) => text + literal + fill(at),
    '{"logId":"x","timestamp":1',
  );
}

describe('a template', () => {
  test('filled with any text is JSON that contains that text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (detail) => {
        fc.pre(!/[\uE000-\uE007]/.test(detail) && detail.isWellFormed());
        const { log } = JSON.parse(filled('json', detail));
        expect(JSON.parse(log).Url).toBe(`https://shop.example/search?q=${detail}`);
        expect(JSON.parse(log).TriggerMatch).toEqual({ Key: 'RX', Value: detail });
        expect(JSON.parse(filled('text', detail)).log).toContain(`/search?q=${detail} `);
      }),
    );
  });

  test('is ASCII', () => {
    const odd = { ...request, message: 'größer als 10 €' };
    const { literals } = templateOf(odd, 'shop.example', 'json');
    expect(literals.join('')).toMatch(/^[\x20-\x7e]*$/);
  });
});
