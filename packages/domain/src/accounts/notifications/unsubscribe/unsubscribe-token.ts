/**
 * The token of an email's unsubscribe link: `<person key>_<kind>_<proof>`. The proof is an HMAC of the kind under a key of 256
 * random bits, one for each user. So a token ends one kind of email to one user, and knowing one reveals no other. It never
 * expires: old emails keep working links. The key is stored as it is, because every email needs the same proof; whoever
 * reads the table could at worst turn emails off.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type UnsubscribableKind, unsubscribableKinds } from '@cairn/contract/schemas/people/notifications'
import { secretPattern } from '../../../requests/secrets.ts'
import type { Person } from '../person.ts'

/** The kinds as tokens name them. */
const letters: Record<UnsubscribableKind, string> = {
  reminders: 'r',
  weekly_digest: 'd',
  questions: 'q',
  inbox: 'i',
  daily: 'b',
}

export function unsubscribeTokenOf(
  { personKey, unsubscribeKey }: Pick<Person, 'personKey' | 'unsubscribeKey'>,
  kind: UnsubscribableKind,
): string {
  return `${personKey}_${letters[kind]}_${proofOf(unsubscribeKey, kind)}`
}

export type UnsubscribeClaim = { personKey: string; kind: UnsubscribableKind; proof: string }

/** Returns undefined if the text cannot be a token. */
export function parseUnsubscribeToken(token: string): UnsubscribeClaim | undefined {
  const [, personKey, letter, proof] = /^([A-Za-z0-9_-]{22})_([rdqib])_(.{43})$/s.exec(token) ?? []
  if (personKey === undefined || proof === undefined || !secretPattern.test(proof)) return undefined
  const kind = unsubscribableKinds.find((one) => letters[one] === letter)
  return kind && { personKey, kind, proof }
}

/** Whether the proof is the user's. Compares in constant time. */
export function isProven(
  { unsubscribeKey }: Pick<Person, 'unsubscribeKey'>,
  claim: UnsubscribeClaim,
): boolean {
  return timingSafeEqual(Buffer.from(proofOf(unsubscribeKey, claim.kind)), Buffer.from(claim.proof))
}

function proofOf(unsubscribeKey: string, kind: UnsubscribableKind): string {
  return createHmac('sha256', unsubscribeKey).update(`unsubscribe ${kind}`).digest('base64url')
}
