import type { VariableKind } from '@cairn/lambda/auth/provider-descriptor'
import { type ProviderName, providerNames, providers } from '@cairn/lambda/auth/providers'
import { SettingError, type SettingName, type Settings } from './configuration-settings.ts'

type KeysOf<T> = T extends T ? keyof T : never
type Variable = KeysOf<(typeof providers)[ProviderName]['deployment']['variables']>

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>

/** The setting of each variable: `AUTH_JWT_ISSUER` is `authJwtIssuer`. A missing setting is a type error. */
const settingOf = (variable: Variable): SettingName =>
  camelCase(variable) satisfies CamelCase<Variable> satisfies SettingName

export type Authentication = {
  provider: ProviderName
  /** The environment variables that the functions read about the provider. */
  environment: Record<string, string>
}

export function readAuthentication(settings: Settings): Authentication {
  const provider = settings.choice('authProvider', providerNames, 'email')
  refuseOtherProviders(settings, provider)
  return { provider, environment: { AUTH_PROVIDER: provider, ...environmentOf(settings, provider) } }
}

function environmentOf(settings: Settings, provider: ProviderName): Record<string, string> {
  const values = variablesOf(provider).map(([variable, kind]) => {
    const setting = settingOf(variable)
    if (kind === 'optional') return [variable, settings.text(setting)] as const
    if (kind === 'optional https address' && settings.text(setting) === undefined) {
      return [variable, undefined] as const
    }
    return [
      variable,
      kind === 'required' ? settings.required(setting) : settings.httpsAddress(setting),
    ] as const
  })
  return Object.fromEntries(values.filter((entry): entry is [Variable, string] => entry[1] !== undefined))
}

function variablesOf(provider: ProviderName) {
  const { variables } = providers[provider].deployment
  return Object.entries(variables) as [Variable, VariableKind][]
}

/** Settings of a provider that is not selected are a mistake. A provider is recognized by its first variable. */
function refuseOtherProviders(settings: Settings, selected: ProviderName): void {
  for (const provider of providerNames.filter((name) => name !== selected)) {
    const [variable] = variablesOf(provider).map(([name]) => settingOf(name))
    if (variable && settings.text(variable) !== undefined) {
      throw new SettingError(`authProvider must be "${provider}" if ${variable} is set.`)
    }
  }
}

export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name
    .toLowerCase()
    .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>
}
