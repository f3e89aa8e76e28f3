import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'

export { idempotencyKeyHeader, replayedHeader } from './header-names.ts'

export const idempotencyKeyValue = lazy(() =>
  z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, 'Use 1 to 200 printable ASCII characters.')
    .meta({
      description:
        'Makes the request safe to repeat: within 24 hours, the same key from the same caller with the same body returns the first response and creates nothing. Another body is refused with `idempotency_conflict`.',
    }),
)
