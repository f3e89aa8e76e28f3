import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { suppress } from '../suppressions.ts'
import { pin } from './stateful.ts'

export type Secrets = {
  /** Seals the cursors of lists. */
  cursor: Secret
  /** The distribution adds it to every request to the API, so that requests to the gateway's own address are refused. */
  originVerify: Secret
  /** Shared with the trusted proxy, if there is one. */
  authProxy: Secret | undefined
}

/**
 * 64 letters and digits: 381 bits. They are valid base64url, as the functions read the cursor secret, and valid in a header of
 * CloudFront.
 */
const characters = { passwordLength: 64, excludePunctuation: true, includeSpace: false }

/** Secrets Manager generates the values at the first deploy. Nobody sees them, and no template contains them. */
export function createSecrets(scope: Construct, { authentication }: Configuration): Secrets {
  const create = (name: 'cursorSecret' | 'originVerifySecret' | 'authProxySecret', description: string) => {
    const id = `${name[0]?.toUpperCase()}${name.slice(1)}`
    const secret = new Secret(scope, id, { description, generateSecretString: characters })
    pin(secret, name)
    suppress(secret, {
      'AwsSolutions-SMG4':
        'Rotated by hand with the steps in infra/README.md, because the distribution and the proxy must follow in the right order.',
    })
    return secret
  }
  return {
    cursor: create('cursorSecret', 'Cairn: seals the cursors of lists'),
    originVerify: create('originVerifySecret', 'Cairn: proves that a request came through CloudFront'),
    authProxy:
      authentication.provider === 'trusted_proxy'
        ? create('authProxySecret', 'Cairn: signs the assertions of the trusted proxy')
        : undefined,
  }
}
