import { randomBytes, randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  link,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { StartError, systemErrorCode } from '../start-error.ts'
import { replaceFile } from './replace-file.ts'

/**
 * Creates the directory, or takes access to an existing one away from others: it will hold password hashes and secrets.
 * @throws StartError if it cannot be used.
 */
export async function createDataDirectory(directory: string): Promise<void> {
  try {
    await makeDirectory(path.resolve(directory))
    await access(directory, constants.W_OK | constants.X_OK)
    await closeToOthers(directory)
  } catch (error) {
    throw new StartError(`Cannot use the data directory ${directory} (DATA_DIR): ${reasonOf(error)}.`)
  }
}

/** Node's `recursive` option never returns if a directory cannot be created in an existing one, for example in `/proc`. */
async function makeDirectory(directory: string): Promise<void> {
  const failure = await failureOfMaking(directory)
  if (failure === undefined) return
  if (systemErrorCode(failure) !== 'ENOENT') throw failure
  const parent = path.dirname(directory)
  if ((await stat(parent).catch(() => undefined)) === undefined) await makeDirectory(parent)
  // The parent exists now, created here or by another process since the first try. In `/proc` this fails again.
  const lasting = await failureOfMaking(directory)
  if (lasting !== undefined) throw lasting
}

/** Returns why the directory cannot be created, or `undefined` if it exists now. */
async function failureOfMaking(directory: string): Promise<unknown> {
  try {
    await mkdir(directory, { mode: 0o700 })
    return undefined
  } catch (error) {
    const found = await stat(directory).catch(() => undefined)
    return found?.isDirectory() ? undefined : error
  }
}

/** The files of the service and its database, also temporary ones. */
const ownFilePattern = /^(?:engine\.(?:sqlite|lock|pid|tmp)|secrets\.|service\.json)/

/**
 * Takes access by others away from the service's files, which a copy may have left readable, and from
 * the directory unless it holds other files too: `DATA_DIR=/tmp` must not close `/tmp`.
 */
async function closeToOthers(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true })
  const ownFiles = entries.filter((entry) => entry.isFile() && ownFilePattern.test(entry.name))
  for (const { name } of ownFiles) await closePath(path.join(directory, name), 0o600)
  if (ownFiles.length === entries.length) await closePath(directory, 0o700)
}

async function closePath(file: string, mode: number): Promise<void> {
  await chmod(file, mode).catch((error) => {
    // It belongs to another user, who decides about its mode; or it is gone since it was listed.
    if (!['EPERM', 'ENOENT'].includes(systemErrorCode(error) ?? '')) throw error
  })
}

const secretsSchema = z.object({ cursorSecret: z.string().min(43) })

/** 256 bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The secret that signs cursors. It is created at the first start and kept, so that cursors survive a restart.
 * @throws StartError if its file is damaged.
 */
export async function readOrCreateCursorSecret(directory: string): Promise<string> {
  const file = path.join(directory, 'secrets.json')
  const draft = path.join(directory, `secrets.${randomUUID()}.tmp`)
  const existing = await readJson(file)
  if (existing === undefined) {
    // `link` fails if the file exists, so that two first starts at the same time use the same secret.
    await writeFile(draft, toJson({ cursorSecret: newSecret() }), { mode: 0o600, flush: true })
    await link(draft, file).catch((error) => {
      if (systemErrorCode(error) !== 'EEXIST') throw error
    })
    await rm(draft)
  }
  const secrets = secretsSchema.safeParse(existing ?? (await readJson(file)))
  if (!secrets.success)
    throw new StartError(`${file} is damaged. Restore it, or delete it to create a new secret.`)
  return secrets.data.cursorSecret
}

const runningServiceSchema = z.object({
  pid: z.int(),
  tableName: z.string(),
  /** The socket through which commands reach the service's embedded database. */
  socket: z.string().optional(),
  /** The other database that the service uses. */
  endpoint: z.string().optional(),
})

/** The parts that a command needs to reach the table of a running service. */
export type RunningService = z.output<typeof runningServiceSchema>

export async function writeRunningService(directory: string, service: RunningService): Promise<void> {
  await replaceFile(path.join(directory, 'service.json'), toJson(service))
}

/** The service that is running on the directory, or `undefined`. A killed service leaves its file behind. */
export async function readRunningService(directory: string): Promise<RunningService | undefined> {
  const service = await readLastService(directory)
  return service && isAlive(service.pid) ? service : undefined
}

/** The service that is running on the directory, or that was killed there, or `undefined`. */
export async function readLastService(directory: string): Promise<RunningService | undefined> {
  return runningServiceSchema.safeParse(await readJson(path.join(directory, 'service.json'))).data
}

/** Removes the file if this process wrote it. */
export async function removeRunningService(directory: string): Promise<void> {
  const service = await readRunningService(directory)
  if (service?.pid === process.pid) await rm(path.join(directory, 'service.json'), { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemErrorCode(error) === 'EPERM'
  }
}

/** Returns `undefined` if the file does not exist, `null` if it is not JSON. */
async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EEXIST: 'it is not a directory',
  ENOENT: 'it cannot be created',
  ENOTDIR: 'a part of its path is not a directory',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
}

function reasonOf(error: unknown): string {
  const code = systemErrorCode(error)
  return (code && reasons[code]) ?? code ?? String(error)
}
