import { parseUsDay, utcDay } from '../../text/time.ts';
import { reachOf, withPagingFault } from '../faults/fault.ts';
import type { Dialect } from '../wire/dialect.ts';
import {
  type Cursor,
  firstCursor,
  pageAt,
  type Token,
  tokenFrom,
  tokenText,
} from '../wire/page.ts';
import {
  asciiJsonReply,
  errorPage,
  type Reply,
  type ShieldFailure,
  shieldFailure,
  successError,
  UNKNOWN_ZONE,
} from '../wire/reply.ts';
import type { DayLog } from '../world/events/day-log.ts';
import type { Handler } from './handler.ts';

/** Today and the two days before it, UTC (wire-facts 8.5). */
const DAYS_KEPT = 3;
/** Lifetime of a token in the dialect in which tokens expire. */
const TOKEN_LIFE_S = 60;

/** Operation 8. */
export const eventLogs: Handler = (request, { world, dialect, served }) => {
  const { path, pathname, now, pagingFaults } = request;
  const { date = '', continuationToken } = path;
  const zone = world.shieldZones.find(({ id }) => String(id) === path.shieldZoneId);
  if (!zone) return refusal(dialect, UNKNOWN_ZONE);
  const day = parseUsDay(date);
  if (day === undefined) return refusal(dialect, BAD_DATE);
  const today = utcDay(now);
  if (day > today || day <= today - DAYS_KEPT) {
    return shieldFailure('4xx', OUTSIDE_WINDOW, errorPage);
  }

  const log = world.events.day(zone, day);
  const count = log.countBy(now);
  const isLive = day === today;
  // A late entry (see the fault) is still served, after the others.
  const reached = isLive ? count : count + reachOf(pagingFaults);
  const order = dialect['log-order'];
  let start: Cursor;
  if (continuationToken === undefined) {
    if (!isFirstPage(pathname, dialect)) return refusal(dialect, BAD_FIRST_PAGE);
    start = firstCursor(zone.id, day, order, reached);
  } else {
    const expired = pagingFaults.find((fault) => fault.kind === 'expired-token');
    if (expired) return refusal(dialect, { ...BAD_TOKEN, status: expired.status });
    const token = tokenFrom(continuationToken, world.seed);
    if (!token || !fits(token, { zoneId: zone.id, day, order }) || isExpired(token, now)) {
      return refusal(dialect, BAD_TOKEN);
    }
    start = token.cursor;
  }

  const paged = { count, pageSize: dialect['log-page-size'], key: zone.key };
  const page = pagingFaults.reduce(
    (sound, fault) => withPagingFault(sound, fault, paged),
    pageAt(start, { count: reached, isLive }, dialect),
  );
  served?.({ zoneId: zone.id, day, positions: page.positions });
  const tokenOf = (cursor: Cursor) =>
    tokenText({ cursor, issuedAt: issueTime(dialect, now) }, dialect['token-form'], world.seed);
  const ending = JSON.stringify({
    hasMoreData: page.hasMoreData,
    continuationToken: page.next ? tokenOf(page.next) : page.next,
    startToken: tokenOf(page.start),
    errorResponse: successError(dialect),
  });
  return asciiJsonReply(200, `{${logsText(page.positions, log, dialect)}${ending.slice(1)}`);
};

/** The `logs` field and the comma after it. */
function logsText(positions: readonly number[], log: DayLog, dialect: Dialect): string {
  if (positions.length === 0) {
    return { empty: '"logs":[],', null: '"logs":null,', absent: '' }[dialect['null-arrays']];
  }
  const unit = dialect['timestamp-unit'];
  const content = dialect['log-content'];
  let text = '"logs":';
  let separator = '[';
  for (const position of positions) {
    text += separator;
    text += log.textOf(position, unit, content);
    separator = ',';
  }
  return `${text}],`;
}

function isFirstPage(pathname: string, dialect: Dialect): boolean {
  const form = dialect['first-page'];
  return form === 'either' || pathname.endsWith('/') === (form === 'slash');
}

const fits = ({ cursor }: Token, asked: Pick<Cursor, 'zoneId' | 'day' | 'order'>): boolean =>
  cursor.zoneId === asked.zoneId && cursor.day === asked.day && cursor.order === asked.order;

const issueTime = (dialect: Dialect, now: number): number =>
  dialect['log-tail'] === 'tokens-expire' ? Math.floor(now / 1000) : 0;

const isExpired = ({ issuedAt }: Token, now: number): boolean =>
  issuedAt !== 0 && now / 1000 > issuedAt + TOKEN_LIFE_S;

const BAD_DATE: ShieldFailure = {
  status: 400,
  errorKey: 'invalid_date.event_logs',
  message: 'The date must be a day, written MM-dd-yyyy.',
};
const BAD_FIRST_PAGE: ShieldFailure = {
  status: 404,
  errorKey: 'not_found.event_logs',
  message: 'The first page is not asked for like this.',
};
const BAD_TOKEN: ShieldFailure = {
  status: 400,
  errorKey: 'invalid_continuation_token.event_logs',
  message: 'The continuation token is not valid, or no longer is.',
};

const refusal = (dialect: Dialect, failure: ShieldFailure): Reply =>
  shieldFailure(dialect['failure-status'], failure, errorPage);

/** A 401 in every dialect, as observed (wire-facts 8.5). */
const OUTSIDE_WINDOW: ShieldFailure = {
  status: 401,
  errorKey: 'invalid_datetime_window.event_logs',
  message: 'You can only view the past 3 days (72 hours) of Event Logs.',
};
