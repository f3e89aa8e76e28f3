import { type Environment, optionalHttpAddress } from '../../configuration/settings.ts'

/** Where users of a provider with pages of its own change their name, address and password. The web app links to it. */
export function accountUrlOf(environment: Environment): string | undefined {
  return optionalHttpAddress(environment, 'AUTH_ACCOUNT_URL')
}
