import path from 'node:path'
import { stateFolder } from './folders.ts'
import { readPrivate, writePrivate } from './private-file.ts'

/** The memory of an organization: where `watch` continues, and the revisions that you have read. */
type Remembered = { cursor?: string; revisions: Record<string, number> }
type Memory = { version: 1; organizations: Record<string, Remembered> }

/** More goals than a person follows. The oldest are forgotten. */
const maximumRevisions = 1_000

const fileIn = (environment: NodeJS.ProcessEnv) => path.join(stateFolder(environment), 'read.json')

async function readMemory(environment: NodeJS.ProcessEnv): Promise<Memory> {
  // Nothing is lost with it: a damaged one is forgotten.
  const memory = (await readPrivate(fileIn(environment)).catch(() => undefined)) as Memory | undefined
  return memory?.version === 1 ? memory : { version: 1, organizations: {} }
}

/** Returns what is remembered under a key: an origin, or an origin with the id of an organization. */
export async function recall(environment: NodeJS.ProcessEnv, key: string): Promise<Remembered> {
  const { organizations } = await readMemory(environment)
  return organizations[key] ?? { revisions: {} }
}

export async function remember(
  environment: NodeJS.ProcessEnv,
  key: string,
  news: { cursor?: string; revisions?: Record<string, number> },
): Promise<void> {
  const memory = await readMemory(environment)
  const { cursor, revisions = {} } = memory.organizations[key] ?? {}
  const others = Object.entries(revisions).filter(([goalId]) => news.revisions?.[goalId] === undefined)
  const kept = [...others, ...Object.entries(news.revisions ?? {})].slice(-maximumRevisions)
  const latest = news.cursor ?? cursor
  memory.organizations[key] = {
    ...(latest !== undefined && { cursor: latest }),
    revisions: Object.fromEntries(kept),
  }
  await writePrivate(fileIn(environment), memory)
}
