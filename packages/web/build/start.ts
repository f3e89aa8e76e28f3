import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { distDirectory } from '../hosting.ts'
import { filesOf, type Manifest, readManifest } from './manifest.ts'
import { type Frame, pages, patternOf } from './pages.ts'

/** A pattern for the path, the frame, and the scripts of a page, which `public/start.js` reads. */
type StartOfPage = [pattern: string, frame: Frame | '', scripts: string[]]

/** What `public/start.js` has instead of the pages, before they are known. */
const placeholder = '/* pages */ []'

/** The scripts that each page needs besides those that index.html loads for all. */
export function startOfPages(manifest: Manifest): StartOfPage[] {
  const ofAll = filesOf(manifest, ['index.html'])
  return pages.map(
    ({ address, frame, modules }): StartOfPage => [
      patternOf(address),
      frame ?? '',
      [...filesOf(manifest, modules)].filter((file) => !ofAll.has(file)).map((file) => `/${file}`),
    ],
  )
}

/** Tells `start.js` the names of the scripts, and gives it a name that changes with its content. */
export async function writeStart(): Promise<void> {
  const source = new URL('start.js', distDirectory)
  const text = await readFile(source, 'utf8')
  if (!text.includes(placeholder)) throw new Error(`start.js has no ${placeholder}.`)
  const code = text.replace(placeholder, JSON.stringify(startOfPages(await readManifest())))
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
  const name = `assets/start-${hash}.js`
  await writeFile(new URL(name, distDirectory), code)
  const html = new URL('index.html', distDirectory)
  const page = await readFile(html, 'utf8')
  await writeFile(html, page.replace('/start.js', `/${name}`))
  await rm(source)
}
