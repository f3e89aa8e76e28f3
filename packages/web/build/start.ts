import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { distDirectory } from '../hosting.ts'
import { filesOf, type Manifest, readManifest } from './manifest.ts'
import { type Frame, pages, patternOf } from './pages.ts'

/** A pattern for the path, the frame, the scripts, and the data of a page, which `public/start.js` reads. */
type StartOfPage = [pattern: string, frame: Frame | '', scripts: string[], data: string[]]

/** The files of a translation: of all pages, and of pages behind the sign-in. */
type Translation = { front: string[]; app: string[] }

/** The scripts that each page needs besides those that index.html loads for all. */
export function startOfPages(manifest: Manifest): StartOfPage[] {
  const ofAll = filesOf(manifest, ['index.html'])
  return pages.map(
    ({ address, frame, modules, data = [] }): StartOfPage => [
      patternOf(address),
      frame ?? '',
      [...filesOf(manifest, modules)].filter((file) => !ofAll.has(file)).map((file) => `/${file}`),
      data,
    ],
  )
}

/** German is the only one. */
export function startOfTranslation(manifest: Manifest): Translation {
  const filesNamed = (name: string) =>
    Object.values(manifest).flatMap(({ file }) => (file.startsWith(`assets/${name}-`) ? `/${file}` : []))
  return { front: filesNamed('german-front'), app: filesNamed('german-app') }
}

/** Replaces what `start.js` has instead of a value before it is known. */
function fill(text: string, placeholder: string, value: unknown): string {
  if (!text.includes(placeholder)) throw new Error(`start.js has no ${placeholder}.`)
  return text.replace(placeholder, JSON.stringify(value))
}

/** Tells `start.js` the names of the scripts, and gives it a name that changes with its content. */
export async function writeStart(): Promise<void> {
  const source = new URL('start.js', distDirectory)
  const [text, manifest] = await Promise.all([readFile(source, 'utf8'), readManifest()])
  const code = fill(
    fill(text, '/* pages */ []', startOfPages(manifest)),
    '/* translation */ {}',
    startOfTranslation(manifest),
  )
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
  const name = `assets/start-${hash}.js`
  await writeFile(new URL(name, distDirectory), code)
  const html = new URL('index.html', distDirectory)
  const page = await readFile(html, 'utf8')
  await writeFile(html, page.replace('/start.js', `/${name}`))
  await rm(source)
}
