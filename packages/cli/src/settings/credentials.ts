import path from 'node:path'
import { CommandError, exitCodes, usageError } from '../exit-codes.ts'
import { configurationFolder } from './folders.ts'
import { readPrivate, writePrivate } from './private-file.ts'

/** The file `credentials.json`. `current` is the origin of the last sign-in. */
type Credentials = { version: 1; current: string | null; origins: Record<string, { token: string }> }

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
): Promise<{ origin: string; token: string }> {
  const named = option ?? environment.CAIRN_ORIGIN
  if (environment.CAIRN_TOKEN) {
    if (!named) throw usageError('CAIRN_TOKEN is set. Set CAIRN_ORIGIN too.')
    return { origin: normalOrigin(named), token: environment.CAIRN_TOKEN.trim() }
  }
  const { current, origins } = await readCredentials(environment)
  const origin = named ? normalOrigin(named) : current
  const token = origin === null ? undefined : origins[origin]?.token
  if (origin === null || token === undefined) {
    const where = origin === null ? '' : ` at ${origin}`
    throw new CommandError(
      `You are not signed in${where}. Run: cairn login ${origin ?? 'https://cairn.example.com'}`,
      exitCodes.notAllowed,
    )
  }
  return { origin, token }
}

export async function saveCredential(
  environment: NodeJS.ProcessEnv,
  origin: string,
  token: string,
): Promise<string> {
  const { origins } = await readCredentials(environment)
  await writePrivate(fileIn(environment), {
    version: 1,
    current: origin,
    origins: { ...origins, [origin]: { token } },
  } satisfies Credentials)
  return fileIn(environment)
}

/** Returns the origin whose token is forgotten; undefined if there was none. */
export async function removeCredential(
  environment: NodeJS.ProcessEnv,
  option: string | undefined,
): Promise<string | undefined> {
  const { current, origins } = await readCredentials(environment)
  const origin = option ? normalOrigin(option) : current
  if (origin === null || !origins[origin]) return undefined
  const { [origin]: _, ...others } = origins
  const next = Object.keys(others)[0] ?? null
  await writePrivate(fileIn(environment), {
    version: 1,
    current: current === origin ? next : current,
    origins: others,
  } satisfies Credentials)
  return origin
}
