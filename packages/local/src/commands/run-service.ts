import { startLocalService } from '../service.ts'
import { sentenceAbout } from '../start-error.ts'
import { createSignalHandler } from './signals.ts'

const parentCheckMilliseconds = 250

// Only the owner can read the files that the service writes.
process.umask(0o077)

// `npm start | head` closes the pipe. The log is lost, and the service keeps running.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

const starting = startLocalService({ environment: process.env })
const stop = createSignalHandler({
  stop: async () => (await starting.catch(() => undefined))?.stop(),
  exit: () => process.exit(),
  now: () => performance.now(),
})

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
  console.error(sentenceAbout(error))
  process.exit(1)
}
