/**
 * The secrets of a token after rotations. A rotation replaces the secret; the one before stays valid for the overlap that its
 * owner chooses, so that programs can be changed one after the other.
 *
 *   rotate, 24 h ──▶ new secret │ old one: 24 h
 *   again,  12 h ──▶ new secret │ the one before: 12 h │ the oldest: what is left of its 24 h, at most 12 h
 *   again,   0 h ──▶ new secret                            (a leaked secret is worthless at once)
 *
 * So a client that did not get the response to a rotation can rotate again: the secret that its programs use stays valid.
 */
import { timingSafeEqual } from 'node:crypto'
import { timestampOf } from '../../../requests/context.ts'
import { hashSecret } from '../../../requests/secrets.ts'
import type { ApiTokenRecord, EarlierSecret } from '../../../storage/table/entities/api-token.ts'

type Secrets = Pick<ApiTokenRecord, 'secretHash' | 'earlierSecrets'>

/** The oldest ones end early if a token is rotated more often within an overlap. Bounds the record. */
export const maximumEarlierSecrets = 5

/** Returns the earlier secrets that are still valid, newest first. Compares with the clock. */
export function validEarlierSecrets(
  { earlierSecrets = [] }: Pick<Secrets, 'earlierSecrets'>,
  now: Date,
): EarlierSecret[] {
  return earlierSecrets.filter(({ expiresAt }) => expiresAt > timestampOf(now))
}

/** Whether it is the secret of the token, or an earlier one in its overlap. Compares in constant time. */
export function isSecretOf(token: Secrets, secret: string, now: Date): boolean {
  const hash = Buffer.from(hashSecret(secret))
  const hashes = [token.secretHash, ...validEarlierSecrets(token, now).map((earlier) => earlier.hash)]
  return hashes.some((valid) => timingSafeEqual(hash, Buffer.from(valid)))
}

/** Returns the earlier secrets after a rotation: none is valid for longer than the overlap from now. */
export function earlierSecretsAfterRotation(
  token: Secrets,
  now: Date,
  overlapHours: number,
): EarlierSecret[] {
  const end = timestampOf(new Date(now.getTime() + overlapHours * 60 * 60 * 1000))
  const earlier = [{ hash: token.secretHash, expiresAt: end }, ...validEarlierSecrets(token, now)]
  return validEarlierSecrets(
    {
      earlierSecrets: earlier.map(({ hash, expiresAt }) => ({
        hash,
        expiresAt: expiresAt < end ? expiresAt : end,
      })),
    },
    now,
  ).slice(0, maximumEarlierSecrets)
}
