/** Request headers that clients send. Apart from the schemas of their values, which clients do not need. */

/** Makes a creating request safe to repeat. */
export const idempotencyKeyHeader = 'Idempotency-Key'

/**
 * Selects the organization of one session request. The active organization does not change, so two browser tabs can work in
 * two organizations. A request with an API token always acts in the token's organization.
 */
export const organizationIdHeader = 'Organization-Id'

/** Of a response that repeats an earlier one, because the same key was used before: `true`. */
export const replayedHeader = 'Idempotency-Replayed'
