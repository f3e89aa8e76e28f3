/** Reads single settings from an environment. Each function throws a `ConfigurationError` that names the setting. */

/** Stops the start. The message names the setting but never contains its value, which may be a secret. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

export type Environment = Readonly<Record<string, string | undefined>>

export function required(environment: Environment, name: string): string {
  const value = optional(environment, name)
  if (value === undefined) throw new ConfigurationError(`${name} is not set.`)
  return value
}

/** An empty variable counts as not set. */
export function optional(environment: Environment, name: string): string | undefined {
  const value = environment[name]
  return value === undefined || value.trim() === '' ? undefined : value
}

export function oneOf<const T extends string>(
  environment: Environment,
  name: string,
  values: readonly T[],
  fallback: T,
): T {
  const value = optional(environment, name) ?? fallback
  const known = values.find((candidate) => candidate === value)
  if (known === undefined) throw new ConfigurationError(`${name} must be one of ${values.join(', ')}.`)
  return known
}

export function wholeNumber(
  environment: Environment,
  name: string,
  { fallback, ...range }: { minimum: number; maximum: number; fallback: number },
): number {
  return optionalWholeNumber(environment, name, range) ?? fallback
}

export function optionalWholeNumber(
  environment: Environment,
  name: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): number | undefined {
  const text = optional(environment, name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
  throw new ConfigurationError(`${name} must be a whole number from ${minimum} to ${maximum}.`)
}

/** An absolute http or https address that all URL parsers read alike. `fetch` refuses addresses with a user or password. */
export function httpAddress(environment: Environment, name: string): string {
  const value = required(environment, name)
  const url = /^https?:\/\/\S+$/i.test(value) ? URL.parse(value) : null
  if (url?.username === '' && url.password === '') return value
  throw new ConfigurationError(`${name} must be an http or https address, without a user or password.`)
}

export function optionalHttpAddress(environment: Environment, name: string): string | undefined {
  return optional(environment, name) === undefined ? undefined : httpAddress(environment, name)
}

/** An origin in exactly the form in which browsers send it: Origin headers are compared with it character by character. */
export function webOrigin(environment: Environment, name: string): string {
  const value = required(environment, name)
  if (URL.canParse(value)) {
    const { origin, protocol } = new URL(value)
    if (origin === value && /^https?:$/.test(protocol)) return origin
  }
  throw new ConfigurationError(`${name} must be an origin such as https://cairn.example.com, without a path.`)
}

const identifierMaximumLength = 255

/** A name that is compared character by character: one line of limited length. */
export function identifier(environment: Environment, name: string): string {
  const value = required(environment, name)
  if (value.length <= identifierMaximumLength && !/\p{Cc}|\p{Zl}|\p{Zp}/u.test(value)) return value
  throw new ConfigurationError(`${name} must be one line of at most ${identifierMaximumLength} characters.`)
}

/** A word that can be part of a header name or of a user id. */
export function word(environment: Environment, name: string, fallback: string): string {
  const value = optional(environment, name) ?? fallback
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) && value.length <= 64) return value
  throw new ConfigurationError(`${name} must be a word of lower-case letters, digits and single hyphens.`)
}
