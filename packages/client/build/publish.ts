/** Writes the folder that `npm pack` takes: compiled, with its own package.json, and without dependencies. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
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
}

export async function publish({ folder, output, manifest, bundle }: Publication): Promise<void> {
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
  await writeNotices(Object.keys(metafile?.inputs ?? {}), path.join(output, 'THIRD-PARTY-NOTICES.txt'))
}

/** The licenses of what is bundled ask for their text in every copy. */
async function writeNotices(inputs: string[], file: string): Promise<void> {
  const folders = inputs
    .map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.resolve(input))?.[0])
    .filter((folder) => folder !== undefined)
  const notices: string[] = []
  for (const folder of [...new Set(folders)].sort()) {
    const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
    const text = await readFile(path.join(folder, 'LICENSE'), 'utf8').catch(() => '')
    notices.push(`${name} ${version}, ${license}\n\n${text}`)
  }
  await writeFile(file, notices.join('\n----\n\n'))
}
