/**
 * Builds the app where `dist` is missing or was made from other sources. Runs before `npm start` and `npm test`,
 * so that both work from a fresh clone. Sources are compared by content: times say nothing after a checkout.
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
  'hosting.ts',
  'public',
  'src',
  '../contract/src',
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
  console.log('Building the web app …')
  const { build } = await import('vite').catch(({ message }: Error) => {
    const [reason] = message.split('. ')
    console.error(
      `The bundler cannot be loaded: ${reason}. An old npm leaves its native part out: run \`npm ci\` with Node 20.19, 22.12 or newer.`,
    )
    return process.exit(1)
  })
  await build({ configFile: path.join(web, 'vite.config.ts'), logLevel: 'warn' })
  await compressFiles(path.join(web, 'dist'))
  await writeFile(stampFile, stamp)
}
