import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startWireEngine } from '@cairn/wire-engine'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** What test files share for this run; emptied before a rerun, and removed at its end. */
    sharedDirectory: string
    /** The wire engine that test files share, each with tables of its own. */
    engineEndpoint: string
  }
}

/** Node 24 has argon2id and runs TypeScript; an older version would fail later and less clearly. */
const neededNodeMajor = 24

/** The one platform of the wire engine's npm package. */
const wireEnginePlatform = 'linux-x64'

/** One in-memory engine and one temporary folder for the whole run; the folder is removed at its end. */
export default async function setup(
  project: Pick<TestProject, 'provide' | 'onTestsRerun'>,
  platform = `${process.platform}-${process.arch}`,
): Promise<() => Promise<void>> {
  if (Number.parseInt(process.versions.node, 10) < neededNodeMajor) {
    throw new Error(`Tests need Node ${neededNodeMajor}: run them with \`npm test\` or \`npx vitest\`.`)
  }
  const engine = platform === wireEnginePlatform ? await startWireEngine() : undefined
  if (!engine) console.warn('The wire engine exists for Linux x64 only. Tests that use it will fail.')
  project.provide('engineEndpoint', engine?.endpoint ?? 'http://wire-engine.invalid')
  const temporary = await mkdtemp(path.join(tmpdir(), 'cairn-tests-'))
  process.env.TMPDIR = temporary
  // The app speaks the language of the machine, and its texts are expected in English. Every machine has this locale.
  process.env.LC_ALL = 'C.UTF-8'
  const shared = path.join(temporary, 'shared')
  await mkdir(shared)
  project.provide('sharedDirectory', shared)
  project.onTestsRerun(async () => {
    await rm(shared, { recursive: true })
    await mkdir(shared)
  })
  return async () => {
    await engine?.stop()
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
  }
}
