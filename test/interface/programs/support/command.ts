import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCairn } from '@cairn/cli/run-cairn'
import { compileCache } from '../../../support/service/child-process.ts'
import { root } from './packed.ts'

export type Output = { code: number | null; stdout: string; stderr: string }

export type CommandOptions = {
  environment?: Record<string, string>
  /** Standard input; none by default. */
  input?: string
}

/** Of a command that runs in this process. */
type InProcessOptions = CommandOptions & {
  /** Called instead of waiting, with milliseconds. */
  pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Called with what handles the signals of a command that takes them. */
  onSignals?: (send: (signal: NodeJS.Signals) => boolean) => void
  /** Called with everything that was printed to standard error so far. */
  onNote?: (notes: string) => void
  /** Whether standard output is a terminal. */
  isTerminal?: boolean
  /** Called instead of a browser. */
  openPage?: (url: string) => Promise<void>
}

export type Machine = {
  /** The home of a user who has never run the command. */
  home: string
  /** Runs `cairn` in this process to its end; it does not wait between its attempts. */
  cairn: (parameters: string[], options?: InProcessOptions) => Promise<Output>
  /** Runs `cairn` from its source to its end, in a process of its own. */
  process: (parameters: string[], options?: CommandOptions) => Promise<Output>
  /** Starts `cairn` and hands over the process. */
  start: (parameters: string[], options?: CommandOptions) => ChildProcess
  /** Runs `cairn` on a terminal: `script` types the answers, each after the text that asks for it. */
  onTerminal: (parameters: string[], answers: [after: string, typed: string][]) => Promise<Output>
  stop(): Promise<void>
}

export const main = path.join(root, 'packages/cli/src/main.ts')

/** A machine with its own home, on which somebody uses the command with these variables. */
export async function createMachine(environment: Record<string, string> = {}): Promise<Machine> {
  const home = await mkdtemp(path.join(tmpdir(), 'cairn-home-'))
  const variables = (more: Record<string, string> = {}) => ({
    PATH: process.env.PATH,
    HOME: home,
    NODE_COMPILE_CACHE: compileCache,
    ...environment,
    ...more,
  })
  const start: Machine['start'] = (parameters, { environment: more, input } = {}) => {
    const child = spawn(process.execPath, [main, ...parameters], { cwd: home, env: variables(more) })
    // A command that does not read has gone before it gets all.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input ?? '')
    return child
  }
  return {
    home,
    start,
    cairn: (parameters, { environment: more, ...options } = {}) =>
      runHere(parameters, variables(more), options),
    process: (parameters, options) => outputOf(start(parameters, options)),
    onTerminal: (parameters, answers) => {
      const command = [process.execPath, main, ...parameters].map((part) => `'${part}'`).join(' ')
      const child = spawn('script', ['-qec', command, '/dev/null'], {
        cwd: home,
        env: variables({ TERM: 'xterm' }),
      })
      let shown = ''
      const waiting = [...answers]
      child.stdout.on('data', (chunk: Buffer) => {
        shown += chunk
        const [next] = waiting
        if (!next || !shown.includes(next[0])) return
        shown = ''
        waiting.shift()
        child.stdin.write(next[1])
      })
      return outputOf(child)
    },
    stop: () => rm(home, { recursive: true, force: true, maxRetries: 3 }),
  }
}

const nothing = async () => undefined

async function runHere(
  parameters: string[],
  environment: NodeJS.ProcessEnv,
  {
    input = '',
    pause = nothing,
    onNote,
    openPage = nothing,
    onSignals = () => undefined,
    isTerminal = false,
  }: Omit<InProcessOptions, 'environment'>,
): Promise<Output> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const printed = Promise.all([text(stdout), text(stderr)])
  stdin.end(input)
  let notes = ''
  if (onNote) {
    stderr.on('data', (chunk: Buffer) => {
      notes += chunk
      onNote(notes)
    })
  }
  if (isTerminal) Object.assign(stdout, { isTTY: true })
  const takeSignals = (handle: (signal: NodeJS.Signals) => boolean) => {
    onSignals(handle)
    return () => onSignals(() => false)
  }
  const io = { environment, stdin, stdout, stderr, pause, openPage, takeSignals }
  const code = await runCairn(parameters, io)
  stdout.end()
  stderr.end()
  const [out, noted] = await printed
  return { code, stdout: out, stderr: noted }
}

export async function outputOf(child: ChildProcess): Promise<Output> {
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code, signal) => resolve(signal === 'SIGINT' ? 130 : code))
  })
  const [stdout, stderr] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => stream && text(stream)),
  )
  return { code: await ended, stdout: stdout ?? '', stderr: stderr ?? '' }
}
