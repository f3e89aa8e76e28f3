import { startLocalService } from '../service.ts'
import { printSentence } from '../start-error.ts'

/** npm forwards Ctrl-C to the service, which the terminal has signaled already. A repeat within this time is not a second Ctrl-C. */
const repeatMilliseconds = 500
const parentCheckMilliseconds = 250

// Only the owner can read the files that the service writes.
process.umask(0o077)

// `npm start | head` closes the pipe. The log is lost, and the service keeps running.
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
  // Acknowledged writes are on disk.
  if (now - firstSignalAt > repeatMilliseconds) process.exit()
}

// If npm is killed, stop too. Otherwise an unnoticed service would keep the port that the next start needs.
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
