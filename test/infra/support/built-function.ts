import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { compileCache } from '../../support/service/child-process.ts'

const lambdaProcess = fileURLToPath(new URL('lambda-process.ts', import.meta.url))

export type BuiltFunction = {
  /** @param timeoutSeconds  What the function may take. Default: 10. */
  invoke<Result>(event: unknown, timeoutSeconds?: number): Promise<Result>
  /** Suspends it until the next invocation, as Lambda does after a response. */
  freeze(): void
  /** Every line of its output. */
  lines: string[]
  stop(): Promise<void>
}

type Message = { ready?: true; id?: string; result?: unknown; failure?: string }

/**
 * Runs a function's asset as Lambda does: in its own process and directory, without `node_modules` in reach, with credentials and
 * settings only in the environment. Several functions may share `lines`.
 */
export async function startBuiltFunction(
  codeDirectory: string,
  temporary: string,
  name: string,
  environment: Record<string, string>,
  lines: string[] = [],
): Promise<BuiltFunction> {
  const directory = path.join(temporary, name)
  await mkdir(directory, { recursive: true })
  const copy = await copyOf(codeDirectory)
  const child: ChildProcess = spawn(process.execPath, [lambdaProcess, path.join(copy, 'task/index.mjs')], {
    cwd: directory,
    env: { ...environment, NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stdout
    ?.setEncoding('utf8')
    .on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const waiting = new Map<string, (message: Message) => void>()
  // `close`, not `exit`, so that its last output has been read.
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message.ready) resolve()
      else waiting.get(message.id ?? '')?.(message)
    })
    exited.then(() => reject(new Error(`${name} ended: ${errors.slice(-2_000)}`)))
  })
  let calls = 0
  return {
    lines,
    freeze: () => void child.kill('SIGSTOP'),
    invoke: async <Result>(event: unknown, timeoutSeconds = 10) => {
      const id = `${name}-${++calls}`
      const message = await new Promise<Message>((resolve) => {
        waiting.set(id, resolve)
        child.kill('SIGCONT')
        child.send({ id, event, timeout: timeoutSeconds * 1_000 })
      })
      waiting.delete(id)
      if (message.failure !== undefined) throw new Error(message.failure)
      return message.result as Result
    },
    stop: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/**
 * A copy of an asset without `node_modules` in reach. All processes of a run share it, and with it the code that Node has
 * compiled.
 */
async function copyOf(codeDirectory: string): Promise<string> {
  const functions = path.join(inject('sharedDirectory'), 'functions')
  const copy = path.join(functions, createHash('sha256').update(codeDirectory).digest('hex'))
  if (existsSync(copy)) return copy
  await mkdir(functions, { recursive: true })
  const draft = await mkdtemp(`${copy}-`)
  await cp(codeDirectory, path.join(draft, 'task'), { recursive: true })
  // Another process may do the same: the first one wins.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }))
  return copy
}
