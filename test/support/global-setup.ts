import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startWireEngine } from './wire-engine/engine.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder that test files share for this run; emptied before a rerun, and removed at its end. */
    sharedDirectory: string
    /** The wire engine that test files share, each with tables of its own, with `TEST_ENGINE=wire`. */
    wireEngineEndpoint: string | null
  }
}

/** Node 24 has argon2id and runs TypeScript; an older version would fail later and less clearly. */
const neededNodeMajor = 24

/** One temporary folder for the whole run, which is removed at its end; with `TEST_ENGINE=wire`, one wire engine too. */
export default async function setup(
  project: Pick<TestProject, 'provide' | 'onTestsRerun'>,
): Promise<() => Promise<void>> {
  if (Number.parseInt(process.versions.node, 10) < neededNodeMajor) {
    throw new Error(`Tests need Node ${neededNodeMajor}: run them with \`npm test\` or \`npx vitest\`.`)
  }
  // Its package exists for Linux x64 only.
  const engine = process.env.TEST_ENGINE === 'wire' ? await startWireEngine() : undefined
  project.provide('wireEngineEndpoint', engine?.endpoint ?? null)
  const temporary = await mkdtemp(path.join(tmpdir(), 'cairn-tests-'))
  process.env.TMPDIR = temporary
  // The app speaks the language of the machine, and its texts are expected in English. Every machine has this locale.
  process.env.LC_ALL = 'C.UTF-8'
  const shared = path.join(temporary, 'shared')
  await mkdir(shared)
  project.provide('sharedDirectory', shared)
  // `.ci/run` has one for all that it runs.
  process.env.SHARED_BUILDS ??= path.join(shared, 'built-functions')
  project.onTestsRerun(async () => {
    await rm(shared, { recursive: true })
    await mkdir(shared)
  })
  return async () => {
    await engine?.stop()
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
  }
}
