import type { ProviderDeployment } from '@cairn/lambda/auth/provider-descriptor'
import { providers } from '@cairn/lambda/auth/providers'
import type { SecretName } from '@cairn/lambda/configuration/secrets'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { camelCase } from '../configuration/configuration-authentication.ts'
import { suppress } from '../stack/suppressions.ts'
import { pin } from './stateful.ts'

export type Secrets = {
  /** Seals the cursors of lists. */
  cursor: Secret
  /** The distribution adds it to every request to the API, so that requests to the gateway's own address are refused. */
  originVerify: Secret
  /**
   * The secret of the authentication provider, the variable that functions read it from, and whether only the auth function does;
   * undefined if it has none.
   */
  provider: { variable: SecretName; secret: Secret; isForAuthOnly: boolean } | undefined
  /** The password of the SMTP server; undefined without one, or without a login. */
  smtp: Secret | undefined
}

/**
 * 64 letters and digits: 381 bits. They are valid base64url, as the functions read the cursor secret, and valid in a header of
 * CloudFront.
 */
const characters = { passwordLength: 64, excludePunctuation: true, includeSpace: false }

/**
 * Secrets Manager generates the values at the first deploy. Nobody sees them, and no template contains them. The password of an SMTP
 * server and the client secret of an OpenID provider are set afterwards by the deployer.
 */
export function createSecrets(scope: Construct, { authentication, email }: Configuration): Secrets {
  const create = (variable: SecretName | 'SMTP_PASSWORD', description: string) => {
    const name = camelCase(variable)
    const id = `${name[0]?.toUpperCase()}${name.slice(1)}`
    const secret = new Secret(scope, id, {
      description: `Cairn: ${description}`,
      generateSecretString: characters,
    })
    pin(secret, name)
    suppress(secret, {
      'AwsSolutions-SMG4':
        'Rotated by hand with the steps in infra/README.md, because the distribution and the proxy must follow in the right order.',
    })
    return secret
  }
  const { secret }: ProviderDeployment = providers[authentication.provider].deployment
  return {
    cursor: create('CURSOR_SECRET', 'seals the cursors of lists'),
    originVerify: create('ORIGIN_VERIFY_SECRET', 'proves that a request came through CloudFront'),
    provider: secret && {
      variable: secret.variable,
      secret: create(secret.variable, secret.description),
      isForAuthOnly: secret.usedBy === 'auth',
    },
    smtp:
      email?.kind === 'smtp' && email.user !== undefined
        ? create('SMTP_PASSWORD', 'the password of the SMTP server')
        : undefined,
  }
}
