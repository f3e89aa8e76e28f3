import { daysAfter, timestampOf, timeToLiveOf } from '../context.ts'
import { hashSecret, newSecret } from '../secrets.ts'

/** A fresh link of an invitation: its secret, and what the record holds of it. */
export function newLink(now: Date, lifetimeInDays: number) {
  const secret = newSecret()
  const expiresAt = daysAfter(now, lifetimeInDays)
  return {
    secret,
    stored: {
      tokenHash: hashSecret(secret),
      expiresAt: timestampOf(expiresAt),
      ttl: timeToLiveOf(expiresAt),
    },
  }
}
