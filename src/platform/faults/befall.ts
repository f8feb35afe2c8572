import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '../../edges/clock.ts';
import { headBytes } from '../http-message.ts';
import type { Reply } from '../reply.ts';
import type { WireFault } from './fault.ts';
import { faultAnswer } from './fault-answer.ts';
import { spoilt } from './spoilt.ts';

/** Whether a fault lets the operation be carried out before it strikes. */
export function isCarriedOut(fault: WireFault): boolean {
  switch (fault.kind) {
    case 'break':
    case 'silence':
      return fault.stage !== 'before handling';
    case 'slow':
    case 'spoil':
      return true;
    case 'answer':
      return fault.carriedOut === true;
    case 'huge':
    case 'raw':
      return false;
  }
}

/** What a fault needs to strike. */
export interface Strike {
  readonly socket: Socket;
  readonly clock: Clock;
  /** The handler's answer as it would have been sent; undefined when the operation was not carried out. */
  readonly reply: Reply | undefined;
}

/** The answer that a fault leaves to be sent in the ordinary way; undefined when it takes the connection. */
export function replyUnder(fault: WireFault, reply: Reply | undefined): Reply | undefined {
  if (fault.kind === 'answer') return faultAnswer(fault);
  return fault.kind === 'spoil' && reply ? spoilt(reply, fault.how) : undefined;
}

/** Strikes the connection itself. Resolves when there is nothing more to do to it. */
export async function strike(fault: WireFault, { socket, clock, reply }: Strike): Promise<void> {
  const bytes = reply ? Buffer.concat([headBytes(reply), reply.body]) : Buffer.alloc(0);
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  switch (fault.kind) {
    case 'break':
      if (fault.stage === 'mid-answer') await written(socket, half);
      if (fault.how === 'reset') socket.resetAndDestroy();
      else socket.end();
      return;
    case 'silence':
      if (fault.stage === 'mid-answer') await written(socket, half);
      return;
    case 'slow': {
      const head = bytes.length - (reply?.body.length ?? 0);
      const atOnce = fault.from === 'body' ? head : 0;
      await written(socket, bytes.subarray(0, atOnce));
      await drip(bytes.subarray(atOnce), fault.bytesPerSecond, { socket, clock });
      return;
    }
    case 'huge':
      return sendHuge(socket, fault);
    case 'raw':
      socket.end(fault.bytes, 'latin1');
      return;
    case 'answer':
    case 'spoil':
      return;
  }
}

/** Resolves when the kernel has the bytes, or the connection is gone. */
const written = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => socket.write(bytes, () => resolve()));

/** At most ten times a second, so that a slow answer costs few timers. */
const TICK_MS = 100;

async function drip(
  bytes: Buffer,
  bytesPerSecond: number,
  { socket, clock }: Pick<Strike, 'socket' | 'clock'>,
): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  const step = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000));
  for (let at = 0; at < bytes.length && !gone.signal.aborted; at += step) {
    await written(socket, bytes.subarray(at, at + step));
    await clock.sleep((step * 1000) / bytesPerSecond, gone.signal);
  }
  socket.end();
}

/** JSON that is one long string, ended by the end of the connection. */
async function sendHuge(
  socket: Socket,
  { bytes, gzip }: Extract<WireFault, { kind: 'huge' }>,
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    connection: 'close',
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
  };
  socket.write(headBytes({ status: 200, headers }));
  const body = Readable.from(filler(bytes));
  try {
    await (gzip ? pipeline(body, createGzip({ level: 1 }), socket) : pipeline(body, socket));
  } catch {
    // Whoever asked has had enough, as they should.
    socket.destroy();
  }
}

function* filler(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(65_536, 'x');
  yield Buffer.from('{"filler":"');
  for (let left = bytes - 13; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
  yield Buffer.from('"}');
}
