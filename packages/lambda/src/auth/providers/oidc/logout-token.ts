/**
 * Verifies logout tokens (OpenID Connect Back-Channel Logout 1.0, 2.6): signed by the provider, for this client, recent, with the
 * event of a logout and without a nonce, so that nobody can use an identity token as one.
 */
import { lazy } from '@cairn/contract/registry/lazy'
import type { ProviderLogout } from '@cairn/domain/accounts/auth/provider-sessions/end-provider-session'
import { providerSessionKeyOf } from '@cairn/domain/accounts/auth/provider-sessions/provider-session-token'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { decodeProtectedHeader, errors, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { verifyToken } from '../../issuer/verify-token.ts'
import type { OidcConfiguration } from './oidc-configuration.ts'
import { clockToleranceSeconds } from './oidc-issuer.ts'

/** Providers send them at once, and may repeat a request that failed. */
const maximumAgeSeconds = 5 * 60

/** Older providers say nothing of it; a token of another type is none. */
const typePattern = /^(?:application\/)?(?:logout\+)?jwt$/i

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

const identifier = () => z.string().min(1).max(1_000)

const claimsSchema = lazy(() =>
  z
    .object({
      iat: z.number(),
      jti: identifier(),
      sub: identifier().optional(),
      sid: identifier().optional(),
      events: z.object({ [logoutEvent]: z.looseObject({}) }),
      nonce: z.undefined().optional(),
    })
    .refine(({ sub, sid }) => sub !== undefined || sid !== undefined),
)

/**
 * Returns what a logout token ends; undefined if it is not a valid one.
 * @throws `unavailable` if the provider's keys cannot be fetched.
 */
export async function verifyLogoutToken(
  { issuer, clientId, algorithms, providerWord }: OidcConfiguration,
  token: string,
  keys: JWTVerifyGetKey,
  now: Date,
): Promise<ProviderLogout | undefined> {
  const claims = await claimsOf(token, keys)
  if (!claims) return undefined
  const { iat, jti, sub, sid } = claims
  return {
    tokenKey: keyOf(JSON.stringify(['logout token', issuer, jti])),
    tokenExpiresAt: new Date((iat + maximumAgeSeconds + 2 * clockToleranceSeconds) * 1000),
    userId: sub === undefined ? undefined : `${providerWord}:${sub}`,
    providerSessionKey: sid === undefined ? undefined : providerSessionKeyOf(issuer, sid),
  }

  async function claimsOf(text: string, signers: JWTVerifyGetKey) {
    try {
      const payload = await verifyToken(text, signers, {
        issuer,
        audience: clientId,
        algorithms,
        clockTolerance: clockToleranceSeconds,
        currentDate: now,
        maxTokenAge: maximumAgeSeconds,
      })
      const { typ = 'JWT' } = decodeProtectedHeader(text)
      return typePattern.test(typ) ? claimsSchema().safeParse(payload).data : undefined
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
}
