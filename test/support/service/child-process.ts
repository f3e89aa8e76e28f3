import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Halves the time in which a child loads its modules. */
export const compileCache = `${root}node_modules/.cache/compile`
export const mainScript = path.join(root, 'packages/local/src/commands/start.ts')
export const verifyEmailScript = path.join(root, 'packages/local/src/commands/verify-email.ts')
export const endSessionsScript = path.join(root, 'packages/local/src/commands/end-sessions.ts')
export const checkIntegrityScript = path.join(root, 'packages/local/src/commands/check-integrity.ts')
export const backupScript = path.join(root, 'packages/local/src/commands/backup.ts')
export const verifyHistoryScript = path.join(root, 'packages/local/src/commands/verify-history.ts')
export const repairScript = path.join(root, 'packages/local/src/commands/repair.ts')

export type Exit = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type RunningCommand = {
  process: ChildProcess
  pid: number
  /** Standard output so far, line by line. */
  lines: string[]
  exited: Promise<Exit>
}

type CommandOptions = {
  /** Default: the repository's root. */
  folder?: string | undefined
  environment?: Record<string, string> | undefined
  /** Runs in a process group of its own, as in a terminal, so that a signal reaches all of it. */
  ownGroup?: boolean | undefined
}

/** Starts a command with only the environment variables it needs. */
export function startCommand(
  command: string,
  parameters: string[],
  options: CommandOptions = {},
): RunningCommand {
  const child = spawn(command, parameters, {
    cwd: options.folder ?? root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: compileCache,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.ownGroup ?? false,
  })
  const lines: string[] = []
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    lines.splice(0, lines.length, ...stdout.split('\n').slice(0, -1))
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exited = new Promise<Exit>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return { process: child, pid: child.pid ?? 0, lines, exited }
}

/** Runs a script of the repository to its end, with the tests' own Node. */
export function runScript(
  script: string,
  parameters: string[],
  environment?: Record<string, string>,
): Promise<Exit> {
  return startCommand(process.execPath, [script, ...parameters], { environment }).exited
}

export type ChildService = RunningCommand & { origin: string; port: number }

/** Starts the service as `npm start` does, in a process of its own; settles when it listens. */
export async function startChildService(
  environment: Record<string, string>,
  command: RunningCommand = startCommand(process.execPath, [mainScript], {
    environment: { PORT: '0', ...environment },
  }),
): Promise<ChildService> {
  const origin = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const said = command.lines.map((line) => /^Cairn listens on (\S+)$/.exec(line)?.[1])
      const found = said.find((address) => address !== undefined)
      if (found !== undefined) resolve(found)
    }
    command.process.stdout?.on('data', look)
    command.exited.then(({ code, stderr }) => reject(new Error(`The service ended with ${code}: ${stderr}`)))
  })
  return { ...command, origin, port: Number(new URL(origin).port) }
}

/** Whether a process runs; a zombie does not. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return status !== '' && !/\) Z /.test(status)
}

export async function createTemporaryDirectory(): Promise<{ directory: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'cairn-test-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}
