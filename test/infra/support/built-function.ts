import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Plays Lambda: loads the handler and calls it with each event, without access to the repository. */
const runner = `
const { handler } = await import(process.argv[2])
process.on('message', async ({ id, event, timeout }) => {
  const end = Date.now() + timeout
  const context = { awsRequestId: id, getRemainingTimeInMillis: () => end - Date.now() }
  try {
    process.send({ id, result: await handler(event, context) })
  } catch (error) {
    process.send({ id, failure: String(error?.stack ?? error) })
  }
})
process.send({ ready: true })
`

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
  await cp(codeDirectory, path.join(directory, 'task'), { recursive: true })
  await writeFile(path.join(directory, 'runner.mjs'), runner)
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(directory, 'runner.mjs'), path.join(directory, 'task/index.mjs')],
    { cwd: directory, env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  )
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
