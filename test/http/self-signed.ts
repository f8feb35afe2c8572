import { generateKeyPairSync, sign } from 'node:crypto';

/** One element of DER: its tag, its length, its content. */
function element(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...content: readonly Buffer[]) => element(0x30, ...content);
const bytes = (hex: string) => Buffer.from(hex, 'hex');

const ECDSA_WITH_SHA256 = sequence(element(0x06, bytes('2a8648ce3d040302')));
const COMMON_NAME = bytes('550403');

/** A certificate that nobody vouches for but itself, with its key, both PEM. */
export function selfSigned(name: string): { readonly cert: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const distinguished = sequence(
    element(0x31, sequence(element(0x06, COMMON_NAME), element(0x0c, Buffer.from(name)))),
  );
  const utcTime = (text: string) => element(0x17, Buffer.from(text));
  const body = sequence(
    element(0xa0, element(0x02, bytes('02'))),
    element(0x02, bytes('01')),
    ECDSA_WITH_SHA256,
    distinguished,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    distinguished,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = element(0x03, bytes('00'), sign('sha256', body, privateKey));
  const certificate = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
