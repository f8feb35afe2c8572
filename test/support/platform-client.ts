import { parseBaseUrl } from '../../src/http/base-url.ts';
import { type ClientOptions, createClient } from '../../src/http/client.ts';
import { noDrift } from './no-drift.ts';

/** A client of a running platform. */
export function platformClient(
  platform: { readonly baseUrl: string; readonly accessKey: string },
  options: Partial<ClientOptions> & Pick<ClientOptions, 'clock'>,
) {
  const base = parseBaseUrl(platform.baseUrl);
  if (base.kind !== 'ok') throw new Error(base.reason);
  return createClient({
    baseUrl: base.baseUrl,
    accessKey: () => platform.accessKey,
    userAgent: 'warren-test',
    drift: noDrift,
    onExchange() {},
    ...options,
  });
}
