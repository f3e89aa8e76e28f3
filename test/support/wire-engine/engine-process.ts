import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Starts the engine and kills it when this process ends. Its standard input is a pipe that only this process holds open, so `read`
 * returns however this process ends, including `kill -9`. The guard has not yet waited for the engine at that time, so the
 * process id cannot have been reused. It closes its own copies of the output pipes: their end then means that the engine is
 * gone. The engine's files are readable only by their owner, whatever this process's umask.
 */
const guardScript = `
umask 077
"$@" </dev/null &
echo "$!"
exec >/dev/null 2>&1
read -r _
kill -KILL "$!"
wait
`

const startDeadlineMilliseconds = 10_000
/** How long the engine may take to close its database before it is killed. No acknowledged write is lost either way. */
const stopDeadlineMilliseconds = 3_000
/** How much of the engine's output an error message repeats. */
const outputTailLength = 2_000

export type EngineProcess = {
  pid: number
  /** Resolves when the engine and its guard have ended. */
  gone: Promise<void>
  /** Stops the engine, by force if it does not end in time. May be called again. */
  stop(): Promise<void>
}

/**
 * Runs one engine until it ends. Resolves when it accepts requests.
 * @throws `Error` with the engine's output if it ended instead.
 */
export async function spawnEngine(options: {
  binary: string
  host: string
  port: number
  databaseFile: string | undefined
}): Promise<EngineProcess> {
  const engineArguments = ['serve', '--host', options.host, '--port', String(options.port)]
  if (options.databaseFile !== undefined) engineArguments.push('--db-path', options.databaseFile)
  const guard = spawn('/bin/sh', ['-c', guardScript, 'cairn-engine', options.binary, ...engineArguments], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A separate session, so that Ctrl-C reaches only this process, which needs the engine to finish.
    detached: true,
    env: {},
  })
  let pid: number | undefined
  let engineEnded = false
  let output = ''
  let announcement = ''
  const listening = Promise.withResolvers<boolean>()
  guard.stdin.on('error', () => {}) // EPIPE if the guard has ended, which `close` reports.
  guard.stdout.setEncoding('utf8').on('data', (text: string) => {
    announcement += text
    if (pid === undefined && announcement.includes('\n')) pid = Number.parseInt(announcement, 10)
    settleOnceListening()
  })
  guard.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-outputTailLength)
    settleOnceListening()
  })
  guard.stderr.on('end', () => {
    engineEnded = true
    guard.stdin.end()
  })
  // If the guard is killed, kill the engine too: it could outlive this process.
  guard.on('exit', () => signalEngine('SIGKILL'))
  const gone = new Promise<void>((resolve) => {
    guard.on('close', () => resolve())
    guard.on('error', (error) => {
      output = error.message
      resolve()
    })
  })

  function signalEngine(signal: NodeJS.Signals): void {
    if (pid === undefined || engineEnded) return
    try {
      process.kill(pid, signal)
    } catch {
      // It has just ended.
    }
  }

  /** The process id and the engine's output come through two pipes, in any order. */
  function settleOnceListening(): void {
    if (pid !== undefined && output.includes('listening on')) listening.resolve(true)
  }

  async function stop(): Promise<void> {
    signalEngine('SIGTERM')
    await Promise.race([gone, delay(stopDeadlineMilliseconds, undefined, { ref: false })])
    guard.stdin.end()
    await gone
  }

  const started = await Promise.race([
    listening.promise,
    gone.then(() => false),
    delay(startDeadlineMilliseconds, false, { ref: false }),
  ])
  if (!started || pid === undefined) {
    await stop()
    throw new Error(`The wire engine did not start: ${output.trim() || 'it printed nothing.'}`)
  }
  return { pid, gone, stop }
}
