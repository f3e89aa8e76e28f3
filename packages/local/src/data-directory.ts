import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { replaceFile } from './replace-file.ts'
import { StartError, systemErrorCode } from './start-error.ts'

/** Makes the directory where it is missing, for its owner alone: it will hold password hashes and secrets. */
export async function createDataDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`The data directory ${directory} (DATA_DIR) cannot be used: ${reason(error)}.`)
  }
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
    if (systemErrorCode(error) === 'ENOENT') return undefined
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
