import type { TokenSource } from '@cairn/client'
import { CommandError, exitCodes, usageError } from '../exit-codes.ts'
import { type Pause, requestTokens } from '../oauth/requests.ts'
import {
  type Credential,
  changeProfiles,
  fileIn,
  isGrant,
  nameFor,
  noProfile,
  type Profile,
  type Profiles,
  profileName,
  readProfiles,
} from './profiles.ts'

/** A token that ends within this time is renewed before it is sent. */
const spareMilliseconds = 60_000

/** The options that choose a sign-in. */
export type Choice = { profile?: string | undefined; origin?: string | undefined }

/** Returns the one form of an origin, so that `https://Cairn.example/` is found as `https://cairn.example`. */
export function normalOrigin(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw usageError(`Not an origin: ${text}. It looks like https://cairn.example.com`)
  }
  const url = new URL(text)
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password) {
    throw usageError(`Use the origin alone: ${url.origin}`)
  }
  return url.origin
}

/** The profile that is named, if one is. An option wins over the environment. */
export function namedProfile(environment: NodeJS.ProcessEnv, { profile }: Choice): string | undefined {
  const name = profile ?? environment.CAIRN_PROFILE
  return name ? profileName(name) : undefined
}

/**
 * Returns where to send requests, and the token: of the environment, or of a profile. A token of the environment is sent to an origin
 * of the environment or of the command line only.
 */
export async function findCredential(
  environment: NodeJS.ProcessEnv,
  choice: Choice,
  pause: Pause,
): Promise<{ origin: string; token: TokenSource }> {
  if (environment.CAIRN_TOKEN && choice.profile === undefined) {
    const named = choice.origin ?? environment.CAIRN_ORIGIN
    if (!named) throw usageError('CAIRN_TOKEN is set. Set CAIRN_ORIGIN too.')
    return { origin: normalOrigin(named), token: environment.CAIRN_TOKEN.trim() }
  }
  const { name, origin, credential } = chosenProfile(await readProfiles(environment), environment, choice)
  return {
    origin,
    token: isGrant(credential) ? () => freshToken(environment, name, pause) : credential.token,
  }
}

/** Returns where requests would go. It needs no token. */
export async function findOrigin(environment: NodeJS.ProcessEnv, choice: Choice): Promise<string> {
  const named = choice.origin ?? (choice.profile === undefined ? environment.CAIRN_ORIGIN : undefined)
  if (named) return normalOrigin(named)
  return chosenProfile(await readProfiles(environment), environment, choice).origin
}

/** @throws `CommandError` if no profile fits, or several do. */
function chosenProfile(
  { current, profiles }: Profiles,
  environment: NodeJS.ProcessEnv,
  choice: Choice,
): Profile & { name: string } {
  const name = namedProfile(environment, choice)
  // A profile that the command line names is where it is.
  const at = choice.origin ?? (choice.profile === undefined ? environment.CAIRN_ORIGIN : undefined)
  const origin = at ? normalOrigin(at) : undefined
  if (name !== undefined) {
    const profile = profileIn(profiles, name)
    if (origin === undefined || profile.origin === origin) return { ...profile, name }
    throw usageError(`The profile ${name} is at ${profile.origin}, not at ${origin}.`)
  }
  const fitting = Object.keys(profiles).filter(
    (each) => origin === undefined || profiles[each]?.origin === origin,
  )
  if (current !== null && fitting.includes(current)) return { ...profileIn(profiles, current), name: current }
  const [only, ...more] = fitting
  if (only !== undefined && more.length === 0) return { ...profileIn(profiles, only), name: only }
  if (only !== undefined) {
    const where = origin === undefined ? 'You have several profiles' : `Several profiles are at ${origin}`
    throw usageError(`${where}: ${fitting.join(', ')}. Choose one: --profile, or cairn profiles use.`)
  }
  throw new CommandError(
    `You are not signed in${origin === undefined ? '' : ` at ${origin}`}. Run: cairn login ${origin ?? 'https://cairn.example.com'}`,
    exitCodes.notAllowed,
  )
}

function profileIn(profiles: Profiles['profiles'], name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (!profile) throw noProfile(name)
  return profile
}

/** Returns the access token of a sign-in with the browser, renewed if need be: by one process, because a refresh token works once. */
async function freshToken(environment: NodeJS.ProcessEnv, name: string, pause: Pause): Promise<string> {
  const isFresh = (credential: Credential) =>
    !isGrant(credential) || Date.parse(credential.expiresAt) - Date.now() > spareMilliseconds
  const known = (await readProfiles(environment)).profiles[name]
  if (known && isFresh(known.credential)) return known.credential.token
  return changeProfiles(environment, async (before) => {
    const profile = profileIn(before.profiles, name)
    const { origin, credential } = profile
    // Another process may have renewed it meanwhile.
    if (isFresh(credential) || !isGrant(credential)) return { result: credential.token }
    const { clientId, refreshToken } = credential
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId }
    const tokens = await requestTokens(
      { token_endpoint: `${origin}/oauth/token` },
      fields,
      Date.now(),
      pause,
    ).catch((error: unknown) => {
      throw error instanceof CommandError && error.exitCode === exitCodes.notAllowed
        ? new CommandError(`Your sign-in has ended. Run: cairn login ${origin} --web`, exitCodes.notAllowed)
        : error
    })
    const renewed = { ...profile, credential: { ...tokens, clientId } }
    return {
      after: { ...before, profiles: { ...before.profiles, [name]: renewed } },
      result: tokens.token,
    }
  })
}

/** Makes it the current profile: under this name, or under one that fits. Returns the name and the file. */
export async function saveProfile(
  environment: NodeJS.ProcessEnv,
  profile: Profile,
  named?: string,
): Promise<{ name: string; file: string }> {
  const name = await changeProfiles(environment, (before) => {
    const name = named ?? nameFor(before, profile)
    return { after: { current: name, profiles: { ...before.profiles, [name]: profile } }, result: name }
  })
  return { name, file: fileIn(environment) }
}

/** Returns the profile that is forgotten; undefined if there is none. */
export async function removeProfile(
  environment: NodeJS.ProcessEnv,
  choice: Choice,
): Promise<(Profile & { name: string }) | undefined> {
  return changeProfiles(environment, (before) => {
    const removed = knownProfile(before, environment, choice)
    if (!removed) return { result: undefined }
    const { name } = removed
    const { [name]: _, ...profiles } = before.profiles
    const left = Object.keys(profiles)
    // With several, the next command must not act in an organization that nobody chose.
    const next = left.length === 1 ? (left[0] ?? null) : null
    const current = before.current === name ? next : before.current
    return { after: { current, profiles }, result: removed }
  })
}

function knownProfile(known: Profiles, environment: NodeJS.ProcessEnv, choice: Choice) {
  try {
    return chosenProfile(known, environment, choice)
  } catch (error) {
    const isAbsent = error instanceof CommandError && error.exitCode === exitCodes.notAllowed
    if (isAbsent && choice.profile === undefined) return undefined
    throw error
  }
}

/** Makes a profile the current one. */
export async function chooseProfile(environment: NodeJS.ProcessEnv, name: string): Promise<Profile> {
  return changeProfiles(environment, (before) => {
    return { result: profileIn(before.profiles, name), after: { ...before, current: name } }
  })
}
