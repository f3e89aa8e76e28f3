import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { suppress } from '../suppressions.ts'
import { pin } from './stateful.ts'

export type Secrets = {
  /** Seals cursors of lists. */
  cursor: Secret
  /** What the distribution adds to every request to the API, so that the gateway's own address opens nothing. */
  originVerify: Secret
  /** Shared with the proxy that vouches for users, where there is one. */
  authProxy: Secret | undefined
}

/**
 * 64 letters and digits: 381 bits. The functions read the cursor secret as base64url, of which these are a part, and
 * CloudFront takes them in a header.
 */
const characters = { passwordLength: 64, excludePunctuation: true, includeSpace: false }

/** Made by Secrets Manager at the first deploy; nobody ever sees them, and no template holds them. */
export function createSecrets(scope: Construct, { authentication }: Configuration): Secrets {
  const create = (name: 'cursorSecret' | 'originVerifySecret' | 'authProxySecret', description: string) => {
    const id = `${name[0]?.toUpperCase()}${name.slice(1)}`
    const secret = new Secret(scope, id, { description, generateSecretString: characters })
    pin(secret, name)
    suppress(secret, {
      'AwsSolutions-SMG4':
        'Rotated by hand, in the steps of infra/README.md: the distribution and the proxy must take part in the right order.',
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
