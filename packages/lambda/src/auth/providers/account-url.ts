import { type Environment, optionalHttpAddress } from '../../configuration/settings.ts'

/** The page on which users of a provider change their name, address and password. The web app links to it. */
export function accountUrlOf(environment: Environment): string | undefined {
  return optionalHttpAddress(environment, 'AUTH_ACCOUNT_URL')
}
