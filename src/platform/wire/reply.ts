import { STATUS_CODES } from 'node:http';
import type { OperationId } from '../../contract/operation.ts';
import { operations } from '../../contract/operations/index.ts';
import type { Dialect } from './dialect.ts';

/** An answer of the platform before it is sent. */
export interface Reply {
  readonly status: number;
  /** Lower-case names. `content-length`, `date` and the request id are added when sending. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const reply = (status: number, type: string, body: string | Buffer): Reply => ({
  status,
  headers: { 'content-type': `${type}; charset=utf-8` },
  body: typeof body === 'string' ? Buffer.from(body) : body,
});

const EMPTY = Buffer.alloc(0);

export const emptyReply = (status: number): Reply => ({ status, headers: {}, body: EMPTY });

export const jsonReply = (status: number, value: unknown): Reply =>
  jsonTextReply(status, JSON.stringify(value));

/** An answer whose body is already JSON text. */
export const jsonTextReply = (status: number, text: string): Reply =>
  reply(status, 'application/json', text);

/** The same for ASCII text, which is faster. */
export const asciiJsonReply = (status: number, text: string): Reply =>
  reply(status, 'application/json', Buffer.from(text, 'latin1'));

/** Problem details (contract, Errors). */
export const problemReply = (status: number, value: unknown): Reply =>
  reply(status, 'application/problem+json', JSON.stringify(value));

const HTML =
  '<!DOCTYPE html><html><head><title>Sign in to the network</title></head>' +
  '<body><h1>Sign in</h1><p>You need to accept the terms before you go on.</p></body></html>';

/** An HTML page as captive portals and proxies send. */
export const htmlReply = (status: number): Reply => reply(status, 'text/html', HTML);

/** Status line and headers as bytes, for answers that bypass node:http. */
export function headBytes({ status, headers }: Pick<Reply, 'status' | 'headers'>): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(
    [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n'),
    'latin1',
  );
}

/** GenericRequestResponse (contract, Resources). */
interface GenericResponse {
  readonly statusCode: number;
  readonly success: boolean;
  readonly message: string | null;
  readonly errorKey: string | null;
}

export interface ShieldFailure {
  readonly status: number;
  readonly errorKey: string;
  readonly message: string;
}

export const UNKNOWN_ZONE: ShieldFailure = {
  status: 404,
  errorKey: 'not_found_or_unauthorised_access.shieldzone',
  message: 'The shield zone does not exist, or is not yours.',
};

/** ProblemDetails (contract, Errors). */
export const problemDetails = (
  status: number,
  detail: string,
  errors?: Readonly<Record<string, readonly string[]>>,
): Reply =>
  problemReply(status, {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance: null,
    ...(errors ? { errors } : {}),
  });

/** The problem body of the application area (contract, Errors); its `instance` is an internal path. */
export const applicationProblem = (status: number, detail: string, appId: string): Reply =>
  jsonReply(status, {
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance: `/v3/apps/${appId}`,
    errors: [],
    id: appId,
  });

/** The error body of the core area (wire-facts 9.3). */
export const coreFailure = (
  status: number,
  body: { readonly ErrorKey: string; readonly Field: string | null; readonly Message: string },
): Reply => jsonReply(status, body);

/**
 * A failure in the shield area: with its own status, or as a 202 if the dialect says so. `wrap` puts the generic
 * response where the operation has it.
 */
export function shieldFailure(
  form: Dialect['failure-status'],
  { status, errorKey, message }: ShieldFailure,
  wrap: (error: GenericResponse) => unknown,
): Reply {
  const sent = form === '202' ? 202 : status;
  return jsonReply(sent, wrap({ statusCode: sent, success: false, message, errorKey }));
}

/** A page of an event log that holds only its error (wire-facts 8.5). */
export const errorPage = (errorResponse: unknown) => ({
  logs: null,
  hasMoreData: false,
  continuationToken: null,
  startToken: null,
  errorResponse,
});

/** The error field of a successful answer to operation 8, by dialect. */
export function successError(dialect: Dialect): GenericResponse | null | undefined {
  switch (dialect['error-on-success']) {
    case 'null':
      return null;
    case 'default-filled':
      return { statusCode: 0, success: false, message: null, errorKey: null };
    case 'absent':
      return undefined;
  }
}

/** The same for operations 1 and 3, where the contract states the fields' values. */
export const statedSuccessError = (dialect: Dialect): GenericResponse | null | undefined =>
  dialect['error-on-success'] === 'default-filled'
    ? { statusCode: 200, success: true, message: null, errorKey: null }
    : successError(dialect);

/** The answer to a missing or wrong key; `id` is undefined if no operation matched. */
export function unauthorised(dialect: Dialect, id: OperationId | undefined): Reply {
  // The contract states the body only for operation 1.
  switch (id === 'guardian-upload' ? 'problem' : dialect['body-of-401']) {
    case 'empty':
      return emptyReply(401);
    case 'problem':
      return problemDetails(401, 'The access key is missing or not valid.');
    case 'message':
      return jsonReply(401, { Message: 'Authorization has been denied for this request.' });
    case 'status-code':
      return jsonReply(401, { statusCode: 401 });
    case 'html':
      return htmlReply(401);
    case 'by-area':
      return unauthorised({ ...dialect, 'body-of-401': knownBodyOf401(id) }, id);
  }
}

/** Known bodies by area (wire-facts 9.2), and of operations 3 and 4.1. */
function knownBodyOf401(
  id: OperationId | undefined,
): 'empty' | 'problem' | 'message' | 'status-code' {
  if (id === 'rate-limit-metrics') return 'status-code';
  if (id === 'app-overview') return 'empty';
  return id !== undefined && areaOf(id) !== 'core' ? 'problem' : 'message';
}

/** A part of the service with its own error format and field casing. */
type Area = 'shield' | 'core' | 'applications';

export function areaOf(id: OperationId): Area {
  const { path } = operations[id];
  if (path.startsWith('/shield/')) return 'shield';
  return path.startsWith('/mc/') ? 'applications' : 'core';
}
