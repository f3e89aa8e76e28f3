/** Writes the folder that `npm pack` takes: compiled, with its own package.json, and without dependencies. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The oldest Node that runs the packages. */
const oldestNode = '20.3'

export type Publication = {
  /** The package's folder in the repository. */
  folder: string
  /** The folder to write, which is emptied. */
  output: string
  /** Fields of package.json besides those of all packages. */
  manifest: Record<string, unknown>
  bundle: BuildOptions
  /** Licenses of what the package carries besides the modules of the bundle. */
  notices?: string[]
}

export async function publish({
  folder,
  output,
  manifest,
  bundle,
  notices = [],
}: Publication): Promise<void> {
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const { name, version, description, license } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  )
  const { metafile } = await build({
    bundle: true,
    format: 'esm',
    charset: 'utf8',
    metafile: true,
    logLevel: 'error',
    ...bundle,
  })
  const packageJson = {
    name,
    version,
    description,
    license,
    keywords: ['cairn', 'goals'],
    type: 'module',
    engines: { node: `>=${oldestNode}` },
    ...manifest,
  }
  await writeFile(path.join(output, 'package.json'), `${JSON.stringify(packageJson, null, 2)}\n`)
  await cp(path.join(folder, 'README.md'), path.join(output, 'README.md'))
  await cp(path.join(root, 'LICENSE'), path.join(output, 'LICENSE'))
  const licenses = await licensesOf(Object.keys(metafile?.inputs ?? {}))
  await writeFile(path.join(output, 'THIRD-PARTY-NOTICES.txt'), [...licenses, ...notices].join('\n----\n\n'))
}

/** Returns the licenses of the packages of bundled modules, which ask for their text in every copy. */
async function licensesOf(inputs: string[]): Promise<string[]> {
  const folders = inputs
    .map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.resolve(input))?.[0])
    .filter((folder) => folder !== undefined)
  return Promise.all([...new Set(folders)].sort().map(licenseOf))
}

/** Returns name, version and license of an installed package, with the texts that it carries. */
export async function licenseOf(folder: string): Promise<string> {
  const { name, version, license, author, repository } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  )
  const files = (await readdir(folder))
    .filter((file) => /^(?:licen[cs]e|notice|copying)\b/i.test(file))
    .sort()
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  // Some packages carry no text.
  if (texts.length === 0) {
    const by = author?.name ?? author ?? 'its authors'
    const source = repository?.url ?? repository
    texts.push(`By ${by}. Source: ${source}\nText: https://spdx.org/licenses/${license}.html\n`)
  }
  return `${name} ${version}, ${license}\n\n${texts.join('\n')}`
}
