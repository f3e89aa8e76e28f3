import { cp, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

/** How modules name a file or folder that they read while they run. */
const reference = /new URL\('([^']+)', import\.meta\.url\)/g

/**
 * Copies the files and folders that our modules read while they run beside the bundle, and lets the modules find them there. A module
 * that names a missing one fails the build.
 */
export function bundledFiles({ root, output }: { root: string; output: string }): Plugin {
  return {
    name: 'bundled-files',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path: module }) => {
        if (module.includes('/node_modules/')) return undefined
        const text = await readFile(module, 'utf8')
        const moved = new Map<string, string>()
        for (const [, name = ''] of text.matchAll(reference)) {
          const source = fileURLToPath(new URL(name, pathToFileURL(module)))
          const place = path.relative(root, source).replaceAll(path.sep, '/')
          await cp(source, path.join(output, place), { recursive: true, filter: isServed })
          moved.set(
            name,
            (await stat(source)).isDirectory() ? `./${place.replace(/\/$/, '')}/` : `./${place}`,
          )
        }
        if (moved.size === 0) return undefined
        const contents = text.replaceAll(
          reference,
          (_, name: string) => `new URL('${moved.get(name)}', import.meta.url)`,
        )
        return { contents, loader: 'ts' }
      })
    },
  }
}

/** The records of the build are hidden files. The service makes copies for gzip itself: npm installs fewer files faster. */
const isServed = (file: string) => !/^\.|\.gz$/.test(path.basename(file))
