import path from 'node:path'
import type { TokenSource } from '@cairn/client'
import { CommandError, exitCodes, usageError } from '../exit-codes.ts'
import type { Grant } from '../oauth/authorize.ts'
import { requestTokens } from '../oauth/requests.ts'
import { configurationFolder } from './folders.ts'
import { withLock } from './lock.ts'
import { readPrivate, writePrivate } from './private-file.ts'

/** An API token, or the tokens of a sign-in with the browser. */
export type Credential = { token: string } | Grant

/** The file `credentials.json`. `current` is the origin of the last sign-in. */
type Credentials = { version: 1; current: string | null; origins: Record<string, Credential> }

export const isGrant = (credential: Credential): credential is Grant => 'refreshToken' in credential

/** A token that ends within this time is renewed before it is sent. */
const spareMilliseconds = 60_000

const fileIn = (environment: NodeJS.ProcessEnv) =>
  path.join(configurationFolder(environment), 'credentials.json')

async function readCredentials(environment: NodeJS.ProcessEnv): Promise<Credentials> {
  const read = (await readPrivate(fileIn(environment))) as Credentials | undefined
  return read ?? { version: 1, current: null, origins: {} }
}

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

/**
 * Returns where to send requests, and the token: of the environment, or of the sign-in at that origin. A token of the environment is
 * sent to an origin of the environment or of the command line only.
 */
export async function findCredential(
  environment: NodeJS.ProcessEnv,
  option: string | undefined,
): Promise<{ origin: string; token: TokenSource }> {
  const named = option ?? environment.CAIRN_ORIGIN
  if (environment.CAIRN_TOKEN) {
    if (!named) throw usageError('CAIRN_TOKEN is set. Set CAIRN_ORIGIN too.')
    return { origin: normalOrigin(named), token: environment.CAIRN_TOKEN.trim() }
  }
  const { current, origins } = await readCredentials(environment)
  const origin = named ? normalOrigin(named) : current
  const credential = origin === null ? undefined : origins[origin]
  if (origin === null || credential === undefined) {
    const where = origin === null ? '' : ` at ${origin}`
    throw new CommandError(
      `You are not signed in${where}. Run: cairn login ${origin ?? 'https://cairn.example.com'}`,
      exitCodes.notAllowed,
    )
  }
  return {
    origin,
    token: isGrant(credential) ? () => freshToken(environment, origin) : credential.token,
  }
}

/** Returns the access token of a sign-in with the browser, renewed if need be: by one process, because a refresh token works once. */
async function freshToken(environment: NodeJS.ProcessEnv, origin: string): Promise<string> {
  const read = async () => (await readCredentials(environment)).origins[origin]
  const isFresh = (credential: Credential) =>
    !isGrant(credential) || Date.parse(credential.expiresAt) - Date.now() > spareMilliseconds
  const known = await read()
  if (known && isFresh(known)) return known.token
  return withLock(`${fileIn(environment)}.lock`, async () => {
    // Another process may have renewed it meanwhile.
    const credential = await read()
    if (credential && isFresh(credential)) return credential.token
    if (!credential || !isGrant(credential)) throw signInEnded(origin)
    const { clientId, refreshToken } = credential
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId }
    const tokens = await requestTokens({ token_endpoint: `${origin}/oauth/token` }, fields, Date.now()).catch(
      (error: unknown) => {
        throw error instanceof CommandError && error.exitCode === exitCodes.notAllowed
          ? signInEnded(origin)
          : error
      },
    )
    await replaceCredential(environment, origin, { ...tokens, clientId })
    return tokens.token
  })
}

const signInEnded = (origin: string) =>
  new CommandError(`Your sign-in has ended. Run: cairn login ${origin} --web`, exitCodes.notAllowed)

/** Keeps the current origin. */
async function replaceCredential(
  environment: NodeJS.ProcessEnv,
  origin: string,
  credential: Credential,
): Promise<void> {
  const { current, origins } = await readCredentials(environment)
  const replaced = {
    version: 1,
    current,
    origins: { ...origins, [origin]: credential },
  } satisfies Credentials
  await writePrivate(fileIn(environment), replaced)
}

/** Makes the origin the current one. Returns the file. */
export async function saveCredential(
  environment: NodeJS.ProcessEnv,
  origin: string,
  credential: Credential,
): Promise<string> {
  const { origins } = await readCredentials(environment)
  await writePrivate(fileIn(environment), {
    version: 1,
    current: origin,
    origins: { ...origins, [origin]: credential },
  } satisfies Credentials)
  return fileIn(environment)
}

/** Returns the origin whose credential is forgotten, and the credential; undefined if there was none. */
export async function removeCredential(
  environment: NodeJS.ProcessEnv,
  option: string | undefined,
): Promise<{ origin: string; credential: Credential } | undefined> {
  const { current, origins } = await readCredentials(environment)
  const origin = option ? normalOrigin(option) : current
  const credential = origin === null ? undefined : origins[origin]
  if (origin === null || !credential) return undefined
  const { [origin]: _, ...others } = origins
  const next = Object.keys(others)[0] ?? null
  await writePrivate(fileIn(environment), {
    version: 1,
    current: current === origin ? next : current,
    origins: others,
  } satisfies Credentials)
  return { origin, credential }
}
