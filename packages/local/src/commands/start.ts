import { startLocalService } from '../service.ts'
import { printSentence } from '../start-error.ts'

/** npm hands Ctrl-C on to a service that the terminal has told already: that is no second wish. */
const repeatMilliseconds = 500
const parentCheckMilliseconds = 250

// Whatever is written, by the engine too, is for its owner alone.
process.umask(0o077)

// `npm start | head` closes the pipe: the log is then lost, the service goes on.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

const starting = startLocalService({ environment: process.env })
let firstSignalAt: number | undefined

async function stop(): Promise<void> {
  const now = performance.now()
  if (firstSignalAt === undefined) {
    firstSignalAt = now
    const service = await starting.catch(() => undefined)
    await service?.stop()
    process.exit()
  }
  // The engine sees the end of this process and ends too.
  if (now - firstSignalAt > repeatMilliseconds) process.exit()
}

// A killed npm would leave behind a service that nobody knows of, on a port that the next start wants.
if (process.env.npm_lifecycle_event !== undefined) {
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    void stop()
  }, parentCheckMilliseconds)
  watch.unref()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

try {
  const { origin } = await starting
  console.log(`Cairn listens on ${origin}`)
} catch (error) {
  printSentence(error)
  process.exit(1)
}
