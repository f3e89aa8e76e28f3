import { limitedActions } from '@cairn/domain/rate-limits/limits'

/** `RATE_LIMITS` that count every attempt, and that no test reaches. */
export const generousRateLimits = limitedActions
  .flatMap((action) => [`${action}.account=1000000`, `${action}.address=1000000`])
  .join(',')
