import {
  type CryptoKey,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'

/**
 * Verifies a token with the keys of its issuer, and returns its claims.
 * @throws a `JOSEError` if anything is wrong with it, and `unavailable` if the keys cannot be fetched.
 */
export async function verifyToken(
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, keys, options).catch((error) =>
    verifyWithAny(error, (key) => jwtVerify(token, key, options)),
  )
  return payload
}

/** Tries each key if several have the same id, since some may be broken. Rethrows any other error. */
async function verifyWithAny<T>(error: unknown, verifyWith: (key: CryptoKey) => Promise<T>): Promise<T> {
  if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
  for await (const key of error) {
    try {
      return await verifyWith(key)
    } catch (failure) {
      if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure
    }
  }
  throw error
}
