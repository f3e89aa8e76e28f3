import { ConfigurationError, type Environment, optional } from '../../configuration/settings.ts'

/**
 * Signatures that only the issuer can create (RFC 7518, 3.1; RFC 8037). Never `none`, and never a symmetric algorithm: its
 * key would be the public key, so that anybody could sign.
 */
const asymmetricAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

const defaultAlgorithms = 'RS256,ES256,EdDSA'

/** Reads the algorithms that an issuer may sign with. */
export function signingAlgorithms(environment: Environment, name: string): string[] {
  const text = optional(environment, name) ?? defaultAlgorithms
  const algorithms = text.split(',').map((algorithm) => algorithm.trim())
  if (algorithms.every((algorithm) => asymmetricAlgorithms.includes(algorithm))) return algorithms
  throw new ConfigurationError(`${name} must be a list of ${asymmetricAlgorithms.join(', ')}.`)
}
