import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { functionEntry } from './function-entry.ts'
import { leaveOutNeverImported, leaveOutUnused, type Uses } from './leave-out.ts'
import { nodeModulesByNeed } from './node-modules.ts'
import { leaveOutOfProtocolLibrary } from './protocol-library.ts'
import { leaveOutSchemaDocuments } from './schema-documents.ts'
import { leaveOutOfTableLibrary } from './table-library.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Bundled CommonJS packages call `require`, which an ES module does not have. */
const requireBanner =
  "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);"

/**
 * Plugins that shorten the import of a function, or its download. `npm run bench:imports` shows what each plugin saves by itself.
 * `leaveOutUnused` is also there for safety.
 */
export const bundlePlugins = (uses: Uses, folder?: string) => [
  leaveOutNeverImported,
  leaveOutOfProtocolLibrary,
  leaveOutOfTableLibrary,
  ...(folder === 'mcp' ? [] : [leaveOutSchemaDocuments]),
  leaveOutUnused(uses, folder),
  nodeModulesByNeed,
]

/**
 * The build options of every function. The bundle includes the SDK: the tested version is the deployed one, and it loads faster than
 * the runtime's own. `test/infra/built/bundle-budget.test.ts` checks size and contents; `npm run bench:imports` measures the time.
 */
export function buildOptions(uses: Uses, plugins = bundlePlugins(uses)) {
  return {
    absWorkingDir: root,
    // Never written. It makes source maps relative to the root, so that builds are the same in every directory.
    outfile: path.join(root, 'index.mjs'),
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Prefer ES modules, from which esbuild drops unused code.
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    banner: { js: requireBanner },
    plugins,
  } satisfies BuildOptions
}

export type Bundle = { files: { name: string; contents: Uint8Array }[]; metafile: Metafile }

/**
 * @param folder  The function's folder under `functions/`.
 * @param plugins  Others than `bundlePlugins`, to measure what each saves.
 */
export async function buildFunction(
  folder: string,
  uses: Uses,
  plugins: Plugin[] = bundlePlugins(uses, folder),
): Promise<Bundle> {
  return bundle(functionEntry(folder), uses, plugins, folder === 'oauth')
}

/**
 * Builds a module with the given source, with the options of the functions.
 *
 * @param keepNames  For a library that reads the names of its classes, as that of OAuth does.
 */
export async function bundle(
  contents: string,
  uses: Uses,
  plugins?: Plugin[],
  keepNames = false,
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...buildOptions(uses, plugins),
    keepNames,
    stdin: { contents, resolveDir: root, sourcefile: 'entry.mjs' },
  })
  return {
    files: outputFiles.map(({ path: file, contents }) => ({ name: path.basename(file), contents })),
    metafile,
  }
}

/**
 * Builds functions into a directory, a folder each, unless they are there. Beside each is a JSON file with its metafile. Several
 * processes may do so at once.
 */
export async function buildFunctions(directory: string, uses: Uses, folders: string[]): Promise<void> {
  mkdirSync(directory, { recursive: true })
  await Promise.all(
    folders.map(async (folder) => {
      const built = path.join(directory, folder)
      if (existsSync(built)) return
      const { files, metafile } = await buildFunction(folder, uses)
      const draft = `${built}-${process.pid}`
      mkdirSync(draft)
      for (const { name, contents } of files) writeFileSync(path.join(draft, name), contents)
      writeFileSync(`${built}.json`, JSON.stringify(metafile))
      try {
        renameSync(draft, built)
      } catch (error) {
        rmSync(draft, { recursive: true })
        // Another process built the same.
        if (!existsSync(built)) throw error
      }
    }),
  )
}

/** `function-code.ts` runs `node build.ts <directory> <uses as JSON> <folder>…`. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [directory = '', uses = '', ...folders] = process.argv.slice(2)
  await buildFunctions(directory, JSON.parse(uses) as Uses, folders)
}
