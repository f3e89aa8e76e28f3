import { readFile, writeFile } from 'node:fs/promises'
import { distDirectory, pageSegments } from '../hosting.ts'

/** The placeholder in `public/sw.js` for the first segments of pages. */
const placeholder = '/* segments */ []'

/** Tells the service worker which addresses are pages of the app. */
export function workerCode(text: string): string {
  if (!text.includes(placeholder)) throw new Error(`sw.js has no ${placeholder}.`)
  return text.replace(placeholder, JSON.stringify(['', ...pageSegments]))
}

export async function writeWorker(): Promise<void> {
  const file = new URL('sw.js', distDirectory)
  await writeFile(file, workerCode(await readFile(file, 'utf8')))
}
