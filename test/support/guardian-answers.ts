import type { GuardianUploadAnswer } from '../../src/contract/operations/guardian-upload.ts';
import { derive } from '../../src/guardian/derive.ts';
import { preflight } from '../../src/guardian/preflight.ts';

type Data = GuardianUploadAnswer['data'];

/** The answer for a specification of a service that derives endpoints as warren does, with ids from 1. */
export function returnedFor(
  text: string,
  change: (endpoint: Data['endpoints'][number]) => Partial<Data['endpoints'][number]> = () => ({}),
): Data {
  const derived = derive(preflight(text));
  if ('reason' in derived) throw new Error(derived.reason);
  const { title, version, endpoints, needs } = derived;
  const createdAt = '2026-03-18T13:56:38.835Z';
  return {
    configuration: {
      shieldZoneId: '7',
      isEnabled: true,
      executionMode: 'Block',
      bodyLimitAction: 'Log',
      unmatchedPathAction: 'Block',
      title,
      version,
      ...needs,
      createdAt,
      updatedAt: null,
    },
    endpoints: endpoints.map((endpoint, index) => {
      const whole: Data['endpoints'][number] = {
        ...endpoint,
        apiGuardianEndpointId: String(index + 1),
        shieldZoneId: '7',
        validateRequestBodySchema: true,
        validateResponseBodySchema: false,
        validateAuthorization: true,
        isEnabled: true,
        injectionDetectionParameters: null,
        detectParameterXss: false,
        detectParameterSqli: false,
        rateLimitingEnabled: false,
        rateLimitingType: 'Global',
        rateLimitingRequestCount: 100,
        rateLimitingTimeframe: 60,
        createdAt,
        updatedAt: null,
      };
      return { ...whole, ...change(whole) };
    }),
  };
}
