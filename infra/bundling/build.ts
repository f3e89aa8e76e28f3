import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { electrodbModules } from './electrodb-modules.ts'
import { leaveOut, nodeModulesByNeed, type Uses } from './leave-out.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** CommonJS packages in an ES module call `require`, which is not there by itself. */
const requireBanner =
  "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);"

/**
 * How every function is built. The SDK is in the bundle: the version that was tested is the one that runs, and loads
 * faster than the runtime's own. `test/infra/built/bundle-budget.test.ts` checks size and contents, `npm run bench:imports` the time.
 */
export function buildOptions(uses: Uses) {
  return {
    absWorkingDir: root,
    // Nowhere: source maps then name files as seen from the root, and are the same wherever they were made.
    outfile: path.join(root, 'index.mjs'),
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The packages' ES modules, of which esbuild drops what is not used.
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    banner: { js: requireBanner },
    plugins: [leaveOut(uses), electrodbModules, nodeModulesByNeed],
  } satisfies BuildOptions
}

export type Bundle = { files: { name: string; contents: Uint8Array }[]; metafile: Metafile }

/** @param folder  Of the function, under `functions/`. */
export async function buildFunction(folder: string, uses: Uses): Promise<Bundle> {
  return bundle(`export * from './functions/${folder}/index.ts'`, uses)
}

/** A module that is written here, built as the functions are. */
export async function bundle(contents: string, uses: Uses): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...buildOptions(uses),
    stdin: { contents, resolveDir: root, sourcefile: 'entry.mjs' },
  })
  return {
    files: outputFiles.map(({ path: file, contents }) => ({ name: path.basename(file), contents })),
    metafile,
  }
}

/** Called by `function-code.ts`: `node build.ts <directory> <uses as JSON> <folder>…`, a folder each in the directory. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [directory = '', uses = '', ...folders] = process.argv.slice(2)
  await Promise.all(
    folders.map(async (folder) => {
      const { files } = await buildFunction(folder, JSON.parse(uses) as Uses)
      mkdirSync(path.join(directory, folder), { recursive: true })
      for (const { name, contents } of files) writeFileSync(path.join(directory, folder, name), contents)
    }),
  )
}
