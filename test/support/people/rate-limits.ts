import { limitedActions } from '@cairn/domain/requests/rate-limits/limits'

/** `RATE_LIMITS` that count every attempt but are too high for any test to reach. */
export const generousRateLimits = [
  ...limitedActions.flatMap((action) => [`${action}.account=1000000`, `${action}.address=1000000`]),
  ...['request', 'write'].flatMap((name) => [`${name}.token=10000000`, `${name}.account=10000000`]),
  'request.organization=10000000',
].join(',')
