import type { Dialect } from '../wire/dialect.ts';
import { jsonReply, shieldFailure, statedSuccessError } from '../wire/reply.ts';
import { breachesSoFar, breachHistory, type RateLimit } from '../world/rate-limits.ts';
import type { Handler } from './handler.ts';

/** Operation 3. */
export const rateLimitMetrics: Handler = ({ path, now }, { world, dialect }) => {
  const limit = world.rateLimits.find(({ id }) => String(id) === path.id);
  if (!limit) {
    return shieldFailure(
      dialect['failure-status'],
      {
        status: 404,
        errorKey: 'not_found_or_unauthorised_access.waf_rule',
        message: 'The rate limit does not exist, or is not yours.',
      },
      (error) => ({ data: null, error }),
    );
  }
  return jsonReply(200, {
    data: {
      overview: breachesSoFar(limit, now, world.startedAt),
      ratelimitOverviewPastTwentyEightDays: history(limit, now, dialect),
    },
    error: statedSuccessError(dialect),
  });
};

function history(limit: RateLimit, now: number, dialect: Dialect): unknown {
  switch (dialect['breaches-past-28-days']) {
    case 'by-day':
      return breachHistory(limit, now, 'every day');
    case 'sparse':
      return breachHistory(limit, now, 'busy days');
    case 'null':
      return null;
    case 'other':
      return { days: Object.values(breachHistory(limit, now, 'every day')) };
  }
}
