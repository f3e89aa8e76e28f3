import { daysAfter, timestampOf, timeToLiveOf } from '../../../requests/context.ts'
import { hashSecret, newSecret } from '../../../requests/secrets.ts'

/** Returns the secret of a new link of an invitation, and the attributes to store. */
export function newLink(now: Date, lifetimeDays: number) {
  const secret = newSecret()
  const expiresAt = daysAfter(now, lifetimeDays)
  return {
    secret,
    stored: {
      tokenHash: hashSecret(secret),
      expiresAt: timestampOf(expiresAt),
      ttl: timeToLiveOf(expiresAt),
    },
  }
}
