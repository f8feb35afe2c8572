import { gzipSync } from 'node:zlib';
import { emptyReply, htmlReply, jsonReply, type Reply } from '../reply.ts';
import type { Spoiling } from './fault.ts';

/** A reply with something wrong about its body; its status stays. */
export function spoilt(reply: Reply, how: Spoiling): Reply {
  switch (how) {
    case 'truncated JSON':
      return { ...reply, body: firstHalf(reply.body) };
    case 'html':
      return htmlReply(reply.status);
    case 'empty':
      return emptyReply(reply.status);
    case 'wrong types':
      return jsonReply(reply.status, mistyped(parsed(reply.body)));
    case 'bad bytes':
      return {
        ...reply,
        body: Buffer.concat([firstHalf(reply.body), Buffer.from([0xff, 0xc3, 0x28])]),
      };
    case 'unknown encoding':
      return encoded(reply, 'x-unheard-of', reply.body);
    case 'gzip cut':
      return encoded(reply, 'gzip', firstHalf(gzipSync(reply.body)));
    case 'gzip garbled':
      return encoded(reply, 'gzip', reply.body);
    case 'gzip checksum':
      return encoded(reply, 'gzip', withBadChecksum(gzipSync(reply.body)));
  }
}

const firstHalf = (body: Buffer): Buffer => body.subarray(0, Math.ceil(body.length / 2));

const encoded = (reply: Reply, encoding: string, body: Buffer): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'content-encoding': encoding },
  body,
});

/** gzip ends in the checksum and the length, four bytes each. */
function withBadChecksum(compressed: Buffer): Buffer {
  const checksum = compressed.length - 8;
  compressed.writeUInt8(compressed.readUInt8(checksum) ^ 0xff, checksum);
  return compressed;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/** The value with every value in it of another type: the fields stay, what they hold does not fit. */
function mistyped(value: unknown): unknown {
  if (Array.isArray(value)) return { length: value.length };
  switch (typeof value) {
    case 'string':
      return [value];
    case 'number':
      return { value };
    case 'boolean':
      return Number(value);
    default:
      if (value === null) return 0;
      return Object.fromEntries(
        Object.entries(value ?? {}).map(([name, inner]) => [name, mistyped(inner)]),
      );
  }
}
