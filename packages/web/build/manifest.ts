import { readFile } from 'node:fs/promises'
import { distDirectory } from '../hosting.ts'

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; assets?: string[] }

/** The files that Vite wrote, by module. */
export type Manifest = Record<string, Chunk>

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(new URL('.vite/manifest.json', distDirectory), 'utf8'))
}

/** The files of the modules, or of the groups of modules of that name in vite.config.ts, and of all their static imports. */
export function filesOf(
  manifest: Manifest,
  modules: readonly string[],
  files = new Set<string>(),
): Set<string> {
  for (const name of modules) {
    const chunk = manifest[name] ?? Object.values(manifest).find((other) => other.name === name)
    if (!chunk) throw new Error(`The build has no ${name}.`)
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    filesOf(manifest, chunk.imports ?? [], files)
  }
  return files
}
