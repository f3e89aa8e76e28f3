/** `npm run build:client`: writes `packages/client/dist`, which `npm pack` takes. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publish } from './publish.ts'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('..', import.meta.url))
const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))

/** Writes the declarations that `index.d.ts` needs, and not those of what is inside. */
async function writeTypes(output: string): Promise<void> {
  const temporary = await mkdtemp(path.join(tmpdir(), 'cairn-types-'))
  try {
    await run(process.execPath, [tsc, '-p', path.join(folder, 'tsconfig.build.json'), '--outDir', temporary])
    const written = new Set(['index'])
    for (const name of written) {
      const text = await readFile(path.join(temporary, 'packages/client/src', `${name}.d.ts`), 'utf8')
      for (const [, imported = ''] of text.matchAll(/from '\.\/([\w-]+)\.ts'/g)) written.add(imported)
      // Consumers may not import `.ts` files.
      await writeFile(
        path.join(output, `${name}.d.ts`),
        text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"),
      )
    }
  } finally {
    await rm(temporary, { recursive: true })
  }
}

/** Writes a folder to pack, and returns it. */
export async function buildClient(output = path.join(folder, 'dist')): Promise<string> {
  await publish({
    folder,
    output,
    manifest: {
      sideEffects: false,
      exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
      files: ['*.js', '*.d.ts', 'THIRD-PARTY-NOTICES.txt'],
    },
    bundle: {
      entryPoints: [path.join(folder, 'src/index.ts')],
      outfile: path.join(output, 'index.js'),
      platform: 'neutral',
      mainFields: ['module', 'main'],
      target: 'es2022',
    },
  })
  await writeTypes(output)
  return output
}

if (import.meta.main) console.log(await buildClient())
