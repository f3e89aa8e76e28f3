import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startWireEngine } from '@cairn/wire-engine'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The wire engine that test files share, each with tables of its own. */
    engineEndpoint: string
  }
}

/** Node 24 has argon2id and runs TypeScript; an older version would fail later and less clearly. */
const neededNodeMajor = 24

/** One in-memory engine and one temporary folder for the whole run; the folder is removed at its end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (Number.parseInt(process.versions.node, 10) < neededNodeMajor) {
    throw new Error(`Tests need Node ${neededNodeMajor}: run them with \`npm test\` or \`npx vitest\`.`)
  }
  const engine = await startWireEngine()
  project.provide('engineEndpoint', engine.endpoint)
  const temporary = await mkdtemp(path.join(tmpdir(), 'cairn-tests-'))
  process.env.TMPDIR = temporary
  return async () => {
    await engine.stop()
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
  }
}
