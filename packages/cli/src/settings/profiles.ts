import { rmdirSync } from 'node:fs'
import { mkdir, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { CommandError, exitCodes, usageError } from '../exit-codes.ts'
import type { Grant } from '../oauth/authorize.ts'
import { cleanedUp } from './cleaned-up.ts'
import { configurationFolder } from './folders.ts'
import { damaged, makePrivateFolder, readPrivate, writePrivate } from './private-file.ts'

const pauseMilliseconds = 100
/** Longer than a request may take. */
const longestWaitMilliseconds = 45_000

/**
 * Runs one process at a time. A folder is a lock on every platform: only one process can make it.
 * @throws `CommandError` if another process holds it for too long.
 */
async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + longestWaitMilliseconds
  while (!(await isMade(folder))) {
    // Left behind by a process that was killed.
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > longestWaitMilliseconds) await rmdir(folder).catch(() => undefined)
    else if (Date.now() > until) {
      throw new CommandError('Another cairn command changes the sign-ins.', exitCodes.tryLater)
    } else await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
  return cleanedUp(() => release(folder), work)
}

function release(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Another process took it for left behind.
  }
}

async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The file `credentials.json`: sign-ins by name, for several organizations and services. */

/** An API token, or the tokens of a sign-in with the browser. */
export type Credential = { token: string } | Grant

export const isGrant = (credential: Credential): credential is Grant => 'refreshToken' in credential

/** A sign-in. */
export type Profile = {
  origin: string
  credential: Credential
  organization?: { id: string; name: string }
  user?: string
}

/** `current` is the profile that commands use if none is named. */
export type Profiles = { current: string | null; profiles: Record<string, Profile> }

const version = 2
/** Of people who never name a profile. */
const firstName = 'default'

export const fileIn = (environment: NodeJS.ProcessEnv) =>
  path.join(configurationFolder(environment), 'credentials.json')

/** @throws `CommandError` if the file cannot be read, is damaged, or is of a newer command. */
export async function readProfiles(environment: NodeJS.ProcessEnv): Promise<Profiles> {
  const file = fileIn(environment)
  const content = await readPrivate(file)
  if (content === undefined) return { current: null, profiles: {} }
  if (!isRecord(content)) throw damaged(file)
  if (typeof content.version === 'number' && content.version > version) {
    throw new CommandError(`${file} is of a newer version of cairn. Update this one.`)
  }
  const { current = null, profiles } = content
  const isWhole = isRecord(profiles) && Object.values(profiles).every(isProfile)
  if (!isWhole || !(current === null || typeof current === 'string')) throw damaged(file)
  return { current, profiles: profiles as Profiles['profiles'] }
}

/** Changes the file, one process at a time: a rewrite in the middle of another would undo it. */
export async function changeProfiles<T>(
  environment: NodeJS.ProcessEnv,
  change: (before: Profiles) => Promise<{ after?: Profiles; result: T }> | { after?: Profiles; result: T },
): Promise<T> {
  const file = fileIn(environment)
  await makePrivateFolder(path.dirname(file))
  return withLock(`${file}.lock`, async () => {
    const { after, result } = await change(await readProfiles(environment))
    if (after) await writePrivate(file, { version, ...after })
    return result
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isProfile(value: unknown): boolean {
  if (!isRecord(value) || typeof value.origin !== 'string' || !isRecord(value.credential)) return false
  const { token, refreshToken, clientId, expiresAt } = value.credential
  if (typeof token !== 'string') return false
  return (
    refreshToken === undefined ||
    [refreshToken, clientId, expiresAt].every((text) => typeof text === 'string')
  )
}

/** Returns the name of a profile. @throws `CommandError` if it is not one. */
export function profileName(text: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(text)) return text
  throw usageError('The name of a profile has letters, digits, dots, dashes and underscores.')
}

function nameFrom(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  return slug.slice(0, 32) || 'profile'
}

/** Returns the name for a sign-in that nobody named: the profile that it renews, or a new one. */
export function nameFor({ current, profiles }: Profiles, { origin, organization }: Profile): string {
  const isSame = (name: string) => {
    const known = profiles[name]
    if (known?.origin !== origin) return false
    return [undefined, organization?.id].includes(known.organization?.id)
  }
  const names = Object.keys(profiles)
  const renewed = current !== null && isSame(current) ? current : names.find(isSame)
  if (renewed !== undefined) return renewed
  return names.includes(firstName) ? unused(nameFrom(organization?.name ?? origin), names) : firstName
}

function unused(base: string, names: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`
    if (!names.includes(name)) return name
  }
}

export function noProfile(name: string): CommandError {
  return new CommandError(
    `There is no profile ${name}. Sign in: cairn login --profile ${name}, or see: cairn profiles`,
    exitCodes.notAllowed,
  )
}
