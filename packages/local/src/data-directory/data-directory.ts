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
 * Makes the directory where it is missing, for its owner alone: it will hold password hashes and secrets. Takes the access of
 * others away from one that is there.
 * @throws StartError where it cannot be used.
 */
export async function createDataDirectory(directory: string): Promise<void> {
  try {
    await makeDirectory(path.resolve(directory))
    await access(directory, constants.W_OK | constants.X_OK)
    await closeToOthers(directory)
  } catch (error) {
    throw new StartError(`The data directory ${directory} (DATA_DIR) cannot be used: ${reason(error)}.`)
  }
}

/** Node's own `recursive` never returns where a directory cannot be made in one that is there, as in `/proc`. */
async function makeDirectory(directory: string): Promise<void> {
  const failure = await failureOfMaking(directory)
  if (failure === undefined) return
  if (systemErrorCode(failure) !== 'ENOENT') throw failure
  const parent = path.dirname(directory)
  if ((await stat(parent).catch(() => undefined)) === undefined) await makeDirectory(parent)
  // The parent is there now, made here or by another process since the first try. In `/proc` this fails as before.
  const lasting = await failureOfMaking(directory)
  if (lasting !== undefined) throw lasting
}

/** Why there is no such directory after trying to make it; undefined if there is one. */
async function failureOfMaking(directory: string): Promise<unknown> {
  try {
    await mkdir(directory, { mode: 0o700 })
    return undefined
  } catch (error) {
    const found = await stat(directory).catch(() => undefined)
    return found?.isDirectory() ? undefined : error
  }
}

/** What the service and its engine write, drafts included. */
const ownFilePattern = /^(?:cairn\.sqlite|engine\.pid|secrets\.|service\.json)/

/**
 * Files that an earlier version or a copy left readable become their owner's alone. So does the directory, unless it holds other
 * things too: nobody wants `DATA_DIR=/tmp` to close `/tmp`.
 */
async function closeToOthers(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true })
  const ownFiles = entries.filter((entry) => entry.isFile() && ownFilePattern.test(entry.name))
  for (const { name } of ownFiles) await closePath(path.join(directory, name), 0o600)
  if (ownFiles.length === entries.length) await closePath(directory, 0o700)
}

async function closePath(file: string, mode: number): Promise<void> {
  await chmod(file, mode).catch((error) => {
    // Somebody else's, who decides about it; or gone since it was listed.
    if (!['EPERM', 'ENOENT'].includes(systemErrorCode(error) ?? '')) throw error
  })
}

const secretsSchema = z.object({ cursorSecret: z.string().min(43) })

/** 256 bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The secret that signs cursors: made at the first start and kept, so that cursors survive a restart. */
export async function readOrCreateCursorSecret(directory: string): Promise<string> {
  const file = path.join(directory, 'secrets.json')
  const draft = path.join(directory, `secrets.${randomUUID()}.tmp`)
  const existing = await readJson(file)
  if (existing === undefined) {
    // A link fails where the file exists by now: of two first starts side by side both use the one secret.
    await writeFile(draft, toJson({ cursorSecret: newSecret() }), { mode: 0o600, flush: true })
    await link(draft, file).catch((error) => {
      if (systemErrorCode(error) !== 'EEXIST') throw error
    })
    await rm(draft)
  }
  const secrets = secretsSchema.safeParse(existing ?? (await readJson(file)))
  if (!secrets.success)
    throw new StartError(`${file} is damaged: restore it, or delete it to make a new secret.`)
  return secrets.data.cursorSecret
}

const runningServiceSchema = z.object({ pid: z.int(), endpoint: z.string(), tableName: z.string() })

/** What a command beside the running service needs to reach its table. */
export type RunningService = z.output<typeof runningServiceSchema>

export async function writeRunningService(directory: string, service: RunningService): Promise<void> {
  await replaceFile(path.join(directory, 'service.json'), toJson(service))
}

/** The service that runs on the directory, `undefined` where none does: a killed one leaves its file behind. */
export async function readRunningService(directory: string): Promise<RunningService | undefined> {
  const service = runningServiceSchema.safeParse(await readJson(path.join(directory, 'service.json')))
  return service.success && isAlive(service.data.pid) ? service.data : undefined
}

/** The service that runs on the directory and whose engine answers: a killed one's process id may be somebody else's. */
export async function findRunningService(directory: string): Promise<RunningService | undefined> {
  const service = await readRunningService(directory)
  if (!service) return undefined
  const answer = fetch(service.endpoint, { signal: AbortSignal.timeout(answerDeadlineMilliseconds) })
  return answer.then(
    () => service,
    () => undefined,
  )
}

const answerDeadlineMilliseconds = 2_000

/** Removes what `writeRunningService` wrote in this process. */
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

/** `undefined` where there is no such file, `null` where it is not JSON. */
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

function reason(error: unknown): string {
  return systemErrorCode(error) ?? String(error)
}
