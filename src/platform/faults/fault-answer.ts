import { emptyReply, htmlReply, jsonReply, problemReply, type Reply } from '../reply.ts';
import type { FaultBody, WireFault } from './fault.ts';

const MESSAGE = 'The service could not do this.';

/** The answer that a fault gives instead of the handler's. */
export function faultAnswer(fault: Extract<WireFault, { kind: 'answer' }>): Reply {
  const reply = replyWith(fault.status, fault.body);
  return { ...reply, headers: { ...reply.headers, ...fault.headers } };
}

function replyWith(status: number, body: FaultBody): Reply {
  const generic = {
    statusCode: status,
    success: false,
    message: MESSAGE,
    errorKey: 'fault.injected',
  };
  switch (body) {
    case 'empty':
      return emptyReply(status);
    case 'problem':
      return problemReply(status, {
        type: 'about:blank',
        title: MESSAGE,
        status,
        detail: null,
        instance: null,
      });
    case 'application problem':
      return jsonReply(status, {
        title: MESSAGE,
        status,
        detail: 'An error was injected.',
        instance: '/v3/apps',
        errors: [{ field: 'name', message: 'The name is not valid.' }],
        id: null,
      });
    case 'generic response':
      return jsonReply(status, { error: generic, data: null });
    case 'generic error response':
      return jsonReply(status, {
        logs: null,
        hasMoreData: false,
        continuationToken: null,
        startToken: null,
        errorResponse: generic,
      });
    case 'message':
      return jsonReply(status, { Message: MESSAGE });
    case 'plain text':
      return { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(MESSAGE) };
    case 'html':
      return htmlReply(status);
  }
}
