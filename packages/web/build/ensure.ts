/**
 * Builds the app if `dist` is missing or out of date. Runs before `npm start` and `npm test`, so both work from a fresh
 * clone. Sources are compared by content because a checkout changes file times.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles } from './compress.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'index.html',
  'package.json',
  'vite.config.ts',
  'build/compress.ts',
  'build/manifest.ts',
  'build/pages.ts',
  'build/start.ts',
  'build/worker.ts',
  'hosting.ts',
  'public',
  'src',
  '../contract/src',
  // The guides of the reference.
  'EXPORT.md',
  '../contract/MCP.md',
  '../contract/recipes',
  '../contract/TOUR.md',
  '../contract/WEBHOOKS.md',
  '../../package-lock.json',
]
const stampFile = path.join(web, 'dist/.sources')

async function filesUnder(name: string): Promise<string[]> {
  const entries = await readdir(name, { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (!entries) return [name]
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

async function stampOfSources(): Promise<string> {
  const hash = createHash('sha256')
  const found = await Promise.all(sources.map((name) => filesUnder(path.join(web, name))))
  const files = found.flat().filter((file) => !/\.test\.tsx?$/.test(file))
  for (const file of files.sort()) {
    hash
      .update(`${path.relative(web, file)}\0`)
      .update(await readFile(file))
      .update('\0')
  }
  return hash.digest('hex')
}

const stamp = await stampOfSources()
const isCurrent = (await readFile(stampFile, 'utf8').catch(() => '')) === stamp
if (!isCurrent || process.argv.includes('--force')) {
  console.log('Building the web app…')
  const { build } = await import('vite').catch(({ message }: Error) => {
    const [reason] = message.split('. ')
    console.error(
      `Cannot load the bundler: ${reason}. Old npm versions do not install its native part. Run \`npm ci\` with Node 20.19, 22.12, or newer.`,
    )
    return process.exit(1)
  })
  // React has another build for development, which is larger and slower: whatever runs this, people get the other one.
  process.env.NODE_ENV = 'production'
  await build({ configFile: path.join(web, 'vite.config.ts'), logLevel: 'warn' })
  const [{ writeStart }, { writeWorker }] = await Promise.all([import('./start.ts'), import('./worker.ts')])
  await writeStart()
  await writeWorker()
  await compressFiles(path.join(web, 'dist'))
  await writeFile(stampFile, stamp)
}
